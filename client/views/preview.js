/**
 * Choosing with what the foundations begin, alone: the cards lie there meanwhile. A deal that was not named gets a number
 * at that, the one that is then played.
 */
import { Problem, replay } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { makeTable } from "../render.js";
import { isChecked, valueOf } from "./form.js";
import { chosen } from "./options.js";

/**
 * The layout for a form, shown from the first touch of its `base` on. Where the server cannot tell it, it stays away.
 * @param {HTMLElement} form
 */
export function preview(form) {
  const table = makeTable({ bound: false, label: t("form.layout") });
  const el = h(
    "figure",
    { class: "board preview", hidden: true, "data-testid": "layout" },
    h("figcaption", {}, t("form.layout")),
    h("div", { class: "felt" }, table.root),
  );
  const watcher = new ResizeObserver(() => table.resize());
  watcher.observe(table.root);
  let wanted = false;
  let asked = 0;

  async function show() {
    // A deal that the server is to choose cannot be shown before.
    if (!wanted || (isChecked(form, "winnable") && !valueOf(form, "deal"))) return void (el.hidden = true);
    const mine = ++asked;
    const { game, options } = chosen(form);
    try {
      const { board } = await replay({ game, options, deal: number(form), moves: [], from: 0 });
      if (mine !== asked) return;
      el.hidden = false;
      el.dataset.game = game;
      table.draw(board, false);
      table.resize();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      el.hidden = true;
    }
  }

  const isBase = (/** @type {Event} */ { target }) => target instanceof Element && target.matches('[name="base"]');
  form.addEventListener("focusin", (event) => {
    if (wanted || !isBase(event)) return;
    wanted = true;
    void show();
  });
  form.addEventListener("change", (event) => {
    wanted ||= isBase(event);
    void show();
  });
  return { el, destroy: () => watcher.disconnect() };
}

/** The deal's number, drawn where none is named. @param {HTMLElement} form */
function number(form) {
  if (!valueOf(form, "deal")) {
    const field = /** @type {HTMLInputElement} */ (form.querySelector('input[name="deal"]'));
    field.value = String(crypto.getRandomValues(new BigUint64Array(1))[0] + 1n);
  }
  return valueOf(form, "deal");
}
