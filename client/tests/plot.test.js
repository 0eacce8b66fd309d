import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, scales, scoreAt, steps } from "../plot.js";

const box = { left: 0, right: 100, top: 0, bottom: 52 };
/** @type {import("../plot.js").Curve} */
const curve = [
  [0, 1],
  [5000, 2],
  [10000, 13],
];

test("time goes to the right, scores up, to the next whole suit", () => {
  const to = scales([curve], box);
  assert.deepEqual([to.end, to.marks], [10000, [13]]);
  assert.deepEqual([to.x(0), to.x(5000), to.x(10000), to.y(0), to.y(13)], [0, 50, 100, 52, 0]);
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
