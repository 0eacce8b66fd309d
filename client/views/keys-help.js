/** The keys of the table, and how one stands: a list for whoever asks. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

const KEYS = ["arrows", "digits", "enter", "f", "d", "x", "u", "s", "escape", "help"];

/**
 * @param {string[]} standing sentences
 * @returns {Promise<void>} when it is closed
 */
export function openKeys(standing) {
  return new Promise((resolve) => {
    const rows = KEYS.flatMap((key) => [h("dt", {}, h("kbd", {}, t(`key.${key}`))), h("dd", {}, t(`key-does.${key}`))]);
    const dialog = h(
      "dialog",
      { class: "dialog keys", "aria-labelledby": "keys-title", "data-testid": "keys" },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "keys-title" }, t("keys.title")),
        standing.length > 0 ? h("p", { "data-testid": "keys-standing" }, standing.join(" · ")) : null,
        h("dl", {}, rows),
        h("div", { class: "buttons" }, h("button", { class: "primary", "data-testid": "keys-done" }, t("settings.done"))),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
