/** The first page: today's deal, a race at once, or one of the other ways to play. */
import { h } from "../dom.js";
import { suitIcon } from "../faces.js";
import { t } from "../i18n.js";
import { doing, raceAnyone, raceBot } from "./now.js";
import { GAMES, lastGame, rememberGame } from "./options.js";
import { setPhase } from "./page.js";
import { todayPanel } from "./today.js";

/** The ways that are a page of their own, each with its suit. */
const WAYS = [
  { way: "friends", suit: "S" },
  { way: "alone", suit: "C" },
  { way: "watch", suit: "H" },
];

/** @returns {import("./page.js").View} */
export function startView() {
  setPhase("start");
  const today = todayPanel();
  return {
    el: h(
      "section",
      { class: "start" },
      h(
        "div",
        { class: "hero" },
        h("p", { class: "suits", "aria-hidden": "true" }, ["C", "D", "H", "S"].map(suitIcon)),
        h("h1", {}, t("app.name")),
        h("p", { class: "lead" }, t("app.lead")),
      ),
      h("div", { class: "ways" }, atOnce(), today.el, others()),
      foot(),
    ),
    destroy: today.destroy,
  };
}

/** Two races that begin with one press, under the game that they are of. */
function atOnce() {
  return h(
    "div",
    { class: "at-once" },
    gameSwitch(),
    doing({ class: "way first", "data-testid": "start-bot" }, () => raceBot(lastGame()), suitIcon("H"), ...label("bot")),
    doing({ class: "way", "data-testid": "start-quick" }, () => raceAnyone(lastGame()), suitIcon("D"), ...label("quick")),
  );
}

function others() {
  return h(
    "nav",
    { class: "others", "aria-label": t("start.ways") },
    WAYS.map(({ way, suit }) =>
      h("a", { href: `/#${way}`, class: "way", "data-testid": `start-${way}` }, suitIcon(suit), ...label(way)),
    ),
  );
}

/** What is wanted rarely, and has to be found. */
function foot() {
  return h(
    "p",
    { class: "foot" },
    h("a", { href: "/#you", "data-testid": "start-you" }, t("settings.you")),
    h("a", { href: "/#kept", "data-testid": "start-kept" }, t("kept.title")),
  );
}

/** @param {string} way */
function label(way) {
  return [h("strong", {}, t(`start.${way}`)), h("small", {}, t(`start-about.${way}`))];
}

/** Which game the buttons under it start: the one played last. */
function gameSwitch() {
  const last = lastGame();
  return h(
    "fieldset",
    { class: "game-switch" },
    h("legend", {}, t("start.game")),
    h(
      "div",
      {},
      GAMES.map((game) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "start-game",
            value: game,
            checked: game === last,
            "data-testid": `start-game-${game}`,
            onchange: () => rememberGame(game),
          }),
          h("span", {}, t(`game.${game}`)),
        ),
      ),
    ),
  );
}
