/**
 * Turns what a pointer does on a table into three gestures: a tap, a double tap, a drag. Knows nothing of the game.
 * One pointer at a time; whatever breaks a drag off puts the cards back.
 */
/**
 * @typedef {{pile: string, index: number}} Touched index -1 for a pile itself
 * @typedef {{x: number, y: number}} Corner top left of the held card, in the table's pixels
 */

/**
 * @typedef {object} Gestures
 * @property {(touched: Touched) => boolean} canLift
 * @property {(touched: Touched|null) => void} lift a drag begins; null: it is over
 * @property {(corner: Corner) => void} over where the held card is now
 * @property {(touched: Touched, corner: Corner) => void} drop
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
/** Let go, a card is above the others for so long: `--fly` and a little. */
const SETTLING_MS = 260;

/**
 * @typedef {object} Press a pointer that is down
 * @property {number} id
 * @property {number} x where it went down
 * @property {number} y
 * @property {Touched} touched
 * @property {number} far
 * @property {HTMLElement[]} cards what would be lifted; empty for what does not move
 * @property {Corner|null} corner where the first of them lay, once it is dragged
 */

/**
 * Listen on this table. While a pointer moves nothing of the page is measured and only transforms are set: the card
 * follows within the frame. The event that comes is the newest of those the browser has gathered for a frame, so the
 * others need not be looked at.
 * @param {import("./render.js").Table} table
 * @param {Gestures} gestures
 */
export function bindPointer(table, gestures) {
  const { root } = table;
  /** @type {Press|null} */
  let press = null;
  let lastTap = { at: -Infinity, x: 0, y: 0, done: false };

  /** @param {PointerEvent} event */
  function down(event) {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const touched = touchedBy(event.target);
    if (!touched) return;
    const far = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (event.pointerType)] ?? 6;
    const cards = gestures.canLift(touched) ? table.held(touched.pile, touched.index) : [];
    for (const card of cards) card.classList.add("pressed");
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, touched, far, cards, corner: null };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.corner) {
      if (Math.hypot(dx, dy) < press.far || press.cards.length === 0) return;
      const { pile, index } = press.touched;
      const spot = table.spots().find((s) => s.pile === pile && s.index === index);
      if (!spot) return cancel();
      press.corner = { x: spot.x, y: spot.y };
      root.setPointerCapture(press.id);
      for (const card of press.cards) card.classList.replace("pressed", "held");
      gestures.lift(press.touched);
      if (!press) return; // lifting has shown that the card is no longer there
    }
    for (const card of press.cards) card.style.translate = `${dx}px ${dy}px`;
    gestures.over({ x: press.corner.x + dx, y: press.corner.y + dy });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { touched, corner, x, y, far } = press;
    if (corner) {
      release(() => gestures.drop(touched, { x: corner.x + event.clientX - x, y: corner.y + event.clientY - y }));
    } else {
      forget();
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
      setTimeout(() => card.classList.remove("settling"), SETTLING_MS);
    }
    press = null;
    putDown?.();
    gestures.lift(null);
  }

  function forget() {
    for (const card of press?.cards ?? []) card.classList.remove("pressed");
    press = null;
  }

  /** @param {Event} [event] */
  function cancel(event) {
    if (!press || (event instanceof PointerEvent && event.pointerId !== press.id)) return;
    if (press.corner) release();
    else forget();
  }

  /** A touch is captured by what it touched first, and that loses it to the table: only the table's loss counts. */
  function lost(/** @type {PointerEvent} */ event) {
    if (event.target === root) cancel(event);
  }

  function hidden() {
    if (page.document.hidden) cancel();
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
    [root, "lostpointercapture", lost],
    [page, "resize", cancel],
    [page, "blur", cancel],
    [page.document, "visibilitychange", hidden],
    [page, "keydown", escape],
    [root, "contextmenu", menu],
    [root, "dragstart", (event) => event.preventDefault()],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return {
    /** Put what is held back where it was. */
    cancel: () => cancel(),
    unbind() {
      cancel();
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    },
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
