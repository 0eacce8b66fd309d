import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { clock, exactClock, parts, t, useTexts } from "../i18n.js";
import { RULES } from "../views/words.js";

const client = new URL("../", import.meta.url);
const texts = JSON.parse(await readFile(new URL("texts/en.json", client), "utf8"));
const folders = ["", "views/"];
const sources = await Promise.all(
  (
    await Promise.all(
      folders.map(async (folder) =>
        (await readdir(new URL(folder, client))).filter((name) => name.endsWith(".js")).map((name) => folder + name),
      ),
    )
  )
    .flat()
    .map((path) => readFile(new URL(path, client), "utf8")),
);
const code = sources.join("\n");

/** Words that are keys as they stand in the code: `t("…")`, `parts("…")`, or any text with a dot of the right shape. */
const literal = new Set(
  [...code.matchAll(/"([a-z-]+(?:\.[A-Za-z0-9_-]+)+)"/g)]
    .map(([, key]) => key)
    .concat([...code.matchAll(/"(place|watchers)"/g)].map(([, key]) => key)),
);
/** The fixed beginnings of keys put together: t(`rule.${word}`). */
const beginnings = new Set([...code.matchAll(/`([a-z-]+\.)\$\{/g)].map(([, start]) => start));

test("who is named twice in a sentence is there twice", () => {
  useTexts("en", { twice: "{who} and {who}" });
  const copy = /** @type {any} */ ({});
  const node = /** @type {any} */ ({ cloneNode: () => copy });
  assert.deepEqual(parts("twice", { who: node }), [node, " and ", copy]);
  useTexts("en", texts);
});

test("every key in the code has a sentence", () => {
  const asked = [...code.matchAll(/\b(?:t|parts|has)\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(asked.length > 100);
  assert.deepEqual(
    asked.filter((key) => !(key in texts)),
    [],
  );
});

test("every sentence is used", () => {
  const used = (/** @type {string} */ key) => literal.has(key) || beginnings.has(key.slice(0, key.indexOf(".") + 1));
  assert.deepEqual(
    Object.keys(texts).filter((key) => !used(key)),
    [],
  );
});

test("every beginning has sentences", () => {
  for (const start of beginnings)
    assert.ok(
      Object.keys(texts).some((key) => key.startsWith(start)),
      start,
    );
});

/** Words of closed sets in PROTOCOL that become keys. */
const SETS = {
  "rule.": RULES,
  "reason.": ["illegal", "out-of-turn", "not-running", "not-yours", "malformed", "too-fast", "too-many", "race-full"],
  "status.": ["won", "blocked", "gave_up", "timed_out"],
  "result.": ["waiting", "playing", "won", "blocked", "gave_up", "timed_out"],
  "ended.": ["waiting", "playing", "won", "blocked", "gave_up", "timed_out"],
  "race-state.": ["lobby", "countdown", "study", "running", "finished"],
  "watch-said.": ["live", "delayed", "finished"],
  "game.": ["bernauer", "sorel"],
  "suit.": [..."CDHS"],
  "rank.": [..."A23456789TJQK"],
  "rank-a.": [..."A23456789TJQK"],
  "symbol.": [..."A23456789TJQK"],
};
for (const [start, words] of Object.entries(SETS)) {
  test(`every ${start}… has a sentence`, () =>
    assert.deepEqual(
      words.filter((word) => !(start + word in texts)),
      [],
    ));
}

test("plural sentences have the forms that English tells apart", () => {
  for (const [key, entry] of Object.entries(texts)) {
    if (typeof entry === "string") continue;
    const forms = new Intl.PluralRules("en", { type: entry.ordinal ? "ordinal" : "cardinal" }).resolvedOptions()
      .pluralCategories;
    assert.deepEqual(
      Object.keys(entry)
        .filter((form) => form !== "ordinal")
        .sort(),
      [...forms].sort(),
      key,
    );
  }
});

test("holes are filled, with numbers as the language writes them, and nodes left whole", () => {
  useTexts("de", { greeting: "{name} hat {count} Karten", twice: "{a}{a}" });
  assert.equal(t("greeting", { name: "Ann", count: 12345 }), "Ann hat 12.345 Karten");
  const node = /** @type {any} */ ({ node: true });
  assert.deepEqual(parts("greeting", { name: node, count: 2 }), [node, " hat ", "2", " Karten"]);
  assert.equal(t("twice", { a: "x" }), "xx");
});

test("what a name says is never read as a hole", () => {
  useTexts("en", { greeting: "{name} wins" });
  assert.equal(t("greeting", { name: "{name} {{7*7}}" }), "{name} {{7*7}} wins");
});

test("plurals and places follow the language's own rules", () => {
  useTexts("en", texts);
  assert.equal(t("list.count", { count: 1 }), "1 race");
  assert.equal(t("list.count", { count: 4 }), "4 races");
  assert.deepEqual(
    [1, 2, 3, 4, 11, 22].map((count) => t("place", { count })),
    ["1st", "2nd", "3rd", "4th", "11th", "22nd"],
  );
});

test("times round down and never go below nothing", () => {
  useTexts("en", texts);
  assert.equal(clock(187_999), "3:07");
  assert.equal(clock(-5), "0:00");
  assert.equal(exactClock(61_990), "1:01.9");
  assert.equal(exactClock(3_600_000), "60:00.0");
});

test("an unknown key shows itself", () => assert.equal(t("no.such.key"), "no.such.key"));
