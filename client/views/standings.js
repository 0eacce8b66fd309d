/** Who stands where: a table by rank, with score, bonus and time. */
import { fill, h, keep, nameNode, say } from "../dom.js";
import { exactClock, number, t } from "../i18n.js";
import { byRank } from "../standing.js";
import { stateWord } from "./rivals.js";
import { track } from "./track.js";
import { nameOf } from "./words.js";

const ALL = 52;

/** @typedef {import("../types.js").Player} Player */

/**
 * @param {import("../race.js").LiveRace} live
 * @param {((player: string) => void)|null} onPick called with a player whose board is asked for
 */
export function standings(live, onPick) {
  const rows = h("tbody");
  const column = (/** @type {string} */ key) => h("th", { scope: "col" }, t(key));
  const cardsHead = column("standings.cards");
  const el = h(
    "table",
    { class: "standings", "data-testid": "standings" },
    h("caption", {}, t("standings.title")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        column("standings.place"),
        column("standings.name"),
        cardsHead,
        column("standings.time"),
      ),
    ),
    rows,
  );

  /** @param {Set<string>} watched */
  function update(watched) {
    const players = byRank(live.state.race?.players ?? []);
    say(cardsHead, t(players.some(({ bonus }) => bonus > 0) ? "standings.cards-bonus" : "standings.cards"));
    keep(
      rows,
      players,
      (player) => player.id,
      make,
      (row, player) => draw(row, player, watched),
    );
  }

  /** @param {Player} player */
  function make(player) {
    const name = nameNode(player.name);
    const pick = h(
      "button",
      { type: "button", class: "link", "data-testid": "pick", onclick: () => onPick?.(player.id) },
      name,
    );
    return h(
      "tr",
      { "data-testid": "standing", "data-player": player.id },
      h("td", { class: "place" }),
      h(
        "th",
        { scope: "row" },
        h("span", { class: "who" }, onPick ? pick : name, h("span", { class: "state" })),
        track(),
      ),
      h("td"),
      h("td", { class: "time" }),
    );
  }

  /** @param {HTMLElement} row @param {Player} player @param {Set<string>} watched */
  function draw(row, player, watched) {
    const [place, who, cards, time] = [...row.children];
    say(place, player.rank === null ? "" : number(player.rank));
    who.querySelector("button")?.setAttribute("aria-pressed", String(watched.has(player.id)));
    say(/** @type {Element} */ (who.querySelector(".name")), nameOf(player));
    /** @type {HTMLElement} */ (who.querySelector(".track")).style.setProperty("--part", String(player.score / ALL));
    say(
      cards,
      player.bonus > 0 ? t("standings.with-bonus", { score: player.score, bonus: player.bonus }) : number(player.score),
    );
    say(time, player.t_ms > 0 ? exactClock(player.t_ms) : t("standings.no-time"));
    const state = /** @type {Element} */ (who.querySelector(".state"));
    const words = [
      player.id === live.state.you ? t("player.you") : "",
      player.level ? t(`level.${player.level}`) : "",
      stateWord(player),
    ].filter(Boolean);
    if (state.textContent !== words.join(""))
      fill(
        state,
        words.map((word) => h("span", { class: "tag" }, word)),
      );
    row.classList.toggle("you", player.id === live.state.you);
    row.dataset.status = player.status;
  }

  return { el, update };
}
