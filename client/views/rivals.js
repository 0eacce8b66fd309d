/**
 * Everyone in the race at a glance: score as a number and a bar, place, and what they are at. Fixed order, so nothing
 * jumps.
 */
import { h, keep, nameNode, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { isDone } from "../state.js";

/** @typedef {import("../types.js").Player} Player */

const ALL = 52;

/** @param {import("../race.js").LiveRace} live */
export function rivals(live) {
  const el = h("ol", { class: "rivals", "aria-label": t("rivals.title"), "data-testid": "rivals" });

  function update() {
    const players = [...(live.state.race?.players ?? [])].sort(
      (a, b) => Number(b.id === live.state.you) - Number(a.id === live.state.you) || a.seat - b.seat,
    );
    el.hidden = players.length < 2;
    keep(el, players, (player) => player.id, make, draw);
  }

  /** @param {Player} player */
  function make(player) {
    return h(
      "li",
      { class: "rival", "data-testid": "rival", "data-player": player.id },
      h("span", { class: "place" }),
      nameNode(player.name),
      h("span", { class: "state" }),
      h("span", { class: "score" }),
      h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill" })),
    );
  }

  /** @param {HTMLElement} element @param {Player} player */
  function draw(element, player) {
    const [place, name, state, score, track] = /** @type {HTMLElement[]} */ ([...element.children]);
    say(place, player.rank === null ? "" : number(player.rank));
    say(name, player.name);
    say(state, stateWord(player));
    say(score, number(player.score + player.bonus));
    const part = Math.min(player.score / ALL, 1);
    /** @type {HTMLElement} */ (track.firstElementChild).style.transform = `scaleX(${part})`;
    element.classList.toggle("you", player.id === live.state.you);
    element.classList.toggle("away", !player.connected && !isDone(player));
    element.dataset.status = player.status;
    element.dataset.score = String(player.score);
  }

  /** A player has scored: their line lights up for a moment. @param {string} player */
  function flash(player) {
    const element = [...el.children].find((child) => /** @type {HTMLElement} */ (child).dataset.player === player);
    element?.classList.remove("scored");
    element?.getBoundingClientRect(); // so that the animation starts over
    element?.classList.add("scored");
  }

  update();
  return { el, update, flash };
}

/** What somebody is at, where it is not simply playing. @param {Player} player */
export function stateWord(player) {
  if (isDone(player)) return t(`status.${player.status}`);
  return player.connected ? "" : t("player.away");
}
