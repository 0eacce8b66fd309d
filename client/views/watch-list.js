/** Public races to watch or join, kept fresh while the page is looked at. */
import { listRaces } from "../api.js";
import { fill, h, keep, nameNode, say } from "../dom.js";
import { parts, t } from "../i18n.js";
import { setPhase } from "./page.js";
import { gameName, problemText, terms } from "./words.js";

/** @typedef {import("../types.js").Listed} Listed */

const REFRESH_MS = 5000;

/** @returns {import("./page.js").View} */
export function watchListView() {
  setPhase("watch", t("start.watch"));
  const list = h("ul", { class: "races", "data-testid": "races" });
  const none = h("p", { class: "hint", role: "status", "data-testid": "no-races" }, t("list.loading"));
  const more = h(
    "button",
    { type: "button", hidden: true, "data-testid": "more-races", onclick: () => load(next) },
    t("list.more"),
  );
  /** @type {string|null} */
  let next = null;
  /** @type {Listed[]} */
  let further = [];

  /** @param {string|null} cursor null: the newest */
  async function load(cursor) {
    if (document.hidden) return;
    try {
      const answer = await listRaces(cursor);
      if (cursor) {
        further = [...further, ...answer.races];
        next = answer.next;
      } else {
        if (further.length === 0) next = answer.next;
        newest = answer.races;
      }
      show();
    } catch (error) {
      say(none, problemText(error));
    }
  }

  /** @type {Listed[]} */
  let newest = [];
  function show() {
    const all = [...newest, ...further.filter(({ id }) => !newest.some((race) => race.id === id))];
    keep(list, all, (race) => race.id, make, draw);
    say(none, all.length === 0 ? t("list.none") : t("list.count", { count: all.length }));
    more.hidden = next === null;
  }

  const timer = setInterval(() => load(null), REFRESH_MS);
  const refresh = h(
    "button",
    { type: "button", class: "quiet", "data-testid": "refresh", onclick: () => load(null) },
    t("list.refresh"),
  );
  load(null);
  return {
    el: h(
      "section",
      { class: "narrow" },
      h("h1", {}, t("start.watch")),
      none,
      list,
      h("div", { class: "buttons" }, more, refresh),
    ),
    destroy: () => clearInterval(timer),
  };
}

/** @param {Listed} race */
function make(race) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "race-link", href: `/r/${encodeURIComponent(race.id)}`, "data-testid": "race-link" },
      h("strong", {}, gameName(race.game)),
      h("span", { class: "who" }),
      h("small", { class: "about" }),
    ),
  );
}

/** @param {HTMLElement} element @param {Listed} race */
function draw(element, race) {
  const who = /** @type {Element} */ (element.querySelector(".who"));
  const leader = race.leader?.name ?? race.host_name;
  fill(who, leader ? parts(race.state === "lobby" ? "list.host" : "list.leader", { name: nameNode(leader) }) : null);
  const about = [
    t(`race-state.${race.state}`),
    t("list.taken", { taken: race.taken, seats: race.seats }),
    ...terms(race),
  ];
  fill(
    /** @type {Element} */ (element.querySelector(".about")),
    about.map((word) => h("span", { class: "tag" }, word)),
  );
}
