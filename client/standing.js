/**
 * How a race stands, from its players alone: who leads, how far one is off, whom to show where there is no room for all,
 * what ends it. Pure: the views put it into words.
 */

/**
 * @typedef {import("./types.js").Player} Player
 * @typedef {import("./types.js").Race} Race
 */

/** Cards and bonus: what places go by. @param {Player} player */
export function pointsOf(player) {
  return player.score + player.bonus;
}

/** Best first; before there are ranks, by seat. @param {Player[]} players */
export function byRank(players) {
  return [...players].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat);
}

/** Who has more points than everybody else; null while the first are level. @param {Player[]} players */
export function leaderOf(players) {
  const most = Math.max(...players.map(pointsOf));
  const first = players.filter((player) => pointsOf(player) === most);
  return first.length === 1 && players.length > 1 ? first[0] : null;
}

/**
 * How far a player is from the next one: behind whoever stands just above, or ahead of the best of the others. With as
 * many points as that one, the earlier of the two is sooner.
 * @param {Player[]} players
 * @param {string|null} you
 * @returns {{is: "ahead"|"behind"|"level"|"sooner"|"later", count: number, other: Player}|null} null without rivals
 */
export function gapOf(players, you) {
  const own = players.find(({ id }) => id === you);
  const others = byRank(players.filter(({ id }) => id !== you));
  if (!own || others.length === 0) return null;
  const mine = pointsOf(own);
  const above = others.filter((other) => pointsOf(other) > mine).at(-1);
  if (above) return { is: "behind", count: pointsOf(above) - mine, other: above };
  const next = others[0];
  const count = mine - pointsOf(next);
  if (count > 0) return { is: "ahead", count, other: next };
  return { is: timeParts(own, next), count, other: next };
}

/** With as many points each, the time gives the place. @param {Player} own @param {Player} other */
function timeParts({ rank: mine }, { rank: theirs }) {
  if (mine === null || theirs === null || mine === theirs) return "level";
  return mine < theirs ? "sooner" : "later";
}

/**
 * As many players as there is room for, best first: oneself, the leader, then those nearest to oneself.
 * @param {Player[]} players
 * @param {string|null} you
 * @param {number} room
 */
export function nearest(players, you, room) {
  const order = byRank(players);
  if (order.length <= room) return order;
  const mine = Math.max(
    order.findIndex(({ id }) => id === you),
    0,
  );
  const distance = (/** @type {number} */ place) => (place === 0 ? -1 : Math.abs(place - mine + 0.1));
  const places = [...order.keys()].sort((a, b) => Number(b === mine) - Number(a === mine) || distance(a) - distance(b));
  const shown = new Set(places.slice(0, room));
  return order.filter((_, place) => shown.has(place));
}

/**
 * What will end a running race: its time limit, the time left after the first win, that of the last board.
 * @param {Race} race
 * @returns {{by: "limit"|"won"|"last", winner: Player|null}|null} null where nothing but an hour does
 */
export function endingOf(race) {
  if (race.closing) {
    const winner = byRank(race.players).find(({ status }) => status === "won") ?? null;
    return { by: winner ? "won" : "last", winner };
  }
  const limited = race.time_limit_s === undefined ? race.seats > 1 : race.time_limit_s !== null;
  return limited ? { by: "limit", winner: null } : null;
}

/**
 * What a deal of a match gives: a point for each rival beaten, half of one for each tied with.
 * @param {Player[]} players
 * @param {string} id
 */
export function dealPoints(players, id) {
  const own = players.find((player) => player.id === id);
  if (!own) return 0;
  return players
    .filter((player) => player !== own)
    .map((other) => Math.sign(pointsOf(own) - pointsOf(other)))
    .reduce((sum, sign) => sum + (sign + 1) / 2, 0);
}

/**
 * Pairs next to each other in the final order that have equal points, so that their times part them.
 * @param {import("./types.js").Match} match
 * @returns {{first: string, second: string, ms: number}[]} `ms` less that the first took; 0: they share the place
 */
export function partedByTime({ points, times, ranks }) {
  const order = Object.keys(points).sort((a, b) => ranks[a] - ranks[b]);
  return order.slice(1).flatMap((second, at) => {
    const first = order[at];
    return points[first] === points[second] ? [{ first, second, ms: times[second] - times[first] }] : [];
  });
}
