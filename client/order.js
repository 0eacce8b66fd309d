/**
 * The order in which a table is read: stock, foundations, then each column and each reserve pile with its cards, innermost
 * first. What lies where has nothing to do with it, so it can wait until nothing moves: an element that changes its place in
 * the document loses its flight.
 */
import { SUITS } from "./board.js";

/** After the last change; the longest flight is over by then. */
const REST_MS = 700;
const BUSY = ".flying, .settling, .held, .pressed, .lifted";
const NAMES = ["S", ...SUITS.map((suit) => `F${suit}`), ...numbered("T"), ...numbered("R")];

/**
 * @param {HTMLElement} root
 * @param {() => {pile: (name: string) => HTMLElement|undefined, cards: (name: string) => HTMLElement[]}} parts cards
 * innermost first; of foundations under "F"
 */
export function readingOrder(root, parts) {
  /** @type {number|undefined} */
  let timer;

  /** @param {boolean} [first] cards that have only just come are dealt all the same: that flight is not lost */
  function sort(first = false) {
    if (!first && root.querySelector(BUSY)) {
      if (root.isConnected) later();
      return;
    }
    const { pile, cards } = parts();
    const wanted = [...cards("F"), ...NAMES.flatMap((name) => [pile(name), ...(name[0] === "F" ? [] : cards(name))])];
    let place = root.firstElementChild;
    for (const element of wanted) {
      if (!element) continue;
      if (element === place) place = place.nextElementSibling;
      else put(element, place);
    }
  }

  /** @param {HTMLElement} element @param {Element|null} before */
  function put(element, before) {
    if ("moveBefore" in root && element.isConnected) /** @type {any} */ (root).moveBefore(element, before);
    else {
      const focused = document.activeElement === element;
      root.insertBefore(element, before);
      if (focused) element.focus({ preventScroll: true });
    }
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => sort(), REST_MS);
  }

  return { later, sort };
}

/** @param {string} kind */
function numbered(kind) {
  return Array.from({ length: 7 }, (_, i) => `${kind}${i + 1}`);
}
