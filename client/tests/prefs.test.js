import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../prefs.js";

const FIRST = read(null);

test("at first there is no sound, and nothing has been explained", () => {
  assert.equal(FIRST.sound, false);
  assert.deepEqual(FIRST.explained, []);
  assert.equal(FIRST.speed, null);
});

test("what was kept comes back", () => {
  const kept = { ...FIRST, sound: true, volume: 0.25, speed: "off", fourColours: true, explained: ["sorel"] };
  assert.deepEqual(read(JSON.parse(JSON.stringify(kept))), kept);
});

for (const strange of [undefined, 7, "x", [], { sound: "yes", volume: 9, speed: "warp", explained: [1, "sorel"] }]) {
  test(`${JSON.stringify(strange)} leaves what is not of the right shape as it was`, () => {
    const { explained, ...rest } = read(strange);
    const { explained: none, ...first } = FIRST;
    assert.deepEqual(rest, first);
    assert.deepEqual([...none, ...explained], typeof strange === "object" && "explained" in strange ? ["sorel"] : []);
  });
}
