/**
 * Looking back on a line of play: which of its positions could still be won, what follows from an answer about one of
 * them, and where each lies on a strip. Pure. Position k is the one after k moves; 0 is the deal.
 */

/** @typedef {"yes"|"no"|"unknown"} Verdict */

/**
 * @typedef {object} Outlook what is to be said of a whole line
 * @property {"won"|"never"|"lost"|"open"|"between"|"until"|"from"|"unknown"} is
 * @property {number} [from] the last position known to be winnable
 * @property {number} [to] the first that is lost for good; with `lost` the move that lost it
 */

/**
 * Stretches of equal verdicts.
 * @param {readonly Verdict[]} positions
 * @returns {{from: number, to: number, verdict: Verdict}[]} both ends included
 */
export function runs(positions) {
  /** @type {{from: number, to: number, verdict: Verdict}[]} */
  const found = [];
  positions.forEach((verdict, at) => {
    const last = found.at(-1);
    if (last?.verdict === verdict) last.to = at;
    else found.push({ from: at, to: at, verdict });
  });
  return found;
}

/** Which position lies so far along a strip of `count` of them, 0 to 1. @param {number} part @param {number} count */
export function positionAt(part, count) {
  return Math.min(Math.max(Math.floor(part * count), 0), count - 1);
}

/** How far along the strip position `at` begins, in percent. @param {number} at @param {number} count */
export function edge(at, count) {
  return (100 * at) / count;
}

/**
 * What is to be said of it.
 * @param {readonly Verdict[]} positions
 * @param {boolean} won
 * @returns {Outlook}
 */
export function outlook(positions, won) {
  if (won) return { is: "won" };
  const last = positions.length - 1;
  const from = positions.lastIndexOf("yes");
  let to = positions.length;
  while (to > 0 && positions[to - 1] === "no") to -= 1;
  if (to === 0) return { is: "never" };
  if (from === last) return { is: "open", from };
  if (to > last) return from < 0 ? { is: "unknown" } : { is: "until", from };
  if (from === to - 1) return { is: "lost", from, to };
  return from < 0 ? { is: "from", to } : { is: "between", from, to };
}

/**
 * The verdicts once one more is known: what leads to a winnable position is winnable, what follows on a lost one is
 * lost. A move taken back returns to the position before it.
 * @param {readonly Verdict[]} positions
 * @param {readonly string[]} moves
 * @param {number} at
 * @param {Verdict} verdict
 * @returns {Verdict[]}
 */
export function learn(positions, moves, at, verdict) {
  if (verdict === "unknown") return [...positions];
  // Of each number of moves, where the position stood first; of each such, what it came from.
  const first = [0];
  /** @type {number[]} */
  const before = [-1];
  moves.forEach((move, i) => {
    const here = first[i];
    const back = move === "U" ? before[here] : -1;
    first.push(back < 0 ? i + 1 : back);
    before[i + 1] = here;
  });
  const settled = new Set([first[at]]);
  if (verdict === "yes") for (let here = first[at]; here >= 0; here = before[here]) settled.add(here);
  else first.forEach((here, i) => here === i && settled.has(before[here]) && settled.add(here));
  return positions.map((known, i) => (settled.has(first[i]) ? verdict : known));
}

/**
 * Moves that win from position `at`, where they follow from what was played: up to a later position, and from there by
 * a line that is known. Null where they don't.
 * @param {readonly string[]} moves
 * @param {number} at
 * @param {ReadonlyMap<number, readonly string[]>} lines by position
 * @returns {string[]|null}
 */
export function winFrom(moves, at, lines) {
  for (let k = at; k <= moves.length && (k === at || moves[k - 1] !== "U"); k++) {
    const line = lines.get(k);
    if (line) return [...moves.slice(at, k), ...line];
  }
  return null;
}
