/** What is known of one board of a finished race: its moves, which positions could still be won, and lines that win. */
import { getMoves, solve } from "./api.js";
import { learn, outlook, winFrom } from "./lookback.js";
import { makeReel } from "./reel.js";

/** Positions that the solver may visit where it is asked to look harder; the most it takes. */
export const LOOK_HARDER = 5_000_000;

/**
 * @param {import("./reel.js").Deal & {race: string}} of
 * @param {string} player
 * @param {number} n moves made, as far as known
 * @param {boolean} won
 */
export function makeStudy({ race, ...deal }, player, n, won) {
  /** @type {Map<number, readonly string[]>} */
  const lines = new Map();
  /** @type {Promise<import("./reel.js").Reel>|null} */
  let reel = null;

  const study = {
    /** @type {import("./lookback.js").Verdict[]} */
    positions: Array.from({ length: n + 1 }, () => "unknown"),
    won,
    outlook: () => outlook(study.positions, won),

    /** What was played. Fetched once. Throws a `Problem`. */
    reel() {
      reel ??= load().catch((error) => {
        reel = null;
        throw error;
      });
      return reel;
    },

    /** The server has found out more; what was asked for here before stays known. @param {import("./types.js").Looked} looked */
    heard({ positions, lost_at, line }) {
      const known = study.positions;
      study.positions = positions.map((verdict, k) => (verdict === "unknown" ? (known[k] ?? verdict) : verdict));
      if (lost_at !== null && line) lines.set(lost_at - 1, line);
    },

    /**
     * Look harder whether position `k` can be won. Throws a `Problem`.
     * @param {number} k
     * @param {AbortSignal} signal
     */
    async ask(k, signal) {
      const { moves } = await study.reel();
      const { verdict, line } = await solve({ ...deal, moves: moves.slice(0, k), budget: LOOK_HARDER }, signal);
      if (verdict === "yes") lines.set(k, line);
      study.positions = learn(study.positions, moves, k, verdict);
      return verdict;
    },

    /**
     * A line that wins from position `k` on, as a whole from the deal; null where none is found.
     * @param {number} k
     * @param {AbortSignal} signal
     */
    async winning(k, signal) {
      const { moves } = await study.reel();
      if (!winFrom(moves, k, lines)) await study.ask(k, signal);
      const line = winFrom(moves, k, lines);
      return line && makeReel(deal, [...moves.slice(0, k), ...line]);
    },
  };

  async function load() {
    const moves = await getMoves(race, player);
    study.positions = Array.from({ length: moves.length + 1 }, (_, k) => study.positions[k] ?? "unknown");
    return makeReel(deal, moves);
  }

  return study;
}

/** @typedef {ReturnType<typeof makeStudy>} Study */
