/**
 * Card faces as SVG, drawn here: a strip at the top that stays visible under other cards (rank and suit), and under it
 * one large suit, pips, or a court figure. Colours come from the style sheet by class and `data-suit`.
 */
import { figure, hat } from "./courts.js";
import { s } from "./dom.js";
import { glyph, glyphWidth } from "./glyphs.js";
import { t } from "./i18n.js";
import { SUIT_PATHS } from "./suits.js";

/** @typedef {"s"|"m"|"l"} Tier how large a card is shown, and so how much of it is drawn */

/**
 * Index by tier, in hundredths of the card's width: height of the rank, its stroke, the suit beside it.
 * @type {Record<Tier, [height: number, weight: number, suit: number]>}
 */
const TIERS = { s: [36, 7.4, 33], m: [30, 5.6, 26], l: [25, 4.4, 21] };

/** Columns and rows of the pips, as parts of the field below the strip. */
const [L, M, R] = [0.19, 0.5, 0.81];
/** @type {Record<string, [x: number, y: number][]>} */
const PIPS = {
  A: pairs([M, 0.5]),
  2: pairs([M, 0.1], [M, 0.9]),
  3: pairs([M, 0.08], [M, 0.5], [M, 0.92]),
  4: pairs([L, 0.12], [R, 0.12], [L, 0.88], [R, 0.88]),
  5: pairs([L, 0.12], [R, 0.12], [M, 0.5], [L, 0.88], [R, 0.88]),
  6: pairs([L, 0.1], [R, 0.1], [L, 0.5], [R, 0.5], [L, 0.9], [R, 0.9]),
  7: pairs([L, 0.1], [R, 0.1], [M, 0.3], [L, 0.5], [R, 0.5], [L, 0.9], [R, 0.9]),
  8: pairs([L, 0.1], [R, 0.1], [M, 0.3], [L, 0.5], [R, 0.5], [M, 0.7], [L, 0.9], [R, 0.9]),
  9: pairs([L, 0.06], [R, 0.06], [L, 0.35], [R, 0.35], [M, 0.5], [L, 0.65], [R, 0.65], [L, 0.94], [R, 0.94]),
  T: pairs([L, 0.06], [R, 0.06], [M, 0.205], [L, 0.35], [R, 0.35], [L, 0.65], [R, 0.65], [M, 0.795], [L, 0.94], [R, 0.94]),
};
const LILY =
  "M0-48C12-34 14-18 8 0H-8C-14-18-12-34 0-48ZM8 0C14-26 40-26 40-6C40 4 30 8 26 2C22-4 14-2 12 8H-12C-14-2-22-4-26 2C-30 8-40 4-40-6C-40-26-14-26-8 0ZM-14 12H14V20H-14ZM0 20L8 44H-8Z";

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/** Forget the faces drawn so far: the language of their letters has changed. */
export function redrawFaces() {
  drawn.clear();
}

/**
 * Where only a strip of a card shows, rank and suit shrink into the middle of it: their scale, and where they begin.
 * @param {number} strip in hundredths of the card's width
 * @param {Tier} tier
 */
export function squeeze(strip, tier) {
  const [height, weight] = TIERS[tier];
  const scale = Math.min(1, (strip - 4) / (height + weight));
  const top = Math.min(12, Math.max(2 + (weight * scale) / 2, strip - (height + weight / 2) * scale - 2));
  return { scale, top };
}

/** How much to draw on a card of this width. @param {number} width in pixels @param {boolean} large everything large */
export function tierOf(width, large) {
  return large || width < 58 ? "s" : width < 92 ? "m" : "l";
}

/**
 * The picture of a card, or of a back for "??".
 * @param {string} card
 * @param {Tier} tier
 * @param {boolean} [lilies] the back of Sorel instead of Bernauer's
 * @returns {SVGElement}
 */
