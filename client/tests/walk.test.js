import assert from "node:assert/strict";
import { test } from "node:test";
import { geometry } from "../layout.js";
import { step, topOf } from "../walk.js";

const LEFT = /** @type {[number, number]} */ ([-1, 0]);
const RIGHT = /** @type {[number, number]} */ ([1, 0]);
const UP = /** @type {[number, number]} */ ([0, -1]);
const DOWN = /** @type {[number, number]} */ ([0, 1]);
/** Cards on each pile; none where nothing is said. @type {Record<string, number>} */
const CARDS = { T1: 1, T2: 2, T3: 0, T4: 4, T5: 5, T6: 6, T7: 7, R1: 1, R2: 2, R4: 3, R7: 1 };
const count = (/** @type {string} */ pile) => CARDS[pile] ?? 0;
const tall = geometry(390, 700, true);
const wide = geometry(800, 330, true);

/** @param {string} pile @param {number} index @param {[number, number]} way */
const from = (pile, index, way, g = tall) => {
  const there = step({ pile, index }, way, g, count);
  return there && `${there.pile}:${there.index}`;
};

test("a phone's table has its side piles above, one on its side beside", () => {
  assert.equal(tall.wide, false);
  assert.equal(wide.wide, true);
});

test("to the side one goes from top to top, and over empty piles", () => {
  assert.equal(from("T7", 6, LEFT), "T6:5");
  assert.equal(from("T4", 3, LEFT), "T3:-1");
  assert.equal(from("T3", -1, LEFT), "T2:1");
  assert.equal(from("T3", -1, RIGHT), "T4:3");
  assert.equal(from("R2", 1, RIGHT), "R3:-1");
});

test("further in one stays as far in, where there is such a card", () => {
  assert.equal(from("T7", 2, LEFT), "T6:2");
  assert.equal(from("T4", 2, LEFT), "T3:-1");
  assert.equal(from("T5", 0, LEFT), "T4:0");
});

test("columns end at the edge", () => {
  assert.equal(from("T1", 0, LEFT), null);
  assert.equal(from("T7", 6, RIGHT), null);
  assert.equal(from("R7", 0, RIGHT), null);
});

test("up and down go through a pile, then to the one above or below", () => {
  assert.equal(from("T7", 3, UP), "T7:2");
  assert.equal(from("T7", 6, DOWN), "R7:0");
  assert.equal(from("T3", -1, DOWN), "R3:-1");
  assert.equal(from("R4", 0, UP), "T4:3");
  assert.equal(from("R4", 2, DOWN), null);
  assert.equal(from("T1", 0, UP), "S:-1");
  assert.equal(from("T7", 0, UP), "FS:-1");
});

test("above one goes along, and down to the column underneath", () => {
  assert.equal(from("S", -1, RIGHT), "FC:-1");
  assert.equal(from("FS", -1, RIGHT), null);
  assert.equal(from("FC", -1, DOWN), "T4:0");
  assert.equal(from("S", -1, UP), null);
});

test("beside the columns one goes up and down, and to the outer column", () => {
  assert.equal(from("FC", -1, DOWN, wide), "FD:-1");
  assert.equal(from("FD", -1, LEFT, wide), "T7:0");
  assert.equal(from("S", -1, RIGHT, wide), "T1:0");
  assert.equal(from("S", -1, LEFT, wide), null);
  assert.equal(from("T1", 0, LEFT, wide), "S:-1");
  assert.equal(from("T7", 6, RIGHT, wide), "FC:-1");
  assert.equal(from("T1", 0, UP, wide), null);
});

test("the top of an empty pile is the pile", () => {
  assert.deepEqual(topOf("T3", count), { pile: "T3", index: -1 });
  assert.deepEqual(topOf("T7", count), { pile: "T7", index: 6 });
});
