import assert from "node:assert/strict";
import { test } from "node:test";
import { edge, learn, outlook, positionAt, runs, winFrom } from "../lookback.js";

/** @typedef {import("../lookback.js").Verdict} Verdict */
const WORDS = { y: "yes", n: "no", u: "unknown" };
const read = (/** @type {string} */ letters) =>
  /** @type {Verdict[]} */ ([...letters].map((letter) => WORDS[/** @type {"y"|"n"|"u"} */ (letter)]));

test("equal verdicts side by side are one stretch", () => {
  assert.deepEqual(runs(read("yyn")), [
    { from: 0, to: 1, verdict: "yes" },
    { from: 2, to: 2, verdict: "no" },
  ]);
  assert.deepEqual(runs([]), []);
});

test("every position has its part of the strip, and the ends are reached", () => {
  assert.deepEqual(
    [-0.1, 0, 0.249, 0.25, 0.99, 1, 1.5].map((part) => positionAt(part, 4)),
    [0, 0, 0, 1, 3, 3, 3],
  );
  for (const count of [1, 3, 7, 96]) {
    for (let at = 0; at < count; at++) assert.equal(positionAt(edge(at + 0.5, count) / 100, count), at);
  }
});

test("what is said of a whole line", () => {
  assert.deepEqual(outlook(read("yyy"), true), { is: "won" });
  assert.deepEqual(outlook(read("nnn"), false), { is: "never" });
  assert.deepEqual(outlook(read("yyn"), false), { is: "lost", from: 1, to: 2 });
  assert.deepEqual(outlook(read("yny"), false), { is: "open", from: 2 });
  assert.deepEqual(outlook(read("yuun"), false), { is: "between", from: 0, to: 3 });
  assert.deepEqual(outlook(read("yuu"), false), { is: "until", from: 0 });
  assert.deepEqual(outlook(read("uun"), false), { is: "from", to: 2 });
  assert.deepEqual(outlook(read("u"), false), { is: "unknown" });
});

test("a move that was taken back before the losing one is not the losing one", () => {
  assert.deepEqual(outlook(read("ynyn"), false), { is: "lost", from: 2, to: 3 });
});

test("a winnable position makes those before it winnable, a lost one those after it lost", () => {
  assert.deepEqual(learn(read("uuuu"), ["a", "b", "c"], 2, "yes"), read("yyyu"));
  assert.deepEqual(learn(read("uuuu"), ["a", "b", "c"], 2, "no"), read("uunn"));
  assert.deepEqual(learn(read("uuuu"), ["a", "b", "c"], 2, "unknown"), read("uuuu"));
});

test("a position that was returned to has the verdict of before", () => {
  // a, b, back, c: the fourth position is the second one again.
  const moves = ["a", "b", "U", "c"];
  assert.deepEqual(learn(read("uuuuu"), moves, 3, "yes"), read("yyuyu"));
  assert.deepEqual(learn(read("uuuuu"), moves, 2, "no"), read("uunuu"));
  assert.deepEqual(learn(read("uuuuu"), moves, 1, "no"), read("unnnn"));
  assert.deepEqual(learn(read("uuuuu"), ["a", "b", "U", "U"], 4, "no"), read("nnnnn"));
});

test("a win goes by what was played to where a line is known", () => {
  const lines = new Map([[2, ["x", "y"]]]);
  assert.deepEqual(winFrom(["a", "b", "c"], 0, lines), ["a", "b", "x", "y"]);
  assert.deepEqual(winFrom(["a", "b", "c"], 2, lines), ["x", "y"]);
  assert.equal(winFrom(["a", "b", "c"], 3, lines), null);
  assert.equal(winFrom(["a", "U", "c"], 0, lines), null);
});
