/** A seat in the lobby: who has it, how they are, and what one may do about it. */
import { act, callMe } from "../api.js";
import { fill, h, nameNode, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { form } from "./form.js";
import { doing } from "./now.js";
import { nameOf } from "./words.js";

/** @typedef {import("../types.js").Player} Player */

/** @param {string} race @param {Player} player */
export function makeSeat(race, player) {
  return h(
    "li",
    { "data-testid": "seat", "data-player": player.id },
    h("span", { class: "dot" }),
    h("span", { class: "seat-number" }),
    h("span", { class: "who" }, nameNode(player.name), h("span", { class: "tags" })),
    h("button", {
      type: "button",
      class: "quiet small",
      "data-testid": "rename",
      onclick: (/** @type {Event} */ event) => rename(/** @type {HTMLElement} */ (event.currentTarget)),
    }),
    doing(
      { class: "quiet small", "data-testid": "send-away" },
      () => act(race, "kick", { player: player.id }),
      t("lobby.send-away"),
    ),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Player} player
 * @param {{host: boolean, you: boolean, asHost: boolean}} who `host`: of this seat; `asHost`: for the host's eyes
 */
export function drawSeat(element, player, { host, you, asHost }) {
  const [dot, place, who, change, away] = /** @type {HTMLElement[]} */ ([...element.children]);
  const [name, tags] = /** @type {HTMLElement[]} */ ([...who.children]);
  dot.className = player.connected ? "dot on" : "dot";
  dot.title = player.connected ? t("player.here") : t("player.away");
  say(place, number(player.seat));
  say(name, nameOf(player));
  const words = [
    you && t("player.you"),
    host && t("player.host"),
    player.level && t(`level.${player.level}`),
    player.ready && !player.bot && t("player.ready"),
    !player.connected && t("player.away"),
  ].filter(Boolean);
  if (tags.dataset.words !== words.join())
    fill(
      tags,
      words.map((word) => h("span", { class: "tag" }, String(word))),
    );
  tags.dataset.words = words.join();
  element.dataset.ready = String(player.ready);
  change.hidden = !you;
  say(change, t("name.change"));
  change.setAttribute("aria-label", t("name.change-own"));
  away.hidden = !asHost || you;
  away.setAttribute("aria-label", t("lobby.send-away-whom", { name: player.name }));
}

/** Ask for another name in the browser's own dialog. @param {HTMLElement} button */
function rename(button) {
  const line = /** @type {HTMLElement} */ (button.closest("li"));
  const shown = line.querySelector(".name")?.textContent ?? "";
  const field = h("input", { type: "text", name: "name", value: shown, maxlength: 60, "aria-label": t("name.label") });
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": t("name.change-own") },
    form(
      {
        label: t("name.change"),
        testid: "rename-yes",
        submit: async () => {
          await callMe(field.value.trim(), { id: "", name: shown });
          dialog.close();
        },
      },
      h("label", { class: "row" }, h("span", {}, t("name.label")), field),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    button.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
