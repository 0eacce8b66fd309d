/**
 * Draws a board into a table. Each card is one element that is moved about, so the browser animates what differs
 * between before and after. The same drawing serves the player's board and the boards one watches.
 */
import { cardName, pileName } from "./cards.js";
import { h } from "./dom.js";
import { face } from "./faces.js";
import { t } from "./i18n.js";
import { geometry, places } from "./layout.js";
import { labelPile, makeBadge, makePile } from "./piles.js";

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {import("./layout.js").Place} Place
 */

/**
 * @typedef {object} Marks what one is about to do
 * @property {{pile: string, index: number}|null} lifted this card and those on it
 * @property {string[]} goals piles to light up, foundations as "FC".."FS"
 */

/** No card takes longer than this to fly, with all delays. */
const LANDED_MS = 700;
/** Cards dealt together set off this long after one another. */
const STAGGER_MS = 28;

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
  /** @type {WeakMap<HTMLElement, number>} */
  const landings = new WeakMap();
  /** @type {HTMLElement[]} */
  let rings = [];
  /** @type {Board|null} */
  let board = null;
  let g = geometry(0, 0, false);
  /** @type {Place[]} */
  let spots = [];

  /** Draw this board, flying cards to where they are now if `animate`. @param {Board} next @param {boolean} animate */
  function draw(next, animate) {
    const first = board === null || board.reserve.length !== next.reserve.length;
    board = next;
    if (first) measure();
    root.classList.toggle("still", !animate || document.hidden);
    if (first) drawPiles();
    for (const [name, element] of piles) labelPile(element, name, next, badges.get(name));
    const before = spots;
    spots = places(next, g);
    const gone = new Map(cards);
    const covered = new Set(before.map(({ pile, index }) => `${pile}:${index}`));
    /** @type {HTMLElement[]} */
    const dealt = [];
    for (const spot of spots) {
      let element = cards.get(spot.key);
      gone.delete(spot.key);
      if (!element) {
        element = makeCard(spot);
        cards.set(spot.key, element);
        const inPlace = spot.pile === "F" || spot.pile === "S" || covered.has(`${spot.pile}:${spot.index}`);
        root.append(element);
        if (animate && !inPlace) dealt.push(element);
        else if (animate && spot.pile !== "F") element.classList.add("turning");
      }
      if (!dealt.includes(element)) place(element, spot, animate);
    }
    flyFromStock(dealt, spots);
    for (const [key, element] of gone) {
      cards.delete(key);
      element.remove();
    }
  }

  /** Light goals and lift cards. @param {Marks} marks */
  function mark({ lifted, goals }) {
    for (const { key, pile, index } of spots) {
      const up = lifted !== null && pile === lifted.pile && index >= lifted.index;
      cards.get(key)?.classList.toggle("lifted", up);
    }
    for (const ring of rings) ring.remove();
    rings = goals.map((goal) => {
      const top = goal[0] === "F" ? g.piles[goal] : (spots.filter(({ pile }) => pile === goal).at(-1) ?? g.piles[goal]);
      const ring = h("div", { class: "ring" });
      ring.style.transform = `translate(${top.x}px, ${top.y}px)`;
      return ring;
    });
    root.append(...rings);
  }

  /** Take the measure of the area again and lay everything out anew, without flight. */
  function resize() {
    measure();
    if (!board) return;
    drawPiles();
    draw(board, false);
  }

  function measure() {
    g = geometry(root.clientWidth, root.clientHeight, (board?.reserve.length ?? 0) > 0);
    root.style.setProperty("--w", `${g.w}px`);
    root.style.setProperty("--h", `${g.h}px`);
    root.classList.toggle("small", g.w < 58);
  }

  function drawPiles() {
    for (const [name, element] of piles) if (!(name in g.piles)) element.remove();
    for (const [name, { x, y }] of Object.entries(g.piles)) {
      let element = piles.get(name);
      if (!element?.isConnected) {
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
    element.append(face(card));
    element.addEventListener("animationend", () => element.classList.remove("turning"));
    return element;
  }

  /** @param {HTMLElement} element @param {Place} spot @param {boolean} animate */
  function place(element, { card, pile, index, x, y, tight }, animate) {
    if (animate && element.dataset.in !== pile) raise(element, index);
    else if (!element.classList.contains("flying")) element.style.zIndex = String(index + 1);
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.classList.toggle("tight", tight);
    element.dataset.in = pile;
    element.dataset.index = String(index);
    element.setAttribute("aria-label", t("card.in-pile", { card: cardName(card), pile: pileName(pile) }));
  }

  /** Keep a card above the others until it has landed. @param {HTMLElement} element @param {number} index */
  function raise(element, index) {
    element.classList.add("flying");
    element.style.zIndex = String(1000 + index);
    clearTimeout(landings.get(element));
    const landing = setTimeout(() => {
      element.classList.remove("flying");
      element.style.zIndex = String(Number(element.dataset.index) + 1);
      element.style.transitionDelay = "";
    }, LANDED_MS);
    landings.set(element, landing);
  }

  /** @param {HTMLElement[]} dealt @param {Place[]} targets */
  function flyFromStock(dealt, targets) {
    const { x, y } = g.piles.S;
    dealt.forEach((element, order) => {
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.transitionDelay = `${order * Math.min(STAGGER_MS, (LANDED_MS - 300) / dealt.length)}ms`;
    });
    root.getBoundingClientRect(); // the starting places must have been laid out, or there is no flight
    for (const target of targets) {
      const element = /** @type {HTMLElement} */ (cards.get(target.key));
      if (dealt.includes(element)) place(element, target, true);
    }
  }

  return {
    root,
    draw,
    mark,
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
    card: (/** @type {string} */ key) => cards.get(key),
    pile: (/** @type {string} */ name) => piles.get(name),
  };
}

/** @typedef {ReturnType<typeof makeTable>} Table */
