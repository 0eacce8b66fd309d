/** What to do when the socket closes, by close code (PROTOCOL, "Close codes"). Pure. */

const CAP_MS = 15_000;

/**
 * @typedef {"done"|"stopped"|"unknown-player"|"no-race"|"replaced"|"outdated"} Final why we stay away
 * @typedef {{wait: number}|{final: Final}} Decision
 */

/** @type {Record<number, Final>} */
const FINAL = { 1000: "done", 4401: "unknown-player", 4404: "no-race", 4409: "replaced", 4426: "outdated" };

/**
 * How long the first wait may be after each code: everyone else may be coming back at the same moment.
 * @type {Record<number, [least: number, most: number]>}
 */
const FIRST_WAIT = { 1012: [300, 5000], 1013: [4000, 10_000], 1008: [3000, 6000], 1009: [3000, 6000] };

/** Closed this often for what we sent, it would be no different the next time. */
const PATIENCE = 4;

/**
 * @param {number} code
 * @param {number} tries how many times in a row it has failed before this
 * @param {() => number} random from 0 up to 1
 * @returns {Decision}
 */
export function afterClose(code, tries, random) {
  if (FINAL[code]) return { final: FINAL[code] };
  if ((code === 1008 || code === 1009) && tries >= PATIENCE) return { final: "stopped" };
  const [least, most] = FIRST_WAIT[code] ?? [200, 1500];
  const first = least + random() * (most - least);
  if (tries === 0) return { wait: first };
  const grown = Math.min(CAP_MS, 1000 * 2 ** Math.min(tries, 10));
  return { wait: Math.max(least, grown / 2 + (random() * grown) / 2) };
}
