/**
 * What the page knows of one race, as plain data, and how each message changes it. No page, no socket:
 * `take` answers with what is to be done about the message.
 */
import { confirm, newAttempt, reject, replaceBoard } from "./attempt.js";
import { played } from "./board.js";

/**
 * @typedef {import("./types.js").Message} Message
 * @typedef {import("./types.js").Board} Board
 */
/**
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Player} Player
 */
/** @typedef {import("./attempt.js").Attempt} Attempt */

/**
 * @typedef {object} State
 * @property {string|null} you the player this page is; null before the first welcome or for a stranger
 * @property {Race|null} race
 * @property {number} seq
 * @property {Attempt|null} own
 * @property {Map<string, Board>} boards others' boards, as far as they have been shown to us
 * @property {Set<string>} watching whose boards we follow
 * @property {number} watchers
 * @property {import("./types.js").Leaders|null} leaders in a run of a day's deal
 */

/**
 * @typedef {{do: "resume"|"reconnect"|"greet"}
 *   |{do: "tell", message: import("./types.js").Rejected, lost: number, before: Board|null}
 *   |{do: "refuse", message: import("./types.js").Refused}
 *   |{do: "stop", message: import("./types.js").ProblemMessage}
 *   |{do: "scored", player: string}
 *   |{do: "changed", change: string}
 *   |{do: "moved", player: string, move: string}
 *   |{do: "rewatch", player: string}
 *   |{do: "pulse", player: string}
 *   |{do: "drawn"}} Effect
 */

/** @returns {State} */
export function newState() {
  return { you: null, race: null, seq: 0, own: null, boards: new Map(), watching: new Set(), watchers: 0, leaders: null };
}

/** The seat of the person at this page; null for watchers. @param {State} state @returns {Player|null} */
export function seatOf(state) {
  return state.race?.players.find((player) => player.id === state.you) ?? null;
}

/** Whether this player's play is over. @param {{status: string}} player */
export function isDone(player) {
  return !["waiting", "playing"].includes(player.status);
}

/** What a `resume` says: what has been seen of the race and of the boards that we follow. @param {State} state */
export function seen(state) {
  /** @type {Record<string, number>} */
  const boards = {};
  if (state.own) boards[state.own.base.player] = state.own.base.n;
  for (const player of state.watching) {
    const board = state.boards.get(player);
    if (board) boards[player] = board.n;
  }
  return { seq: state.seq, boards };
}

/**
 * Take in a message. Unknown types and what is old already change nothing.
 * @param {State} state
 * @param {Message} message
 * @returns {Effect[]}
 */
export function take(state, message) {
  switch (message.type) {
    case "welcome":
      return welcome(state, message);
    case "board":
      return board(state, message);
    case "moved":
      return moved(state, message);
    case "rejected": {
      const before = state.own?.base ?? null;
      const lost = state.own ? reject(state.own, message.n, message.move) : [];
      return [{ do: "tell", message, lost: lost.length, before }];
    }
    case "refused":
      return [{ do: "refuse", message }];
    case "problem":
      return [{ do: "stop", message }];
    case "presence":
      for (const player of state.race?.players ?? []) {
        if (player.id === message.player) player.connected = message.connected;
      }
      return [{ do: "drawn" }];
    case "pulse":
      return [{ do: "pulse", player: message.player }];
    case "watchers":
      state.watchers = message.count;
      return [{ do: "drawn" }];
    case "nothing_more":
      return nothingMore(state, message);
    case "leaders":
      state.leaders = message;
      return [{ do: "drawn" }];
    case "score":
    case "race":
      return logged(state, message);
    default:
      return [];
  }
}

/** @param {State} state @param {import("./types.js").NothingMore} message @returns {Effect[]} */
function nothingMore(state, { player, n }) {
  if (state.own?.base.player !== player || state.own.base.n !== n) return [];
  state.own.base = { ...state.own.base, nothing_more: true };
  return [{ do: "drawn" }];
}

/** @param {State} state @param {import("./types.js").Welcome} message @returns {Effect[]} */
function welcome(state, message) {
  state.you = playerId(message.you);
  state.seq = message.seq;
  state.race = message.race;
  if (message.board) ownBoard(state, message.board);
  else state.own = null;
  return [{ do: "greet" }, { do: "drawn" }];
}

/** @param {State} state @param {import("./types.js").BoardMessage} message @returns {Effect[]} */
function board(state, message) {
  if (message.player === state.you) ownBoard(state, message);
  else state.boards.set(message.player, message);
  return [{ do: "drawn" }];
}

/** @param {State} state @param {Board} next */
function ownBoard(state, next) {
  if (state.own) replaceBoard(state.own, next);
  else state.own = newAttempt({ ...next, legal: next.legal ?? [] });
}

/** @param {State} state @param {import("./types.js").Moved} message @returns {Effect[]} */
function moved(state, message) {
  if (message.player === state.you && state.own) {
    const outcome = confirm(state.own, message);
    if (outcome === "gap") return [{ do: "resume" }];
    if (outcome === "astray") return [{ do: "reconnect" }];
    return outcome === "played" ? [{ do: "moved", player: message.player, move: message.move }] : [];
  }
  const held = state.boards.get(message.player);
  if (!held || message.n <= held.n) return [];
  if (message.n > held.n + 1) return [{ do: "resume" }];
  const next = played(held, message);
  if (!next) return [{ do: "rewatch", player: message.player }];
  state.boards.set(message.player, next);
  return [{ do: "moved", player: message.player, move: message.move }];
}

/**
 * The race log: numbered without holes, but for merged scores.
 * @param {State} state
 * @param {import("./types.js").Score|import("./types.js").RaceChange} message
 * @returns {Effect[]}
 */
function logged(state, message) {
  if (message.seq <= state.seq) return [];
  if (message.seq > state.seq + 1 && !message.merged) return [{ do: "resume" }];
  state.seq = message.seq;
  if (message.type === "race") {
    state.race = message.race;
    return [{ do: "changed", change: message.change }];
  }
  const player = state.race?.players.find(({ id }) => id === message.player);
  if (!player) return [];
  const grew = message.score > player.score;
  for (const field of /** @type {const} */ (["score", "bonus", "status", "t_ms", "rank", "opened", "rows"])) {
    Object.assign(player, { [field]: message[field] });
  }
  return grew ? [{ do: "scored", player: message.player }] : [{ do: "drawn" }];
}

/** `you` is a player's id, or an object that holds it; null for a stranger. @param {unknown} you */
function playerId(you) {
  if (typeof you === "string") return you;
  if (typeof you !== "object" || you === null) return null;
  const { id, player } = /** @type {{id?: unknown, player?: unknown}} */ (you);
  return typeof id === "string" ? id : typeof player === "string" ? player : null;
}
