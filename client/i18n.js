/**
 * Everything the page says comes from a catalogue, `texts/LANGUAGE.json`: flat keys to a sentence with `{holes}`,
 * or to an object of plural forms chosen by `count` (`"ordinal": true` for places: 1st, 2nd).
 * Sentences are never glued together from pieces; a hole may be filled with a node (a name in its <bdi>).
 */

/**
 * @typedef {string | ({ordinal?: boolean} & Record<string, string|boolean>)} Entry
 * @typedef {Record<string, string|number|Node>} Values
 */

let language = "en";
/** @type {Record<string, Entry>} */
let catalogue = {};
let numbers = new Intl.NumberFormat(language);
let twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
let cardinal = new Intl.PluralRules(language);
let ordinal = new Intl.PluralRules(language, { type: "ordinal" });

/**
 * Use this catalogue from now on.
 * @param {string} name BCP 47
 * @param {Record<string, Entry>} entries
 */
export function useTexts(name, entries) {
  language = name;
  catalogue = entries;
  numbers = new Intl.NumberFormat(name);
  twoDigits = new Intl.NumberFormat(name, { minimumIntegerDigits: 2 });
  cardinal = new Intl.PluralRules(name);
  ordinal = new Intl.PluralRules(name, { type: "ordinal" });
}

/**
 * Fetch a catalogue and use it: from the address by which the page names it, under which it is kept for good, or else from
 * where it lies.
 * @param {string} name
 */
export async function loadTexts(name) {
  const file = `/texts/${name}.json`;
  const named = document.querySelector(`link[href$="${file}"]`)?.getAttribute("href");
  const answer = await fetch(named ?? `/static${file}`);
  useTexts(name, await answer.json());
}

/** Whether there is a sentence for this key. @param {string} key */
export function has(key) {
  return key in catalogue;
}

/**
 * The sentence for a key, its holes filled. An unknown key shows itself, so that it is noticed.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/**
 * Like `t`, but holes may hold nodes: the sentence in pieces, ready for `append`.
 * @param {string} key
 * @param {Values} [values]
 * @returns {(string|Node)[]}
 */
export function parts(key, values = {}) {
  const placed = new Set();
  return pattern(key, values)
    .split(/\{(\w+)\}/)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const value = values[piece] ?? "";
      // A node can be in one place only: named twice in a sentence, it is there twice.
      if (typeof value === "object" && placed.has(value)) return value.cloneNode(true);
      placed.add(value);
      return typeof value === "number" ? number(value) : value;
    })
    .filter((piece) => piece !== "");
}

/** "this, that or the other". @param {string[]} words */
export function anyOf(words) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(words);
}

/** "this, that and the other". @param {string[]} words */
export function allOf(words) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** A whole number as this language writes it. @param {number} value */
export function number(value) {
  return numbers.format(value);
}

/**
 * Minutes and seconds, rounded down, never negative.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.floor(Math.max(ms, 0) / 1000);
  return t("time.clock", { minutes: number(Math.floor(seconds / 60)), seconds: twoDigits.format(seconds % 60) });
}

/** Like `clock`, with tenths: for standings, where they decide. @param {number} ms */
export function exactClock(ms) {
  const tenths = Math.floor(Math.max(ms, 0) / 100);
  return t("time.exact", {
    minutes: number(Math.floor(tenths / 600)),
    seconds: twoDigits.format(Math.floor(tenths / 10) % 60),
    tenths: number(tenths % 10),
  });
}

/**
 * A moment as people here write it: in the catalogue's language, with the habits of the reader's own region.
 * @param {number} ms
 * @param {Intl.DateTimeFormatOptions} how
 */
export function moment(ms, how) {
  const region = globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === language);
  return new Intl.DateTimeFormat(region ?? language, how).format(ms);
}

/**
 * @param {string} key
 * @param {Values} values
 */
function pattern(key, values) {
  const entry = catalogue[key];
  if (entry === undefined) return key;
  if (typeof entry === "string") return entry;
  const rules = entry.ordinal ? ordinal : cardinal;
  return String(entry[rules.select(Number(values.count))] ?? entry.other);
}
