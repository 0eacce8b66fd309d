/**
 * Turns what a pointer does on a table into three gestures: a tap, a double tap, a drag. Knows nothing of the game.
 * One pointer at a time; whatever breaks a drag off puts the cards back.
 */
import { goalAt } from "./layout.js";

/** @typedef {{pile: string, index: number}} Touched index -1 for a pile itself */

/**
 * @typedef {object} Gestures
 * @property {(touched: Touched) => boolean} canLift
 * @property {(touched: Touched|null) => void} lift a drag begins; null: it is over
 * @property {(touched: Touched, goal: string|null) => void} drop
 * @property {(touched: Touched) => boolean} tap whether it did something that a second tap must not do again
 * @property {(touched: Touched) => void} doubleTap
 */

/** A pointer moves this far before it drags: fingers tremble more than mice. */
const THRESHOLD = { mouse: 5, touch: 9, pen: 7 };
/** Taps closer together than this, in time and place, are one double tap. */
const DOUBLE_MS = 380;
const DOUBLE_PX = 26;
/** A tap this soon after one that has done something already is the same nervous finger, and does nothing more. */
const NERVOUS_MS = 230;

/**
 * Listen on this table; returns how to stop.
 * @param {import("./render.js").Table} table
 * @param {Gestures} gestures
 * @returns {() => void}
 */
export function bindPointer(table, gestures) {
  const { root } = table;
  /** @type {{id: number, x: number, y: number, touched: Touched, far: number, cards: HTMLElement[]|null}|null} */
  let press = null;
  let lastTap = { at: -Infinity, x: 0, y: 0, done: false };

  /** @param {PointerEvent} event */
  function down(event) {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const touched = touchedBy(event.target);
    if (!touched) return;
    const far = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (event.pointerType)] ?? 6;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, touched, far, cards: null };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.cards) {
      if (Math.hypot(dx, dy) < press.far || press.touched.index < 0 || !gestures.canLift(press.touched)) return;
      press.cards = table.held(press.touched.pile, press.touched.index);
      root.setPointerCapture(press.id);
      gestures.lift(press.touched);
      for (const card of press.cards) card.classList.add("held");
    }
    for (const card of press.cards) card.style.translate = `${dx}px ${dy}px`;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { touched, cards, x, y, far } = press;
    if (cards) {
      const spot = table.spots().find((s) => s.pile === touched.pile && s.index === touched.index);
      const corner = spot && { x: spot.x + event.clientX - x, y: spot.y + event.clientY - y };
      release(() => gestures.drop(touched, corner ? goalAt(corner, table.geometry()) : null));
    } else {
      press = null;
      if (Math.hypot(event.clientX - x, event.clientY - y) < far) tapped(touched, event);
    }
  }

  /** @param {Touched} touched @param {PointerEvent} event */
  function tapped(touched, event) {
    const near = Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < DOUBLE_PX;
    const since = near ? event.timeStamp - lastTap.at : Infinity;
    let done = true;
    if (!lastTap.done && since < DOUBLE_MS) gestures.doubleTap(touched);
    else if (!lastTap.done || since >= NERVOUS_MS) done = gestures.tap(touched);
    lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY, done };
  }

  /**
   * The drag is over: the cards go, by their own transition, to where the board says they lie.
   * @param {() => void} [putDown]
   */
  function release(putDown) {
    for (const card of press?.cards ?? []) {
      card.classList.remove("held");
      card.classList.add("settling");
      card.style.translate = "";
      setTimeout(() => card.classList.remove("settling"), 300);
    }
    press = null;
    putDown?.();
    gestures.lift(null);
  }

  /** @param {Event} [event] */
  function cancel(event) {
    if (!press || (event instanceof PointerEvent && event.pointerId !== press.id)) return;
    if (press.cards) release();
    press = null;
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key === "Escape") cancel();
  }

  /** A long press must not open a menu over the cards. @param {Event} event */
  function menu(event) {
    if (touchedBy(event.target)) event.preventDefault();
  }

  const page = root.ownerDocument.defaultView ?? window;
  /** @type {[EventTarget, string, (event: any) => void][]} */
  const listeners = [
    [root, "pointerdown", down],
    [page, "pointermove", move],
    [page, "pointerup", up],
    [page, "pointercancel", cancel],
    [root, "lostpointercapture", cancel],
    [page, "resize", cancel],
    [page, "blur", cancel],
    [page, "keydown", escape],
    [root, "contextmenu", menu],
    [root, "dragstart", (event) => event.preventDefault()],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return () => {
    cancel();
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

/** The card or pile that an event hit. @param {EventTarget|null} target @returns {Touched|null} */
export function touchedBy(target) {
  const element = target instanceof Element ? /** @type {HTMLElement|null} */ (target.closest(".card, .pile")) : null;
  if (!element) return null;
  const { pile, index } = element.dataset;
  if (pile) return { pile, index: -1 };
  return { pile: element.dataset.in ?? "", index: Number(index) };
}
