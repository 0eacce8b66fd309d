/** The server's clock as well as this page can know it, from the times it sends. */

/** A sample further off than this is no slow message: one of the clocks has been set, or this machine has slept. */
const JUMP_MS = 1500;

/**
 * @param {() => number} [ticks] a steady local clock in ms
 */
export function makeClock(ticks = () => performance.now()) {
  /** @type {number|null} */
  let offset = null;
  return {
    /**
     * A `now` just received. Messages only ever arrive late, so the largest offset seen is the best.
     * @param {number} now
     */
    heard(now) {
      const sample = now - ticks();
      if (offset === null || sample > offset || offset - sample > JUMP_MS) offset = sample;
    },
    /** The server's time in ms since the epoch. */
    now() {
      return offset === null ? Date.now() : ticks() + offset;
    },
  };
}

/** @typedef {ReturnType<typeof makeClock>} ServerClock */
