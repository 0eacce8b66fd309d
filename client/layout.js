/** Where everything lies on the table, in pixels from its top left corner. Pure. */
import { HIDDEN, SUITS, rankAfter } from "./board.js";

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {{x: number, y: number}} Spot
 */

/**
 * @typedef {object} Geometry
 * @property {number} w width of a card
 * @property {number} h its height
 * @property {boolean} wide stock and foundations at the sides instead of in a row above
 * @property {Record<string, Spot>} piles by pile name, foundations as "FC".."FS"
 * @property {number} room height that a column may take
 * @property {number} fan step from card to card on the reserve
 * @property {number} height what is used of the table's height
 */

/**
 * @typedef {object} Place a card on the table
 * @property {string} card
 * @property {string} key the same as long as it is the same card to the eye
 * @property {string} pile
 * @property {number} index from the innermost
 * @property {number} x
 * @property {number} y
 * @property {boolean} tight so little of it shows under the next card that its index must be small
 */

const ASPECT = 1.4;
const LARGEST = 112;
/** Card widths between cards, and card heights between rows. */
const GAP = 0.12;
const ROW_GAP = 0.14;
/** Step from card to card where there is room, in card heights. */
const STEP = 0.36;
const RESERVE_STEP = 0.26;
/** A smaller step cuts into the index. */
const TIGHT_STEP = 0.255;
/**
 * The least and the most height of a column that is planned for, in card heights; and that of a reserve pile of four.
 */
const LEAST_ROOM = 2.7;
const MOST_ROOM = 6;
const RESERVE_ROOM = 1 + 3 * RESERVE_STEP;
/** The sides are used only where that makes cards this much larger. */
const WORTH_IT = 1.15;

/**
 * Lay out the piles in an area.
 * @param {number} width
 * @param {number} height
 * @param {boolean} reserve whether there are reserve piles
 * @returns {Geometry}
 */
export function geometry(width, height, reserve) {
  const below = reserve ? RESERVE_ROOM + ROW_GAP : 0;
  const tall = largest(width, height, 7, 1 + ROW_GAP + LEAST_ROOM + below);
  const wide = largest(width, height, 9, Math.max(LEAST_ROOM + below, 4 + 3 * ROW_GAP));
  return wide > tall * WORTH_IT
    ? arrange(width, height, wide, true, reserve)
    : arrange(width, height, tall, false, reserve);
}

/**
 * Every card to be drawn, lower ones first. Of a foundation the two topmost: the lower shows while the upper moves.
 * @param {Board} board
 * @param {Geometry} g
 * @returns {Place[]}
 */
export function places(board, g) {
  /** @type {Place[]} */
  const all = [];
  for (const suit of SUITS) {
    const count = board.foundations[suit];
    for (let index = Math.max(count - 2, 0); index < count; index++) {
      const card = rankAfter(board.base, index) + suit;
      all.push({ card, key: card, pile: "F", index, tight: false, ...g.piles[`F${suit}`] });
    }
  }
  board.open_stock.forEach((card, index) => {
    const { x, y } = g.piles.S;
    const aside = g.wide ? { x, y: y + index * g.h * STEP } : { x: x + index * g.w * 0.5, y };
    all.push({ card, key: card, pile: "S", index, tight: false, ...aside });
  });
  board.tableau.forEach((cards, i) => all.push(...column(cards, `T${i + 1}`, g, stepOf(cards.length, g))));
  board.reserve.forEach((cards, i) => all.push(...column(cards, `R${i + 1}`, g, g.fan)));
  return all;
}

/** Step from card to card in a column of so many. @param {number} count @param {Geometry} g */
export function stepOf(count, g) {
  return count < 2 ? 0 : Math.min(g.h * STEP, (g.room - g.h) / (count - 1));
}

/**
 * The pile that a card held over the table is over, as a move names it; null for none. Most overlap wins; a column
 * counts with all its room.
 * @param {{x: number, y: number}} corner top left of the held card
 * @param {Geometry} g
 */
export function goalAt(corner, g) {
  let best = null;
  let most = g.w * g.h * 0.08;
  for (const [name, { x, y }] of Object.entries(g.piles)) {
    if (name[0] !== "T" && name[0] !== "F") continue;
    const across = Math.min(corner.x, x) + g.w - Math.max(corner.x, x);
    const bottom = y + (name[0] === "T" ? g.room : g.h);
    const down = Math.min(corner.y + g.h, bottom) - Math.max(corner.y, y);
    const area = across > 0 && down > 0 ? across * down : 0;
    if (area > most) [best, most] = [name[0] === "F" ? "F" : name, area];
  }
  return best;
}

/** @param {string[]} cards @param {string} pile @param {Geometry} g @param {number} step @returns {Place[]} */
function column(cards, pile, g, step) {
  const { x, y } = g.piles[pile];
  return cards.map((card, index) => ({
    card,
    key: card === HIDDEN ? `${pile}:${index}` : card,
    pile,
    index,
    x,
    y: y + index * step,
    tight: step < TIGHT_STEP * g.h && index < cards.length - 1,
  }));
}

/**
 * The largest card width with which so many cards lie side by side and so many card heights one under another.
 * @param {number} width
 * @param {number} height
 * @param {number} across
 * @param {number} down
 */
function largest(width, height, across, down) {
  return Math.min(LARGEST, width / (across + (across - 1) * GAP), height / down / ASPECT);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} w
 * @param {boolean} wide
 * @param {boolean} reserve
 * @returns {Geometry}
 */
function arrange(width, height, w, wide, reserve) {
  const h = w * ASPECT;
  const pitch = w * (1 + GAP);
  const left = (width - 7 * pitch + w * GAP) / 2;
  const rowGap = h * ROW_GAP;
  const top = wide ? 0 : h + rowGap;
  const below = reserve ? h * RESERVE_ROOM + rowGap : 0;
  const room = Math.min(height - top - below, h * MOST_ROOM);
  /** @type {Record<string, Spot>} */
  const piles = { S: wide ? { x: left - pitch, y: 0 } : { x: left, y: 0 } };
  SUITS.forEach((suit, i) => {
    piles[`F${suit}`] = wide ? { x: left + 7 * pitch, y: i * (h + rowGap) } : { x: left + (3 + i) * pitch, y: 0 };
  });
  for (let i = 0; i < 7; i++) {
    piles[`T${i + 1}`] = { x: left + i * pitch, y: top };
    if (reserve) piles[`R${i + 1}`] = { x: left + i * pitch, y: top + room + rowGap };
  }
  return { w, h, wide, piles, room, fan: h * RESERVE_STEP, height: top + room + below };
}
