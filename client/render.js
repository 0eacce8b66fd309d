/**
 * Draws a board into a table. Each card is one element that is moved about, so the browser animates what differs
 * between before and after. The same drawing serves the player's board and the boards one watches.
 */
import { HIDDEN, SUITS } from "./board.js";
import { cardName, pileName } from "./cards.js";
import { h } from "./dom.js";
import { face, reward, squeeze, tierOf } from "./faces.js";
import { fans } from "./fans.js";
import { t } from "./i18n.js";
import { deal, fly } from "./flight.js";
import { WHOLE, geometry, places } from "./layout.js";
import { readingOrder } from "./order.js";
import { labelPile, makeBadge, makePile } from "./piles.js";
import { prefs, speed } from "./prefs.js";

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {import("./layout.js").Place} Place
 */

/**
 * @typedef {object} Marks what one is about to do
 * @property {{pile: string, index: number}|null} lifted this card and those on it
 * @property {string[]} goals piles to light up, foundations as "FC".."FS"
 */

/** What is shown for a moment stays no longer than this, should its animation not end. */
const MOMENT_MS = 1200;
/** On a narrower place "takes Js" finds no room: there the letter alone says it. */
const WORDS_PX = 36;
/** Columns hold up to seven cards in the beginning. */
const COLUMNS = 7;
const LAST_ROUND = 7;

/**
 * @param {{bound: boolean, label: string}} options `bound`: cards and piles are buttons; otherwise pictures
 */
