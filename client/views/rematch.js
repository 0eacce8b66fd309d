/** Another race with the same people: asked for by one, and everyone is taken along unless they would rather stay. */
import { act, getRace } from "../api.js";
import { fill, h, nameNode } from "../dom.js";
import { parts, t } from "../i18n.js";
import { openRace } from "../router.js";
import { notice } from "./page.js";
import { problemText } from "./words.js";

/** Time to read the banner, and to stay. */
const LEAVE_AFTER_MS = 5000;

/** @param {import("../race.js").LiveRace} live */
export function rematchButton(live) {
  return h(
    "button",
    {
      type: "button",
      class: "primary",
      "data-testid": "rematch",
      onclick: async () => {
        try {
          openRace((await act(live.id, "rematch")).id);
        } catch (error) {
          notice(problemText(error), "warning");
        }
      },
    },
    t("rematch.button"),
  );
}

/**
 * A banner that leads to the race which follows this one.
 * @param {string} next its id
 */
export function rematchBanner(next) {
  const text = h("p", {}, t("rematch.made"));
  const stay = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-testid": "stay",
      onclick: () => {
        clearTimeout(timer);
        stay.remove();
      },
    },
    t("rematch.stay"),
  );
  const el = h(
    "div",
    { class: "banner", role: "status", "data-testid": "rematch-banner" },
    text,
    h(
      "button",
      { type: "button", class: "primary", "data-testid": "follow", onclick: () => openRace(next, true) },
      t("rematch.follow"),
    ),
    stay,
  );
  const timer = setTimeout(() => openRace(next, true), LEAVE_AFTER_MS);
  getRace(next).then(
    (race) => {
      const host = race.players.find(({ id }) => id === race.host);
      if (host) fill(text, parts("rematch.made-by", { name: nameNode(host.name) }));
    },
    () => {},
  );
  return { el, destroy: () => clearTimeout(timer) };
}
