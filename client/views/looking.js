/**
 * What is looked at of a board: strip, table and steps, kept at the same position of the same line. The line is what was
 * played, or for a while one that wins, which leaves it at some position.
 */
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { lookback, moveWords } from "./lookback.js";
import { announce } from "./page.js";
import { stepButtons } from "./steps.js";
import { timeline } from "./timeline.js";

/** @typedef {import("../study.js").Study} Study */

/**
 * @param {string} game
 * @param {object} about
 * @param {() => Study} about.study of the board that is looked at
 * @param {(winning: boolean) => string} about.title
 * @param {() => void} about.onShown something else is shown
 * @param {(error: unknown) => void} about.onTrouble
 */
export function looking(game, { study, title, onShown, onTrouble }) {
  /** A line that wins, from which position on. @type {{from: number, reel: import("../reel.js").Reel}|null} */
  let branch = null;
  let at = 0;
  /** Whether the table follows somebody's wish, and no longer just lies there as the race ended. */
  let touched = false;
  /** What is shown, for those who listen. */
  let words = "";
  const now = h("p", { class: "now", "data-testid": "look-now" });
  // Under a finger cards are where they belong at once.
  const strip = timeline((to, dragged) => void go(to, { fly: !dragged }));
  const table = lookback(game, shown, onTrouble);
  const steps = stepButtons({
    onStep: (by) => void go(at + by, { aloud: true }),
    onPlay: () => void (table.playing() ? pause() : play(at)),
    onLost: (to) => void go(to, { aloud: true }),
  });

  /** All positions of the line, and where it was lost. @returns {import("./timeline.js").Track} */
  function track() {
    const { positions } = study();
    const { is, to } = study().outlook();
    const lostAt = is === "lost" && to !== undefined ? to : null;
    if (!branch) return { positions, lostAt, branch: positions.length };
    const rest = Array.from({ length: branch.reel.moves.length - branch.from }, () => /** @type {const} */ ("yes"));
    return { positions: [...positions.slice(0, branch.from + 1), ...rest], lostAt: null, branch: branch.from };
  }

  /** Its moves. Throws a `Problem`. */
  async function line() {
    return branch?.reel ?? (await study().reel());
  }

  /**
   * Put everything to a position.
   * @param {number} to
   * @param {{aloud?: boolean, fly?: boolean}} [how] `aloud`: say what is there
   */
  async function go(to, { aloud = false, fly = true } = {}) {
    table.pause();
    touched = true;
    // The peg is under the finger at once, also while the moves are still being fetched.
    const last = track().positions.length - 1;
    at = Math.min(Math.max(to, 0), last);
    words = t("look.move-of", { number: at, of: last });
    draw();
    try {
      const reel = await line();
      at = Math.min(Math.max(to, 0), reel.moves.length);
      draw();
      table.take(reel, title(branch !== null));
      await table.go(at, fly);
      if (aloud) announce(words);
    } catch (error) {
      onTrouble(error);
    }
  }

  /** Play on from there; from the end, anew. @param {number} from */
  async function play(from) {
    await go(from < track().positions.length - 1 ? from : 0);
    table.play();
    draw();
  }

  function pause() {
    table.pause();
    draw();
  }

  /** @param {number} to @param {import("../types.js").Board|null} before @param {import("../types.js").Board} board @param {string[]} moves */
  function shown(to, before, board, moves) {
    const { positions } = track();
    at = to;
    const move = to > 0 ? moveWords(moves[to - 1], before) : "";
    const said = { number: to, of: moves.length, move };
    say(now, t(to > 0 ? "look.now" : moves.length > 0 ? "look.now-first" : "look.no-moves", said));
    const cards = t("rivals.cards", { count: board.score });
    const verdict = t(`verdict-said.${board.score === 52 ? "won" : (positions[to] ?? "unknown")}`);
    words = t(to > 0 ? "look.said" : "look.said-first", { ...said, cards, verdict });
    draw();
    onShown();
  }

  /** Strip and steps as they should be. */
  function draw() {
    const { positions, lostAt, ...rest } = track();
    const last = positions.length - 1;
    strip.draw({ positions, lostAt, ...rest });
    strip.go(at, words);
    table.judge(at === last && (branch || study().won) ? "won" : (positions[at] ?? "unknown"));
    steps.draw({ at, last, playing: table.playing(), lostAt });
  }

  return {
    strip: strip.el,
    table: table.el,
    steps: steps.el,
    now,
    go,
    play,
    draw,
    line,
    track,
    at: () => at,
    touched: () => touched,
    winning: () => branch !== null,
    /** The board as it was at the end: costs nothing where it is known. @param {import("../types.js").Board|null|undefined} board */
    begin(board) {
      branch = null;
      touched = false;
      at = study().positions.length - 1;
      table.take(null, title(false));
      if (board) table.show(board);
      say(now, t(at > 0 ? "look.hint" : "look.no-moves"));
      words = t("look.move-of", { number: at, of: at });
      draw();
    },
    /** From now on about this line that wins. @param {import("../reel.js").Reel} reel @param {number} from */
    leave(reel, from) {
      branch = { from, reel };
      return play(from);
    },
    /** Back to what was played, to where the line left it. */
    back() {
      const to = branch?.from ?? at;
      branch = null;
      return go(to);
    },
    destroy: table.destroy,
  };
}
