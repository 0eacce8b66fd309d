/** Making a race for friends: the game at once, everything else under "More options". */
import { makeRace } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { openRace } from "../router.js";
import { form, radios, select, valueOf } from "./form.js";
import { identity } from "./name.js";
import { chosen, followGame, gameChoice, variants } from "./options.js";
import { setPhase } from "./page.js";

/** Seconds; "" leaves it to the game, "none" is no limit. */
const LIMITS = ["", "180", "300", "480", "900", "1800", "none"];
const STUDY = ["0", "5", "10", "20", "30"];
const SEATS = ["2", "3", "4", "6", "8", "12", "16", "32", "64"];

/** @param {import("../types.js").Me|null} me @returns {import("./page.js").View} */
export function friendsView(me) {
  setPhase("friends", t("start.friends"));
  const who = identity(me);
  const el = form(
    {
      label: t("form.make"),
      testid: "make-race",
      submit: async () => {
        await who.settle();
        openRace((await makeRace(fields(el))).id);
      },
    },
    gameChoice(),
    who.el,
    h("details", { class: "more", "data-testid": "more-options" }, h("summary", {}, t("form.more")), more()),
  );
  followGame(el);
  return { el: h("section", { class: "narrow" }, h("h1", {}, t("start.friends")), el) };
}

function more() {
  return h(
    "div",
    { class: "stack" },
    variants(true),
    select(
      "time_limit",
      t("form.time-limit"),
      LIMITS.map((value) => ({ value, label: limitName(value) })),
      "",
    ),
    select(
      "study",
      t("form.study"),
      STUDY.map((value) => ({ value, label: t("time.seconds", { count: Number(value) }) })),
      "10",
    ),
    select(
      "seats",
      t("form.seats"),
      SEATS.map((value) => ({ value, label: number(Number(value)) })),
      "8",
    ),
    radios(
      "visibility",
      t("form.visibility"),
      ["private", "public"].map((value) => ({
        value,
        label: t(`visibility.${value}`),
        hint: t(`visibility-about.${value}`),
      })),
    ),
    select(
      "watch",
      t("form.watch"),
      ["", "live", "delayed", "finished"].map((value) => ({
        value,
        label: t(`watch.${value || "usual"}`),
      })),
      "",
    ),
  );
}

/** @param {string} value */
function limitName(value) {
  if (value === "") return t("form.limit-usual");
  return value === "none" ? t("form.limit-none") : t("time.minutes", { count: Number(value) / 60 });
}

/** The request's fields: what was left as it is stays the server's default. @param {HTMLElement} within */
function fields(within) {
  const limit = valueOf(within, "time_limit");
  const watch = valueOf(within, "watch");
  return {
    ...chosen(within),
    seats: Number(valueOf(within, "seats")),
    study_s: Number(valueOf(within, "study")),
    visibility: valueOf(within, "visibility"),
    ...(limit === "" ? {} : { time_limit_s: limit === "none" ? null : Number(limit) }),
    ...(watch === "" ? {} : { watch }),
  };
}
