/**
 * Playing: the table with one's own board, the line above it, the rivals, the buttons; and countdown and study before
 * it.
 */
import { shown } from "../attempt.js";
import { cardName } from "../cards.js";
import { h } from "../dom.js";
import { exactClock, t } from "../i18n.js";
import { finisher } from "../finish.js";
import { bindHand } from "../hand.js";
import { hear } from "../heard.js";
import { cardsOf, parseMove } from "../board.js";
import { keepTabStop } from "../keys.js";
import { onPrefs } from "../prefs.js";
import { makeTable } from "../render.js";
import { sound } from "../sound.js";
import { actions } from "./actions.js";
import { bar } from "./bar.js";
import { coach } from "./coach.js";
import { countdown } from "./countdown.js";
import { openKeys } from "./keys-help.js";
import { leaders } from "./leaders.js";
import { rivals } from "./rivals.js";
import { showAll } from "./show-all.js";
import { slip } from "./slip.js";
import { telling } from "./telling.js";
import { gameName, whyNot } from "./words.js";

/** A race that runs for longer has begun. */
const BEGINS_MS = 1500;

/** @param {import("../race.js").LiveRace} live */
export function playView(live) {
  const table = makeTable({ bound: true, label: t("table.yours") });
  const aloud = telling(live);
  const hand = bindHand(live, table, {
    onHint: (hint) => words.say(t(`hint.${hint}`)),
    onHold: taken,
    onStatus: aloud.status,
    onHelp: help,
  });
  const words = slip(table);
  const teacher = coach(live, table);
  const last = finisher(live);
  const all = showAll(live, last.play);
  const line = bar(live);
  const daily = Boolean(live.state.race?.daily);
  const others = daily ? leaders(live) : rivals(live);
  const count = countdown(live);
  const alone = live.state.race?.seats === 1;
  const stuck = h("p", { class: "stuck", role: "status", hidden: true, "data-testid": "stuck" }, t("table.stuck"));
  const buttons = actions(live, {
    last,
    onMove: hand.command,
    onTell: words.say,
    onHelp: help,
    onShowAll: alone && !daily ? () => void all.ask() : null,
  });
  const felt = h("div", { class: "felt" }, table.root, teacher.el, words.el, count.el);
  const el = h(
    "section",
    { class: "play", "data-game": live.state.race?.game },
    h("h1", { class: "visually-hidden" }, gameName(live.state.race?.game ?? "bernauer")),
    line.el,
    others.el,
    felt,
    stuck,
    buttons.el,
  );
  /** @type {import("../types.js").Board|null} what the table shows */
  let board = null;
  /** The last one that the server has confirmed. @type {import("../types.js").Board|null} */
  let confirmed = null;
  /** What it was drawn from. @type {unknown[]} */
  let source = [];

  /** @param {import("../race.js").News} [news] */
  function update(news) {
    const { own, race } = live.state;
    const heard = confirmed;
    confirmed = own?.base ?? null;
    line.update();
    others.update();
    aloud.place();
    count.update();
    if (own && race) redraw(own, news);
    if (news) last.heard(news);
    buttons.offer();
    const legal = own && live.legal();
    const playing = race?.state === "running" && own?.base.status !== "won";
    if (legal) stuck.hidden = !(alone && playing && legal.every((move) => move === "U"));
    if (news?.do === "tell") refused(news);
    if (news?.do === "moved" && news.player === live.state.you) {
      if (heard && own && !last.going()) aloud.move(news.move, heard, own.base);
      teacher.saw(news.move);
      if (own?.base.status === "won") {
        table.cheer(t("result.won-in", { time: exactClock(own.base.t_ms) }));
        sound("win");
      }
    }
  }

  /**
   * Draw one's own board where it has changed: what happens to others moves nothing here.
   * @param {import("../attempt.js").Attempt} own
   * @param {import("../race.js").News} [news]
   */
  function redraw(own, news) {
    const from = [own.base, ...own.pending];
    if (board && from.length === source.length && from.every((part, i) => part === source[i])) return hand.show();
    // What came while nobody looked, or all at once after a break, is simply there; a race begins with dealing.
    const fly = board === null ? begins() : news?.do === "moved" || news?.do === "tell" || news?.do === "drawn";
    const before = board;
    board = shown(own);
    source = from;
    table.draw(board, fly);
    keepTabStop(table);
    hand.show();
    if (before) {
      words.clear();
      if (board.open_stock.length > before.open_stock.length) words.say(t("hint.last-two"));
      if (fly) hear(before, board, news?.do === "moved" && news.move === "U");
    } else if (fly) sound("deal");
    if (!before) teacher.update();
    else teacher.settle();
  }

  /** Whether the cards are seen for the first time by everyone. */
  function begins() {
    const { race, own } = live.state;
    if (own?.base.n !== 0 || !race) return false;
    const late = race.state === "running" && live.clock.now() - (race.starts_at ?? 0) > BEGINS_MS;
    return !late && race.state !== "finished";
  }

  /** A move was refused: say why, and show what refused it. @param {import("../race.js").News & {do: "tell"}} news */
  function refused({ message, before }) {
    words.say(whyNot(message, before));
    sound("refused");
    const move = parseMove(message.move ?? "");
    if (move?.kind !== "cards" || !before) return;
    const card = cardsOf(before, move.from).at(-move.count);
    table.refuse(move.to === "F" ? `F${card?.[1]}` : move.to);
  }

  /** A card is taken up: say where it may go; to who looks only if it may go nowhere. @param {string} card @param {string[]} goals */
  function taken(card, goals) {
    if (goals.length === 0 && live.legal() !== null) words.say(t("hint.nowhere", { card: cardName(card) }));
    else aloud.goals(card, goals);
  }

  function help() {
    const from = /** @type {HTMLElement|null} */ (document.activeElement);
    void openKeys(aloud.sentences()).then(() => from?.focus());
  }

  function resize() {
    table.resize();
    hand.show();
    words.clear();
    teacher.update();
  }

  const watcher = new ResizeObserver(resize);
  watcher.observe(table.root);
  const forget = onPrefs(resize);
  update();
  return {
    el,
    update,
    pulse: "felt" in others ? others.felt : undefined,
    destroy() {
      watcher.disconnect();
      forget();
      last.stop();
      all.stop();
      words.clear();
      hand.unbind();
      buttons.destroy();
      line.destroy();
      count.destroy();
    },
  };
}
