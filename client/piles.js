/** The places under the cards: stock, foundations, columns, reserve; with what they tell. */
import { HIDDEN, cardsOf, nextOn } from "./board.js";
import { pileName } from "./cards.js";
import { h, say } from "./dom.js";
import { face, suitIcon } from "./faces.js";
import { number, t } from "./i18n.js";

/** @typedef {import("./types.js").Suit} Suit */

/** Cards that a deal takes from the stock, one a column. */
const ROW = 7;

/**
 * @param {string} name as in the geometry: foundations are "FC".."FS"
 * @param {boolean} bound a button, or only a picture
 */
export function makePile(name, bound) {
  const kind = name[0] === "F" ? { "data-pile": "F", "data-suit": name[1] } : { "data-pile": name };
  const role = bound ? { type: "button", tabindex: -1 } : { role: "img" };
  const element = h(bound ? "button" : "div", { class: `pile ${name[0]}`, ...kind, ...role });
  if (name[0] === "F") element.append(suitIcon(name[1]), h("span", { class: "next", "aria-hidden": "true" }));
  if (name === "S") element.append(face(HIDDEN), h("span", { class: "count", "aria-hidden": "true" }));
  return element;
}

/** The rank that comes next, on top of a foundation's cards. */
export function makeBadge() {
  return h("div", { class: "badge", "aria-hidden": "true" }, h("span"));
}

/**
 * Say what a pile holds and wants.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {import("./types.js").Board} board
 * @param {HTMLElement} [badge]
 */
export function labelPile(element, name, board, badge) {
  if (name === "S") labelStock(element, board);
  else if (name[0] === "F") labelFoundation(element, /** @type {Suit} */ (name[1]), board, badge);
  else {
    element.setAttribute("aria-label", t("pile.space", { pile: pileName(name) }));
    element.classList.toggle("occupied", cardsOf(board, name).length > 0);
  }
}

/** @param {HTMLElement} element @param {import("./types.js").Board} board */
function labelStock(element, board) {
  const rows = Math.ceil(board.stock / ROW);
  element.classList.toggle("empty", board.stock === 0);
  element.classList.toggle("redeal", board.stock === 0 && (board.legal?.includes("X") ?? false));
  say(/** @type {Element} */ (element.querySelector(".count")), number(rows));
  element.setAttribute("aria-label", t("pile.stock-rows", { count: rows }));
}

/**
 * @param {HTMLElement} element
 * @param {Suit} suit
 * @param {import("./types.js").Board} board
 * @param {HTMLElement} [badge]
 */
function labelFoundation(element, suit, board, badge) {
  const next = nextOn(board, suit);
  const symbol = next ? t(`symbol.${next[0]}`) : "";
  const begun = board.foundations[suit] > 0;
  say(/** @type {Element} */ (element.querySelector(".next")), symbol);
  if (badge) say(/** @type {Element} */ (badge.firstElementChild), begun ? symbol : "");
  const words = { suit: t(`suit.${suit}`), rank: next ? t(`rank.${next[0]}`) : "" };
  element.setAttribute("aria-label", next ? t("pile.foundation-next", words) : t("pile.foundation-full", words));
}
