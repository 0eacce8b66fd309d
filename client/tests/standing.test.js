import assert from "node:assert/strict";
import { test } from "node:test";
import { dealPoints, endingOf, gapOf, leaderOf, nearest, partedByTime } from "../standing.js";

/** @param {string} id @param {number} score @param {number} rank @returns {import("../types.js").Player} */
function player(id, score, rank, changes = {}) {
  return {
    id,
    name: id,
    seat: rank,
    bot: false,
    connected: true,
    ready: false,
    score,
    bonus: 0,
    t_ms: 0,
    status: "playing",
    rank,
    opened: 1,
    rows: 0,
    ...changes,
  };
}

const three = [player("a", 5, 3), player("b", 9, 1), player("c", 7, 2)];

test("one is behind whoever stands just above", () => {
  const gap = gapOf(three, "a");
  assert.deepEqual([gap?.is, gap?.count, gap?.other.id], ["behind", 2, "c"]);
});

test("the first is ahead of the second", () => {
  const gap = gapOf(three, "b");
  assert.deepEqual([gap?.is, gap?.count, gap?.other.id], ["ahead", 2, "c"]);
});

test("with equal points the time gives the place, or nothing does", () => {
  const players = [player("a", 5, 2), player("b", 5, 1)];
  assert.deepEqual([gapOf(players, "a")?.is, gapOf(players, "b")?.is], ["later", "sooner"]);
  const gap = gapOf([player("a", 5, 1), player("b", 5, 1)], "a");
  assert.deepEqual([gap?.is, gap?.count], ["level", 0]);
});

test("a bonus counts", () => assert.equal(gapOf([player("a", 5, 1, { bonus: 3 }), player("b", 6, 2)], "a")?.count, 2));

test("alone, or looking on, there is no gap", () => {
  assert.equal(gapOf([player("a", 5, 1)], "a"), null);
  assert.equal(gapOf(three, "stranger"), null);
});

test("only who has more than everybody else leads", () => {
  assert.equal(leaderOf(three)?.id, "b");
  assert.equal(leaderOf([player("a", 5, 1), player("b", 5, 2)]), null);
  assert.equal(leaderOf([player("a", 5, 1)]), null);
});

const many = Array.from({ length: 63 }, (_, at) => player(`p${at + 1}`, 63 - at, at + 1));

for (const [you, room, shown] of /** @type {const} */ ([
  ["p30", 3, ["p1", "p29", "p30"]],
  ["p30", 4, ["p1", "p29", "p30", "p31"]],
  ["p1", 3, ["p1", "p2", "p3"]],
  ["p63", 4, ["p1", "p61", "p62", "p63"]],
])) {
  test(`${you} in ${room} lanes sees the leader and the nearest`, () =>
    assert.deepEqual(
      nearest(many, you, room).map(({ id }) => id),
      shown,
    ));
}

test("with room for all everyone is shown, best first", () => {
  assert.deepEqual(
    nearest(three, "a", 3).map(({ id }) => id),
    ["b", "c", "a"],
  );
});

/** @returns {import("../types.js").Race} */
function race(changes = {}) {
  return {
    id: "r",
    game: "bernauer",
    options: { redeal: false, face_down: false, base: null, time_bonus: false },
    state: "running",
    seats: 3,
    players: three,
    host: "a",
    visibility: "private",
    watch: "live",
    commitment: "",
    starts_at: 0,
    ends_at: 1000,
    deal: null,
    nonce: null,
    rematch: null,
    time_limit_s: 480,
    ...changes,
  };
}

test("a race ends by its limit, a win or the last board, and one without a limit by none of these", () => {
  assert.equal(endingOf(race())?.by, "limit");
  assert.equal(endingOf(race({ closing: true }))?.by, "last");
  const won = endingOf(race({ closing: true, players: [player("w", 52, 1, { status: "won" }), ...three] }));
  assert.deepEqual([won?.by, won?.winner?.id], ["won", "w"]);
  assert.equal(endingOf(race({ time_limit_s: null })), null);
});

test("a deal gives a point for each beaten and half a point for each tied with", () => {
  const four = [player("a", 9, 1), player("b", 7, 2), player("c", 7, 3), player("d", 1, 4)];
  assert.deepEqual(
    four.map(({ id }) => dealPoints(four, id)),
    [3, 1.5, 1.5, 0],
  );
});

test("equal points at the end of a match are parted by the sum of times", () => {
  const match = {
    of: 3,
    number: 3,
    points: { a: 1, b: 2, c: 2, d: 1 },
    times: { a: 5, b: 90, c: 48, d: 5 },
    ranks: { a: 3, b: 2, c: 1, d: 3 },
    next_at: null,
  };
  assert.deepEqual(partedByTime(match), [
    { first: "c", second: "b", ms: 42 },
    { first: "a", second: "d", ms: 0 },
  ]);
});
