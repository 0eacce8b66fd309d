/** Who stands where: a table by rank, with score, bonus and time. */
import { fill, h, keep, nameNode, say } from "../dom.js";
import { exactClock, number, t } from "../i18n.js";
import { stateWord } from "./rivals.js";

/** @typedef {import("../types.js").Player} Player */

/**
 * @param {import("../race.js").LiveRace} live
 * @param {((player: string) => void)|null} onPick called with a player whose board is asked for
 */
export function standings(live, onPick) {
  const bonus = live.state.race?.options.time_bonus ?? false;
  const rows = h("tbody");
  const column = (/** @type {string} */ key) => h("th", { scope: "col" }, t(key));
  const el = h("table", { class: "standings", "data-testid": "standings" },
    h("caption", {}, t("standings.title")),
    h("thead", {}, h("tr", {}, column("standings.place"), column("standings.name"), column("standings.cards"),
      bonus ? column("standings.bonus") : null, column("standings.time"), column("standings.state"))),
    rows);

  /** @param {Set<string>} watched */
  function update(watched) {
    const players = [...(live.state.race?.players ?? [])].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat);
    keep(rows, players, (player) => player.id, make, (row, player) => draw(row, player, watched));
  }

  /** @param {Player} player */
  function make(player) {
    const name = nameNode(player.name);
    const pick = h("button", { type: "button", class: "link", "data-testid": "pick", onclick: () => onPick?.(player.id) }, name);
    return h("tr", { "data-testid": "standing", "data-player": player.id },
      h("td", { class: "place" }), h("th", { scope: "row" }, onPick ? pick : name), h("td"), bonus ? h("td") : null, h("td"), h("td", { class: "state" }));
  }

  /** @param {HTMLElement} row @param {Player} player @param {Set<string>} watched */
  function draw(row, player, watched) {
    const cells = [...row.children];
    say(cells[0], player.rank === null ? "" : number(player.rank));
    const button = cells[1].querySelector("button");
    button?.setAttribute("aria-pressed", String(watched.has(player.id)));
    say(/** @type {Element} */ (cells[1].querySelector(".name")), player.name);
    say(cells[2], number(player.score));
    if (bonus) say(cells[3], player.bonus > 0 ? t("standings.plus", { bonus: player.bonus }) : "");
    say(cells[bonus ? 4 : 3], exactClock(player.t_ms));
    const state = cells[bonus ? 5 : 4];
    const words = [player.id === live.state.you ? t("player.you") : "", stateWord(player)].filter(Boolean);
    if (state.textContent !== words.join("")) fill(state, words.map((word) => h("span", { class: "tag" }, word)));
    row.classList.toggle("you", player.id === live.state.you);
    row.dataset.status = player.status;
  }

  return { el, update };
}
