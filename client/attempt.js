/**
 * One's own board while playing it: the board the server has confirmed, and the moves it has not answered yet.
 * What is shown is the one with the others on top of it. Plain data, changed in place by these functions.
 */
import { parseMove, played, tentative } from "./board.js";

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {import("./types.js").Moved} Moved
 */
/**
 * @typedef {{n: number, move: string, unseen?: boolean}} Pending `unseen`: asked only to hear why not; not shown
 * meanwhile
 * @typedef {{base: Board, pending: Pending[]}} Attempt
 */

/** @param {Board} board @returns {Attempt} */
export function newAttempt(board) {
  return { base: board, pending: [] };
}

/** The board to show. @param {Attempt} attempt */
export function shown(attempt) {
  return attempt.pending.reduce((board, { move, unseen }) => (unseen ? board : tentative(board, move)), attempt.base);
}

/**
 * The legal moves, where they are known: not while a move is unanswered.
 * @param {Attempt} attempt
 * @returns {string[]|null}
 */
export function legal(attempt) {
  return attempt.pending.length === 0 ? (attempt.base.legal ?? []) : null;
}

/**
 * Whether another move can be made now. Until a deal, a redeal or an undo is answered nobody knows which
 * card lies where, so a move made then could mean another card than the one touched.
 * @param {Attempt} attempt
 */
export function ready(attempt) {
  return ["waiting", "playing"].includes(attempt.base.status) && attempt.pending.every(({ move }) => parseMove(move)?.kind === "cards");
}

/**
 * Make a move, tentatively; the result is to be sent. One that is known not to be legal is sent too, so that the
 * server says which rule is against it, but not shown.
 * @param {Attempt} attempt
 * @param {string} move
 * @returns {Pending}
 */
export function intend(attempt, move) {
  const unseen = legal(attempt)?.includes(move) === false;
  const pending = { n: attempt.base.n + attempt.pending.length + 1, move, unseen };
  attempt.pending.push(pending);
  return pending;
}

/**
 * Take in an accepted move. "old" if it was known already, "gap" when moves between are missing, "astray" when it
 * does not fit the board held: then everything must be fetched anew.
 * @param {Attempt} attempt
 * @param {Moved} moved
 * @returns {"played"|"old"|"gap"|"astray"}
 */
export function confirm(attempt, moved) {
  if (moved.n <= attempt.base.n) return "old";
  if (moved.n > attempt.base.n + 1) return "gap";
  const board = played(attempt.base, moved);
  if (!board) return "astray";
  attempt.base = board;
  const first = attempt.pending[0];
  if (first && (first.n !== moved.n || first.move !== moved.move)) attempt.pending = [];
  else attempt.pending.shift();
  return "played";
}

/**
 * A move was refused: it and everything made on top of it is taken back. Another move made since under the same
 * number is not meant and stays.
 * @param {Attempt} attempt
 * @param {number|null} n null where the server could not read it
 * @param {string|null} move
 * @returns {Pending[]} what was taken back
 */
export function reject(attempt, n, move) {
  const from = attempt.pending.findIndex(
    (pending) => (move === null || pending.move === move) && (n === null || pending.n === n),
  );
  return from < 0 ? [] : attempt.pending.splice(from);
}

/**
 * Take a whole board from the server; unanswered moves stay only where they follow on from it.
 * @param {Attempt} attempt
 * @param {Board} board
 */
export function replaceBoard(attempt, board) {
  attempt.base = { ...board, legal: board.legal ?? [] };
  attempt.pending = attempt.pending.filter(({ n }) => n > board.n);
  if (attempt.pending.length > 0 && attempt.pending[0].n !== board.n + 1) attempt.pending = [];
}
