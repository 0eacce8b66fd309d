/**
 * The table explains itself, once for each game on a device: four small steps, each beside what it speaks of. It never
 * takes a press meant for the cards, and who simply plays on is believed to know.
 */
import { parseMove, rankAfter } from "../board.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { rowsLeft } from "../piles.js";
import { prefs, setPrefs } from "../prefs.js";
import { freeSpot } from "../spot.js";
import { announce } from "./page.js";

/** @typedef {import("../types.js").Board} Board */

/** While the cards are studied the time for it is shown along the foot, so high. */
const STUDY_PX = 48;
/** After so many moves one knows, whatever has been read. */
const KNOWN_AFTER = 6;
const COLUMNS = ["T1", "T2", "T3", "T4", "T5", "T6", "T7"];
const STEPS = /** @type {const} */ (["foundations", "columns", "spaces", "deal"]);
/** Piles that each step speaks of. */
const ABOUT = { foundations: ["FC", "FD", "FH", "FS"], columns: COLUMNS, spaces: ["T1"], deal: ["S"] };

/**
 * @param {import("../race.js").LiveRace} live
 * @param {import("../render.js").Table} table
 */
export function coach(live, table) {
  const game = live.state.race?.game ?? "bernauer";
  const text = h("p", {});
  const count = h("small", {});
  const next = h("button", { type: "button", class: "primary", "data-testid": "coach-next", onclick: () => go(at + 1) });
  const skip = h("button", { type: "button", "data-testid": "coach-skip", onclick: end }, t("coach.skip"));
  const el = h(
    "aside",
    { class: "coach", hidden: true, "aria-label": t("coach.title"), "data-testid": "coach" },
    text,
    h("div", { class: "buttons" }, count, skip, next),
  );
  let moves = 0;
  let at = prefs().explained.includes(game) ? STEPS.length : 0;

  /** Show the step, once there are cards to speak of. */
  function update() {
    const board = live.state.own?.base;
    el.hidden = !board || at >= STEPS.length;
    table.point(el.hidden ? [] : ABOUT[STEPS[at]]);
    if (!board || el.hidden) return;
    const step = STEPS[at];
    const said = t(`coach.${game}-${step}`, words(board));
    if (el.dataset.step !== step) announce(said);
    el.dataset.step = step;
    fill(text, said);
    fill(count, t("coach.count", { number: at + 1, all: STEPS.length }));
    fill(next, at === STEPS.length - 1 ? t("coach.done") : t("coach.next"));
    settle();
  }

  /**
   * Lie on free baize. Where cards lie everywhere, beside the table instead: over the clock and the rivals, which one
   * who is being told how to move a card can spare.
   */
  function settle() {
    if (el.hidden) return;
    el.classList.remove("aside");
    const foot = live.state.race?.state === "study" ? STUDY_PX : 0;
    const area = { w: table.root.clientWidth, h: table.root.clientHeight - foot };
    const size = { w: el.offsetWidth, h: el.offsetHeight };
    const reserve = Object.keys(table.geometry().piles).filter((name) => name[0] === "R");
    const { x, y, covers } = freeSpot(size, area, table.geometry(), table.spots(), [...ABOUT[STEPS[at]], ...reserve]);
    const beside = (live.state.race?.seats ?? 1) > 1 || Boolean(live.state.race?.daily);
    const aside = covers > 0 && beside;
    el.classList.toggle("aside", aside);
    el.style.transform = aside ? "" : `translate(${table.root.offsetLeft + x}px, ${table.root.offsetTop + y}px)`;
  }

  /** @param {Board} board */
  function words(board) {
    return {
      base: t(`rank-a.${board.base}`),
      takes: t(`rank-a.${rankAfter(board.base, -1)}`),
      count: rowsLeft(board),
    };
  }

  /** @param {number} step */
  function go(step) {
    at = step;
    if (at >= STEPS.length) end();
    else update();
  }

  function end() {
    const inside = el.contains(document.activeElement);
    at = STEPS.length;
    if (!prefs().explained.includes(game)) setPrefs({ explained: [...prefs().explained, game] });
    update();
    // What had the focus is gone: on with the cards.
    if (inside) /** @type {HTMLElement|null} */ (table.root.querySelector('[tabindex="0"]'))?.focus();
  }

  return {
    el,
    update,
    settle,
    /** Somebody who does what is being explained need not be told. @param {string} move */
    saw(move) {
      if (++moves >= KNOWN_AFTER) return end();
      const parsed = parseMove(move);
      const step = STEPS[at];
      if (step === "foundations" && parsed?.kind === "cards" && parsed.to === "F") go(at + 1);
      else if (step === "columns" && parsed?.kind === "cards" && parsed.to !== "F") go(at + 1);
      else if (step === "deal" && parsed?.kind === "deal") end();
      else settle();
    },
  };
}
