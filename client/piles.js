/** The places under the cards: stock, foundations, columns, reserve; with what they tell. */
import { HIDDEN, cardsOf, nextOn, rankAfter, topOf } from "./board.js";
import { pileName } from "./cards.js";
import { fill, h, say } from "./dom.js";
import { awaited, face, nextTab } from "./faces.js";
import { number, parts, t } from "./i18n.js";
import { isDone } from "./state.js";

/**
 * @typedef {import("./types.js").Suit} Suit
 * @typedef {import("./faces.js").Tier} Tier
 */

/** Cards that a deal takes from the stock, one a column. */
export const ROW = 7;

/**
 * @param {string} name as in the geometry: foundations are "FC".."FS"
 * @param {boolean} bound a button, or only a picture
 */
export function makePile(name, bound) {
  const kind = name[0] === "F" ? { "data-pile": "F", "data-suit": name[1] } : { "data-pile": name };
  const role = bound ? { type: "button", tabindex: -1 } : { role: "img" };
  const element = h(bound ? "button" : "div", { class: `pile ${name[0]}`, ...kind, ...role });
  if (name === "S") element.append(h("span", { class: "back-of" }), h("span", { class: "count", "aria-hidden": "true" }));
  if (name[0] === "T") element.append(h("span", { class: "takes", "aria-hidden": "true" }));
  return element;
}

/** What comes next, on a foundation's top card. */
export function makeBadge() {
  return h("div", { class: "badge", "aria-hidden": "true" });
}

/**
 * Say what a pile holds and wants.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {import("./types.js").Board} board
 * @param {Tier} tier
 * @param {HTMLElement} [badge]
 */
export function labelPile(element, name, board, tier, badge) {
  if (name === "S") labelStock(element, board, tier);
  else if (name[0] === "F") labelFoundation(element, /** @type {Suit} */ (name[1]), board, tier, badge);
  else {
    if (name[0] === "T") labelSpace(element, name, board);
    else element.setAttribute("aria-label", t("pile.space", { pile: pileName(name) }));
    const occupied = cardsOf(board, name).length > 0;
    element.classList.toggle("occupied", occupied);
    // Under cards it is nothing to read or to press.
    if (occupied) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
  }
}

/** Rows left in the stock. @param {import("./types.js").Board} board */
export function rowsLeft(board) {
  return Math.ceil(board.stock / ROW);
}

/** Whether empty columns are choosy: where there is a reserve (RULES, Agnes Bernauer). @param {import("./types.js").Board} board */
function choosy(board) {
  return board.reserve.length > 0;
}

/** What an empty column takes, in words on it, while there is play. @param {HTMLElement} element @param {string} name @param {import("./types.js").Board} board */
function labelSpace(element, name, board) {
  const ended = isDone(board);
  const rank = ended ? "none" : choosy(board) ? rankAfter(board.base, -1) : "any";
  const words = { pile: pileName(name), rank: choosy(board) && !ended ? t(`rank-a.${rank}`) : "" };
  const label = ended ? "pile.space" : choosy(board) ? "pile.space-takes" : "pile.space-any";
  element.setAttribute("aria-label", t(label, words));
  if (element.dataset.takes === rank) return;
  element.dataset.takes = rank;
  const said = /** @type {Element} */ (element.querySelector(".takes"));
  if (ended) say(said, "");
  else if (choosy(board)) fill(said, parts("space.takes", { symbol: h("strong", {}, t(`symbol.${rank}`)) }));
  else say(said, t("space.any"));
}

/** @param {HTMLElement} element @param {import("./types.js").Board} board @param {Tier} tier */
function labelStock(element, board, tier) {
  const rows = rowsLeft(board);
  const [back, count] = /** @type {HTMLElement[]} */ ([...element.children]);
  if (back.dataset.tier !== tier) fill(back, face(HIDDEN, tier, !choosy(board)));
  back.dataset.tier = tier;
  element.classList.toggle("empty", board.stock === 0);
  element.classList.toggle("redeal", board.stock === 0 && (board.legal?.includes("X") ?? false));
  say(count, number(rows));
  element.setAttribute("aria-label", t(element.tagName === "BUTTON" ? "pile.stock-rows" : "pile.stock-seen", { count: rows }));
}

/**
 * @param {HTMLElement} element
 * @param {Suit} suit
 * @param {import("./types.js").Board} board
 * @param {Tier} tier
 * @param {HTMLElement} [badge]
 */
function labelFoundation(element, suit, board, tier, badge) {
  const next = nextOn(board, suit);
  const begun = board.foundations[suit] > 0;
  const top = topOf(board, suit);
  const words = {
    suit: t(`suit.${suit}`),
    rank: next ? t(`rank.${next[0]}`) : "",
    top: top ? t(`rank.${top[0]}`) : "",
  };
  element.setAttribute("aria-label", t(`pile.foundation-${!next ? "full" : begun ? "next" : "empty"}`, words));
  const shown = `${next}${tier}${begun}`;
  if (element.dataset.shown === shown) return;
  element.dataset.shown = shown;
  fill(element, next && !begun ? awaited(next[0], suit) : null);
  if (badge) {
    fill(badge, next && begun ? nextTab(next[0], tier) : null);
    badge.classList.toggle("complete", next === null);
  }
}
