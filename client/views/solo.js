/** What comes after a game alone: the same deal again, or another. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { playAlone } from "./alone.js";
import { notice } from "./page.js";
import { problemText } from "./words.js";

/** @param {import("../types.js").Race} race @returns {HTMLElement[]} */
export function soloButtons(race) {
  const again = (/** @type {string} */ testid, /** @type {string} */ label, /** @type {string|null} */ deal) =>
    h(
      "button",
      {
        type: "button",
        class: deal ? "" : "primary",
        "data-testid": testid,
        onclick: () => {
          playAlone({ ...race, deal }).catch((error) => notice(problemText(error), "warning"));
        },
      },
      label,
    );
  return [again("new-deal", t("alone.new"), null), again("same-deal", t("alone.same"), race.deal)];
}
