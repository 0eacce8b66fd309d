/**
 * What a match is proposed with (docs/adr/0021): the time of a win counts, and its deals can be won. A single deal is
 * proposed without, and whoever has chosen otherwise is not asked again.
 */
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { checkbox, valueOf } from "./form.js";
import { facesDown } from "./options.js";

const PROPOSED = ["winnable", "time_bonus"];

/** The two options, in sight. */
export function proposals() {
  return h("div", { class: "stack" }, ...PROPOSED.map((name) => checkbox(name, t(`option.${name}`), t(`option-about.${name}`))));
}

/** Have them follow how many deals are chosen, and the game. @param {HTMLElement} form */
export function followLength(form) {
  const chosen = new Set();
  const apply = () => {
    const match = Number(valueOf(form, "deals")) > 1;
    // Of deals with the reserve face down hardly one can be won: perhaps none is at hand.
    propose("winnable", match && !facesDown(form));
    propose("time_bonus", match);
    const about = form.querySelector('[data-option="time_bonus"] small');
    if (about) say(about, t(match ? "option-about.time_bonus-match" : "option-about.time_bonus"));
  };

  /** @param {string} name @param {boolean} on */
  function propose(name, on) {
    const box = /** @type {HTMLInputElement} */ (form.querySelector(`input[name="${name}"]`));
    if (!chosen.has(name)) box.checked = on;
  }

  form.addEventListener("change", ({ target }) => {
    const { name } = /** @type {HTMLInputElement} */ (target);
    if (PROPOSED.includes(name)) chosen.add(name);
    else apply();
  });
  apply();
}
