import assert from "node:assert/strict";
import { test } from "node:test";
import { afterClose } from "../retry.js";

/** @param {number} code @param {number} tries @returns {[least: number, most: number]} */
function waits(code, tries) {
  return /** @type {any} */ (
    [0, 0.999999].map((r) => /** @type {{wait: number}} */ (afterClose(code, tries, () => r)).wait)
  );
}

for (const [code, why] of /** @type {const} */ ([
  [1000, "done"],
  [4401, "unknown-player"],
  [4404, "no-race"],
  [4409, "replaced"],
  [4426, "outdated"],
])) {
  test(`${code} is final: ${why}`, () => assert.deepEqual(afterClose(code, 0, Math.random), { final: why }));
}

for (const code of [1001, 1005, 1006, 1011, 1015, 4999]) {
  test(`${code} comes back within two seconds`, () => {
    const [least, most] = waits(code, 0);
    assert.ok(least >= 100 && most <= 2000 && most - least > 1000, `${least} to ${most}`);
  });
}

test("after a restart the first returns are spread over several seconds", () => {
  const [least, most] = waits(1012, 0);
  assert.ok(least < 500 && most > 4000, `${least} to ${most}`);
});

test("a server that is busy is left alone for a while", () => assert.ok(waits(1013, 0)[0] >= 4000));

test("waits grow and reach a cap, and never leave it to chance alone", () => {
  const least = [1, 2, 3, 4, 5, 6, 20].map((tries) => waits(1006, tries)[0]);
  assert.deepEqual(
    least,
    [...least].sort((a, b) => a - b),
  );
  for (const tries of [5, 10, 100]) {
    const [from, to] = waits(1006, tries);
    assert.ok(from >= 7000 && to <= 15_000 && to - from > 5000, `${from} to ${to}`);
  }
});

for (const code of [1008, 1009]) {
  test(`${code} is tried a few times, slowly, then given up`, () => {
    assert.ok(waits(code, 0)[0] >= 3000);
    assert.ok("wait" in afterClose(code, 3, Math.random));
    assert.deepEqual(afterClose(code, 4, Math.random), { final: "stopped" });
  });
}
