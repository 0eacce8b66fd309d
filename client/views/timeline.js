/**
 * The moves of a board as a strip: where it could still be won, where not, and where that is not known, told by height
 * and pattern; the losing move with its name. A slider: pressed, dragged, or moved by keys.
 */
import { edge, positionAt, runs } from "../lookback.js";
import { fill, h, say } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../lookback.js").Verdict} Verdict */

/**
 * @typedef {object} Track
 * @property {readonly Verdict[]} positions
 * @property {number|null} lostAt
 * @property {number} branch from this position on it is not what was played; beyond the end where all was
 */

/** How far the arrow keys and their larger sisters go. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

/** @param {(at: number, dragged: boolean) => void} onGo somebody wants to see this position */
export function timeline(onGo) {
  const bars = h("div", { class: "runs" });
  const flag = h("span", { class: "flag", hidden: true });
  const peg = h("span", { class: "peg" });
  const shapes = legend();
  const strip = h(
    "div",
    {
      class: "strip",
      role: "slider",
      tabindex: 0,
      "aria-label": t("look.moves"),
      "aria-valuemin": 0,
      "data-testid": "timeline",
      onpointerdown: press,
      onpointermove: (/** @type {PointerEvent} */ event) => held && follow(event),
      onpointerup: () => (held = false),
      onpointercancel: () => (held = false),
      onkeydown: key,
    },
    h("div", { class: "groove" }, bars, flag, peg),
  );
  const name = h("span", { class: "lost-name", "data-testid": "lost-name" });
  const el = h("div", { class: "timeline" }, strip, h("div", { class: "names", "aria-hidden": "true" }, name), shapes.el);
  let count = 1;
  let at = 0;
  let held = false;
  let drawn = "";

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0) return;
    held = true;
    strip.setPointerCapture(event.pointerId);
    follow(event);
  }

  /** @param {PointerEvent} event */
  function follow(event) {
    const { left, width } = bars.getBoundingClientRect();
    const to = positionAt((event.clientX - left) / width, count);
    if (to !== at) onGo(to, true);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const by = STEPS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onGo(Math.min(Math.max(at + by, 0), count - 1), false);
  }

  /** What lies on the strip; touched only where it is something else. @param {Track} track */
  function draw({ positions, lostAt, branch }) {
    const said = `${positions.join("")}${lostAt}/${branch}`;
    if (said === drawn) return;
    drawn = said;
    count = positions.length;
    const parts = [...runs(positions.slice(0, branch + 1)), ...beyond(positions, branch)];
    fill(
      bars,
      parts.map(({ from, to, verdict }) => {
        const bar = h("span", { class: from > branch ? "run shown" : "run", "data-verdict": verdict });
        bar.style.insetInlineStart = `${edge(from, count)}%`;
        bar.style.width = `${edge(to + 1 - from, count)}%`;
        return bar;
      }),
    );
    strip.setAttribute("aria-valuemax", String(count - 1));
    shapes.draw(new Set(positions));
    const marked = branch < count - 1 ? branch : lostAt;
    flag.hidden = marked === null;
    if (marked === null) return say(name, "");
    say(name, t(marked === lostAt ? "look.lost-name" : "look.branch-name", { number: marked }));
    const part = edge(marked === lostAt ? marked : marked + 1, count);
    flag.style.insetInlineStart = `${part}%`;
    name.style.insetInlineStart = `${part}%`;
    name.style.translate = `-${part}% 0`;
  }

  return {
    el,
    draw,
    /** Put the peg there, and say what is there. @param {number} to @param {string} words */
    go(to, words) {
      at = to;
      peg.style.insetInlineStart = `${edge(to + 0.5, count)}%`;
      strip.dataset.at = String(to);
      strip.setAttribute("aria-valuenow", String(to));
      strip.setAttribute("aria-valuetext", words);
    },
  };
}

/** The part that was not played. @param {readonly Verdict[]} positions @param {number} branch */
function beyond(positions, branch) {
  const to = positions.length - 1;
  return branch < to ? [{ from: branch + 1, to, verdict: positions[to] }] : [];
}

/** What the shapes mean, of those that are there. */
function legend() {
  const verdicts = /** @type {Verdict[]} */ (["yes", "no", "unknown"]);
  const rows = verdicts.map((verdict) =>
    h(
      "li",
      {},
      h("span", { class: "swatch", "aria-hidden": "true" }, h("span", { class: "run", "data-verdict": verdict })),
      t(`verdict.${verdict}`),
    ),
  );
  return {
    el: h("ul", { class: "legend" }, rows),
    /** @param {Set<Verdict>} there */
    draw: (there) => rows.forEach((row, i) => (row.hidden = !there.has(verdicts[i]))),
  };
}
