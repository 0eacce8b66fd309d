/* Look A, the peg board: cards, backs and empty piles. */
"use strict";

/** Index, by tier: cap height, stroke, suit beside it; all in hundredths of the card's width. */
const TIERS = { s: [36, 7.4, 33], m: [30, 5.6, 26], l: [25, 4.4, 21] };
const tier = (w) => (w < 58 ? "s" : w < 92 ? "m" : "l");

function sheet(suit, w, ...content) {
  return s("svg", { class: `face ${tier(w)}`, "data-game": suit === "sorel" ? suit : null, viewBox: "0 0 100 140", width: w, height: w * 1.4, "data-suit": suit, "aria-hidden": "true" },
    s("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 }), content);
}

/** `strip`: how much of the card's top stays visible, in the same hundredths; rank and suit shrink to fit it. */
function face(card, w, strip = 140) {
  const [rank, suit] = card;
  const [cap, weight, size] = TIERS[tier(w)];
  const k = Math.min(1, (strip - 4) / (cap + weight));
  const top = Math.min(12, Math.max(2 + (weight * k) / 2, strip - (cap + weight / 2) * k - 2));
  const at = (x) => (k < 1 || top < 12 ? `translate(${x - x * k} ${top - 12 * k}) scale(${k})` : null);
  return sheet(suit, w, s("g", { transform: at(11) }, glyph(rank, 11, 12, cap, weight)), s("g", { transform: at(92) }, pip(suit, 92 - size / 2, 12 + cap / 2, size)),
    "JQK".includes(rank) ? court(rank, suit, w) : pips(rank, suit, w));
}

function pips(rank, suit, w) {
  if (tier(w) === "s") return pip(suit, 50, 96, 62);
  const top = tier(w) === "m" ? 60 : 54;
  const size = rank === "A" ? 58 : "9T".includes(rank) ? 17 : 20;
  return PIPS[rank].map(([x, y]) => pip(suit, 50 + (x - 0.5) * 84, top + y * (124 - top), size, y > 0.55 && rank !== "A"));
}

/** Small: what they wear, and the suit. From 58 px on: a bust as large as the card allows. */
function court(rank, suit, w) {
  if (tier(w) === "s") return s("g", { class: "court" }, s("g", { transform: "translate(50 76) scale(1.5) translate(-50 -49)" }, HATS[rank]()), pip(suit, 50, 112, 40));
  const scale = tier(w) === "m" ? 0.9 : 0.98;
  const badge = pip(suit, 50, 126.500, 12);
  badge.setAttribute("class", "badge");
  return s("g", { class: "court", transform: `translate(50 134) scale(${scale}) translate(-50 -134)` }, FIGURE[rank](), badge);
}

const p = (name, d) => s("path", { class: name, d });
const HATS = {
  K: () => [p("gold", "M34 60L29 40L41 48L50 34L59 48L71 40L66 60Z"), p("gem", "M50 45l4 6l-4 6l-4-6ZM37.500 49l2.500 4l-2.500 4l-2.500-4ZM62.500 49l2.500 4l-2.500 4l-2.500-4Z")],
  Q: () => [p("gold", "M33 60C33 52 31 48 29 44C35 47 40 48 43 50C45 46 48 43 50 38C52 43 55 46 57 50C60 48 65 47 71 44C69 48 67 52 67 60C56 56 44 56 33 60Z"), p("pearl", "M50 32a4 4 0 1 1-.01 0ZM29 38a3.500 3.500 0 1 1-.01 0ZM71 38a3.500 3.500 0 1 1-.01 0Z")],
  J: () => [p("gold", "M61 50C76 48 81 37 77 28C67 30 58 37 57 47Z"), p("robe", "M34 54C34 42 41 36 50 36C59 36 65 42 65 54Z"), p("robe", "M26 60C30 53 69 53 73 60C60 64 39 64 26 60Z"), p("gold", "M34 51C42 48 57 48 65 51V55C57 52 42 52 34 55Z")],
};
const BODY = () => [p("skin", "M41 96H59V108L50 118L41 108Z"), p("robe", "M9 134C9 119 24 111 39 106L50 119L61 106C76 111 91 119 91 134Z"), p("gold", "M35.500 105L50 122L64.500 105L60.500 101.500L50 113L39.500 101.500Z")];
const HEAD = () => [p("skin", "M37 70C35 96 43 107 50 107C57 107 65 96 63 70Z"), p("seam", "M42 80.500h5M53 80.500h5M50 83v6.500l-2.500 1M46.500 96q3.500 2 7 0")];
const FIGURE = {
  K: () => [BODY(), HEAD(), p("hair", "M34 70C32 84 35 92 38 95L38 70ZM66 70L62 70L62 95C65 92 68 84 66 70ZM36 86C35 107 43 117 50 117C57 117 65 107 64 86C61 92 57 93 54 91.500C52 90.500 48 90.500 46 91.500C43 93 39 92 36 86Z"), p("lip", "M46 96.500q4 2.500 8 0q-4 -1.500 -8 0Z"),
    p("gold", "M31 71L26 46L39 56L50 40L61 56L74 46L69 71C57 67 43 67 31 71Z"), p("gem", "M50 54l4 6l-4 6l-4-6ZM37 60l2.500 4l-2.500 4l-2.500-4ZM63 60l2.500 4l-2.500 4l-2.500-4Z")],
  Q: () => [p("hair", "M32 66C20 96 22 114 32 123C42 118 40 96 39 74H61C60 96 58 118 68 123C78 114 80 96 68 66Z"), BODY(), HEAD(), p("hair", "M36 82C35 70 42 66 50 66C58 66 65 70 64 82C60 74 55 71 50 71C45 71 40 74 36 82Z"), p("lip", "M46.500 96q3.500 2.500 7 0q-3.500 -2 -7 0Z"),
    p("gold", "M32 70C32 62 30 57 28 52C34 56 39 57 42 59C45 54 48 50 50 45C52 50 55 54 58 59C61 57 66 56 72 52C70 57 68 62 68 70C56 65 44 65 32 70Z"), p("pearl", "M50 38.500a3.800 3.800 0 1 1-.01 0ZM27.500 46a3.300 3.300 0 1 1-.01 0ZM72.500 46a3.300 3.300 0 1 1-.01 0Z"), p("gem", "M50 54l3.500 5l-3.500 5l-3.500-5Z")],
  J: () => [p("hair", "M34 68C29 88 30 98 36 104C41 98 38 84 38 74H62C62 84 59 98 64 104C70 98 71 88 66 68Z"), BODY(), HEAD(), p("hair", "M37 80C38 72 43 70 50 70C57 70 62 72 63 80C64 74 64 70 63 68H37C36 70 36 74 37 80Z"),
    p("gold", "M61 55C76 54 84 45 83 33C70 36 61 46 59 54Z"), p("robe", "M25 69C26 54 42 49 54 50C69 51 77 59 75 69C58 63 42 63 25 69Z"), p("gold", "M25 69C42 63 58 63 75 69L74.500 73.500C58 67.500 42 67.500 25.500 73.500Z")],
};

/** Backs tell the games apart: lozenges for Bernauer, lilies for Sorel. */
function back(w, game = "bernauer") {
  const field = [];
  const [columns, rows] = w < 58 ? [4, 6] : [6, 9];
  for (let i = 0; i < columns; i++) for (let j = 0; j < rows; j++) {
    const [x, y, a, b] = [10 + (i + 0.5) * (80 / columns), 10 + (j + 0.5) * (120 / rows), 40 / columns, 60 / rows];
    field.push(game === "sorel" ? s("path", { class: "motif", d: LILY, transform: `translate(${x} ${y}) scale(${a / 60})` }) : p("motif", `M${x} ${y - b}L${x + a} ${y}L${x} ${y + b}L${x - a} ${y}Z`));
  }
  return sheet(game === "sorel" ? game : "", w, s("rect", { class: "back", x: 6, y: 6, width: 88, height: 128, rx: 4 }), field);
}
const LILY = "M0-48C12-34 14-18 8 0H-8C-14-18-12-34 0-48ZM8 0C14-26 40-26 40-6C40 4 30 8 26 2C22-4 14-2 12 8H-12C-14-2-22-4-26 2C-30 8-40 4-40-6C-40-26-14-26-8 0ZM-14 12H14V20H-14ZM0 20L8 44H-8Z";

/* ---- piles ------------------------------------------------------------------------------------------------------- */

function slot(kind, about, w) {
  const box = (...content) => s("svg", { class: `slot ${kind}`, viewBox: "0 0 100 140", width: w, height: w * 1.4 }, s("rect", { class: "rim", x: 2, y: 2, width: 96, height: 136, rx: 8 }), content);
  if (kind === "stock") return h("div", { class: "stockpile" }, about.cards ? back(w, about.game) : box(), h("b", { class: about.count ? "count" : "count none" }, String(about.count)));
  if (kind === "foundation") return box(glyph(about.base, 50 - glyphWidth(about.base, 34) / 2, 28, 34, 7), pip(about.suit, 50, 98, 40));
  if (kind === "space") return about.takes === "any" ? box(s("text", { class: "says", x: 50, y: 60 }, "any"), s("text", { class: "says", x: 50, y: 92 }, "card")) : box(glyph(about.takes, 50 - glyphWidth(about.takes, 40) / 2, 50, 40, 8));
  return box();
}

/** What a foundation takes next: a tab on the lower right corner, inside the card. */
function next(rank, suit, w) {
  const cap = w < 58 ? 22 : 17;
  const width = glyphWidth(rank, cap);
  const [wide, high] = [Math.max(width, cap * 0.55) + 16, cap + 15];
  return s("svg", { class: "tab", viewBox: "0 0 100 140", width: w, height: w * 1.4 },
    p("plate", `M99 ${139 - high}V131A8 8 0 0 1 91 139H${99 - wide}V${139 - high + 8}a8 8 0 0 1 8-8Z`),
    glyph(rank, 99 - wide / 2 - width / 2, 139 - high / 2 - cap / 2, cap, w < 58 ? 5 : 3.6));
}

/** A card has just landed: a brass rim, and its suit thrown to eight sides. */
const reward = (suit, w) => s("svg", { class: "reward", viewBox: "-50 -70 100 140", width: w, height: w * 1.4, "data-suit": suit },
  s("rect", { class: "glint", x: -52, y: -72, width: 104, height: 144, rx: 10 }),
  Array.from({ length: 8 }, (_, i) => {
    const [x, y] = [Math.cos((i + 0.5) * Math.PI / 4) * 76, Math.sin((i + 0.5) * Math.PI / 4) * 96];
    return s("path", { class: "petal", d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${i % 2 ? 0.2 : 0.28})` });
  }));
