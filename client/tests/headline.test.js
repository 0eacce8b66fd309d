import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { useTexts } from "../i18n.js";
import { headline } from "../views/headline.js";

useTexts("en", JSON.parse(await readFile(new URL("../texts/en.json", import.meta.url), "utf8")));

/** @param {string} id @param {number} score @param {number} rank */
const player = (id, score, rank, changes = {}) =>
  ({ id, name: id, seat: rank, score, bonus: 0, rank, status: "gave_up", t_ms: 9000, ...changes });

/** What Ann reads. @param {ReturnType<typeof player>[]} players */
function read(players, changes = {}) {
  const race = { game: "sorel", state: "finished", seats: 3, players, ...changes };
  return headline(/** @type {any} */ ({ state: { race, you: "Ann" } }));
}

const match = (/** @type {number} */ number) => ({ match: { number, of: 3, ranks: { Ann: 1, Ben: 2, Cleo: 3 } } });

test("who stops when no card more can go up, and is first, has not given up", () => {
  const { title, lead, first } = read([player("Ann", 7, 1), player("Ben", 4, 2)]);
  assert.deepEqual([title, lead], ["You win the race!", "You stopped with 7 cards up, 3 ahead of Ben."]);
  assert.ok(first);
});

test("with equal points the time gives the place of a race", () => {
  const { title, lead } = read([player("Ben", 7, 1), player("Ann", 7, 2)]);
  assert.deepEqual([title, lead], ["2nd place", "You stopped with 7 cards up, level, but later than Ben."]);
});

test("in a match they are a draw", () => {
  const second = read([player("Ben", 9, 1), player("Cleo", 7, 2), player("Ann", 7, 3)], match(1));
  assert.equal(second.title, "Equal 2nd");
  const shared = read([player("Ben", 9, 1), player("Ann", 9, 2), player("Cleo", 7, 3)], match(1));
  assert.deepEqual([shared.title, shared.lead], ["A draw for first", "You stopped with 9 cards up, level with Ben."]);
  assert.equal(read([player("Ann", 9, 1), player("Ben", 9, 2)], match(1)).title, "A draw");
});

test("a deal of a match is not the race, and after the last one it is a sentence", () => {
  const players = [player("Ann", 11, 1), player("Ben", 4, 2)];
  assert.equal(read(players, match(1)).title, "You win the deal!");
  const over = read(players, match(3));
  assert.deepEqual([over.title, over.lead], ["You win the match!", "You won the last deal with 11 cards up."]);
});

test("a bonus is told apart from the cards, and the gap is in points", () => {
  const won = { status: "won", bonus: 49, t_ms: 61_200 };
  assert.equal(
    read([player("Ann", 52, 1, won), player("Ben", 38, 2)]).lead,
    "Won in 1:01.2: 52 cards up and a time bonus of 49, 63 points ahead of Ben.",
  );
});

test("pennants hang for all 52 cards at any place, and for a first place over somebody who scored", () => {
  const won = { status: "won" };
  assert.ok(read([player("Ben", 52, 1, won), player("Ann", 52, 2, won)]).first);
  assert.ok(!read([player("Ann", 5, 1), player("Ben", 1, 2)]).first);
  assert.ok(!read([player("Ben", 9, 1), player("Ann", 5, 2)]).first);
});
