import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, beginsAt, isDay, isOpen, progress, shiftDay, stageOf } from "../day.js";
import { boardAt } from "../views/leaderboard.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const begins = beginsAt("2026-11-30");

/** @param {import("../types.js").Status|null} status @returns {import("../day.js").Daily} */
function daily(status) {
  return {
    date: "2026-11-30",
    game: "bernauer",
    race: "r",
    starts_at: begins,
    closes_at: begins + DAY + HOUR,
    players: 1,
    field: { finished: 1, won: 0, median: 3 },
    yours: status && { status, score: 3, t_ms: 1000, rank: 1 },
  };
}

for (const [what, status, after, stage] of /** @type {const} */ ([
  ["before its day", null, -1, "ahead"],
  ["on its day", null, 0, "new"],
  ["in its last second", null, DAY - 1, "new"],
  ["once the next day has begun", null, DAY, "missed"],
  ["begun", "playing", HOUR, "going"],
  ["begun, over midnight", "playing", DAY + HOUR - 1, "going"],
  ["begun, after the hour of grace", "playing", DAY + HOUR, "done"],
  ["given up", "gave_up", HOUR, "done"],
  ["won, long ago", "won", 30 * DAY, "done"],
])) {
  test(`a deal ${what} is ${stage}`, () => assert.equal(stageOf(daily(status), begins + after), stage));
}

test("a deal is open to everyone an hour after its day", () => {
  assert.equal(isOpen(daily(null), begins + DAY + HOUR - 1), false);
  assert.equal(isOpen(daily(null), begins + DAY + HOUR), true);
});

for (const [from, days, to] of /** @type {const} */ ([
  ["2026-11-30", 1, "2026-12-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2028-03-01", -1, "2028-02-29"],
  ["2026-03-29", 1, "2026-03-30"], // summer time begins in Europe
  ["2026-10-25", 1, "2026-10-26"], // and ends
  ["2027-01-01", -1, "2026-12-31"],
])) {
  test(`${days} day from ${from} is ${to}`, () => assert.equal(shiftDay(from, days), to));
}

for (const [text, day] of /** @type {const} */ ([
  ["2026-11-30", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["26-11-30", false],
  ["today", false],
])) {
  test(`${text} is ${day ? "a" : "no"} day`, () => assert.equal(isDay(text), day));
}

for (const [score, squares] of /** @type {const} */ ([
  [0, "□□□□"],
  [1, "◧□□□"],
  [13, "■□□□"],
  [33, "■■◧□"],
  [51, "■■■◧"],
  [52, "■■■■"],
])) {
  test(`${score} cards are ${squares}`, () => assert.equal(progress(score), squares));
}

test("a countdown is 0 only when it is there", () => {
  assert.deepEqual(apart(1), { hours: 0, minutes: 0, seconds: 1 });
  assert.deepEqual(apart(0), { hours: 0, minutes: 0, seconds: 0 });
  assert.deepEqual(apart(-5), { hours: 0, minutes: 0, seconds: 0 });
  assert.deepEqual(apart(5 * HOUR + 62_000), { hours: 5, minutes: 1, seconds: 2 });
});

for (const [way, shown] of /** @type {const} */ ([
  ["daily/2026-11-30/sorel", { kind: "daily", date: "2026-11-30", game: "sorel", raced: false }],
  ["daily/2026-11-30/sorel/raced", { kind: "daily", date: "2026-11-30", game: "sorel", raced: true }],
  ["daily", { kind: "daily", date: null, game: "bernauer", raced: false }],
  ["daily/2026-02-31/chess", { kind: "daily", date: null, game: "bernauer", raced: false }],
  ["wins/raced", { kind: "wins", date: null, game: "bernauer", raced: true }],
  ["friends", null],
  ["", null],
])) {
  test(`#${way} shows ${shown ? shown.kind : "no leaderboard"}`, () => assert.deepEqual(boardAt(way), shown));
}
