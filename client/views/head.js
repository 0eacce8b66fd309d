/** The head of a page beside the table: the way to the first page, and what this page is about. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @param {...import("../dom.js").Child} about */
export function pageHead(...about) {
  return h(
    "header",
    { class: "page-head" },
    h(
      "a",
      { class: "home", href: "/", "data-testid": "home" },
      h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }),
      h("span", {}, t("app.name")),
    ),
    h("span", { class: "about" }, ...about),
  );
}

/** A whole page under such a head. @param {...import("../dom.js").Child} children */
export function headed(...children) {
  return h("div", {}, pageHead(), ...children);
}
