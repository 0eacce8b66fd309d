/** The HTTP side of PROTOCOL. A refusal is thrown as a `Problem`; `view` code turns it into a sentence. */

/**
 * @typedef {import("./types.js").Race} Race
 * @typedef {import("./types.js").Me} Me
 */
/** @typedef {import("./types.js").Listed} Listed */

/**
 * A refused or failed call. `slug` is the last word of the problem's type ("race-full"), "unreachable" without an
 * answer.
 */
export class Problem extends Error {
  /**
   * @param {number} status 0 where no answer came
   * @param {string} slug
   * @param {string} detail
   * @param {string|null} [field] the field of the request that is wrong
   */
  constructor(status, slug, detail, field = null) {
    super(detail || slug);
    this.status = status;
    this.slug = slug;
    this.detail = detail;
    this.field = field;
  }
}

/**
 * A cookie beside the one that says who one is, which no script can read: it says only that there is that other one. The
 * server sees to it with each page, so that a first visit need not ask and be refused.
 */
const KNOWN = "agnes_known";
const KNOWN_S = 400 * 24 * 3600;

/** Who the cookie says one is; null for a stranger. @returns {Promise<Me|null>} */
export async function me() {
  if (!document.cookie.split("; ").some((cookie) => cookie.startsWith(`${KNOWN}=`))) return null;
  try {
    return await call("GET", "/api/me");
  } catch (error) {
    if (error instanceof Problem && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Become somebody, or take another name. @param {string} name @param {Me|null} known @returns {Promise<Me>} */
export async function callMe(name, known) {
  const now = await (known ? call("PATCH", "/api/me", { name }) : call("POST", "/api/players", { name }));
  noteKnown(KNOWN_S);
  return now;
}

/**
 * Become who made this code on another device.
 * @param {string} code
 * @param {boolean} leave give up the seats that one has here under another name
 * @returns {Promise<Me>}
 */
export async function claimMe(code, leave) {
  const now = await call("POST", "/api/players/claim", { code, leave });
  noteKnown(KNOWN_S);
  return now;
}

/** Be forgotten, here and everywhere; who is unknown already is so by this. */
export async function eraseMe() {
  try {
    await call("DELETE", "/api/me");
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
  noteKnown(0);
}

/** @param {number} seconds */
function noteKnown(seconds) {
  document.cookie = `${KNOWN}=1; path=/; max-age=${seconds}; samesite=lax`;
}

/** @param {Record<string, unknown>} fields @returns {Promise<Race>} */
export function makeRace(fields) {
  return call("POST", "/api/races", fields);
}

/** A seat in the next public race, or in a new one with bots. @param {string} game @returns {Promise<Race>} */
export function quickRace(game) {
  return call("POST", "/api/races/quick", { game });
}

/**
 * A deal after `from` of these moves, as its player sees it, and what the next ones change.
 * @param {{game: string, options: import("./types.js").Options, deal: string, moves: string[], from: number}} what
 * @returns {Promise<{board: import("./types.js").Board, moved: import("./types.js").Moved[]}>}
 */
export function replay(what) {
  return call("POST", "/api/replay", what);
}

/** The moves of a board: of a finished race, or one's own alone. @param {string} id @param {string} player @returns {Promise<string[]>} */
export async function getMoves(id, player) {
  const board = await call("GET", `/api/races/${encodeURIComponent(id)}/boards/${encodeURIComponent(player)}`);
  return board.moves.map((/** @type {{move: string}} */ { move }) => move);
}

/**
 * Whether a position can still be won, all cards known, and how.
 * @param {{game: string, options: import("./types.js").Options, deal: string|null, moves: string[], budget?: number}} what
 * @param {AbortSignal} [signal] takes the question back
 * @returns {Promise<{verdict: import("./lookback.js").Verdict, line: string[]}>}
 */
export function solve(what, signal) {
  return call("POST", "/api/solve", what, signal);
}

/** Which positions of a finished race could still be won. @param {string} id @returns {Promise<import("./types.js").Analysis>} */
export function getAnalysis(id) {
  return call("GET", `/api/races/${encodeURIComponent(id)}/analysis`);
}

/** How a finished race went. @param {string} id @returns {Promise<import("./types.js").Story>} */
export function getStory(id) {
  return call("GET", `/api/races/${encodeURIComponent(id)}/story`);
}

/** @param {string} id @returns {Promise<Race>} */
export function getRace(id) {
  return call("GET", `/api/races/${encodeURIComponent(id)}`);
}

/**
 * Public races, newest first.
 * @param {string|null} [cursor]
 * @returns {Promise<{races: Listed[], next: string|null}>}
 */
export function listRaces(cursor) {
  return call("GET", cursor ? `/api/races?cursor=${encodeURIComponent(cursor)}` : "/api/races");
}

/**
 * @param {string} id
 * @param {"join"|"leave"|"ready"|"start"|"kick"|"finish"|"rematch"} what
 * @param {Record<string, unknown>} [fields]
 * @returns {Promise<Race>}
 */
export function act(id, what, fields) {
  return call("POST", `/api/races/${encodeURIComponent(id)}/${what}`, fields);
}

/**
 * Any call of PROTOCOL. Throws a `Problem`.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, headers: { Accept: "application/json" }, credentials: "same-origin", signal };
  if (body) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Problem(0, "unreachable", "");
  }
  const content = await answer.json().catch(() => null);
  if (answer.ok) return content;
  const type = String(content?.type ?? "");
  throw new Problem(
    answer.status,
    type.slice(type.lastIndexOf("/") + 1),
    String(content?.detail ?? content?.title ?? ""),
    content?.field ?? null,
  );
}
