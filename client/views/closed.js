/** When the way to a race is barred: what has happened, in a sentence, and what can be done about it. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { headed } from "./head.js";
import { setPhase } from "./page.js";

/** A race that is not there. @returns {import("./page.js").View} */
export function goneView() {
  setPhase("gone", t("gone.title"));
  return {
    el: headed(
      h(
        "section",
        { class: "narrow" },
        h("h1", {}, t("gone.title")),
        h("p", {}, t("gone.text")),
        h("p", {}, h("a", { class: "button primary", href: "/" }, t("app.home"))),
      ),
    ),
  };
}

/** The server cannot be reached. @param {() => void} again @returns {import("./page.js").View} */
export function unreachableView(again) {
  setPhase("unreachable");
  const timer = setInterval(again, 5000);
  return {
    el: headed(
      h(
        "section",
        { class: "narrow" },
        h("h1", {}, t("unreachable.title")),
        h("p", {}, t("unreachable.text")),
        h("button", { type: "button", class: "primary", "data-testid": "again", onclick: again }, t("unreachable.again")),
      ),
    ),
    destroy: () => clearInterval(timer),
  };
}

/**
 * A veil over the table while another tab has the seat, or the server would not have us.
 * @param {"replaced"|"stopped"|"outdated"} why
 * @param {() => void} act what its button does
 */
export function veil(why, act) {
  return h(
    "div",
    { class: "veil", role: "alertdialog", "aria-labelledby": "veil-text", "data-testid": `veil-${why}` },
    h(
      "div",
      { class: "panel" },
      h("p", { id: "veil-text" }, t(`veil.${why}`)),
      h("button", { type: "button", class: "primary", "data-testid": "veil-act", onclick: act }, t(`veil-act.${why}`)),
    ),
  );
}
