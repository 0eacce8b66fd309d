/** Making a race for friends: game, length and bots at once, everything else under "More options". */
import { makeRace } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { openRace } from "../router.js";
import { dealField } from "./alone.js";
import { explained, form, radios, select, valueOf } from "./form.js";
import { pageHead } from "./head.js";
import { identity } from "./name.js";
import { followLevel, levelChoice } from "./levels.js";
import { chosen, followGame, gameChoice, variants } from "./options.js";
import { setPhase } from "./page.js";
import { followLength, proposals } from "./proposed.js";

/** Seconds; "" leaves it to the game, "none" is no limit. */
const LIMITS = ["", "180", "300", "480", "900", "1800", "none"];
const STUDY = ["0", "5", "10", "20", "30"];
const SEATS = ["2", "3", "4", "6", "8", "12", "16", "32", "64"];
const BOTS = ["0", "1", "2", "3", "5", "7"];
const DEALS = [1, 3, 5];
const PROPOSED_DEALS = 3;

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
    length(),
    proposals(),
    bots(),
    who.el,
    h("details", { class: "more", "data-testid": "more-options" }, h("summary", {}, t("form.more")), more()),
  );
  followGame(el);
  followLength(el);
  followLevel(el);
  // A field that is wrong cannot be shown while it is folded away.
  el.addEventListener("invalid", (event) => {
    const folded = /** @type {Element} */ (event.target).closest("details");
    if (folded) folded.open = true;
  }, true);
  return { el: h("div", {}, pageHead(), h("section", { class: "narrow" }, h("h1", {}, t("start.friends")), el)) };
}

/** How many deals: side by side, fewest first, three chosen. */
function length() {
  const fieldset = radios(
    "deals",
    t("form.deals"),
    DEALS.map((deals) => ({ value: String(deals), label: t("match.deals", { count: deals }) })),
  );
  fieldset.querySelector(`[value="${PROPOSED_DEALS}"]`)?.setAttribute("checked", "");
  fieldset.querySelector(`[value="${DEALS[0]}"]`)?.removeAttribute("checked");
  fieldset.classList.add("beside");
  return explained(fieldset, t("form.deals-hint"));
}

function bots() {
  const { choice, about } = levelChoice();
  const pair = h(
    "div",
    { class: "pair" },
    select(
      "bots",
      t("form.bots"),
      BOTS.map((value) => ({
        value,
        label: value === "0" ? t("form.bots-none") : t("form.bots-some", { count: Number(value) }),
      })),
      "0",
    ),
    choice,
  );
  return h("div", { class: "explained" }, pair, about, h("p", { class: "hint" }, t("form.bots-hint")));
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
    explained(
      select(
        "study",
        t("form.study"),
        STUDY.map((value) => ({ value, label: t("time.seconds", { count: Number(value) }) })),
        "10",
      ),
      t("form.study-hint"),
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
    ...dealField(t("form.deal-hint-race")),
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
  const robots = Number(valueOf(within, "bots"));
  return {
    ...chosen(within),
    deals: Number(valueOf(within, "deals")),
    // Bots make room for people, but one seat must not be theirs.
    seats: Math.max(Number(valueOf(within, "seats")), robots + 1),
    ...(robots > 0 ? { bots: robots, bot_level: valueOf(within, "bot_level") } : {}),
    study_s: Number(valueOf(within, "study")),
    visibility: valueOf(within, "visibility"),
    deal: valueOf(within, "deal") || null,
    ...(limit === "" ? {} : { time_limit_s: limit === "none" ? null : Number(limit) }),
    ...(watch === "" ? {} : { watch }),
  };
}
