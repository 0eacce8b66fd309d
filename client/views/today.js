/**
 * Today's deal of each game on the first page: not yet played, going on, or done; when the next day begins, and one's
 * streak. Left open over midnight it takes up the new day by itself, and keeps what is still going on of the old one.
 */
import { me } from "../api.js";
import { makeClock } from "../clock.js";
import { getDaily, getToday, startDaily } from "../daily-api.js";
import { countdown, countdownSaid, dayOfMonth, dayWords, shortMonth, timeHere } from "../dates.js";
import { stageOf } from "../day.js";
import { fill, h, keep, say } from "../dom.js";
import { clock, t } from "../i18n.js";
import { prefs } from "../prefs.js";
import { openRace } from "../router.js";
import { confirm } from "./confirm.js";
import { anybody } from "./name.js";
import { doing } from "./now.js";
import { GAMES } from "./options.js";
import { notice } from "./page.js";
import { gameName, problemText } from "./words.js";

/** @typedef {import("../day.js").Daily} Daily */

/** Places change while one looks. */
const REFRESH_MS = 60_000;
/** After midnight everybody asks for the new day, and again where it has not come yet: not all in the same moment. */
const TURN_MS = 500;
const SPREAD_MS = 2_000;

export function todayPanel() {
  const time = makeClock();
  const leaf = h("span", { class: "leaf", "aria-hidden": "true" });
  const day = h("small", { class: "day", "data-testid": "today" });
  const list = h("ul", { class: "deals", "data-testid": "deals" });
  const next = h("span", { role: "timer", "data-testid": "next-day" });
  const streak = h("p", { class: "streak", "data-testid": "streak" });
  const failed = h("p", { class: "hint", role: "status", hidden: true, "data-testid": "no-today" });
  const leaders = h("a", { class: "button quiet", href: "/#daily", "data-testid": "to-leaders" }, t("today.leaders"));
  const el = h(
    "section",
    { class: "panel today", "aria-labelledby": "today-title", "data-testid": "today-panel" },
    h("header", {}, leaf, h("div", {}, h("h2", { id: "today-title" }, t("today.title")), day)),
    failed,
    list,
    streak,
    h("p", { class: "next-day" }, next, leaders),
  );
  /** @type {import("../daily-api.js").Today|null} */
  let today = null;
  /** Runs of the day before that may still be finished. @type {Daily[]} */
  let carried = [];
  /** @type {number|undefined} */
  let turning;
  let loadedAt = 0;
  let gone = false;

  async function load() {
    clearTimeout(turning);
    turning = undefined;
    loadedAt = performance.now();
    try {
      const answer = await getToday();
      if (gone) return;
      time.heard(answer.now);
      if (today && today.today !== answer.today) carried.push(...today.dailies.filter(goingOn));
      today = answer;
      carried = (await Promise.all(carried.map((daily) => getDaily(daily.date, daily.game)))).filter(goingOn);
      failed.hidden = true;
    } catch (error) {
      say(failed, t("today.none", { why: problemText(error) }));
      failed.hidden = today !== null;
    }
    if (!gone) show();
  }

  /** @param {Daily} daily */
  function goingOn(daily) {
    return stageOf(daily, time.now()) === "going";
  }

  function show() {
    list.hidden = today === null && !failed.hidden;
    if (!today) return;
    const date = today.today;
    if (leaf.dataset.date !== date) {
      leaf.dataset.date = date;
      fill(leaf, h("span", {}, shortMonth(date)), h("b", {}, dayOfMonth(date)));
    }
    say(day, dayWords(date));
    const all = [...carried, ...today.dailies];
    keep(list, all, ({ date, game }) => `${date}/${game}`, ({ game }) => makeDeal(game), drawDeal);
    say(streak, streakWords(today));
    tick();
  }

  /** @param {string} game */
  function makeDeal(game) {
    return h(
      "li",
      { class: "deal", "data-game": game, "data-testid": "deal" },
      h("span", { class: "what" }, h("strong", {}, gameName(game)), h("small", {})),
      h("span", { class: "act" }),
    );
  }

  /** @param {HTMLElement} element @param {Daily} daily */
  function drawDeal(element, daily) {
    const stage = stageOf(daily, time.now());
    const old = daily.date !== today?.today;
    const [what, act] = /** @type {HTMLElement[]} */ ([...element.children]);
    say(what.children[1], old ? t("today.carried", { time: timeHere(daily.closes_at) }) : standing(daily, stage));
    if (element.dataset.stage === stage) return;
    element.dataset.stage = stage;
    fill(act, dealAction(daily, stage));
  }

  function tick() {
    if (!today) return;
    const now = time.now();
    const left = today.next_at - now;
    say(next, t("today.next", { left: countdown(left), time: timeHere(today.next_at) }));
    const said = t("today.next-said", { left: countdownSaid(left), time: timeHere(today.next_at) });
    if (next.getAttribute("aria-label") !== said) next.setAttribute("aria-label", said);
    if (left <= 0) turning ??= setTimeout(load, TURN_MS + Math.random() * SPREAD_MS);
    else if (!document.hidden && performance.now() - loadedAt > REFRESH_MS) void load();
  }

  function woken() {
    if (!document.hidden) void load();
  }

  const ticking = setInterval(tick, 1000);
  document.addEventListener("visibilitychange", woken);
  // There at once, so that nothing moves when the answer comes.
  keep(list, GAMES, (game) => game, makeDeal);
  void load();
  return {
    el,
    destroy() {
      gone = true;
      clearInterval(ticking);
      clearTimeout(turning);
      document.removeEventListener("visibilitychange", woken);
    },
  };
}

