/** Asks for the analysis of a finished race: only while it is looked at, and again until it is complete. */
import { getAnalysis, Problem } from "./api.js";

/** @typedef {import("./types.js").Analysis} Analysis */

/** The server answers what it has by now; asked again, more. */
const AGAIN_MS = 3_000;
const TRIES = 40;
/** What only passes by is not looked at: on its way down the page, or up while something above it is still coming. */
const LOOKED_MS = 250;

/**
 * @param {string} race
 * @param {Element} el while this is in sight
 * @param {(analysis: Analysis) => void} onFound the last time with `complete`, even if not all was found out
 * @param {() => void} onTrouble once, where nothing can be found out
 */
export function askWhileSeen(race, el, onFound, onTrouble) {
  let seen = false;
  let busy = false;
  let gone = false;
  let left = TRIES;
  /** @type {number|undefined} */
  let timer;
  const watcher = new IntersectionObserver((entries) => {
    seen = entries[entries.length - 1].isIntersecting;
    clearTimeout(timer);
    if (seen) timer = setTimeout(() => void ask(), LOOKED_MS);
  });
  watcher.observe(el);
  document.addEventListener("visibilitychange", ask);

  async function ask() {
    clearTimeout(timer);
    if (!seen || busy || left === 0 || document.hidden) return;
    busy = true;
    left -= 1;
    try {
      const found = await getAnalysis(race);
      if (gone) return;
      const complete = found.complete || left === 0;
      if (complete) stop();
      onFound({ ...found, complete });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // What was asked too often or could not be reached may be had later; what is refused may not.
      const later = error.status === 0 || error.status === 429 || error.status >= 500;
      if (!later || left === 0) stop();
      if (left === 0 && !gone) onTrouble();
    } finally {
      busy = false;
    }
    if (left > 0) timer = setTimeout(() => void ask(), AGAIN_MS);
  }

  function stop() {
    left = 0;
    seen = false;
    clearTimeout(timer);
    watcher.disconnect();
    document.removeEventListener("visibilitychange", ask);
  }

  return () => {
    gone = true;
    stop();
  };
}
