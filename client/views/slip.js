/** One sentence on the free baize, beside the cards and never on any that could be played; gives way to the next move. */
import { fill, h } from "../dom.js";
import { freeSpot } from "../spot.js";

const STAYS_MS = 4500;

/** @param {import("../render.js").Table} table */
export function slip(table) {
  const el = h("p", { class: "slip", role: "status", "data-testid": "slip" });
  /** @type {number|undefined} */
  let timer;

  return {
    el,
    /** @param {string|(string|Node)[]} text */
    say(text) {
      fill(el, text);
      el.classList.add("shown");
      const area = { w: table.root.clientWidth, h: table.root.clientHeight };
      const size = { w: el.offsetWidth, h: el.offsetHeight };
      const { x, y, covers } = freeSpot(size, area, table.geometry(), table.spots());
      // Where cards lie everywhere: over the clock and the rivals. Never over the buttons, which would still take presses.
      el.classList.toggle("aside", covers > 0);
      el.style.transform =
        covers > 0 ? "" : `translate(${table.root.offsetLeft + x}px, ${table.root.offsetTop + y}px)`;
      clearTimeout(timer);
      timer = setTimeout(clear, STAYS_MS);
    },
    clear,
  };

  function clear() {
    clearTimeout(timer);
    el.classList.remove("shown");
    el.replaceChildren();
  }
}
