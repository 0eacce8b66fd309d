/** The page "What is kept": how long, by the server's own numbers. */
import { call } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { headed } from "./head.js";
import { setPhase } from "./page.js";

const DAY_S = 86_400;

/** @returns {Promise<import("./page.js").View>} */
export async function retentionView() {
  const kept = await call("GET", "/api/retention");
  setPhase("kept", t("kept.title"));
  /** @type {[string, string][]} what, and how long */
  const rows = [
    ["you", t("kept.you-for", { time: span(kept.player_days * DAY_S) })],
    ["races", t("kept.races-for", { time: span(kept.race_days * DAY_S) })],
    ["lobbies", t("kept.lobbies-for", { time: span(kept.lobby_s) })],
    ["running", t("kept.running-for")],
    ["daily", t("kept.daily-for")],
    ["codes", t("kept.codes-for", { time: span(kept.transfer_s), told: span(kept.transfer_told_s) })],
    ["device", t("kept.device-for")],
    ["log", t("kept.log-for")],
  ];
  return {
    el: headed(
      h(
        "section",
        { class: "narrow kept" },
        h("h1", {}, t("kept.title")),
        h("p", { class: "lead" }, t("kept.lead")),
        h(
          "dl",
          { class: "kept-list" },
          rows.map(([what, how]) => [
            h("dt", {}, t(`kept.${what}`)),
            h("dd", { "data-testid": `kept-${what}` }, how),
          ]).flat(),
        ),
        h("h2", {}, t("kept.erasing")),
        h("p", {}, t("kept.erasing-about")),
        h("p", {}, h("a", { class: "button", href: "/#you" }, t("kept.to-you"))),
      ),
    ),
  };
}

/** Whole days, hours, minutes or seconds, in words. @param {number} seconds */
export function span(seconds) {
  for (const [unit, length] of /** @type {const} */ ([
    ["days", DAY_S],
    ["hours", 3600],
    ["minutes", 60],
  ])) {
    if (seconds >= 2 * length || (seconds === length && unit !== "days")) {
      if (seconds % length === 0) return t(unit === "hours" ? "time.hours-said" : `time.${unit}`, { count: seconds / length });
    }
  }
  return t("time.seconds", { count: seconds });
}
