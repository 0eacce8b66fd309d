/**
 * The table by keyboard: it is one stop of the tab key; arrows go from card to card, Enter takes and puts, letters are
 * short ways. Returns how to stop.
 */
import { touchedBy } from "./drag.js";

/**
 * @typedef {object} Keys
 * @property {(touched: import("./drag.js").Touched) => void} tap
 * @property {(touched: import("./drag.js").Touched) => void} toFoundation
 * @property {() => void} letGo
 * @property {() => void} deal
 * @property {() => void} redeal
 * @property {() => void} undo
 */

/** Where arrows stop: cards that may be taken, and piles that may be put on. */
const STOPS = ".card:not([data-in=F]), .pile:not(.occupied)";
/** How much worse a step to the side is than a step straight on. */
const ASIDE = 2.5;

/**
 * @param {import("./render.js").Table} table
 * @param {Keys} keys
 * @returns {() => void}
 */
export function bindKeys(table, keys) {
  const { root } = table;

  /** @param {KeyboardEvent} event */
  function onTable(event) {
    const arrow = ARROWS[event.key];
    const focused = /** @type {Element} */ (event.target);
    if (arrow && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const next = nearest(root, focused, arrow);
      next?.focus();
      event.preventDefault();
    } else if (plain(event, "f")) {
      const touched = touchedBy(focused);
      if (touched) keys.toFoundation(touched);
    }
  }

  /** @param {KeyboardEvent} event */
  function anywhere(event) {
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape") keys.letGo();
    else if (plain(event, "d")) keys.deal();
    else if (plain(event, "x")) keys.redeal();
    else if (
      plain(event, "u") ||
      (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey)
    ) {
      event.preventDefault();
      keys.undo();
    }
  }

  /**
   * Keys and assistive technology press buttons without a pointer; such clicks count none.
   * @param {MouseEvent} event
   */
  function pressed(event) {
    const touched = event.detail === 0 ? touchedBy(event.target) : null;
    if (touched) keys.tap(touched);
  }

  /** @param {FocusEvent} event */
  function focused(event) {
    for (const stop of root.querySelectorAll('[tabindex="0"]')) stop.setAttribute("tabindex", "-1");
    if (event.target instanceof Element) event.target.setAttribute("tabindex", "0");
  }

  root.addEventListener("keydown", onTable);
  root.addEventListener("click", pressed);
  root.addEventListener("focusin", focused);
  document.addEventListener("keydown", anywhere);
  return () => {
    root.removeEventListener("keydown", onTable);
    root.removeEventListener("click", pressed);
    root.removeEventListener("focusin", focused);
    document.removeEventListener("keydown", anywhere);
  };
}

/**
 * See that the tab key finds the table, whatever cards have come and gone.
 * @param {import("./render.js").Table} table
 */
export function keepTabStop({ root }) {
  if (!root.querySelector('[tabindex="0"]')) root.querySelector(".pile.S, .card")?.setAttribute("tabindex", "0");
}

/** @type {Record<string, [x: number, y: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A key pressed once, with no modifier. @param {KeyboardEvent} event @param {string} letter */
function plain(event, letter) {
  return event.key.toLowerCase() === letter && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * The card or empty pile that lies nearest in a direction.
 * @param {Element} root
 * @param {Element} from
 * @param {[x: number, y: number]} direction
 * @returns {HTMLElement|null}
 */
function nearest(root, from, [dx, dy]) {
  const start = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(STOPS))) {
    const box = element.getBoundingClientRect();
    const x = box.x - start.x;
    const y = box.y - start.y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = ahead + aside * ASIDE;
    if (element !== from && ahead > 2 && cost < least) [best, least] = [element, cost];
  }
  return best;
}
