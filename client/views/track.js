/** A way to 52 cards: filled as far as somebody has come, with their peg at the end of it. `--part` says how far, 0 to 1. */
import { h } from "../dom.js";

export function track() {
  const run = h("span", { class: "run" }, h("i", { class: "peg" }));
  return h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill" }), run);
}
