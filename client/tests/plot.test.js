import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, longestLead, scales, scoreAt, steps } from "../plot.js";

const box = { left: 0, right: 100, top: 0, bottom: 52 };
/** @type {import("../plot.js").Curve} */
const curve = [
  [0, 1],
  [5000, 2],
  [10000, 13],
];

test("time goes to the right, scores up", () => {
  const to = scales([curve], box);
  assert.equal(to.end, 10000);
  assert.deepEqual([to.x(0), to.x(5000), to.x(10000), to.y(0), to.y(15)], [0, 50, 100, 52, 0]);
});

test("few marks, none of them far above the highest score", () => {
  const marks = (/** @type {number} */ score) => scales([[[0, 1], [9, score]]], box).marks;
  assert.deepEqual(marks(1), [1]);
  assert.deepEqual(marks(4), [1, 2, 3, 4]);
  assert.deepEqual(marks(5), [2, 4, 6]);
  assert.deepEqual(marks(17), [5, 10, 15, 20]);
  assert.deepEqual(marks(52), [13, 26, 39, 52]);
  assert.deepEqual(marks(104), [26, 52, 78, 104]);
});

test("whoever led alone for longest, in all", () => {
  const leads = [
    { t_ms: 0, player: "a" },
    { t_ms: 40, player: "b" },
    { t_ms: 90, player: "a" },
  ];
  assert.deepEqual(longestLead(leads, 100), { player: "a", ms: 50 });
  assert.equal(longestLead([], 100), null);
  assert.deepEqual(longestLead(leads, 200, new Map([["a", 100]])), { player: "a", ms: 50 }, "once won, it is over");
  assert.deepEqual(longestLead(leads, 200, new Map([["a", 92]])), { player: "b", ms: 50 });
});

test("a score is held until the next, and to the end", () => {
  const to = scales([curve, [[20000, 52]]], box);
  assert.equal(steps(curve, to), "M0.0 51.0H25.0V50.0H50.0V39.0H100.0");
  assert.equal(steps([], to), "");
});

test("between two scores the first counts", () => {
  assert.deepEqual(
    [0, 4999, 5000, 99999].map((time) => scoreAt(curve, time)),
    [1, 1, 2, 13],
  );
});

test("labels that would lie on each other are moved apart, and stay inside", () => {
  assert.deepEqual(apart([10, 10, 50], 12, 0, 100), [10, 22, 50]);
  assert.deepEqual(apart([99, 98], 12, 0, 100), [100, 88]);
  assert.deepEqual(apart([40, 20], 12, 0, 100), [40, 20]);
});
