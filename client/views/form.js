/** Pieces that the forms are made of. */
import { Problem } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { problemText } from "./words.js";

/**
 * A form that sends itself once at a time and shows, where it is, what went wrong.
 * @param {{submit: () => Promise<void>, label: string, testid: string}} what
 * @param {...(Node|null)} fields
 */
export function form({ submit, label, testid }, ...fields) {
  const error = h("p", { class: "error", role: "alert", hidden: true, "data-testid": "error" });
  const button = h("button", { class: "primary", type: "submit", "data-testid": testid }, label);
  const element = h(
    "form",
    {
      class: "form",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (button.disabled) return;
        button.disabled = true;
        error.hidden = true;
        try {
          await submit();
        } catch (problem) {
          error.textContent = [problemText(problem), ...takeAnyDeal(element, problem)].join(" ");
          error.hidden = false;
        } finally {
          button.disabled = false;
        }
      },
    },
    ...fields,
    error,
    button,
  );
  return element;
}

/** Refusals of a deal for the sake of `winnable` alone. */
const UNPROVED = ["no-proved-deal", "not-winnable", "not-decided"];

/**
 * Where no deal proved winnable is to be had, the next press takes any: everything else stays as it was entered.
 * @param {HTMLElement} within
 * @param {unknown} problem
 * @returns {string[]} what to say of it
 */
function takeAnyDeal(within, problem) {
  const box = within.querySelector('input[name="winnable"]:checked');
  if (!(problem instanceof Problem) || !UNPROVED.includes(problem.slug) || !(box instanceof HTMLInputElement)) return [];
  box.click();
  return [t("form.any-deal", { option: t("option.winnable") })];
}

/** A group of controls with a line of explanation under it. @param {HTMLElement} control @param {string} hint */
export function explained(control, hint) {
  const id = `about-${++hints}`;
  const field = control.matches("fieldset") ? control : (control.querySelector("input, select") ?? control);
  field.setAttribute("aria-describedby", id);
  return h("div", { class: "explained" }, control, h("p", { class: "hint", id }, hint));
}

let hints = 0;

/**
 * Choose one of a few, all visible.
 * @param {string} name
 * @param {string} legend
 * @param {{value: string, label: string, hint?: string}[]} choices the first is chosen
 * @param {boolean} [cards] shown as large cards
 */
export function radios(name, legend, choices, cards = false) {
  return h(
    "fieldset",
    { class: cards ? "choices cards" : "choices" },
    h("legend", {}, legend),
    choices.map(({ value, label, hint }, i) =>
      h(
        "label",
        { class: "choice" },
        h("input", { type: "radio", name, value, checked: i === 0, "data-testid": `${name}-${value}` }),
        h("span", {}, h("strong", {}, label), hint ? h("small", {}, hint) : null),
      ),
    ),
  );
}

/** @param {string} name @param {string} label @param {string} [hint] */
export function checkbox(name, label, hint) {
  return h(
    "label",
    { class: "choice", "data-option": name },
    h("input", { type: "checkbox", name, "data-testid": name }),
    h("span", {}, h("strong", {}, label), hint ? h("small", {}, hint) : null),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {{value: string, label: string}[]} choices
 * @param {string} chosen
 */
export function select(name, label, choices, chosen) {
  return h(
    "label",
    { class: "row", "data-option": name },
    h("span", {}, label),
    h(
      "select",
      { name, "data-testid": name },
      choices.map((choice) => h("option", { value: choice.value, selected: choice.value === chosen }, choice.label)),
    ),
  );
}

/** A control's value in a form. @param {HTMLElement} within @param {string} name @returns {string} */
export function valueOf(within, name) {
  const control = within.querySelector(
    `select[name="${name}"], input[name="${name}"]:checked, input[name="${name}"]:not([type=radio], [type=checkbox])`,
  );
  return control ? /** @type {HTMLInputElement} */ (control).value : "";
}

/** @param {HTMLElement} within @param {string} name */
export function isChecked(within, name) {
  return within.querySelector(`input[name="${name}"]:checked`) !== null;
}