/**
 * What may be done about a day's deal: a button or a link; nothing where nothing may be done.
 * @param {Daily} daily
 * @param {ReturnType<typeof stageOf>} stage
 */
export function dealAction({ date, game, race }, stage) {
  const name = gameName(game);
  const link = (/** @type {string} */ what, /** @type {string} */ kind) =>
    h(
      "a",
      {
        class: kind,
        href: `/r/${encodeURIComponent(race ?? "")}`,
        "data-testid": `daily-${what}-${game}`,
        "aria-label": t(`today-act.${what}-said`, { game: name }),
      },
      t(`today-act.${what}`),
    );
  if (stage === "going") return link("going", "button primary");
  if (stage === "done") return link("done", "button");
  if (stage !== "new") return null;
  const play = async () => {
    // Who has never seen this game's table should not spend the one try on learning it, unless they want to.
    const practised = prefs().explained.includes(game);
    if (!practised && !(await confirm(t("today.first-time", { game: name }), t("today.first-yes"), t("today.first-no"), "primary")))
      return;
    await anybody(await me());
    const begun = await startDaily(date, game);
    if (begun.race) openRace(begun.race);
    else notice(t("reason.other"), "warning");
  };
  const label = { "data-testid": `daily-new-${game}`, "aria-label": t("today-act.new-said", { game: name }) };
  return doing({ class: "primary", ...label }, play, t("today-act.new"));
}

/** How one stands in a day's deal, in a few words. @param {Daily} daily @param {ReturnType<typeof stageOf>} stage */
export function standing({ yours, players, field }, stage) {
  if (stage === "new") return players > 0 ? t("today.new", { count: players }) : t("today.new-first");
  if (stage === "going") return t("today.going", { count: yours?.score ?? 0 });
  if (stage !== "done" || !yours) return t(`today.${stage}`);
  const cards = t(yours.status === "won" ? "today.won" : "today.cards", {
    count: yours.score,
    time: clock(yours.t_ms),
  });
  if (yours.rank === null) return cards;
  return t("today.done", { place: t("place", { count: yours.rank }), all: t("bar.of", { count: field.finished }), cards });
}

/** What there is to say of a streak, with the end of its day. @param {import("../daily-api.js").Today} today */
export function streakWords({ streak, next_at }) {
  if (!streak || (streak.current === 0 && !streak.today_done)) return t("streak.none");
  const longest = streak.longest > streak.current ? t("streak.longest", { count: streak.longest }) : "";
  const said = streak.today_done
    ? t("streak.safe", { count: streak.current })
    : t("streak.open", { count: streak.current, time: timeHere(next_at) });
  return [said, longest].filter(Boolean).join(" ");
}
