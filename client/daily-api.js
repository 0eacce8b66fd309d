/** The calls about the day's deal and the leaderboards. A refusal is thrown as a `Problem`. */
import { call } from "./api.js";

/**
 * @typedef {import("./day.js").Daily} Daily
 * @typedef {{current: number, longest: number, today_done: boolean}} Streak
 * @typedef {{dailies: Daily[], today: string, now: number, next_at: number, streak?: Streak|null}} Today
 */

/**
 * @typedef {object} Entry of a leaderboard; the time is missing where none is kept
 * @property {number|null} rank null: kept, not ranked, as no run of others is that is told
 * @property {string} player
 * @property {string} name
 * @property {number} score cards up, wins or days
 * @property {number|null} [t_ms]
 * @property {import("./types.js").Status|null} [status]
 * @property {number|null} [longest]
 */

/** @typedef {{total: number, entries: Entry[], yours: Entry|null}} Page `yours` wherever it stands among everyone */
/** @typedef {{offset?: number, limit?: number, around?: "me", among?: "raced"}} Which */

/** Today's deals, and the server's time. @returns {Promise<Today>} */
export function getToday() {
  return call("GET", "/api/daily");
}

/** @param {string} date @param {string} game @returns {Promise<Daily>} */
export function getDaily(date, game) {
  return call("GET", dailyPath(date, game));
}

/** Begin one's only counted attempt, or come back to it. @param {string} date @param {string} game @returns {Promise<Daily>} */
export function startDaily(date, game) {
  return call("POST", `${dailyPath(date, game)}/start`);
}

/** @param {string} date @param {string} game @param {Which} which @returns {Promise<Page>} */
export function getDayBoard(date, game, which) {
  return call("GET", `${dailyPath(date, game)}/leaderboard?${query(which)}`);
}

/** @param {"wins"|"streak"} board @param {Which} which @returns {Promise<Page>} */
export function getBoard(board, which) {
  return call("GET", `/api/leaderboards/${board}?${query(which)}`);
}

/** @param {string} date @param {string} game */
function dailyPath(date, game) {
  return `/api/daily/${encodeURIComponent(date)}/${encodeURIComponent(game)}`;
}

/** @param {Which} which */
function query(which) {
  const said = Object.entries(which).filter(([, value]) => value !== undefined);
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}
