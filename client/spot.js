/** Where on the table a few words may lie without covering what matters. Pure. */

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box in the table's pixels
 * @typedef {import("./layout.js").Geometry} Geometry
 * @typedef {import("./layout.js").Place} Place
 */

/** What is spoken of counts so much more than any other card. */
const SPOKEN_OF = 1000;
/** Between the words and what is next to them. */
const MARGIN = 6;

/**
 * Boxes of piles with the cards on them.
 * @param {string[]} names as in the geometry
 * @param {Geometry} g
 * @param {Place[]} spots
 * @returns {Box[]}
 */
export function boxesOf(names, g, spots) {
  return names.map((name) => {
    const { x, y } = g.piles[name];
    const last = name[0] === "F" ? undefined : spots.filter(({ pile }) => pile === name).at(-1);
    return { x, y, w: g.w, h: (last?.y ?? y) + g.h - y };
  });
}

/**
 * The place for words of this size that covers least: above the reserve, at the foot of the table, or at its head; in the
 * middle or at a side.
 * @param {{w: number, h: number}} size
 * @param {{w: number, h: number}} area
 * @param {Geometry} g
 * @param {Place[]} spots
 * @param {string[]} [about] piles spoken of, which must stay visible
 */
export function freeSpot(size, area, g, spots, about = []) {
  const floor = g.piles.T1.y + g.room - size.h - MARGIN;
  const far = area.w - size.w;
  const shunned = boxesOf(about, g, spots);
  const cards = spots.map(({ x, y }) => ({ x, y, w: g.w, h: g.h }));
  let best = { x: far / 2, y: floor };
  let least = Infinity;
  for (const y of [floor, area.h - size.h, floor - g.h * 0.6, 0]) {
    for (const x of [far / 2, 0, far]) {
      const box = { x, y, ...size };
      const cost = covered(box, cards) + SPOKEN_OF * covered(box, shunned);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  return { ...best, covers: least };
}

/** How much of these boxes lies under this one. @param {Box} box @param {Box[]} others */
function covered(box, others) {
  return others.reduce((sum, other) => {
    const across = Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x);
    const down = Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y);
    return sum + (across > 0 && down > 0 ? across * down : 0);
  }, 0);
}
