/** Playing alone: a game, perhaps its number, and off. */
import { makeRace } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { openRace } from "../router.js";
import { form, valueOf } from "./form.js";
import { pageHead } from "./head.js";
import { anybody } from "./name.js";
import { chosen, followGame, gameChoice, variants } from "./options.js";
import { setPhase } from "./page.js";
import { preview } from "./preview.js";

/** A deal number (PROTOCOL); text all the way, since it is larger than a double holds exactly. */
export const DEAL_NUMBER = "[1-9][0-9]{0,20}";
/** Before the name of a race, where this tab remembers what it was begun from. */
const AFTER = "after-";

/** @param {import("../types.js").Me|null} me @returns {import("./page.js").View} */
export function aloneView(me) {
  setPhase("alone", t("start.alone"));
  const options = variants(false);
  const el = form(
    {
      label: t("form.play"),
      testid: "play-alone",
      submit: async () => {
        await anybody(me);
        await playAlone({ ...chosen(el), deal: valueOf(el, "deal") || null });
      },
    },
    gameChoice(),
    ...dealField(t("form.deal-hint")),
    h("details", { class: "more", "data-testid": "more-options" }, h("summary", {}, t("form.more")), options),
  );
  followGame(el);
  const layout = preview(el);
  options.append(layout.el);
  return {
    el: h("div", {}, pageHead(), h("section", { class: "narrow" }, h("h1", {}, t("start.alone")), el)),
    destroy: layout.destroy,
  };
}

/** A field for a deal number, which may stay empty. @param {string} hint */
export function dealField(hint) {
  const field = h("input", {
    name: "deal",
    type: "text",
    inputmode: "numeric",
    pattern: DEAL_NUMBER,
    maxlength: 21,
    autocomplete: "off",
    title: hint,
    placeholder: t("form.deal-any"),
    "aria-describedby": "deal-hint",
    "data-testid": "deal",
  });
  return [
    h("label", { class: "row" }, h("span", {}, t("form.deal")), field),
    h("p", { class: "hint", id: "deal-hint" }, hint),
  ];
}

/**
 * Begin a game of one seat and go there.
 * @param {{game: string, options: import("../types.js").Options, deal: string|null, winnable?: boolean, moves?: string[]}} what
 *   `moves` of a named deal are played already
 * @param {string|null} [after] the race whose deal it is, to which one may come back
 */
export async function playAlone({ game, options, deal, winnable, moves }, after = null) {
  const race = await makeRace({ game, options, deal, seats: 1, ...(winnable ? { winnable } : {}), ...(moves ? { moves } : {}) });
  try {
    if (after) sessionStorage.setItem(AFTER + race.id, after);
  } catch {
    // Not every browser lets itself be written to: there is the way back of its own.
  }
  openRace(race.id);
}

/** The race that this one was begun from, if here. @param {string} id @returns {string|null} */
export function begunFrom(id) {
  try {
    return sessionStorage.getItem(AFTER + id);
  } catch {
    return null;
  }
}
