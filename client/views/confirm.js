/** A question with two answers, in the browser's own dialog: focus is kept inside, Escape means no. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {string} question
 * @param {string} yes what the button that does it says
 * @param {string} [no]
 * @param {"danger"|"primary"} [kind] of what it does
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes, no = t("dialog.no"), kind = "danger") {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { class: "dialog", "aria-labelledby": "question", "data-testid": "dialog" },
      h(
        "form",
        { method: "dialog" },
        h("p", { id: "question" }, question),
        h(
          "div",
          { class: "buttons" },
          h("button", { value: "no", class: "quiet", "data-testid": "dialog-no" }, no),
          h("button", { value: "yes", class: kind, "data-testid": "dialog-yes" }, yes),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
