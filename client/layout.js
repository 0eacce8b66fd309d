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
 * @property {number} step step from card to card in a column that has the room
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
 * @property {number} strip how much of its height shows above the next card, in hundredths of its width; 140 for all
 */

const ASPECT = 1.4;
/** A card that shows wholly, in hundredths of its width. */
export const WHOLE = 140;
const LARGEST = 118;
/** Card widths between cards, and card heights between rows. */
const GAP = 0.12;
const ROW_GAP = 0.14;
/**
 * Steps from card to card, in card heights. In a column it is the screen that sets it, between these, so that no card
 * moves because another did; only a column of more than so many cards draws together.
 */
const LEAST_STEP = 0.28;
const MOST_STEP = 0.5;
const LONG_COLUMN = 9;
const RESERVE_STEP = 0.26;
const MOST_RESERVE_STEP = 0.36;
const OPEN_STOCK_STEP = 0.36;
/**
 * The least and the most height of a column that is planned for, in card heights, and that from which on spare height
 * goes to the reserve first; and the height of a reserve pile of four.
 */
const LEAST_ROOM = 2.7;
const ENOUGH_ROOM = 5;
const MOST_ROOM = 7.5;
const RESERVE_ROOM = 1 + 3 * RESERVE_STEP;
/** A legal goal is meant before any other pile where the held card covers this much of itself with it. */
const MEANT = 0.3;
/** The sides are used only where that makes cards this much larger. */
const WORTH_IT = 1.15;

/**
 * Lay out the piles in an area.
 * @param {number} width
 * @param {number} height
 * @param {boolean} reserve whether there are reserve piles
 * @param {boolean} [mirrored] stock at the right, foundations at the left
 * @returns {Geometry}
 */
export function geometry(width, height, reserve, mirrored = false) {
  const below = reserve ? RESERVE_ROOM + ROW_GAP : 0;
  const tall = largest(width, height, 7, 1 + ROW_GAP + LEAST_ROOM + below);
  const wide = largest(width, height, 9, Math.max(LEAST_ROOM + below, 4 + 3 * ROW_GAP));
  return wide > tall * WORTH_IT
    ? arrange(width, height, wide, true, reserve, mirrored)
    : arrange(width, height, tall, false, reserve, mirrored);
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
      all.push({ card, key: card, pile: "F", index, strip: WHOLE, ...g.piles[`F${suit}`] });
    }
  }
  board.open_stock.forEach((card, index) => {
    const { x, y } = g.piles.S;
    const across = g.piles.S.x > g.piles.FC.x ? -0.5 : 0.5;
    const aside = g.wide ? { x, y: y + index * g.h * OPEN_STOCK_STEP } : { x: x + index * g.w * across, y };
    all.push({ card, key: card, pile: "S", index, strip: WHOLE, ...aside });
  });
  board.tableau.forEach((cards, i) => all.push(...column(cards, `T${i + 1}`, g, stepOf(cards.length, g))));
  board.reserve.forEach((cards, i) => all.push(...column(cards, `R${i + 1}`, g, g.fan)));
  return all;
}

/** Step from card to card in a column of so many. @param {number} count @param {Geometry} g */
export function stepOf(count, g) {
  return count < 2 ? 0 : Math.min(g.step, (g.room - g.h) / (count - 1));
}

/**
 * The pile that a card held over the table is over, as a move names it; null for none. Most overlap wins; a column
 * counts with all its room. One that is allowed wins with less, unless the card still lies mostly where it came from.
 * @param {{x: number, y: number}} corner top left of the held card
 * @param {Geometry} g
 * @param {{from?: string, allowed?: string[]}} [about] piles as in the geometry
 * @returns {string|null}
 */
export function goalAt(corner, g, { from, allowed = [] } = {}) {
  const meant = allowed.length > 0 ? mostCovered(corner, g, allowed, MEANT) : null;
  const most = mostCovered(corner, g, Object.keys(g.piles), 0.08);
  return (most === from ? most : (meant ?? most))?.replace(/^F.$/, "F") ?? null;
}

/**
 * @param {{x: number, y: number}} corner
 * @param {Geometry} g
 * @param {string[]} piles
 * @param {number} least part of the card
 */
function mostCovered(corner, g, piles, least) {
  /** @type {string|null} */
  let best = null;
  let most = g.w * g.h * least;
  for (const name of piles) {
    const { x, y } = g.piles[name];
    if (name[0] !== "T" && name[0] !== "F") continue;
    const across = Math.min(corner.x, x) + g.w - Math.max(corner.x, x);
    const bottom = y + (name[0] === "T" ? g.room : g.h);
    const down = Math.min(corner.y + g.h, bottom) - Math.max(corner.y, y);
    const area = across > 0 && down > 0 ? across * down : 0;
    if (area > most) [best, most] = [name, area];
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
    strip: index < cards.length - 1 ? (100 * step) / g.w : WHOLE,
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
 * @param {boolean} mirrored
 * @returns {Geometry}
 */
function arrange(width, height, w, wide, reserve, mirrored) {
  const h = w * ASPECT;
  const pitch = w * (1 + GAP);
  const left = (width - 7 * pitch + w * GAP) / 2;
  const rowGap = h * ROW_GAP;
  const top = wide ? 0 : h + rowGap;
  const spare = Math.max(0, height - top - h * (RESERVE_ROOM + ENOUGH_ROOM) - rowGap);
  const fan = Math.min(h * MOST_RESERVE_STEP, h * RESERVE_STEP + spare / 3);
  const below = reserve ? h + 3 * fan + rowGap : 0;
  const room = Math.min(height - top - below, h * MOST_ROOM);
  const step = Math.min(h * MOST_STEP, Math.max(h * LEAST_STEP, (room - h) / (LONG_COLUMN - 1)));
  /** @type {Record<string, Spot>} */
  const piles = { S: wide ? { x: left - pitch, y: 0 } : { x: left, y: 0 } };
  SUITS.forEach((suit, i) => {
    piles[`F${suit}`] = wide ? { x: left + 7 * pitch, y: i * (h + rowGap) } : { x: left + (3 + i) * pitch, y: 0 };
  });
  if (mirrored) for (const spot of Object.values(piles)) spot.x = width - w - spot.x;
  for (let i = 0; i < 7; i++) {
    piles[`T${i + 1}`] = { x: left + i * pitch, y: top };
    if (reserve) piles[`R${i + 1}`] = { x: left + i * pitch, y: top + room + rowGap };
  }
  return { w, h, wide, piles, room, step, fan, height: top + room + below };
}