export function makeTable({ bound, label }) {
  const root = h("div", { class: bound ? "table bound" : "table", role: "group", "aria-label": label });
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  /** @type {Map<string, HTMLElement>} */
  const piles = new Map();
  /** @type {Map<string, HTMLElement>} */
  const badges = new Map();
  const order = readingOrder(root, () => ({ pile: (name) => piles.get(name), cards: cardsIn }));
  /** @type {HTMLElement[]} */
  let rings = [];
  /** @type {HTMLElement[]} */
  let pointers = [];
  let marked = "";
  /** @type {Board|null} */
  let board = null;
  let g = geometry(0, 0, false);
  /** @type {import("./faces.js").Tier} */
  let tier = "m";
  /** @type {Place[]} */
  let spots = [];

  /** Draw this board, flying cards to where they are now if `animate`. @param {Board} next @param {boolean} animate */
  function draw(next, animate) {
    const before = board;
    const first = before === null || before.reserve.length !== next.reserve.length;
    board = next;
    if (first) measure();
    const flying = animate && !document.hidden && speed() !== "off";
    root.classList.toggle("still", !flying);
    if (first) drawPiles();
    for (const [name, element] of piles) labelPile(element, name, next, tier, badges.get(name));
    const covered = new Set(spots.map(({ pile, index }) => `${pile}:${index}`));
    const focused = focus();
    spots = places(next, g);
    const gone = new Map(cards);
    let dealt = 0;
    for (const spot of spots) {
      let element = cards.get(spot.key);
      gone.delete(spot.key);
      const fresh = !element;
      if (!element) {
        element = makeCard(spot);
        cards.set(spot.key, element);
        root.append(element);
      }
      place(element, spot, flying);
      if (!fresh || !flying || spot.pile === "F") continue;
      if (spot.pile === "S" || covered.has(`${spot.pile}:${spot.index}`)) element.classList.add("turning");
      else if (before) deal(element, g.piles.S, spot, dealt++);
      else deal(element, g.piles.S, spot, roundOf(spot), "whole");
    }
    for (const [key, element] of gone) {
      cards.delete(key);
      element.remove();
    }
    if (focused) keepFocus(focused);
    else leaveCovered();
    if (before) order.later();
    else order.sort(true);
    if (flying && before) {
      for (const suit of SUITS) if (next.foundations[suit] > before.foundations[suit]) praise(suit);
    }
  }

  /** Light goals and lift cards. @param {Marks} marks */
  function mark({ lifted, goals }) {
    const text = lifted ? `${lifted.pile}:${lifted.index}>${goals}@${spots.length}:${g.w}` : "";
    for (const { key, pile, index } of spots) {
      const up = lifted !== null && pile === lifted.pile && index >= lifted.index;
      const card = cards.get(key);
      card?.classList.toggle("lifted", up);
      if (up) card?.setAttribute("aria-pressed", "true");
      else card?.removeAttribute("aria-pressed");
    }
    if (text === marked && text === "") return;
    marked = text;
    for (const ring of rings) ring.remove();
    rings = goals.map((goal) => {
      const { x, y } = topOf(goal);
      const ring = h("div", { class: "ring", "data-goal": goal });
      ring.style.transform = `translate(${x}px, ${y}px)`;
      return ring;
    });
    root.append(...rings);
  }

  /** Say which of the goals a held card would go to if let go now. @param {string|null} goal as in `mark` */
  function aim(goal) {
    for (const ring of rings) ring.classList.toggle("aimed", ring.dataset.goal === goal);
  }

  /** Where the outermost card of a pile lies, or the pile itself. @param {string} name as in `mark` */
  function topOf(name) {
    return name[0] === "F" ? g.piles[name] : (spots.filter(({ pile }) => pile === name).at(-1) ?? g.piles[name]);
  }

  /**
   * Show for a moment something about a pile: that it has refused a card.
   * @param {string} name as in `mark`
   */
  function refuse(name) {
    if (!(name in g.piles)) return;
    flash(name, h("div", { class: "ring refused" }));
  }

  /** A foundation has just taken a card; its first and its last are praised more. @param {string} suit */
  function praise(suit) {
    const count = board?.foundations[/** @type {import("./types.js").Suit} */ (suit)] ?? 0;
    flash(`F${suit}`, h("div", { class: "reward" }, reward(suit, count === 1 || count === 13)));
  }

  /** Ring the piles that are being spoken of. @param {readonly string[]} names as in `mark` */
  function point(names) {
    for (const old of pointers) old.remove();
    pointers = names.map((name) => {
      const { x, y } = topOf(name);
      const ring = h("div", { class: "ring told" });
      ring.style.transform = `translate(${x}px, ${y}px)`;
      return ring;
    });
    root.append(...pointers);
  }

  /** @param {string} name @param {HTMLElement} element */
  function flash(name, element) {
    const { x, y } = topOf(name);
    element.style.transform = `translate(${x}px, ${y}px)`;
    root.append(element);
    setTimeout(() => element.remove(), MOMENT_MS);
  }

  /** Take the measure of the area again and lay everything out anew, without flight. */
  function resize() {
    measure();
    if (!board) return;
    drawPiles();
    marked = "?";
    draw(board, false);
  }

  function measure() {
    const reserve = (board?.reserve.length ?? 0) > 0;
    g = geometry(root.clientWidth, root.clientHeight, reserve, prefs().leftHanded);
    root.style.setProperty("--w", `${g.w}px`);
    root.style.setProperty("--h", `${g.h}px`);
    root.classList.toggle("wordless", g.w < WORDS_PX);
    root.dataset.game = reserve ? "bernauer" : "sorel";
    const size = tierOf(g.w, prefs().largeIndices);
    if (size === tier) return;
    tier = size;
    for (const element of cards.values()) element.replaceChildren(face(element.dataset.card ?? HIDDEN, tier, !reserve));
  }

  function drawPiles() {
    for (const [name, element] of piles) {
      if (name in g.piles) continue;
      element.remove();
      piles.delete(name);
    }
    for (const [name, { x, y }] of Object.entries(g.piles)) {
      let element = piles.get(name);
      if (!element) {
        element = makePile(name, bound);
        piles.set(name, element);
        root.prepend(element);
        if (name[0] === "F") badges.set(name, makeBadge());
      }
      const badge = badges.get(name);
      if (badge) root.append(badge);
      for (const part of [element, badge]) if (part) part.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  /** @param {Place} spot */
  function makeCard({ card }) {
    const attributes = {
      class: "card",
      "data-card": card,
      ...(bound ? { type: "button", tabindex: -1 } : { role: "img" }),
    };
    const element = h(bound ? "button" : "div", attributes);
    element.append(face(card, tier, board?.reserve.length === 0));
    element.addEventListener("animationend", () => element.classList.remove("turning"));
    return element;
  }

  /** @param {HTMLElement} element @param {Place} spot @param {boolean} animate */
  function place(element, { card, pile, index, x, y, strip }, animate) {
    if (animate && element.dataset.in && element.dataset.in !== pile) fly(element, index);
    else if (!element.classList.contains("flying")) element.style.zIndex = String(index + 1);
    element.style.transform = `translate(${x}px, ${y}px)`;
    const shows = `${strip.toFixed(1)}${tier}`;
    if (element.dataset.shows !== shows) {
      const { scale, top } = squeeze(strip, tier);
      element.dataset.shows = shows;
      element.style.setProperty("--scale", scale.toFixed(3));
      element.style.setProperty("--top", `${top.toFixed(2)}px`);
    }
    const said = pile !== "F" && strip === WHOLE ? "card.on-top" : "card.in-pile";
    if (element.dataset.in !== pile || element.dataset.said !== said) {
      element.dataset.in = pile;
      element.dataset.said = said;
      element.setAttribute("aria-label", t(said, { card: cardName(card), pile: pileName(pile) }));
      // The foundation itself says what lies on it.
      if (pile === "F") element.setAttribute("aria-hidden", "true");
      else element.removeAttribute("aria-hidden");
    }
    element.dataset.index = String(index);
  }

  /** A whole deal goes round the columns, then along the reserve. @param {Place} spot */
  function roundOf({ pile, index }) {
    return (pile[0] === "R" ? LAST_ROUND : index) * COLUMNS + Number(pile[1]) - 1;
  }

  /** Cards of a pile, innermost first. @param {string} name @returns {HTMLElement[]} */
  function cardsIn(name) {
    return spots.filter(({ pile }) => pile === name).map(({ key }) => /** @type {HTMLElement} */ (cards.get(key)));
  }

  /** Where the keyboard is, if on a card. */
  function focus() {
    const active = /** @type {HTMLElement|null} */ (bound ? document.activeElement : null);
    if (!active?.dataset.in || !root.contains(active)) return null;
    return { element: active, pile: active.dataset.in, index: Number(active.dataset.index) };
  }

  /**
   * The focus stays at its place when the card there goes up, is turned or is taken away: on what now lies there.
   * @param {{element: HTMLElement, pile: string, index: number}} was
   */
  function keepFocus({ element, pile, index }) {
    if (element.isConnected && element.dataset.in !== "F") return;
    if (element.isConnected && pile === "F") return;
    const there = spots.filter((spot) => spot.pile === pile);
    const next = there.find((spot) => spot.index === index) ?? there.at(-1);
    (next ? cards.get(next.key) : piles.get(pile))?.focus({ preventScroll: true });
  }

  /** From an empty column that has got a card the focus goes on to that. */
  function leaveCovered() {
    const { pile = "" } = bound ? /** @type {HTMLElement} */ (document.activeElement ?? root).dataset : {};
    if (/^[TR]/.test(pile) && piles.get(pile) === document.activeElement) cardsIn(pile).at(-1)?.focus({ preventScroll: true });
  }

  return {
    root,
    draw,
    mark,
    aim,
    refuse,
    point,
    /** All is won. @param {string} words */
    cheer: (words) => board && fans(root, g, tier, board.base, words),
    resize,
    /**
     * Elements of the cards held when lifting this one: it and those on it.
     * @param {string} pile
     * @param {number} index
     */
    held: (pile, index) =>
      spots
        .filter((s) => s.pile === pile && s.index >= index)
        .map((s) => /** @type {HTMLElement} */ (cards.get(s.key))),
    /** @returns {Place[]} */
    spots: () => spots,
    geometry: () => g,
    /** What a stop of the keyboard is on the page. @param {import("./walk.js").Stop} stop */
    at: ({ pile, index }) => (index < 0 ? piles.get(pile) : cardsIn(pile)[index]),
    /** How many cards are shown on a pile. @param {string} pile */
    count: (pile) => cardsIn(pile).length,
  };
}

/** @typedef {ReturnType<typeof makeTable>} Table */