export function face(card, tier, lilies = false) {
  const key = `${card}${tier}${lilies && card === "??"}`;
  let picture = drawn.get(key);
  if (!picture) {
    picture = card === "??" ? back(tier, lilies) : front(card[0], card[1], tier);
    drawn.set(key, picture);
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

/** The rank and suit that an empty foundation waits for. @param {string} rank @param {string} suit */
export function awaited(rank, suit) {
  const symbol = t(`symbol.${rank}`);
  return sheet(suit, glyph(symbol, 50 - glyphWidth(symbol, 34) / 2, 28, 34, 7), pip(suit, 50, 98, 40));
}

/** What a foundation takes next: a tab on its lower right corner. @param {string} rank @param {Tier} tier */
export function nextTab(rank, tier) {
  const symbol = t(`symbol.${rank}`);
  const cap = tier === "s" ? 24 : 17;
  const width = glyphWidth(symbol, cap);
  const [wide, high] = [Math.max(width, cap * 0.55) + 16, cap + 15];
  const plate = `M99 ${139 - high}V131A8 8 0 0 1 91 139H${99 - wide}V${139 - high + 8}a8 8 0 0 1 8-8Z`;
  const [x, y] = [99 - wide / 2 - width / 2, 139 - high / 2 - cap / 2];
  return sheet("", s("path", { class: "plate", d: plate }), glyph(symbol, x, y, cap, tier === "s" ? 5.4 : 3.6));
}

/**
 * A card has just come to a foundation: a brass rim, and perhaps its suit thrown to eight sides.
 * @param {string} suit
 * @param {boolean} much
 */
export function reward(suit, much) {
  const petals = Array.from({ length: much ? 8 : 0 }, (_, i) => {
    const [x, y] = [50 + Math.cos((i + 0.5) * (Math.PI / 4)) * 76, 70 + Math.sin((i + 0.5) * (Math.PI / 4)) * 96];
    return s("path", {
      class: "petal",
      d: SUIT_PATHS[suit],
      transform: `translate(${x} ${y}) scale(${i % 2 ? 0.2 : 0.28})`,
    });
  });
  return sheet(suit, s("rect", { class: "glint", x: -2, y: -2, width: 104, height: 144, rx: 10 }), ...petals);
}

/** @param {string} rank @param {string} suit @param {Tier} tier */
function front(rank, suit, tier) {
  const [height, weight, size] = TIERS[tier];
  return sheet(
    suit,
    paper(),
    s("g", { class: "index" }, glyph(t(`symbol.${rank}`), 11, 12, height, weight)),
    s("g", { class: "corner" }, pip(suit, 92 - size / 2, 12 + height / 2, size)),
    ...("JQK".includes(rank) ? court(rank, suit, tier) : pips(rank, suit, tier)),
  );
}

/** @param {string} rank @param {string} suit @param {Tier} tier */
function pips(rank, suit, tier) {
  if (tier === "s") return [pip(suit, 50, 96, 62)];
  const top = tier === "m" ? 60 : 54;
  const size = rank === "A" ? 58 : "9T".includes(rank) ? 17 : 20;
  return PIPS[rank].map(([x, y]) =>
    pip(suit, 50 + (x - 0.5) * 84, top + y * (124 - top), size, y > 0.55 && rank !== "A"),
  );
}

/** @param {string} rank @param {string} suit @param {Tier} tier */
function court(rank, suit, tier) {
  if (tier === "s") {
    return [s("g", { transform: "translate(-25 2.5) scale(1.5)" }, ...hat(rank)), pip(suit, 50, 112, 40)];
  }
  const scale = tier === "m" ? 0.9 : 0.98;
  const badge = pip(suit, 50, 126.5, 12);
  badge.setAttribute("class", "on-robe");
  const about = `translate(50 134) scale(${scale}) translate(-50 -134)`;
  return [s("g", { class: "court", transform: about }, ...figure(rank), badge)];
}

/** Backs tell the games apart: lozenges for Bernauer, lilies for Sorel. @param {Tier} tier @param {boolean} lilies */
function back(tier, lilies) {
  const [columns, rows] = tier === "s" ? [4, 6] : [6, 9];
  const [a, b] = [40 / columns, 60 / rows];
  const field = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [10 + a * (1 + 2 * (i % columns)), 10 + b * (1 + 2 * Math.floor(i / columns))];
    return lilies
      ? s("path", { class: "motif", d: LILY, transform: `translate(${x} ${y}) scale(${a / 60})` })
      : s("path", { class: "motif", d: `M${x} ${y - b}L${x + a} ${y}L${x} ${y + b}L${x - a} ${y}Z` });
  });
  return sheet("", paper(), s("rect", { class: "back", x: 6, y: 6, width: 88, height: 128, rx: 4 }), ...field);
}

function paper() {
  return s("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });
}

/** @param {string} suit @param {...SVGElement} content */
function sheet(suit, ...content) {
  return s("svg", { viewBox: "0 0 100 140", "data-suit": suit, "aria-hidden": "true", focusable: "false" }, ...content);
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size @param {boolean} [turned] */
function pip(suit, x, y, size, turned = false) {
  return s("path", {
    class: "pip",
    d: SUIT_PATHS[suit],
    transform: `translate(${x} ${y}) scale(${size / 100})${turned ? " rotate(180)" : ""}`,
  });
}

/** @param {...[x: number, y: number]} list @returns {[x: number, y: number][]} */
function pairs(...list) {
  return list;
}
