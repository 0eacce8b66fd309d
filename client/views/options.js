/** Which game, and which variants: the same for racing friends and for playing alone. */
import { RANKS } from "../board.js";
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { checkbox, explained, isChecked, radios, select, valueOf } from "./form.js";

export const GAMES = ["bernauer", "sorel"];
const REMEMBERED = "agnes.game";

/** The game played last in this browser; Bernauer at first. */
export function lastGame() {
  try {
    return GAMES.find((game) => game === localStorage.getItem(REMEMBERED)) ?? GAMES[0];
  } catch {
    return GAMES[0]; // a browser that keeps nothing
  }
}

/** @param {string} game */
export function rememberGame(game) {
  try {
    localStorage.setItem(REMEMBERED, game);
  } catch {
    // then Bernauer is first again
  }
}

/** The choice of the game, in plain words; the one played last is chosen. */
export function gameChoice() {
  const last = lastGame();
  return radios(
    "game",
    t("form.game"),
    [last, ...GAMES.filter((game) => game !== last)].map((game) => ({
      value: game,
      label: t(`game.${game}`),
      hint: t(`game-about.${game}`),
    })),
    true,
  );
}

/**
 * The variants; those that only one game has are shown with it.
 * @param {boolean} race of a race among several; what is proposed for those stands in a place of its own
 */
export function variants(race) {
  const bases = [
    { value: "", label: t("option.base-any") },
    ...[...RANKS].map((rank) => ({ value: rank, label: t(`rank-title.${rank}`) })),
  ];
  return h(
    "div",
    { class: "variants" },
    race ? null : checkbox("winnable", t("option.winnable"), t("option-about.winnable")),
    checkbox("redeal", t("option.redeal"), t("option-about.redeal")),
    checkbox("face_down", t("option.face_down"), t("option-about.face_down")),
    explained(select("base", t("option.base"), bases, ""), t("option-about.base")),
  );
}

/** Show only what goes with the game chosen, and say what can hardly be had. @param {HTMLElement} form */
export function followGame(form) {
  const apply = () => {
    for (const name of ["redeal", "face_down"]) {
      const option = form.querySelector(`[data-option="${name}"]`);
      if (option instanceof HTMLElement) option.hidden = valueOf(form, "game") !== "bernauer";
    }
    const winnable = form.querySelector('[data-option="winnable"] small');
    if (winnable) say(winnable, t(facesDown(form) ? "option-about.winnable-rare" : "option-about.winnable"));
  };
  form.addEventListener("change", apply);
  apply();
}

/** Whether the reserve is to lie face down. @param {HTMLElement} form */
export function facesDown(form) {
  return valueOf(form, "game") === "bernauer" && isChecked(form, "face_down");
}

/** What has been chosen, as PROTOCOL has it; the game is remembered. @param {HTMLElement} form */
export function chosen(form) {
  const bernauer = valueOf(form, "game") === "bernauer";
  rememberGame(valueOf(form, "game"));
  return {
    game: valueOf(form, "game"),
    options: {
      redeal: bernauer && isChecked(form, "redeal"),
      face_down: bernauer && isChecked(form, "face_down"),
      base: valueOf(form, "base") || null,
      time_bonus: isChecked(form, "time_bonus"),
    },
    ...(isChecked(form, "winnable") ? { winnable: true } : {}),
  };
}
