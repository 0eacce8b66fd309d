/** How cards fly on a table: above the others until they have landed, a row one after the other. */
import { speed } from "./prefs.js";

/**
 * How long a card flies, and how long after the last one each of a row, or of a whole deal, sets off. As `--fly` in
 * theme.css.
 */
const PACE = {
  normal: { fly: 210, deal: 300, row: 55, whole: 14 },
  quick: { fly: 110, deal: 150, row: 25, whole: 7 },
  off: { fly: 0, deal: 0, row: 0, whole: 0 },
};

/** @type {WeakMap<HTMLElement, number>} */
const landings = new WeakMap();

/** Keep a card that goes to another pile above the others. @param {HTMLElement} element @param {number} index */
export function fly(element, index) {
  raise(element, index, PACE[speed()].fly);
}

/**
 * From the stock to its place, each a little after the last, and put down with some weight.
 * @param {HTMLElement} element
 * @param {{x: number, y: number}} from
 * @param {import("./layout.js").Place} to
 * @param {number} order
 * @param {"row"|"whole"} [what]
 */
export function deal(element, from, { x, y, index }, order, what = "row") {
  const { deal: ms, [what]: stagger } = PACE[speed()];
  const delay = order * stagger;
  raise(element, index + 20 - Math.min(order, 19), ms + delay);
  element.animate(
    [
      // It lies hidden in the stock until its turn comes.
      {
        transform: `translate(${from.x}px, ${from.y}px) rotate(-5deg)`,
        opacity: 0,
        easing: "cubic-bezier(0.3, 0.6, 0.3, 1)",
      },
      { opacity: 1, offset: 0.06 },
      { transform: `translate(${x}px, ${y}px) scale(1.06)`, offset: 0.8, easing: "ease-in" },
      { transform: `translate(${x}px, ${y}px)` },
    ],
    { duration: ms, delay, fill: "backwards" },
  );
}

/**
 * @param {HTMLElement} element
 * @param {number} index
 * @param {number} ms until it has landed
 */
function raise(element, index, ms) {
  element.classList.add("flying");
  element.style.zIndex = String(1000 + index);
  clearTimeout(landings.get(element));
  const landing = setTimeout(() => {
    element.classList.remove("flying");
    element.style.zIndex = String(Number(element.dataset.index) + 1);
  }, ms + 40);
  landings.set(element, landing);
}
