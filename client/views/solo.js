/** What comes after a game alone: the same deal again, or another; and for all who see a race, its deal for themselves. */
import { me } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { begunFrom, playAlone } from "./alone.js";
import { anybody } from "./name.js";
import { doing } from "./now.js";

/** @param {import("../types.js").Race} race @returns {(HTMLElement|null)[]} */
export function soloButtons(race) {
  const from = begunFrom(race.id);
  const again = (/** @type {string} */ testid, /** @type {string} */ label, /** @type {string|null} */ deal) =>
    doing(
      { class: deal ? "" : "primary", "data-testid": testid },
      () => playAlone({ ...race, deal, winnable: false }, deal && from),
      label,
    );
  return [
    again("new-deal", t("alone.new"), null),
    again("same-deal", t("alone.same"), race.deal),
    from
      ? h("a", { class: "button quiet", href: `/r/${encodeURIComponent(from)}`, "data-testid": "back-to-race" }, t("alone.back"))
      : null,
    h("a", { class: "button quiet", href: "/" }, t("gallery.home")),
  ];
}

/** For who has watched, or opened a link: the deal of a finished race, alone. @param {import("../types.js").Race} race */
export function dealButton(race) {
  if (race.deal === null) return null;
  return doing(
    { class: "primary", "data-testid": "try-deal" },
    async () => {
      await anybody(await me());
      await playAlone({ ...race, winnable: false });
    },
    t("alone.try"),
  );
}
