/**
 * A page of a leaderboard as a table, best first. One's own row stays in sight: stuck to the edge that it would scroll out
 * of, and under the page where it is on another one.
 */
import { fill, h, keep, nameNode, say } from "../dom.js";
import { exactClock, number, t } from "../i18n.js";

/** @typedef {import("../daily-api.js").Entry} Entry */
/** @typedef {"daily"|"wins"|"streak"} Kind */

/** What each kind tells of somebody, beside place and name. @type {Record<Kind, string[]>} */
const COLUMNS = { daily: ["cards", "time"], wins: ["wins"], streak: ["days", "longest"] };

/**
 * @param {Kind} kind
 * @param {string} caption
 * @param {((entry: Entry) => void)|null} onPick called with somebody whose board is asked for
 */
export function leaderTable(kind, caption, onPick = null) {
  const rows = h("tbody");
  const foot = h("tbody", { class: "own-elsewhere" });
  const column = (/** @type {string} */ name) =>
    h("th", { scope: "col", class: `col-${name}` }, t(`leaderboard.col-${name}`));
  const el = h(
    "table",
    { class: "standings leader-table", "data-kind": kind, "data-testid": "leaderboard" },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, column("place"), column("name"), COLUMNS[kind].map(column))),
    rows,
    foot,
  );

  /**
   * @param {Entry[]} entries
   * @param {Entry|null} own one's own, wherever it is
   * @param {Set<string>} [watched]
   */
  function update(entries, own, watched = new Set()) {
    const key = (/** @type {Entry} */ { player }) => player;
    const drawn = (/** @type {HTMLElement} */ row, /** @type {Entry} */ entry) =>
      draw(row, entry, entry.player === own?.player, watched.has(entry.player));
    keep(rows, entries, key, make, drawn);
    const elsewhere = own && !entries.some(({ player }) => player === own.player);
    keep(foot, elsewhere ? [own] : [], key, make, drawn);
  }

  /** @param {Entry} entry */
  function make(entry) {
    const name = nameNode(entry.name);
    const pick = () =>
      h(
        "button",
        { type: "button", class: "link", "data-testid": "pick", onclick: () => onPick?.(entry) },
        name,
      );
    return h(
      "tr",
      { "data-testid": "leader-row", "data-player": entry.player },
      h("td", { class: "place" }),
      h("th", { scope: "row" }, h("span", { class: "who" }, onPick ? pick() : name, h("span", { class: "state" }))),
      COLUMNS[kind].map((what) => h("td", { class: `col-${what}` })),
    );
  }

  /** @param {HTMLElement} row @param {Entry} entry @param {boolean} mine @param {boolean} watched */
  function draw(row, entry, mine, watched) {
    const [place, who, ...cells] = [...row.children];
    say(place, entry.rank === null ? "–" : number(entry.rank));
    if (entry.rank === null) place.setAttribute("aria-label", t("leaderboard.unranked"));
    else place.removeAttribute("aria-label");
    say(/** @type {Element} */ (who.querySelector(".name")), entry.name);
    who.querySelector("button")?.setAttribute("aria-pressed", String(watched));
    COLUMNS[kind].forEach((what, at) => say(cells[at], cell(what, entry)));
    const words = [mine ? t("player.you") : "", ...tags(kind, entry)].filter(Boolean);
    const state = /** @type {HTMLElement} */ (who.querySelector(".state"));
    if (state.dataset.words !== words.join())
      fill(
        state,
        words.map((word) => h("span", { class: "tag" }, word)),
      );
    state.dataset.words = words.join();
    row.classList.toggle("you", mine);
  }

  return { el, update };
}

/** @param {string} what @param {Entry} entry */
function cell(what, { score, t_ms, longest }) {
  if (what === "time") return typeof t_ms === "number" ? exactClock(t_ms) : "";
  if (what === "longest") return number(longest ?? score);
  return number(score);
}

/** What is special about somebody's row. @param {Kind} kind @param {Entry} entry */
function tags(kind, { status, rank }) {
  return [
    kind === "daily" && status === "playing" ? t("leaderboard.playing") : "",
    kind === "daily" && status === "won" ? t("status.won") : "",
    rank === null ? t("leaderboard.marked") : "",
  ];
}
