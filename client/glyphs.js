/**
 * Ranks as strokes, so that their weight can grow as the card shrinks: 100 high from the middle of the upper stroke to
 * that of the lower; width, then path.
 */
import { s } from "./dom.js";

/** @type {Record<string, [width: number, path: string]>} by what is shown */
const GLYPHS = {
  A: [62, "M2 100L31 0L60 100M14 66H48"],
  2: [58, "M4 27C4 9 15 0 29 0C44 0 54 10 54 26C54 44 40 58 4 100H56"],
  3: [57, "M5 17C9 6 18 0 29 0C44 0 53 9 53 24C53 39 43 47 27 47C44 47 55 57 55 73C55 90 44 100 28 100C15 100 6 93 2 81"],
  4: [62, "M45 100V0L2 70H60"],
  5: [57, "M51 0H13L8 45C14 39 21 36 29 36C45 36 55 49 55 68C55 88 44 100 28 100C15 100 7 93 3 82"],
  6: [58, "M49 10C45 4 38 0 31 0C13 0 4 20 4 56C4 86 13 100 29 100C45 100 54 87 54 68C54 50 45 39 30 39C16 39 7 49 4 62"],
  7: [55, "M2 0H53L21 100"],
  8: [
    58,
    "M29 47C16 47 7 38 7 24C7 9 16 0 29 0C42 0 51 9 51 24C51 38 42 47 29 47C13 47 3 57 3 73C3 90 13 100 29 100C45 100 55 90 55 73C55 57 45 47 29 47Z",
  ],
  9: [58, "M9 90C13 96 20 100 27 100C45 100 54 80 54 44C54 14 45 0 29 0C13 0 4 13 4 32C4 50 13 61 28 61C42 61 51 51 54 38"],
  10: [82, "M0 22L17 3V100M58 0C45 0 37 18 37 50C37 82 45 100 58 100C71 100 79 82 79 50C79 18 71 0 58 0Z"],
  J: [48, "M44 0V68C44 90 36 100 23 100C11 100 4 92 2 79"],
  Q: [64, "M32 0C13 0 3 18 3 50C3 82 13 100 32 100C51 100 61 82 61 50C61 18 51 0 32 0ZM37 74L60 106"],
  K: [58, "M4 0V100M53 0L5 60M22 40L56 100"],
};

/**
 * A rank's symbol with its upper left corner at x, y. One that has no strokes here, of another language, is written.
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {number} weight
 */
export function glyph(symbol, x, y, height, weight) {
  const scale = height / 100;
  if (!(symbol in GLYPHS)) {
    return s("text", { class: "letter", x, y: y + height, "font-size": height * 1.38 }, symbol);
  }
  return s("path", {
    class: "glyph",
    d: GLYPHS[symbol][1],
    transform: `translate(${x} ${y}) scale(${scale})`,
    "stroke-width": weight / scale,
  });
}

/** Its width at this height. @param {string} symbol @param {number} height */
export function glyphWidth(symbol, height) {
  return ((GLYPHS[symbol]?.[0] ?? 62) * height) / 100;
}
