/** The buttons under the table that is looked back on: a step back, play and pause, a step on, to the losing move. */
import { h, s } from "../dom.js";
import { number, t } from "../i18n.js";

const SHAPES = {
  back: "M15 5L7 12l8 7z",
  on: "M9 5l8 7-8 7z",
  play: "M7 4l12 8-12 8z",
  pause: "M7 4h4v16H7zM13 4h4v16h-4z",
  flag: "M6 3h2v18H6zM9 4l9 4-9 4z",
};

/**
 * @param {object} what
 * @param {(by: number) => void} what.onStep
 * @param {() => void} what.onPlay
 * @param {(at: number) => void} what.onLost
 */
export function stepButtons({ onStep, onPlay, onLost }) {
  let lostAt = 0;
  let going = false;
  const back = button("step-back", "back", t("look.back"), () => onStep(-1));
  const play = button("step-play", "play", t("look.play"), onPlay);
  const on = button("step-on", "on", t("look.on"), () => onStep(1));
  const lost = button("step-lost", "flag", "", () => onLost(lostAt));
  const name = h("span", { class: "lost-number" });
  lost.append(name);
  return {
    el: h("div", { class: "steps", role: "group", "aria-label": t("look.steps") }, back, play, on, lost),
    /** @param {{at: number, last: number, playing: boolean, lostAt: number|null}} state */
    draw({ at, last, playing, lostAt: to }) {
      // Not disabled: that would throw the keyboard out at either end.
      back.setAttribute("aria-disabled", String(at === 0));
      on.setAttribute("aria-disabled", String(at === last));
      if (playing !== going) {
        going = playing;
        play.replaceChildren(shape(going ? "pause" : "play"));
        play.setAttribute("aria-label", t(going ? "look.pause" : "look.play"));
      }
      lost.classList.toggle("absent", to === null);
      if (to === null || to === lostAt) return;
      lostAt = to;
      name.textContent = number(to);
      lost.setAttribute("aria-label", t("look.to-lost", { number: to }));
    },
  };
}

/** @param {string} testid @param {keyof typeof SHAPES} what @param {string} label @param {() => void} act */
function button(testid, what, label, act) {
  return h("button", { type: "button", "data-testid": testid, "aria-label": label, onclick: act }, shape(what));
}

/** @param {keyof typeof SHAPES} what */
function shape(what) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SHAPES[what] }));
}
