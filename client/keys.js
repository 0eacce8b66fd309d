/**
 * The table by keyboard: it is one stop of the tab key; arrows go from card to card, digits to a column and then to its
 * reserve pile, Enter takes and puts, letters are short ways.
 */
import { touchedBy } from "./drag.js";
import { prefs } from "./prefs.js";
import { step, topOf } from "./walk.js";

/**
 * @typedef {object} Keys
 * @property {(touched: import("./drag.js").Touched) => void} tap
 * @property {(touched: import("./drag.js").Touched) => void} toFoundation
 * @property {() => void} letGo
 * @property {() => void} deal
 * @property {() => void} redeal
 * @property {() => void} undo
 * @property {() => void} status
 * @property {() => void} help
 */

/**
 * @param {import("./render.js").Table} table
 * @param {Keys} keys
 * @returns {() => void} how to stop
 */
export function bindKeys(table, keys) {
  const { root } = table;

  /** @param {KeyboardEvent} event */
  function onTable(event) {
    const arrow = ARROWS[event.key];
    const focused = /** @type {Element} */ (event.target);
    if (arrow && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const from = stopOf(focused);
      const next = from && step(from, arrow, table.geometry(), table.count);
      if (next) table.at(next)?.focus();
      event.preventDefault();
      event.stopPropagation();
    } else if (plain(event, "f")) {
      const touched = touchedBy(focused);
      if (touched) keys.toFoundation(touched);
    }
  }

  /** @param {KeyboardEvent} event */
  function anywhere(event) {
    const target = /** @type {Element|null} */ (event.target instanceof Element ? event.target : null);
    if (target?.closest("input, select, textarea, dialog")) return;
    // Who speaks to the computer, or hits keys by accident, can have them on the table alone (WCAG 2.1.4).
    if (!prefs().keysAnywhere && !(target && root.contains(target))) return;
    if (event.key === "Escape") keys.letGo();
    else if (ARROWS[event.key] && !inControl(event.target)) enter(event);
    else if (/^[1-7]$/.test(event.key) && plain(event, event.key)) toPile(event.key);
    else if (plain(event, "s")) keys.status();
    else if (event.key === "?" || plain(event, "h")) keys.help();
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

  /** From wherever one is on the page, to where one was on the table. @param {KeyboardEvent} event */
  function enter(event) {
    /** @type {HTMLElement|null} */ (root.querySelector('[tabindex="0"]'))?.focus();
    event.preventDefault();
  }

  /** To the top of a column, and from there to that of its reserve pile. @param {string} digit */
  function toPile(digit) {
    const at = stopOf(document.activeElement);
    const column = topOf(`T${digit}`, table.count);
    const reserve = `R${digit}` in table.geometry().piles ? topOf(`R${digit}`, table.count) : column;
    const there = at?.pile === column.pile && at.index === column.index ? reserve : column;
    table.at(there)?.focus();
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
  if (!root.querySelector('[tabindex="0"]')) root.querySelector(".pile.S")?.setAttribute("tabindex", "0");
}

/** @type {Record<string, [x: number, y: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrows mean something of their own there. @param {EventTarget|null} target */
function inControl(target) {
  return target instanceof Element && target.closest("button, a, summary, [role]") !== null;
}

/** Which stop of the table an element is. @param {Element|null} element @returns {import("./walk.js").Stop|null} */
function stopOf(element) {
  const touched = touchedBy(element);
  if (!touched) return null;
  const suit = /** @type {HTMLElement} */ (element).dataset.suit;
  return { pile: touched.pile === "F" && suit ? `F${suit}` : touched.pile, index: touched.index };
}

/** A key pressed once, with no modifier. @param {KeyboardEvent} event @param {string} letter */
function plain(event, letter) {
  return event.key.toLowerCase() === letter && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
}
