/** A table to look back on: any position of a line of play, one step on or back, or all by itself. Nothing can be moved. */
import { cardName, pileName } from "../cards.js";
import { cardsOf, parseMove } from "../board.js";
import { h, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { onPrefs, speed } from "../prefs.js";
import { makeTable } from "../render.js";

/**
 * @typedef {import("../types.js").Board} Board
 * @typedef {import("../reel.js").Reel} Reel
 */

/** From move to move, so that one can follow; without flight one needs longer to see what was moved. */
const PACE_MS = { normal: 520, quick: 240, off: 420 };

/**
 * @param {string} game
 * @param {(at: number, before: Board|null, board: Board, moves: string[]) => void} onShown the table shows that position of these moves
 * @param {(error: unknown) => void} onTrouble
 */
export function lookback(game, onShown, onTrouble) {
  const table = makeTable({ bound: false, label: t("look.table") });
  const title = h("h3", { dir: "auto" });
  const cards = h("span", { class: "cards-up" });
  const verdict = h("span", { class: "outlook", "data-testid": "look-verdict" });
  const el = h(
    "article",
    { class: "board looking", "data-game": game, "data-testid": "look-table" },
    h("header", {}, title, cards, verdict),
    h("div", { class: "felt" }, table.root),
  );
  const watcher = new ResizeObserver(() => table.resize());
  watcher.observe(table.root);
  const forget = onPrefs(() => table.resize());
  /** @type {Reel|null} */
  let reel = null;
  let at = 0;
  /** Where the table is: what lies there, of which line. @type {{reel: Reel|null, at: number}} */
  let shows = { reel: null, at: -1 };
  let asked = 0;
  let playing = false;
  /** @type {number|undefined} */
  let timer;

  /** Go to a position of the line. @param {number} to @param {boolean} [fly] cards may, to the one beside it */
  async function go(to, fly = true) {
    if (!reel) return;
    const [mine, line] = [++asked, reel];
    at = to;
    try {
      const board = await line.at(to);
      const before = to > 0 ? await line.at(to - 1) : null;
      if (mine !== asked) return;
      draw(board, fly && Math.abs(to - shows.at) === 1);
      shows = { reel: line, at: to };
      if (to >= line.moves.length) pause();
      onShown(to, before, board, line.moves);
    } catch (error) {
      if (mine !== asked) return;
      pause();
      onTrouble(error);
    }
  }

  /** @param {Board} board @param {boolean} animate */
  function draw(board, animate) {
    el.dataset.score = String(board.score);
    say(cards, t("bar.score", { score: number(board.score) }));
    table.draw(board, animate);
  }

  async function step() {
    if (!playing || !reel || at >= reel.moves.length) return pause();
    await go(at + 1);
    if (playing) timer = setTimeout(() => void step(), PACE_MS[speed()]);
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
  }

  return {
    el,
    go,
    pause,
    /** Whether what lies there can be won. @param {import("../lookback.js").Verdict|"won"} known */
    judge: (known) => say(verdict, t(`verdict.${known}`)),
    /** Show a board that is known already, before any line is. @param {Board} board */
    show: (board) => draw(board, false),
    /** From now on it is about this line. @param {Reel|null} line @param {string} name of it */
    take(line, name) {
      pause();
      asked += 1;
      reel = line;
      say(title, name);
    },
    play() {
      if (playing) return;
      playing = true;
      void step();
    },
    playing: () => playing,
    destroy() {
      pause();
      asked += 1;
      forget();
      watcher.disconnect();
    },
  };
}

/** A move in words, with its card where the board before it is known. @param {string} text @param {Board|null} [before] */
export function moveWords(text, before = null) {
  const move = parseMove(text);
  if (move?.kind !== "cards") return t(`lost.${move?.kind ?? "other"}`);
  const places = { count: move.count, from: pileName(move.from), to: pileName(move.to) };
  const card = before && cardsOf(before, move.from).at(-move.count);
  return card ? t("look.cards", { ...places, card: cardName(card) }) : t("lost.cards", places);
}
