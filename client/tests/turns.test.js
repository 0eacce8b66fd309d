import assert from "node:assert/strict";
import test from "node:test";
import { makeTurns } from "../turns.js";

test("one melody at a time, the weightier one first", () => {
  const turn = makeTurns();
  assert.equal(turn("lead", 0), "lead");
  assert.equal(turn("closing", 100), "closing");
  assert.equal(turn("finished", 200), null);
  assert.equal(turn("win", 300), "win");
  assert.equal(turn("win", 400), null);
  assert.equal(turn("lead", 1800), "lead");
});

test("one's own moves always sound, a foundation more simply while a melody has the air", () => {
  const turn = makeTurns();
  turn("closing", 0);
  assert.equal(turn("place", 10), "place");
  assert.equal(turn("opened", 20), "foundation");
  assert.equal(turn("complete", 1300), "complete");
});

test("seven rivals are heard as one, and not through a melody", () => {
  const turn = makeTurns();
  assert.deepEqual(
    [0, 100, 399, 400].map((at) => turn("rival", at)),
    ["rival", null, null, "rival"],
  );
  turn("lead", 900);
  assert.equal(turn("rival", 1000), null);
});
