/**
 * One's run of the day is over: place and share of the field, how it compares, what to tell others, the best of the day and
 * their boards. The place goes on changing while the day lasts.
 */
import { callMe, me, Problem } from "../api.js";
import { shown } from "../attempt.js";
import { getDaily, getDayBoard, getToday } from "../daily-api.js";
import { dayWords } from "../dates.js";
import { isOpen, stageOf } from "../day.js";
import { fill, h, say } from "../dom.js";
import { clock, t } from "../i18n.js";
import { analysisPanel } from "./analysis.js";
import { bar } from "./bar.js";
import { boards } from "./boards.js";
import { comparison } from "./compare.js";
import { playAlone } from "./alone.js";
import { form } from "./form.js";
import { bunting } from "./headline.js";
import { leaderTable } from "./leader-table.js";
import { doing } from "./now.js";
import { notice } from "./page.js";
import { sharePanel } from "./share.js";
import { dealAction, streakWords } from "./today.js";
import { gameName, problemText } from "./words.js";

const BEST = 10;
const REFRESH_MS = 8_000;
/** Boards side by side on a wide screen; on a narrow one a new one takes the place of the last. */
const MOST = () => (matchMedia("(min-width: 900px)").matches ? 2 : 1);

/** @param {import("../race.js").LiveRace} live its race is of a day, one's own run in it is over */
export function dayResultView(live) {
  const race = /** @type {import("../types.js").Race} */ (live.state.race);
  const { date, game } = /** @type {{date: string, game: string, closes_at: number}} */ (race.daily);
  const line = bar(live);
  const title = h("h1", {});
  const lead = h("p", { class: "lead", "data-testid": "day-place" });
  const when = h("p", { class: "hint", "data-testid": "day-when" });
  const head = h("div", { class: "result", "data-testid": "result" }, title, lead, when);
  const compare = comparison();
  const look = analysisPanel(race, live.state.you, () => live.state.own && shown(live.state.own));
  const share = sharePanel(race);
  const streak = h("p", { class: "streak", "data-testid": "streak" });
  const who = h("div", {});
  const onward = h("div", { class: "buttons" });
  /** @type {Map<string, string>} */
  const names = new Map();
  const table = leaderTable("daily", t("day.best"), (entry) => pick(entry.player));
  const hint = h("p", { class: "hint", hidden: true }, t("day.pick"));
  const best = h(
    "section",
    { class: "panel", "aria-labelledby": "best-title" },
    h("h2", { id: "best-title" }, t("day.best")),
    table.el,
    hint,
    h("a", { href: `/#daily/${date}/${game}`, class: "button", "data-testid": "whole-board" }, t("day.whole")),
  );
  const ownName = () => race.players.find(({ id }) => id === live.state.you)?.name ?? t("player.you-name");
  const shelf = boards(live, close, (id) => (id === live.state.you ? ownName() : (names.get(id) ?? "")));
  const el = h(
    "section",
    { class: "gallery day-result", "data-game": game },
    line.el,
    h(
      "div",
      { class: "gallery-columns" },
      h("div", { class: "stack" }, head, streak, onward, compare.el, share.el, who),
      h("div", { class: "stack" }, look.el, best, shelf.el),
    ),
  );
  /** @type {string[]} */
  let open = [];
  /** @type {import("../day.js").Daily|null} */
  let daily = null;
  /** @type {import("../daily-api.js").Entry[]} */
  let entries = [];
  /** @type {import("../daily-api.js").Entry|null} */
  let own = null;
  let loadedAt = -Infinity;
  let gone = false;

  async function load() {
    loadedAt = performance.now();
    try {
      const [day, page, today] = await Promise.all([
        getDaily(date, game),
        getDayBoard(date, game, { offset: 0, limit: BEST }),
        getToday(),
      ]);
      if (gone) return;
      live.clock.heard(today.now);
      daily = day;
      entries = page.entries;
      for (const { player, name } of entries) names.set(player, name);
      own = ownEntry(day);
      draw(day, today);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!daily) say(lead, problemText(error));
    }
  }

  /** @param {import("../day.js").Daily} day */
  function ownEntry({ yours }) {
    const { you } = live.state;
    if (!yours || !you) return null;
    return { ...yours, player: you, name: names.get(you) ?? ownName() };
  }

  /** @param {import("../day.js").Daily} day @param {import("../daily-api.js").Today} today */
  function draw(day, today) {
    const { yours } = day;
    const now = live.clock.now();
    if (yours) {
      say(title, t(yours.status === "won" ? "result.won-in" : "day.cards", { count: yours.score, time: clock(yours.t_ms) }));
      say(lead, placeWords(day, isOpen(day, now)));
      share.update(day, yours);
      void compare.update(day);
    }
    say(when, t("day.when", { game: gameName(game), date: dayWords(date) }));
    head.classList.toggle("first", yours?.rank === 1);
    if (yours?.status === "won" && !head.querySelector(".bunting")) head.prepend(bunting());
    say(streak, yours?.marked ? "" : streakWords(today));
    table.update(entries, own, new Set(open));
    hint.hidden = !entries.some(({ player }) => player !== own?.player);
    drawOnward(day, today);
    // Then one's own last position is on the table of the looking back.
    if (look.el.hidden && day.deal && isOpen(day, now)) open = open.filter((id) => id !== live.state.you);
    look.update(isOpen(day, now), day.deal);
    redraw(false);
  }

  /** What to do next: the other game's deal, this one again without counting, or the first page. @param {import("../day.js").Daily} day @param {import("../daily-api.js").Today} today */
  function drawOnward(day, today) {
    const now = live.clock.now();
    const others = today.dailies.filter((other) => other.game !== game || other.date !== date);
    const next = others.find((other) => ["new", "going"].includes(stageOf(other, now)));
    const replays = isOpen(day, now) && day.deal ? day.deal : null;
    const said = [next?.date, next?.game, next && stageOf(next, now), replays].join();
    if (onward.dataset.said === said && onward.hasChildNodes()) return;
    onward.dataset.said = said;
    const plain = { redeal: false, face_down: false, base: null, time_bonus: false };
    const action = next ? dealAction(next, stageOf(next, now)) : null;
    if (next && action) {
      action.textContent = t(next.date === date ? "day.next" : "day.today", { game: gameName(next.game) });
      action.removeAttribute("aria-label");
    }
    fill(
      onward,
      action,
      replays
        ? doing({ "data-testid": "replay-day" }, () => playAlone({ game, options: plain, deal: replays }), t("leaderboard.replay"))
        : null,
      h("a", { class: "button quiet", href: "/" }, t("gallery.home")),
    );
  }

  /** @param {string} player */
  function pick(player) {
    return open.includes(player) ? close(player) : show(player);
  }

  /** @param {string} player */
  function show(player) {
    while (open.length >= MOST()) close(open[0]);
    open.push(player);
    if (player !== live.state.you) live.watch(player);
    redraw(false);
    shelf.el.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} player */
  function close(player) {
    open = open.filter((id) => id !== player);
    if (player !== live.state.you) live.unwatch(player);
    redraw(false);
  }

  /** @param {boolean} animate */
  function redraw(animate) {
    table.update(entries, own, new Set(open));
    shelf.update(open, animate);
  }

  /** Whoever has no name yet stands in the leaderboard as everybody else without one. */
  async function offerName() {
    const known = await me();
    if (gone || !known || known.name !== t("name.alone")) return;
    const field = h("input", { type: "text", id: "board-name", required: true, maxlength: 60, autocomplete: "nickname", "data-testid": "board-name" });
    const asking = form(
      {
        label: t("day.name-use"),
        testid: "board-name-yes",
        submit: async () => {
          const now = await callMe(field.value.trim(), known);
          fill(who);
          notice(t("day.named", { name: now.name }));
          await load();
        },
      },
      h("label", { for: "board-name" }, t("day.name")),
      field,
    );
    fill(who, h("section", { class: "panel" }, asking));
  }

  /** @param {import("../race.js").News} [news] */
  function update(news) {
    line.update();
    redraw(news?.do === "moved");
  }

  function tick() {
    const moving = !daily || !isOpen(daily, live.clock.now());
    if (!document.hidden && moving && performance.now() - loadedAt > REFRESH_MS) void load();
  }

  const timer = setInterval(tick, 1000);
  if (live.state.you) open.push(live.state.you);
  update();
  void load();
  void offerName().catch(() => {});
  return {
    el,
    update,
    destroy() {
      gone = true;
      clearInterval(timer);
      for (const player of open) if (player !== live.state.you) live.unwatch(player);
      look.destroy();
      line.destroy();
      shelf.destroy();
    },
  };
}

/** Place and share of the field, as long as the day lasts only so far. @param {import("../day.js").Daily} day @param {boolean} over */
function placeWords({ yours, field }, over) {
  if (!yours || yours.rank === null) return t("day.unranked");
  const place = t("place", { count: yours.rank });
  const count = field.finished;
  if (count <= 1) return t(over ? "day.only" : "day.first");
  const said = t(over ? "day.place" : "day.place-so-far", { place, count });
  if (yours.rank === 1) return `${said} ${t(over ? "day.nobody-better" : "day.nobody-better-so-far")}`;
  const share = yours.percentile;
  // To be as good as oneself alone is no news.
  if (!share || yours.rank === count) return said;
  return `${said} ${t(over ? "day.share" : "day.share-so-far", { count: share })}`;
}
