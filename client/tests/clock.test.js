import assert from "node:assert/strict";
import { test } from "node:test";
import { makeClock } from "../clock.js";

/** A clock over a local one that the test moves. */
function setUp() {
  const local = { ms: 1000 };
  return { local, clock: makeClock(() => local.ms) };
}

test("the server's time goes on with the local clock", () => {
  const { local, clock } = setUp();
  clock.heard(5_000_000);
  local.ms += 250;
  assert.equal(clock.now(), 5_000_250);
});

test("of late messages the least late counts", () => {
  const { local, clock } = setUp();
  clock.heard(5_000_000 - 300);
  clock.heard(5_000_000 - 20);
  clock.heard(5_000_000 - 180);
  assert.equal(clock.now(), 5_000_000 - 20);
  local.ms += 10;
  assert.equal(clock.now(), 5_000_000 - 10);
});

test("a clock that was set, or stood still while this machine slept, is believed anew", () => {
  const { clock } = setUp();
  clock.heard(5_000_000);
  clock.heard(5_600_000);
  assert.equal(clock.now(), 5_600_000);
  clock.heard(4_000_000);
  assert.equal(clock.now(), 4_000_000);
});
