/** A win, shown: the four foundations deal themselves out as four fans over the baize. Once, short, then still until the table goes. */
import { SUITS, rankAfter } from "./board.js";
import { h } from "./dom.js";
import { face } from "./faces.js";
import { speed } from "./prefs.js";

const CARD_MS = 12;
const FLIGHT_MS = 900;
const COUNT = 13;
const WORDS_AFTER_MS = 500;

/**
 * @param {HTMLElement} root the table's
 * @param {import("./layout.js").Geometry} g
 * @param {import("./faces.js").Tier} tier
 * @param {string} base
 * @param {string} words said over it
 */
export function fans(root, g, tier, base, words) {
  // Without motion they are simply there.
  const moves = speed() !== "off";
  const [width, height] = [root.clientWidth, root.clientHeight];
  SUITS.forEach((suit, row) => {
    const from = g.piles[`F${suit}`];
    for (let i = 0; i < COUNT; i++) {
      const part = i / (COUNT - 1) - 0.5; // from left to right
      const x = (width - g.w) * (0.5 + part * 0.92);
      const y = (height - g.h) * ((row + 0.5) / SUITS.length) + part * part * g.h * 0.8;
      const card = h("div", { class: "fan-card", "aria-hidden": "true" }, face(rankAfter(base, i) + suit, tier));
      card.style.zIndex = String(3000 + row * COUNT + i);
      root.append(card);
      card.animate(
        [
          { transform: `translate(${from.x}px, ${from.y}px)` },
          { transform: `translate(${x}px, ${y}px) rotate(${part * 36}deg)` },
        ],
        {
          duration: moves ? FLIGHT_MS : 0,
          delay: moves ? (row * COUNT + i) * CARD_MS : 0,
          easing: "cubic-bezier(0.22, 0.7, 0.25, 1)",
          fill: "both",
        },
      );
    }
  });
  const said = h("p", { class: "won", "aria-hidden": "true" }, words);
  root.append(said);
  if (!moves) return;
  said.animate([{ opacity: 0, transform: "translateY(-8px)" }, {}], {
    duration: FLIGHT_MS / 2,
    delay: WORDS_AFTER_MS,
    fill: "backwards",
  });
}
