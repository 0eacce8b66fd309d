/**
 * The day's deal: what may be done about it, and what is told of a run of it. Pure: `now` is the server's time, dates are
 * "2026-11-30" and begin at midnight UTC.
 */

const DAY_MS = 24 * 3_600_000;
const ALL = 52;
const SUIT = 13;

/**
 * @typedef {object} Yours one's own run; `t_ms` is when its score was reached
 * @property {import("./types.js").Status} status
 * @property {number} score
 * @property {number} t_ms
 * @property {number|null} rank
 * @property {number|null} [percentile] share of the finished runs that one is at least as good as, 0 to 100
 * @property {number} [streak]
 * @property {number} [longest]
 * @property {boolean} [marked] faster than any hand can play: kept, not ranked
 */

/**
 * @typedef {object} Daily the deal of a day, ms by the server's clock
 * @property {string} date
 * @property {import("./types.js").Game} game
 * @property {string|null} race where it is played
 * @property {number} starts_at
 * @property {number} closes_at
 * @property {number} players have begun it
 * @property {{finished: number, won: number, median: number|null}} field the runs that are over and ranked
 * @property {Yours|null} yours
 * @property {string|null} [deal] its number, once it is public
 */

/** When a day begins. @param {string} date */
export function beginsAt(date) {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The day so many days later. @param {string} date @param {number} days */
export function shiftDay(date, days) {
  return new Date(beginsAt(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether this is a day of the calendar. @param {string} date */
export function isDay(date) {
  return /^\d{4}-\d\d-\d\d$/.test(date) && Number.isFinite(beginsAt(date)) && shiftDay(date, 0) === date;
}

/**
 * What may be done about it: begin it, go on, look at what became of it; `missed` is a day gone by without a run,
 * `ahead` one that has not begun.
 * @param {Daily} daily
 * @param {number} now
 * @returns {"ahead"|"new"|"going"|"done"|"missed"}
 */
export function stageOf({ date, closes_at, yours }, now) {
  if (yours) return yours.status === "playing" && now < closes_at ? "going" : "done";
  if (now < beginsAt(date)) return "ahead";
  return now < beginsAt(date) + DAY_MS ? "new" : "missed";
}

/** Whether a day's deal is open to everyone, to be played uncounted. @param {Daily} daily @param {number} now */
export function isOpen({ closes_at }, now) {
  return now >= closes_at;
}

/**
 * Cards up as four squares, one for each quarter of the deck: full, begun, none. Few, since a
 * screen reader says each; and signs of text, which every font has, no pictures.
 * @param {number} score
 */
export function progress(score) {
  return Array.from({ length: ALL / SUIT }, (_, at) => {
    const cards = score - at * SUIT;
    return cards >= SUIT ? "■" : cards > 0 ? "◧" : "□";
  }).join("");
}

/**
 * How far off something is, in hours, minutes and seconds, rounded up: it is 0 when it is there.
 * @param {number} ms
 */
export function apart(ms) {
  const seconds = Math.ceil(Math.max(ms, 0) / 1000);
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}
