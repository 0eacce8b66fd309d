/** The first page: three ways to go. */
import { h } from "../dom.js";
import { suitIcon } from "../faces.js";
import { t } from "../i18n.js";
import { setPhase } from "./page.js";

/** @returns {import("./page.js").View} */
export function startView() {
  setPhase("start");
  const ways = [
    { way: "friends", suit: "H" },
    { way: "alone", suit: "S" },
    { way: "watch", suit: "D" },
  ];
  return {
    el: h(
      "section",
      { class: "start" },
      h(
        "div",
        { class: "hero" },
        h("p", { class: "suits", "aria-hidden": "true" }, ["C", "D", "H", "S"].map(suitIcon)),
        h("h1", {}, t("app.name")),
        h("p", { class: "lead" }, t("app.lead")),
      ),
      h(
        "nav",
        { class: "ways", "aria-label": t("start.ways") },
        ways.map(({ way, suit }) =>
          h(
            "a",
            { href: `/#${way}`, class: way === "friends" ? "way first" : "way", "data-testid": `start-${way}` },
            suitIcon(suit),
            h("strong", {}, t(`start.${way}`)),
            h("small", {}, t(`start-about.${way}`)),
          ),
        ),
      ),
    ),
  };
}
