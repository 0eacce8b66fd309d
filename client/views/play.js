/**
 * Playing: the table with one's own board, the line above it, the rivals, the buttons; and countdown and study before
 * it.
 */
import { shown } from "../attempt.js";
import { cardName } from "../cards.js";
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { finisher } from "../finish.js";
import { bindHand } from "../hand.js";
import { SUITS, cardsOf, parseMove } from "../board.js";
import { keepTabStop } from "../keys.js";
import { rowsLeft } from "../piles.js";
import { onPrefs } from "../prefs.js";
import { makeTable } from "../render.js";
import { sound } from "../sound.js";
import { bar } from "./bar.js";
import { coach } from "./coach.js";
import { confirm } from "./confirm.js";
import { countdown } from "./countdown.js";
import { openKeys } from "./keys-help.js";
import { leaders } from "./leaders.js";
import { moreMenu } from "./more.js";
import { notice } from "./page.js";
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
  const rows = h("small", {});
  const buttons = {
    U: action("U", "", t("table.undo")),
    D: action("D", "primary", t("table.deal"), rows),
    X: action("X", "primary", t("table.redeal")),
  };
  const finish = h(
    "button",
    { type: "button", class: "primary", hidden: true, "data-testid": "finish", onclick: last.start },
    t("table.finish"),
  );
  const enough = h(
    "button",
    { type: "button", class: "primary", hidden: true, "data-testid": "enough", onclick: giveUp },
    t("table.enough"),
  );
  const more = moreMenu(async () => {
    const question = daily ? "daily.give-up-sure" : alone ? "table.give-up-alone" : "table.give-up-sure";
    const sure = await confirm(t(question), t("table.give-up"));
    if (sure) giveUp();
  }, help, alone && !daily ? () => void all.ask() : null);
  const felt = h("div", { class: "felt" }, table.root, teacher.el, words.el, count.el);
  const el = h(
    "section",
    { class: "play", "data-game": live.state.race?.game },
    h("h1", { class: "visually-hidden" }, gameName(live.state.race?.game ?? "bernauer")),
    line.el,
    others.el,
    felt,
    stuck,
    h(
      "div",
      { class: "actions", role: "group", "aria-label": t("table.actions") },
      buttons.U,
      buttons.D,
      buttons.X,
      finish,
      enough,
      more.el,
    ),
  );
  /** @type {import("../types.js").Board|null} what the table shows */
  let board = null;
  /** The last one that the server has confirmed. @type {import("../types.js").Board|null} */
  let confirmed = null;
  /** What it was drawn from. @type {unknown[]} */
  let source = [];

  function giveUp() {
    if (!live.say({ type: "give_up" })) notice(t("connection.not-now"), "warning");
  }

  /** @param {"D"|"X"|"U"} move @param {string} kind @param {...(string|Node)} label */
  function action(move, kind, ...label) {
    return h(
      "button",
      {
        type: "button",
        class: kind,
        "aria-keyshortcuts": move,
        "data-testid": `action-${move}`,
        onclick: () => (barred(move) ? words.say(t("rule.no-undo")) : hand.command(move)),
      },
      ...label,
    );
  }

  /** @param {string} move */
  function barred(move) {
    return move === "U" && live.legal()?.includes(move) === false;
  }

  /** @param {import("../race.js").News} [news] */
  function update(news) {
    const { own, race } = live.state;
    const heard = confirmed;
    confirmed = own?.base ?? null;
    line.update();
    others.update();
    aloud.place();
    count.update();
    if (news?.do === "scored") others.flash(news.player);
    if (own && race) redraw(own, news);
    if (news) last.heard(news);
    offer();
    if (news?.do === "tell") refused(news);
    if (news?.do === "moved" && news.player === live.state.you) {
      if (heard && own) aloud.move(news.move, heard, own.base);
      teacher.saw(news.move);
      if (own?.base.status === "won") {
        table.cheer();
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

  /**
   * The sound of what the table now shows.
   * @param {import("../types.js").Board} before
   * @param {import("../types.js").Board} after
   * @param {boolean} undone
   */
  function hear(before, after, undone) {
    const grown = SUITS.map((suit) => (after.foundations[suit] > before.foundations[suit] ? after.foundations[suit] : 0));
    const count = Math.max(...grown);
    if (undone) sound("undo");
    else if (count > 0) sound(count === 1 ? "opened" : count === 13 ? "complete" : "foundation", count);
    else if (after.stock < before.stock) sound("deal");
    else if (String(after.tableau) !== String(before.tableau)) sound("place");
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

  /** Set the buttons by what the server allows. */
  function offer() {
    const { race, own } = live.state;
    const legal = own ? live.legal() : [];
    if (legal === null) return; // unanswered moves: wait rather than flicker
    const running = race?.state === "running";
    for (const [move, button] of Object.entries(buttons)) {
      const may = running && legal.includes(move);
      // A press on an undo that there is not is answered with the reason.
      if (move === "U") button.setAttribute("aria-disabled", String(!may));
      button.disabled = !may && (move !== "U" || !running);
    }
    // One large button: what the stock can still do, or the end of it all.
    finish.hidden = !last.offered() && !last.going() && own?.base.status !== "won";
    finish.disabled = !last.offered();
    buttons.X.hidden = !finish.hidden || !legal.includes("X");
    const ended = running && own?.base.nothing_more === true;
    if (ended && enough.hidden) words.say(t("hint.nothing-more"));
    enough.hidden = !ended;
    buttons.D.hidden = !finish.hidden || !buttons.X.hidden || ended;
    say(rows, own ? t("table.rows-left", { count: rowsLeft(own.base) }) : "");
    more.mayGiveUp(running);
    stuck.hidden = !(running && alone && legal.every((move) => move === "U"));
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
    destroy() {
      watcher.disconnect();
      forget();
      last.stop();
      all.stop();
      words.clear();
      hand.unbind();
      more.destroy();
      line.destroy();
      count.destroy();
    },
  };
}
