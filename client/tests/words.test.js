import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Problem } from "../api.js";
import { cardName, pileName } from "../cards.js";
import { useTexts } from "../i18n.js";
import { RULES, problemText, reason, whyNot } from "../views/words.js";
import { bernauer } from "./boards.js";

useTexts("en", JSON.parse(await readFile(new URL("../texts/en.json", import.meta.url), "utf8")));

/** @param {string} move @param {string} rule */
const refusal = (move, rule) => /** @type {const} */ ({ type: "rejected", n: 1, move, reason: "illegal", rule });

test("cards and piles have spoken names", () => {
  assert.equal(cardName("TH"), "ten of hearts");
  assert.equal(cardName("??"), "face-down card");
  assert.deepEqual(["T3", "R7", "S", "F"].map(pileName), ["column 3", "reserve 7", "stock", "foundation"]);
});

test("each rule says what would have been right", () => {
  const board = bernauer();
  assert.match(whyNot(refusal("R1>T1", "not-below"), board), /king of spades takes a queen/);
  assert.match(whyNot(refusal("T3>T1", "same-colour"), board), /king of spades is black.* a queen of the other colour/);
  assert.match(whyNot(refusal("T3>T2", "other-colour"), board), /king of hearts is red.* a queen of the same colour/);
  assert.match(whyNot(refusal("R1>T7", "space-wants-base-minus-one"), board), /only an eight/);
  assert.match(
    whyNot(refusal("T6>F", "foundation-wants-next"), bernauer({ foundations: { C: 0, D: 0, H: 0, S: 3 } })),
    /queen of spades/,
  );
  assert.match(whyNot(refusal("T2>T7:2", "not-a-run"), board), /queen of hearts/);
  assert.match(whyNot(refusal("T2>T7:2", "not-one-suit"), board), /queen of hearts.* all hearts/);
});

for (const rule of RULES) {
  test(`${rule} has a sentence without holes left open`, () =>
    assert.doesNotMatch(whyNot(refusal("T3>T1", rule), bernauer()), /[{}]|rule\./));
}

test("refusals that are no rule have sentences, and new words show the server's own", () => {
  assert.equal(whyNot({ type: "rejected", n: 1, move: "D", reason: "too-fast" }, null), reason("too-fast"));
  assert.equal(reason("brand-new", "Something new."), "Something new.");
  assert.equal(reason("brand-new"), reason("other"));
});

test("a rule this page does not know is still a refusal", () => {
  assert.equal(whyNot(refusal("T3>T1", "brand-new"), bernauer()), reason("illegal"));
});

test("problems of calls are told by their kind, of names by the field", () => {
  assert.equal(problemText(new Problem(409, "race-full", "All seats…")), reason("race-full"));
  assert.equal(problemText(new Problem(422, "bad-request", "name: has 30", "name")), reason("bad-name"));
  assert.equal(problemText(new Error("boom")), reason("other"));
});
