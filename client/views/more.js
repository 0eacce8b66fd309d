/** What is wanted rarely, behind one button: settings, and giving up, which nobody should hit by accident. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { openSettings } from "./settings.js";

/** @param {() => void} onGiveUp @param {() => void} onKeys @param {(() => void)|null} onShowAll */
export function moreMenu(onGiveUp, onKeys, onShowAll) {
  const giveUp = item("give-up", t("table.give-up"), onGiveUp);
  const list = h(
    "div",
    { class: "more-list", hidden: true, id: "more-list" },
    item("open-settings", t("settings.open"), () => void openSettings().then(() => button.focus())),
    item("open-keys", t("keys.open"), () => {
      button.focus();
      onKeys();
    }),
    onShowAll && item("show-all", t("table.show-all"), onShowAll),
    giveUp,
  );
  const button = h(
    "button",
    {
      type: "button",
      class: "more-button",
      "aria-label": t("table.more"),
      "aria-expanded": "false",
      "aria-controls": "more-list",
      "data-testid": "more",
      onclick: () => show(list.hidden !== false),
    },
    "⋯",
  );
  const el = h("div", { class: "more-menu" }, button, list);

  /** @param {string} testid @param {string} label @param {() => void} act */
  function item(testid, label, act) {
    const press = () => {
      show(false);
      act();
    };
    return h("button", { type: "button", "data-testid": testid, onclick: press }, label);
  }

  /** @param {boolean} open */
  function show(open) {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement} */ (list.firstElementChild).focus();
  }

  /** @param {Event} event */
  function elsewhere(event) {
    if (!list.hidden && !el.contains(/** @type {Node} */ (event.target))) show(false);
  }

  /** @param {KeyboardEvent} event */
  function escape(event) {
    if (event.key !== "Escape" || list.hidden) return;
    show(false);
    button.focus();
  }

  /** The focus goes on to what the list would lie over. @param {FocusEvent} event */
  function left({ relatedTarget }) {
    if (relatedTarget && !el.contains(/** @type {Node} */ (relatedTarget))) show(false);
  }

  el.addEventListener("focusout", left);
  document.addEventListener("pointerdown", elsewhere);
  el.addEventListener("keydown", escape);
  return {
    el,
    /** @param {boolean} may */
    mayGiveUp(may) {
      giveUp.hidden = !may;
    },
    destroy: () => document.removeEventListener("pointerdown", elsewhere),
  };
}
