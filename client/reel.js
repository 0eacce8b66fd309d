/** A line of play of which any position can be had: told by the server in stretches, when first wanted. */
import { replay } from "./api.js";
import { played } from "./board.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{game: string, options: import("./types.js").Options, deal: string}} Deal */

/** So many moves the server tells at once. */
const STRETCH = 500;

/** @param {Deal} deal @param {string[]} moves */
export function makeReel(deal, moves) {
  /** @type {Map<number, Promise<Board[]>>} */
  const stretches = new Map();

  /** @param {number} number */
  async function tell(number) {
    const from = number * STRETCH;
    const { board, moved } = await replay({ ...deal, moves: moves.slice(0, from + STRETCH), from });
    const boards = [board];
    for (const one of moved) {
      const next = played(boards[boards.length - 1], one);
      if (!next) break;
      boards.push(next);
    }
    return boards;
  }

  /** @param {number} number */
  function stretch(number) {
    const known = stretches.get(number);
    if (known) return known;
    const asked = tell(number);
    stretches.set(number, asked);
    // What failed may be asked again.
    asked.catch(() => stretches.delete(number));
    return asked;
  }

  return {
    moves,
    /** The board after `k` moves. Throws a `Problem`. @param {number} k @returns {Promise<Board>} */
    async at(k) {
      const number = k === 0 ? 0 : Math.floor((k - 1) / STRETCH);
      return (await stretch(number))[k - number * STRETCH];
    },
  };
}

/** @typedef {ReturnType<typeof makeReel>} Reel */
