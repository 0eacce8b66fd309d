/** The geometry of scores over time. Pure: numbers in, coordinates and path texts out; y grows downwards. */

/** @typedef {[number, number][]} Curve pairs of ms and the score from then on, in order */

/** How far apart the marked scores may be: the last two are a suit and two. */
const GAPS = [1, 2, 5, 13, 26];
/** At most so many are marked above nothing. */
const MARKS = 4;

/**
 * How times and scores become places in a box.
 * @param {Curve[]} curves
 * @param {{left: number, right: number, top: number, bottom: number}} box
 */
export function scales(curves, box) {
  const end = Math.max(1000, ...curves.flatMap((curve) => curve.map(([time]) => time)));
  const most = Math.max(1, ...curves.flatMap((curve) => curve.map(([, score]) => score)));
  const gap = GAPS.find((size) => size * MARKS >= most) ?? most;
  const top = Math.ceil(most / gap) * gap;
  return {
    end,
    /** Scores worth a line across. */
    marks: Array.from({ length: top / gap }, (_, at) => (at + 1) * gap),
    /** @param {number} time */
    x: (time) => box.left + (Math.min(time, end) / end) * (box.right - box.left),
    /** @param {number} score */
    y: (score) => box.bottom - (score / top) * (box.bottom - box.top),
  };
}

/**
 * A curve as steps, held to the end.
 * @param {Curve} curve
 * @param {ReturnType<typeof scales>} to
 */
export function steps(curve, to) {
  const [first, ...rest] = curve;
  if (!first) return "";
  const place = (/** @type {number} */ value) => value.toFixed(1);
  const moves = rest.map(([time, score]) => `H${place(to.x(time))}V${place(to.y(score))}`);
  return `M${place(to.x(first[0]))} ${place(to.y(first[1]))}${moves.join("")}H${place(to.x(to.end))}`;
}

/** The score at a time. @param {Curve} curve @param {number} time */
export function scoreAt(curve, time) {
  return curve.filter(([from]) => from <= time).at(-1)?.[1] ?? 0;
}

/**
 * Who led alone for the longest time in all. Whoever has won leads no longer: nobody can take it from them.
 * @param {{t_ms: number, player: string}[]} leads who led from when on
 * @param {number} end ms
 * @param {Map<string, number>} [won] who has won, and when
 * @returns {{player: string, ms: number}|null}
 */
export function longestLead(leads, end, won = new Map()) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const [at, { t_ms: from, player }] of leads.entries()) {
    const until = Math.min(leads[at + 1]?.t_ms ?? end, won.get(player) ?? end);
    times.set(player, (times.get(player) ?? 0) + Math.max(until - from, 0));
  }
  const [longest] = [...times].sort(([, a], [, b]) => b - a);
  return longest ? { player: longest[0], ms: longest[1] } : null;
}

/**
 * Labels that want to be at these heights, moved apart to be at least `gap` from each other and within the box.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 * @returns {number[]} in the order given
 */
export function apart(wanted, gap, top, bottom) {
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  let free = top;
  for (const at of order) free = (placed[at] = Math.max(placed[at], free)) + gap;
  let limit = bottom;
  for (const at of order.reverse()) limit = (placed[at] = Math.min(placed[at], limit)) - gap;
  return placed;
}
