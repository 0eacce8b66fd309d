import assert from "node:assert/strict";
import { test } from "node:test";
import { confirm, intend, legal, newAttempt, ready, reject, replaceBoard, shown } from "../attempt.js";
import { bernauer, moved } from "./boards.js";

const toFoundation = [{ from: "T6", to: "F", cards: ["TS"] }];

test("a move is numbered after the board, shown at once, and its answer changes nothing to the eye", () => {
  const attempt = newAttempt(bernauer({ n: 16 }));
  assert.equal(intend(attempt, "T6>F").n, 17);
  const before = shown(attempt);
  assert.equal(before.foundations.S, 2);
  assert.equal(confirm(attempt, moved(17, "T6>F", toFoundation)), "played");
  assert.deepEqual(shown(attempt).tableau, before.tableau);
  assert.deepEqual(attempt.pending, []);
});

test("moves made in quick order are numbered on, and legality is unknown until all are answered", () => {
  const attempt = newAttempt(bernauer());
  assert.deepEqual(legal(attempt), ["T6>F", "T5>T4", "D"]);
  assert.deepEqual([intend(attempt, "T6>F").n, intend(attempt, "T5>T4").n], [1, 2]);
  assert.equal(legal(attempt), null);
  assert.deepEqual(shown(attempt).tableau[3].at(-1), "AD");
  confirm(attempt, moved(1, "T6>F", toFoundation));
  assert.equal(legal(attempt), null);
  confirm(attempt, moved(2, "T5>T4", [{ from: "T5", to: "T4", cards: ["AD"] }]));
  assert.deepEqual(legal(attempt), ["D"]);
});

test("a refused move takes back everything made on top of it", () => {
  const attempt = newAttempt(bernauer());
  for (const move of ["T6>F", "T5>T4", "R1>T1"]) intend(attempt, move);
  assert.deepEqual(
    reject(attempt, 2, "T5>T4").map(({ n }) => n),
    [2, 3],
  );
  assert.equal(shown(attempt).foundations.S, 2);
  assert.deepEqual(shown(attempt).tableau[3].at(-1), "2C");
});

test("a late refusal does not hit another move made since under the same number", () => {
  const attempt = newAttempt(bernauer());
  intend(attempt, "R1>T1");
  intend(attempt, "R2>T1");
  reject(attempt, 1, "R1>T1");
  intend(attempt, "T6>F");
  intend(attempt, "T5>T4");
  assert.deepEqual(reject(attempt, 2, "R2>T1"), []);
  assert.equal(attempt.pending.length, 2);
});

test("a refusal that names nothing takes back everything", () => {
  const attempt = newAttempt(bernauer());
  intend(attempt, "T6>F");
  assert.equal(reject(attempt, null, null).length, 1);
});

test("a move known not to be legal is asked, but not shown", () => {
  const attempt = newAttempt(bernauer());
  intend(attempt, "T1>T2");
  assert.deepEqual(shown(attempt).tableau, bernauer().tableau);
  assert.equal(attempt.pending.length, 1);
});

for (const move of ["D", "X", "U"]) {
  test(`nothing more can be meant until ${move} is answered`, () => {
    const attempt = newAttempt(bernauer({ legal: ["D", "X", "U"] }));
    assert.equal(ready(attempt), true);
    intend(attempt, move);
    assert.equal(ready(attempt), false);
  });
}

test("a finished board takes no moves", () => {
  assert.equal(ready(newAttempt(bernauer({ status: "won" }))), false);
});

test("an answer heard twice is old, one too far ahead a gap, one that does not fit astray", () => {
  const attempt = newAttempt(bernauer());
  confirm(attempt, moved(1, "T6>F", toFoundation));
  assert.equal(confirm(attempt, moved(1, "T6>F", toFoundation)), "old");
  assert.equal(confirm(attempt, moved(3, "D", [])), "gap");
  assert.equal(confirm(attempt, moved(2, "T6>F", toFoundation)), "astray");
  assert.equal(attempt.base.n, 1);
});

test("another move accepted under our number takes back what we had made", () => {
  const attempt = newAttempt(bernauer());
  intend(attempt, "T5>T4");
  confirm(attempt, moved(1, "T6>F", toFoundation));
  assert.deepEqual(attempt.pending, []);
});

test("a whole board keeps the unanswered moves that follow on from it", () => {
  const attempt = newAttempt(bernauer());
  for (const move of ["T6>F", "T5>T4"]) intend(attempt, move);
  replaceBoard(attempt, bernauer({ n: 1 }));
  assert.deepEqual(
    attempt.pending.map(({ n }) => n),
    [2],
  );
});

test("a whole board from before them, with others missing between, drops them", () => {
  const attempt = newAttempt(bernauer({ n: 5 }));
  intend(attempt, "T6>F");
  replaceBoard(attempt, bernauer({ n: 3 }));
  assert.deepEqual(attempt.pending, []);
});
