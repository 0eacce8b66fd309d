import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf, moveText, nextOn, parseMove, played, rankAfter, tentative, topOf } from "../board.js";
import { bernauer, moved, sorel } from "./boards.js";

test("every form of a move is read, and written as it was", () => {
  assert.deepEqual(parseMove("T3>F"), { kind: "cards", from: "T3", to: "F", count: 1 });
  assert.deepEqual(parseMove("R4>T2"), { kind: "cards", from: "R4", to: "T2", count: 1 });
  assert.deepEqual(parseMove("T3>T5:12"), { kind: "cards", from: "T3", to: "T5", count: 12 });
  assert.deepEqual(
    ["D", "X", "U"].map((text) => parseMove(text)?.kind),
    ["deal", "redeal", "undo"],
  );
  assert.equal(moveText("T3", "T5", 2), "T3>T5:2");
  assert.equal(moveText("T3", "T5", 1), "T3>T5");
});

for (const text of ["", "T0>F", "T8>F", "T1>R1", "t1>f", "F>T1", "T1 > F", "S>R1", "T1>T2:"]) {
  test(`"${text}" is no move`, () => assert.equal(parseMove(text), null));
}

test("ranks go round the circle both ways", () => {
  assert.equal(rankAfter("K", 1), "A");
  assert.equal(rankAfter("A", -1), "K");
  assert.equal(rankAfter("9", 12), "8");
});

test("a foundation shows its top card and wants the next, past the king, and nothing when full", () => {
  const board = bernauer({ base: "Q", foundations: { C: 0, D: 2, H: 3, S: 13 } });
  assert.deepEqual([topOf(board, "C"), nextOn(board, "C")], [null, "QC"]);
  assert.deepEqual([topOf(board, "D"), nextOn(board, "D")], ["KD", "AD"]);
  assert.deepEqual([topOf(board, "H"), nextOn(board, "H")], ["AH", "2H"]);
  assert.deepEqual([topOf(board, "S"), nextOn(board, "S")], ["JS", null]);
});

test("a tentative move takes its cards along and leaves the board it came from alone", () => {
  const before = bernauer();
  const after = tentative(before, "T2>T7:2");
  assert.deepEqual(cardsOf(after, "T7"), ["QH", "KH"]);
  assert.deepEqual(cardsOf(after, "T2"), []);
  assert.deepEqual(before, bernauer());
});

test("a tentative move to a foundation finds its suit", () => {
  assert.equal(tentative(bernauer(), "T6>F").foundations.S, 2);
});

for (const text of ["D", "X", "U", "nonsense"]) {
  test(`${text} shows nothing before it is answered`, () => {
    const board = bernauer();
    assert.equal(tentative(board, text), board);
  });
}

test("a deal to the reserve covers what lies there, and counts the stock down", () => {
  const cards = ["2H", "3S", "4D", "5D", "6D", "7D", "8D"];
  const steps = cards.map((card, i) => ({ from: "S", to: `R${i + 1}`, cards: [card] }));
  const after = played(bernauer(), moved(1, "D", steps));
  assert.deepEqual(after?.reserve[0], ["3C", "2H"]);
  assert.deepEqual([after?.stock, after?.n, after?.t_ms], [9, 1, 1000]);
  assert.deepEqual(after?.legal, ["D"]);
});

test("taking a deal back brings the very board back", () => {
  const before = sorel();
  const deal = moved(1, "D", [
    { from: "S", to: "T1", cards: ["2H"] },
    { from: "S", to: "T7", cards: ["3S"] },
  ]);
  const undo = moved(
    2,
    "U",
    [
      { from: "T7", to: "S", cards: ["3S"] },
      { from: "T1", to: "S", cards: ["2H"] },
    ],
    { t_ms: 0, legal: before.legal },
  );
  const dealt = played(before, deal);
  assert.ok(dealt);
  assert.deepEqual(played(dealt, undo), { ...before, n: 2 });
});

test("a card that falls open is turned where it lies, and closed again by undo", () => {
  const before = bernauer({
    reserve: [["??"], ["??", "??"], [], [], [], [], []],
    tableau: [["KS"], ["QH"], [], [], [], [], []],
  });
  const opened = played(
    before,
    moved(1, "T2>T3", [{ from: "T2", to: "T3", cards: ["QH"] }], { turned: [{ pile: "R2", card: "4C" }] }),
  );
  assert.deepEqual(opened?.reserve[1], ["??", "4C"]);
  const closed = played(
    /** @type {any} */ (opened),
    moved(2, "U", [{ from: "T3", to: "T2", cards: ["QH"] }], { turned: [{ pile: "R2", card: "??" }] }),
  );
  assert.deepEqual(closed?.reserve, before.reserve);
});

test("Sorel's last two are seen once they are two, are dealt, and are seen again after undo", () => {
  const row = Array.from({ length: 7 }, (_, i) => ({ from: "S", to: `T${i + 1}`, cards: [`${i + 2}D`] }));
  const two = [
    { pile: "S", card: "2H" },
    { pile: "S", card: "3H" },
  ];
  const open = played(sorel(), moved(1, "D", row, { turned: two }));
  assert.deepEqual([open?.stock, open?.open_stock], [2, ["2H", "3H"]]);
  const last = [
    { from: "S", to: "T1", cards: ["2H"] },
    { from: "S", to: "T2", cards: ["3H"] },
  ];
  const dealt = played(/** @type {any} */ (open), moved(2, "D", last));
  assert.deepEqual([dealt?.stock, dealt?.open_stock], [0, []]);
  const back = last.map(({ from, to, cards }) => ({ from: to, to: from, cards }));
  const again = played(/** @type {any} */ (dealt), moved(3, "U", back));
  assert.deepEqual([again?.stock, again?.open_stock], [2, ["2H", "3H"]]);
  const first = row.map(({ from, to, cards }) => ({ from: to, to: from, cards }));
  const closed = played(
    /** @type {any} */ (again),
    moved(4, "U", first, {
      turned: [
        { pile: "S", card: "??" },
        { pile: "S", card: "??" },
      ],
    }),
  );
  assert.deepEqual([closed?.stock, closed?.open_stock], [9, []]);
});

test("Bernauer's last two stay unseen", () => {
  const row = Array.from({ length: 7 }, (_, i) => ({ from: "S", to: `R${i + 1}`, cards: [`${i + 2}D`] }));
  assert.deepEqual(played(bernauer({ stock: 9 }), moved(1, "D", row))?.open_stock, []);
});

test("steps that do not fit are no board", () => {
  const board = bernauer();
  assert.equal(played(board, moved(1, "T6>F", [{ from: "T6", to: "F", cards: ["9D"] }])), null);
  assert.equal(played(board, moved(1, "T7>F", [{ from: "T7", to: "F", cards: ["9D"] }])), null);
  assert.equal(played(bernauer({ stock: 1 }), moved(1, "D", [{ from: "S", to: "R1", cards: ["9D", "8D"] }])), null);
  assert.equal(played(board, moved(1, "U", [{ from: "F", to: "T1", cards: ["9D"] }])), null);
  assert.deepEqual(board, bernauer());
});
