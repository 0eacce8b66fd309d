/** Who one is: asked once, remembered by the server's cookie, changed on wish. */
import { callMe } from "../api.js";
import { fill, h, nameNode } from "../dom.js";
import { parts, t } from "../i18n.js";

/** @typedef {import("../types.js").Me} Me */

/**
 * The part of a form that settles who one is.
 * @param {Me|null} known
 * @param {boolean} [needed] without a name one would be a guest, and is refused
 */
export function identity(known, needed = true) {
  const el = h("div", { class: "identity" });
  const unnamed = !known || known.name === t("name.alone");
  /** @type {HTMLInputElement|null} */
  let input = null;

  /** @param {string} value */
  function ask(value) {
    input = h("input", {
      id: "player-name",
      name: "name",
      type: "text",
      required: needed,
      maxlength: 60,
      autocomplete: "nickname",
      autocapitalize: "words",
      spellcheck: "false",
      value,
      placeholder: needed ? t("name.example") : t("name.alone"),
      "data-testid": "name",
    });
    fill(el, h("label", { for: "player-name" }, t("name.label")), input);
  }

  if (unnamed) ask("");
  else {
    const change = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-testid": "change-name",
        onclick: () => {
          ask(known.name);
          input?.focus();
          input?.select();
        },
      },
      t("name.change"),
    );
    fill(el, h("p", {}, parts("name.playing-as", { name: nameNode(known.name) }), " ", change));
  }

  return {
    el,
    /** Whoever this is now; asks the server where the name is new. Throws a `Problem`. @returns {Promise<Me>} */
    async settle() {
      const name = input?.value.trim() ?? "";
      if (!name && !needed) return anybody(known);
      if (known && (!input || name === known.name)) return known;
      return callMe(name, known);
    },
    focus: () => input?.focus(),
  };
}

/** Be somebody where no name is needed. @param {Me|null} known @returns {Promise<Me>} */
export async function anybody(known) {
  return known ?? callMe(t("name.alone"), null);
}
