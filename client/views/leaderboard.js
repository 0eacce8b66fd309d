/**
 * The leaderboards: of a day and game, of all wins, of streaks; of everyone, or of the people one has raced. Live while it
 * is looked at. What is shown is in the address, so it can be sent to others.
 */
import { me, Problem } from "../api.js";
import { makeClock } from "../clock.js";
import { getBoard, getDaily, getDayBoard, getToday } from "../daily-api.js";
import { dayWords, timeHere } from "../dates.js";
import { isDay, isOpen, shiftDay, stageOf } from "../day.js";
import { fill, h, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { headed } from "./head.js";
import { leaderTable } from "./leader-table.js";
import { doing } from "./now.js";
import { playAlone } from "./alone.js";
import { GAMES, lastGame } from "./options.js";
import { setPhase } from "./page.js";
import { dealAction, standing } from "./today.js";
import { gameName, problemText } from "./words.js";

const PAGE = 50;
/** A day that is being played changes all the time; the rest slowly. */
const REFRESH_MS = { day: 5_000, still: 30_000 };

/**
 * @typedef {object} Shown
 * @property {"daily"|"wins"|"streak"} kind
 * @property {string|null} date null: today
 * @property {string} game
 * @property {boolean} raced only the people one has raced
 */

/** What an address shows; null if it is of another page. @param {string} way @returns {Shown|null} */
export function boardAt(way) {
  const parts = way.split("/");
  const raced = parts.at(-1) === "raced";
  if (raced) parts.pop();
  const [kind, date, game] = parts;
  if (kind !== "daily" && kind !== "wins" && kind !== "streak") return null;
  return {
    kind,
    date: date && isDay(date) ? date : null,
    game: GAMES.find((known) => known === game) ?? lastGame(),
    raced,
  };
}

/** @param {Shown} shown */
function pathOf({ kind, date, game, raced }) {
  const parts = kind === "daily" && date ? [kind, date, game] : [kind];
  return `/#${[...parts, ...(raced ? ["raced"] : [])].join("/")}`;
}

/** @param {Shown} shown @returns {import("./page.js").View} */
export function leaderboardView(shown) {
  setPhase("leaders", t("leaderboard.title"));
  const time = makeClock();
  const { kind } = shown;
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": t("leaderboard.kinds") },
    /** @type {const} */ (["daily", "wins", "streak"]).map((which) =>
      tab({ ...shown, kind: which }, t(`leaderboard.tab-${which}`), which === kind, `tab-${which}`),
    ),
  );
  const days = h("div", { class: "days" });
  const about = h("div", { class: "day-about", "data-testid": "day-about" });
  const crowd = h("nav", { class: "tabs small", "aria-label": t("leaderboard.who"), hidden: true });
  const count = h("p", { class: "hint", role: "status", "data-testid": "leaderboard-count" }, t("leaderboard.loading"));
  const table = leaderTable(kind, t(`leaderboard.tab-${kind}`), null);
  const pager = h("div", { class: "buttons pager" });
  const order = h("p", { class: "hint" }, t(`leaderboard.order-${kind}`));
  const marked = h("p", { class: "hint", hidden: true, "data-testid": "marked-explained" }, t("leaderboard.marked-explained"));
  /** @type {import("../day.js").Daily|null} */
  let daily = null;
  let today = "";
  let total = 0;
  let offset = 0;
  /** @type {import("../types.js").Me|null} */
  let known = null;
  /** @type {import("../daily-api.js").Entry|null} */
  let own = null;
  let gone = false;
  let loadedAt = -Infinity;
  let asked = 0;

  async function load() {
    const mine = ++asked;
    loadedAt = performance.now();
    try {
      const entries = await ask();
      if (!gone && mine === asked) show(entries);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!gone) say(count, problemText(error));
    }
  }

  /** The page of entries that is wanted, and all that stands beside it. */
  async function ask() {
    if (!today || kind === "daily") {
      const answer = await getToday();
      time.heard(answer.now);
      today = answer.today;
      known = await me();
    }
    const date = shown.date ?? today;
    if (kind === "daily") daily = date <= today ? await dayOf(date, shown.game) : null;
    const read = (/** @type {import("../daily-api.js").Which} */ which) => {
      const all = { ...which, ...(shown.raced ? { among: /** @type {"raced"} */ ("raced") } : {}) };
      return kind === "daily" ? getDayBoard(date, shown.game, all) : getBoard(kind, all);
    };
    const page = kind === "daily" && !daily ? { total: 0, entries: [], yours: null } : await read({ offset, limit: PAGE });
    own = page.entries.find(({ player }) => player === known?.id) ?? (shown.raced ? null : page.yours) ?? ownRun();
    total = page.total;
    return page.entries;
  }

  /** One's own run of the day that no leaderboard has: it is still going on, or is not ranked. */
  function ownRun() {
    return known && daily?.yours ? { ...daily.yours, player: known.id, name: known.name } : null;
  }

  /** @param {import("../daily-api.js").Entry[]} entries */
  function show(entries) {
    const date = shown.date ?? today;
    if (kind === "daily") drawDay(date);
    if (crowd.hidden && known) {
      crowd.hidden = false;
      fill(
        crowd,
        tab({ ...shown, raced: false }, t("leaderboard.everyone"), !shown.raced, "everyone"),
        tab({ ...shown, raced: true }, t("leaderboard.raced"), shown.raced, "raced"),
      );
    }
    say(count, kind === "daily" && !daily ? "" : countWords());
    order.hidden = total === 0;
    table.el.hidden = entries.length === 0;
    table.update(entries, own);
    marked.hidden = !daily?.yours?.marked;
    drawPager(entries);
  }

  function countWords() {
    if (total === 0) return t(shown.raced ? "leaderboard.none-raced" : `leaderboard.none-${kind}`);
    return t(`leaderboard.count-${kind}`, { count: total });
  }

  /** @param {string} date */
  function drawDay(date) {
    const said = `${date} ${today}`;
    if (days.dataset.said !== said) {
      days.dataset.said = said;
      fill(
        days,
        h(
          "nav",
          { class: "day-nav", "aria-label": t("leaderboard.day") },
          daily || date > today ? dayLink(shiftDay(date, -1), "earlier", "‹") : h("span", {}),
          h(
            "h2",
            { "data-testid": "board-day" },
            dayWords(date),
            date === today ? [" ", h("small", {}, t("leaderboard.today"))] : null,
          ),
          date < today ? dayLink(shiftDay(date, 1), "later", "›") : h("span", { class: "no-day" }),
        ),
        h(
          "nav",
          { class: "tabs small", "aria-label": t("form.game") },
          GAMES.map((game) => tab({ ...shown, date, game }, gameName(game), game === shown.game, `board-${game}`)),
        ),
      );
    }
    drawAbout(date);
  }

  /** How one stands in that deal, and what may be done about it. @param {string} date */
  function drawAbout(date) {
    if (!daily) return fill(about, h("p", {}, t(date > today ? "today.ahead" : "leaderboard.no-day")));
    const now = time.now();
    const stage = stageOf(daily, now);
    const open = isOpen(daily, now) && Boolean(daily.deal);
    const { players } = daily;
    const fresh = () => (players > 0 ? t("leaderboard.new", { count: players }) : t("leaderboard.new-first"));
    const words = [stage === "new" ? fresh() : standing(daily, stage)];
    if (date !== today && !isOpen(daily, now)) words.push(t("leaderboard.closes", { time: timeHere(daily.closes_at) }));
    const said = [stage, open, ...words].join();
    if (about.dataset.said === said) return;
    about.dataset.said = said;
    const { game, deal } = daily;
    const plain = { redeal: false, face_down: false, base: null, time_bonus: false };
    const replay = () => playAlone({ game, options: plain, deal: deal ?? null });
    fill(
      about,
      h("div", {}, words.map((word) => h("p", {}, word))),
      h(
        "div",
        { class: "buttons" },
        dealAction(daily, stage),
        open ? doing({ "data-testid": "replay-day" }, replay, t("leaderboard.replay")) : null,
      ),
    );
  }

  /** @param {string} date @param {string} which @param {string} sign */
  function dayLink(date, which, sign) {
    return h(
      "a",
      {
        class: "button quiet",
        href: pathOf({ ...shown, date }),
        "aria-label": t(`leaderboard.${which}`, { date: dayWords(date) }),
        "data-testid": `day-${which}`,
      },
      h("span", { "aria-hidden": "true" }, sign),
    );
  }

  /** @param {import("../daily-api.js").Entry[]} entries */
  function drawPager(entries) {
    const last = offset + entries.length;
    const said = [offset, last, total, own?.rank].join();
    if (pager.dataset.said === said) return;
    pager.dataset.said = said;
    if (total <= PAGE) return fill(pager);
    const turn = (/** @type {string} */ testid, /** @type {number} */ to, /** @type {boolean} */ may) =>
      h(
        "button",
        { type: "button", disabled: !may, "data-testid": testid, onclick: () => turnTo(to) },
        t(`leaderboard.${testid}`),
      );
    const mine = own?.rank ? Math.floor((own.rank - 1) / PAGE) * PAGE : null;
    fill(
      pager,
      turn("previous", Math.max(offset - PAGE, 0), offset > 0),
      h("span", {}, t("leaderboard.range", { from: number(offset + 1), to: number(last), all: number(total) })),
      turn("next", offset + PAGE, last < total),
      mine !== null && mine !== offset ? turn("to-me", mine, true) : null,
    );
  }

  /** @param {number} to */
  function turnTo(to) {
    offset = to;
    void load().then(() => table.el.scrollIntoView({ block: "start" }));
  }

  function tick() {
    if (document.hidden) return;
    const moving = kind === "daily" && daily !== null && !isOpen(daily, time.now());
    if (performance.now() - loadedAt > (moving ? REFRESH_MS.day : REFRESH_MS.still)) void load();
  }

  const timer = setInterval(tick, 1000);
  void load();
  return {
    el: headed(
      h(
        "section",
        { class: "narrow leaderboard" },
        h("h1", {}, t("leaderboard.title")),
        tabs,
        days,
        about,
        crowd,
        count,
        table.el,
        pager,
        order,
        marked,
      ),
    ),
    destroy() {
      gone = true;
      clearInterval(timer);
    },
  };
}

/** The deal of a day; null where there was none. @param {string} date @param {string} game */
async function dayOf(date, game) {
  try {
    return await getDaily(date, game);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** @param {Shown} to @param {string} label @param {boolean} chosen @param {string} testid */
function tab(to, label, chosen, testid) {
  return h(
    "a",
    { href: pathOf(to), "aria-current": chosen ? "page" : null, "data-testid": testid },
    label,
  );
}
