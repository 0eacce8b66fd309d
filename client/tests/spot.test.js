import assert from "node:assert/strict";
import { test } from "node:test";
import { geometry, goalAt, places } from "../layout.js";
import { boxesOf, freeSpot } from "../spot.js";
import { bernauer } from "./boards.js";

const AREA = { w: 374, h: 690 };
const SIZE = { w: 300, h: 90 };
const g = geometry(AREA.w, AREA.h, true);
const spots = places(bernauer(), g);

/** @param {{x: number, y: number}} at @param {import("../spot.js").Box} box */
const covers = ({ x, y }, box) => x < box.x + box.w && box.x < x + SIZE.w && y < box.y + box.h && box.y < y + SIZE.h;

test("where there is free baize words cover no card", () => {
  const spot = freeSpot(SIZE, AREA, g, spots);
  assert.equal(spot.covers, 0);
  assert.ok(spots.every((card) => !covers(spot, { ...card, w: g.w, h: g.h })));
});

for (const about of [["FC", "FD", "FH", "FS"], ["T1", "T5"], ["S"], ["R1", "R7"]]) {
  test(`words about ${about} leave them visible, on a small table too`, () => {
    const small = geometry(304, 420, true);
    const cards = places(bernauer(), small);
    const spot = freeSpot(SIZE, { w: 304, h: 420 }, small, cards, about);
    assert.ok(boxesOf(about, small, cards).every((box) => !covers(spot, box)));
  });
}

test("a legal goal is meant before the pile that is covered most, but not before the card's own", () => {
  const { T3, T4 } = g.piles;
  const between = { x: T3.x + (T4.x - T3.x) * 0.4, y: T3.y + 30 };
  assert.equal(goalAt(between, g), "T3");
  assert.equal(goalAt(between, g, { from: "R1", allowed: ["T4"] }), "T4");
  assert.equal(goalAt(between, g, { from: "T3", allowed: ["T4"] }), "T3");
});

test("mirrored, the stock is at the right and nothing leaves the table", () => {
  const left = geometry(AREA.w, AREA.h, true, true);
  assert.ok(left.piles.S.x > left.piles.FS.x);
  assert.deepEqual(left.piles.T4, g.piles.T4);
  for (const { x } of Object.values(left.piles)) assert.ok(x >= -0.01 && x + left.w <= AREA.w + 0.01);
});
