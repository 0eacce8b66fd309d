/**
 * Card faces as SVG, drawn here: a strip at the top that stays visible under other cards (rank and suit), and under it
 * one large suit, pips, or a court figure. Colours come from the style sheet by class and `data-suit`.
 */
import { s } from "./dom.js";
import { t } from "./i18n.js";
import { SUIT_PATHS } from "./suits.js";

/** Columns and rows of the pips, as parts of the field below the strip. */
const L = 0.2;
const M = 0.5;
const R = 0.8;
/** @type {Record<string, [x: number, y: number][]>} */
const PIPS = {
  A: [[M, 0.5]],
  2: [
    [M, 0.15],
    [M, 0.85],
  ],
  3: [
    [M, 0.12],
    [M, 0.5],
    [M, 0.88],
  ],
  4: [
    [L, 0.15],
    [R, 0.15],
    [L, 0.85],
    [R, 0.85],
  ],
  5: [
    [L, 0.15],
    [R, 0.15],
    [M, 0.5],
    [L, 0.85],
    [R, 0.85],
  ],
  6: [
    [L, 0.12],
    [R, 0.12],
    [L, 0.5],
    [R, 0.5],
    [L, 0.88],
    [R, 0.88],
  ],
  7: [
    [L, 0.12],
    [R, 0.12],
    [M, 0.31],
    [L, 0.5],
    [R, 0.5],
    [L, 0.88],
    [R, 0.88],
  ],
  8: [
    [L, 0.12],
    [R, 0.12],
    [M, 0.31],
    [L, 0.5],
    [R, 0.5],
    [M, 0.69],
    [L, 0.88],
    [R, 0.88],
  ],
  9: [
    [L, 0.08],
    [R, 0.08],
    [L, 0.36],
    [R, 0.36],
    [M, 0.5],
    [L, 0.64],
    [R, 0.64],
    [L, 0.92],
    [R, 0.92],
  ],
  T: [
    [L, 0.08],
    [R, 0.08],
    [M, 0.22],
    [L, 0.36],
    [R, 0.36],
    [L, 0.64],
    [R, 0.64],
    [M, 0.78],
    [L, 0.92],
    [R, 0.92],
  ],
};

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/** Forget the faces drawn so far: the language of their letters has changed. */
export function redrawFaces() {
  drawn.clear();
}

/** The picture of a card, or of a back for "??". @param {string} card @returns {SVGElement} */
export function face(card) {
  let picture = drawn.get(card);
  if (!picture) {
    picture = card === "??" ? back() : front(card[0], card[1]);
    drawn.set(card, picture);
  }
  return /** @type {SVGElement} */ (picture.cloneNode(true));
}

/** A suit alone, for labels. @param {string} suit */
export function suitIcon(suit) {
  return s(
    "svg",
    { viewBox: "-50 -50 100 100", class: "suit-icon", "data-suit": suit, "aria-hidden": "true" },
    s("path", { d: SUIT_PATHS[suit] }),
  );
}

/** @param {string} rank @param {string} suit */
function front(rank, suit) {
  const letter = t(`symbol.${rank}`);
  const index = s(
    "text",
    { class: "index", x: 7, y: 32, ...(letter.length > 1 ? { textLength: 40, lengthAdjust: "spacingAndGlyphs" } : {}) },
    letter,
  );
  const court = "JQK".includes(rank);
  return card(
    suit,
    s("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    index,
    s("g", { class: "corner" }, pip(suit, 77, 19, 27)),
    court
      ? figure(rank, suit)
      : s(
          "g",
          { class: "pips" },
          ...PIPS[rank].map(([x, y]) => pip(suit, 12 + x * 76, 46 + y * 82, rank === "A" ? 52 : 20)),
        ),
    ...(court ? [] : [s("g", { class: "large" }, pip(suit, 50, 90, 66))]),
  );
}

function back() {
  return card(
    "",
    s("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    s("rect", { class: "back", x: 7, y: 7, width: 86, height: 126, rx: 5 }),
    s("path", {
      class: "lattice",
      d: "M7 38L50 7L93 38M7 70L93 7M7 102L93 38M7 133L93 70M50 133L93 102M93 38L7 7M93 70L7 7M93 102L7 38M93 133L7 70M50 133L7 102",
    }),
    s("circle", { class: "paper", cx: 50, cy: 70, r: 19 }),
    s("path", { class: "back", transform: "translate(50 70) scale(.26)", d: SUIT_PATHS.S }),
  );
}

/** @param {string} suit @param {...SVGElement} content */
function card(suit, ...content) {
  return s("svg", { viewBox: "0 0 100 140", "data-suit": suit, "aria-hidden": "true", focusable: "false" }, ...content);
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
function pip(suit, x, y, size) {
  return s("path", { class: "pip", d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${size / 100})` });
}

/**
 * A jack, queen or king: shoulders in the suit's colour, and a head by which they are told apart.
 * @param {string} rank
 * @param {string} suit
 */
function figure(rank, suit) {
  const shoulders = s("path", { class: "robe", d: "M14 133C14 110 30 102 50 102C70 102 86 110 86 133Z" });
  const collar = s("path", { class: "gold", d: "M34 104C40 116 60 116 66 104L61 102C56 108 44 108 39 102Z" });
  const head = s("ellipse", { class: "skin", cx: 50, cy: 84, rx: 14, ry: 17 });
  const eyes = s("path", { class: "line", d: "M43 83h4M53 83h4M46 92q4 3 8 0" });
  const dress =
    {
      J: [
        s("path", {
          class: "hair",
          d: "M33 92C29 70 36 64 50 64C64 64 71 70 67 92C63 92 62 84 62 78H38C38 84 37 92 33 92Z",
        }),
        s("path", { class: "robe", d: "M28 70C30 56 44 52 58 54C68 55 74 61 74 70C60 66 42 66 28 70Z" }),
        s("path", { class: "gold", d: "M68 60C78 54 82 46 80 40C70 42 62 50 62 58Z" }),
      ],
      Q: [
        s("path", {
          class: "hair",
          d: "M28 110C24 76 34 62 50 62C66 62 76 76 72 110C64 108 64 92 63 80C56 80 46 76 43 72C41 80 37 84 36 92C36 100 34 108 28 110Z",
        }),
        s("path", {
          class: "gold",
          d: "M33 68C31 60 31 56 33 50C38 56 41 58 43 58C45 54 48 50 50 45C52 50 55 54 57 58C59 58 62 56 67 50C69 56 69 60 67 68C56 63 44 63 33 68Z",
        }),
        s("path", { class: "gem", d: "M50 56l3 4l-3 4l-3-4Z" }),
      ],
      K: [
        s("path", {
          class: "hair",
          d: "M36 84C34 104 42 112 50 112C58 112 66 104 64 84C62 92 58 90 55 88H45C42 90 38 92 36 84Z",
        }),
        s("path", { class: "gold", d: "M31 70L27 46L39 56L50 42L61 56L73 46L69 70C58 66 42 66 31 70Z" }),
        s("path", { class: "gem", d: "M50 55l3 5l-3 5l-3-5ZM37 60l2 3l-2 3l-2-3ZM63 60l2 3l-2 3l-2-3Z" }),
      ],
    }[rank] ?? [];
  const mark = pip(suit, 50, 124, 14);
  mark.setAttribute("class", "pip-on-robe");
  const behind = rank === "Q" ? [dress[0], shoulders, head] : [shoulders, head, dress[0]];
  return s("g", { class: "court" }, ...behind, collar, eyes, ...dress.slice(1), mark);
}
