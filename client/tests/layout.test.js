import assert from "node:assert/strict";
import { test } from "node:test";
import { geometry, goalAt, places, stepOf } from "../layout.js";
import { bernauer, sorel } from "./boards.js";

/** Areas left for the table on the screens that matter, and the least card width there. */
const AREAS = /** @type {const} */ ([
  [304, 430, 36],
  [374, 690, 46],
  [828, 336, 48],
  [1024, 690, 85],
  [360, 400, 36],
]);

for (const [width, height, least] of AREAS) {
  for (const reserve of [true, false]) {
    test(`${width}×${height} ${reserve ? "with" : "without"} reserve: everything fits and cards are legible`, () => {
      const g = geometry(width, height, reserve);
      assert.ok(g.w >= least, `cards ${g.w} wide`);
      assert.ok(g.height <= height + 0.01, `${g.height} high`);
      for (const [name, { x, y }] of Object.entries(g.piles)) {
        assert.ok(x >= -0.01 && x + g.w <= width + 0.01 && y >= 0 && y + g.h <= height + 0.01, name);
      }
    });

    test(`${width}×${height} ${reserve ? "with" : "without"} reserve: piles do not overlap`, () => {
      const g = geometry(width, height, reserve);
      const boxes = Object.entries(g.piles).map(([name, { x, y }]) => ({
        name,
        x,
        y,
        h: name[0] === "T" ? g.room : name[0] === "R" ? g.h + 3 * g.fan : g.h,
      }));
      for (const a of boxes)
        for (const b of boxes) {
          const apart =
            a === b ||
            a.x + g.w <= b.x + 0.01 ||
            b.x + g.w <= a.x + 0.01 ||
            a.y + a.h <= b.y + 0.01 ||
            b.y + b.h <= a.y + 0.01;
          assert.ok(apart, `${a.name} and ${b.name}`);
        }
    });

    test(`${width}×${height} ${reserve ? "with" : "without"} reserve: a column of 19 stays in its room`, () => {
      const g = geometry(width, height, reserve);
      assert.ok(18 * stepOf(19, g) + g.h <= g.room + 0.01);
      assert.ok(stepOf(7, g) >= 0.24 * g.h, "the opening staircase shows whole indices");
    });
  }
}

test("of a foundation the two topmost cards are drawn, of the rest every card", () => {
  const board = bernauer({ foundations: { C: 0, D: 1, H: 0, S: 5 } });
  const drawn = places(board, geometry(300, 400, true));
  assert.deepEqual(
    drawn.filter(({ pile }) => pile === "F").map(({ card }) => card),
    ["9D", "QS", "KS"],
  );
  assert.equal(drawn.length, 3 + board.tableau.flat().length + 7);
});

test("every card drawn has a key of its own, face-down ones too", () => {
  const board = bernauer({ reserve: [["??"], ["??", "??"], ["??"], ["??"], ["??"], ["??"], ["??", "4S"]] });
  const keys = places(board, geometry(300, 400, true)).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});

test("Sorel's last two lie at the stock, side by side", () => {
  const open = places(sorel({ stock: 2, open_stock: ["3C", "4D"] }), geometry(300, 400, false)).filter(
    ({ pile }) => pile === "S",
  );
  assert.deepEqual(
    open.map(({ card }) => card),
    ["3C", "4D"],
  );
  assert.ok(open[1].x > open[0].x);
});

test("a card is over the pile that it covers most, a column with all its room", () => {
  const g = geometry(374, 690, true);
  const { T3, T4, FD, R4 } = g.piles;
  assert.equal(goalAt({ x: T3.x + 4, y: T3.y + g.room - g.h }, g), "T3");
  assert.equal(goalAt({ x: T3.x + g.w * 0.7, y: T3.y + 50 }, g), "T4");
  assert.equal(goalAt({ x: FD.x - 5, y: FD.y + 9 }, g), "F");
  assert.equal(goalAt({ x: T4.x, y: R4.y + 6 }, g), null);
  assert.equal(goalAt({ x: -500, y: 90 }, g), null);
});
