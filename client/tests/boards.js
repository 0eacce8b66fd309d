/** Small boards to test against. */

/** @param {Partial<import("../types.js").Board>} [changes] @returns {import("../types.js").Board} */
export function bernauer(changes = {}) {
  return {
    player: "me",
    n: 0,
    t_ms: 0,
    base: "9",
    foundations: { C: 0, D: 0, H: 0, S: 1 },
    tableau: [
      ["KS"],
      ["QH", "KH"],
      ["6C", "2S", "TH"],
      ["7H", "4C", "9H", "2C"],
      ["QD", "9C", "3D", "8S", "AD"],
      ["TS"],
      [],
    ],
    reserve: [["3C"], ["AC"], ["TC"], ["JH"], ["8C"], ["AH"], ["JS"]],
    stock: 16,
    open_stock: [],
    redeals: 0,
    score: 1,
    status: "playing",
    legal: ["T6>F", "T5>T4", "D"],
    ...changes,
  };
}

/** @param {Partial<import("../types.js").Board>} [changes] @returns {import("../types.js").Board} */
export function sorel(changes = {}) {
  return bernauer({ reserve: [], stock: 9, ...changes });
}

/**
 * A `moved` message.
 * @param {number} n
 * @param {string} move
 * @param {import("../types.js").Step[]} steps
 * @param {Partial<import("../types.js").Moved>} [changes]
 * @returns {import("../types.js").Moved}
 */
export function moved(n, move, steps, changes = {}) {
  return {
    type: "moved",
    player: "me",
    n,
    move,
    steps,
    turned: [],
    score: 1,
    status: "playing",
    t_ms: 1000 * n,
    legal: ["D"],
    ...changes,
  };
}
