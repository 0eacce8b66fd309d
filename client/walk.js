/** Where the arrow keys go on a table: from card to card in a pile, and to the pile beside, above or below. Pure. */

/**
 * @typedef {import("./layout.js").Geometry} Geometry
 * @typedef {{pile: string, index: number}} Stop pile as in the geometry; index -1 for a pile itself
 */

const SIDES = ["S", "FC", "FD", "FH", "FS"];
const COLUMNS = 7;

/**
 * The next stop in a direction; null at the end. To the side one stays in the columns or in the reserve: from the top of
 * one pile to the top of the next, from a card further in to the one that lies as far in.
 * @param {Stop} from
 * @param {[x: number, y: number]} way
 * @param {Geometry} g
 * @param {(pile: string) => number} count how many cards lie there
 * @returns {Stop|null}
 */
export function step(from, way, g, count) {
  const [dx, dy] = way;
  if (SIDES.includes(from.pile)) return fromSide(from, way, g, count);
  return dx ? across(from, dx, g, count) : within(from, dy, g, count);
}

/** The top card of a pile, or the pile where it is empty. @param {string} pile @param {(pile: string) => number} count */
export function topOf(pile, count) {
  return { pile, index: count(pile) - 1 };
}

/** @param {Stop} from @param {number} dx @param {Geometry} g @param {(pile: string) => number} count */
function across({ pile, index }, dx, g, count) {
  const next = Number(pile[1]) + dx;
  if (next < 1 || next > COLUMNS) return g.wide ? nearestSide(pile, dx, g) : null;
  const there = `${pile[0]}${next}`;
  const onTop = index >= count(pile) - 1;
  return { pile: there, index: onTop ? count(there) - 1 : Math.min(index, count(there) - 1) };
}

/** @param {Stop} from @param {number} dy @param {Geometry} g @param {(pile: string) => number} count */
function within({ pile, index }, dy, g, count) {
  const next = index + dy;
  if (next >= 0 && next < count(pile)) return { pile, index: next };
  const number = pile[1];
  if (dy > 0) return pile[0] === "T" && `R${number}` in g.piles ? inner(`R${number}`, count) : null;
  if (pile[0] === "R") return topOf(`T${number}`, count);
  return g.wide ? null : { pile: closest(SIDES, g.piles[pile].x, g), index: -1 };
}

/** @param {Stop} from @param {[number, number]} way @param {Geometry} g @param {(pile: string) => number} count */
function fromSide({ pile }, [dx, dy], g, count) {
  const { x } = g.piles[pile];
  const along = g.wide ? dy : dx;
  if (along) {
    const line = g.wide ? SIDES.filter((name) => g.piles[name].x === x) : [...SIDES];
    const place = (/** @type {string} */ name) => (g.wide ? g.piles[name].y : g.piles[name].x);
    line.sort((a, b) => place(a) - place(b));
    const next = line[line.indexOf(pile) + along];
    return next ? { pile: next, index: -1 } : null;
  }
  const columns = Array.from({ length: COLUMNS }, (_, i) => `T${i + 1}`);
  if (!g.wide) return dy > 0 ? inner(closest(columns, x, g), count) : null;
  const outer = dx > 0 ? "T1" : "T7";
  return Math.sign(g.piles[outer].x - x) === dx ? inner(outer, count) : null;
}

/** @param {string} pile @param {(pile: string) => number} count */
function inner(pile, count) {
  return { pile, index: count(pile) > 0 ? 0 : -1 };
}

/** @param {string[]} piles @param {number} x @param {Geometry} g */
function closest(piles, x, g) {
  const far = (/** @type {string} */ name) => Math.abs(g.piles[name].x - x);
  return [...piles].sort((a, b) => far(a) - far(b))[0];
}

/** The pile beside the outer columns that lies at that height. @param {string} pile @param {number} dx @param {Geometry} g */
function nearestSide(pile, dx, g) {
  const { x, y } = g.piles[pile];
  const there = SIDES.filter((name) => Math.sign(g.piles[name].x - x) === dx);
  there.sort((a, b) => Math.abs(g.piles[a].y - y) - Math.abs(g.piles[b].y - y));
  return there.length > 0 ? { pile: there[0], index: -1 } : null;
}
