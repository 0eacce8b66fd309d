import assert from "node:assert/strict";
import { test } from "node:test";
import { promisesLess } from "../views/rematch.js";

/** @typedef {import("../types.js").Race} Race */

/** @param {string} id @param {boolean} winnable @param {string|null} [rematch] @returns {Race} */
const race = (id, winnable, rematch = null) => /** @type {any} */ ({ id, winnable, rematch });

test("a race that follows on one whose deal could be won says when its own may not", () => {
  assert.ok(promisesLess(race("a", true, "b"), race("b", false)));
  assert.ok(!promisesLess(race("a", true, "b"), race("b", true)));
  assert.ok(!promisesLess(race("a", false, "b"), race("b", false)));
  assert.ok(!promisesLess(race("a", true, null), race("b", false)), "another race");
  assert.ok(!promisesLess(null, race("b", false)));
});
