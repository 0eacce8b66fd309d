/** Public races to join or to watch, kept fresh while the page is looked at, and a seat in the next one. */
import { act, listRaces, me } from "../api.js";
import { fill, h, keep, nameNode, say } from "../dom.js";
import { number, parts, t } from "../i18n.js";
import { openRace } from "../router.js";
import { headed } from "./head.js";
import { anybody } from "./name.js";
import { doing, raceAnyone } from "./now.js";
import { lastGame } from "./options.js";
import { setPhase } from "./page.js";
import { track } from "./track.js";
import { gameName, problemText, terms } from "./words.js";

/** @typedef {import("../types.js").Listed} Listed */

const REFRESH_MS = 3000;
const ALL = 52;

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
  const woken = () => void load(null);
  document.addEventListener("visibilitychange", woken);
  const refresh = h(
    "button",
    { type: "button", class: "quiet", "data-testid": "refresh", onclick: () => load(null) },
    t("list.refresh"),
  );
  load(null);
  return {
    el: headed(
      h(
        "section",
        { class: "narrow" },
        h(
          "div",
          { class: "list-head" },
          h("h1", {}, t("start.watch")),
          doing({ class: "primary", "data-testid": "start-quick" }, () => raceAnyone(lastGame()), t("start.quick")),
        ),
        none,
        list,
        h("div", { class: "buttons" }, more, refresh),
      ),
    ),
    destroy: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", woken);
    },
  };
}

/** @param {Listed} race */
function make(race) {
  return h(
    "li",
    { class: "listed", "data-race": race.id },
    h(
      "a",
      { class: "race-link", href: `/r/${encodeURIComponent(race.id)}`, "data-testid": "race-link" },
      h("strong", {}, gameName(race.game)),
      h("span", { class: "who" }),
      h("b", { class: "look" }, t("list.watch")),
      h("ol", { class: "best", "data-testid": "listed-best" }),
      h("small", { class: "about" }),
    ),
    doing(
      { class: "primary", "data-testid": "join-listed", hidden: true, "aria-label": t("list.join-whom", { name: race.host_name ?? "" }) },
      async () => {
        await anybody(await me());
        await act(race.id, "join");
        openRace(race.id);
      },
      t("list.join"),
    ),
  );
}

/** @param {HTMLElement} element @param {Listed} race */
function draw(element, race) {
  const lobby = race.state === "lobby";
  const [who, look, best, about, join] = /** @type {HTMLElement[]} */ (
    [".who", ".look", ".best", ".about", "button"].map((part) => element.querySelector(part))
  );
  // What has not changed is left alone, so that nothing flickers and no reader starts over.
  const host = race.best.length > 0 ? "" : (race.host_name ?? "");
  if (who.dataset.said !== host) fill(who, host && parts("list.host", { name: nameNode(host) }));
  who.dataset.said = host;
  keep(best, race.best, ({ player }) => player, makeScore, drawScore);
  const seconds = race.starts_by ? Math.ceil((race.starts_by - Date.now()) / 1000) : 0;
  const words = [
    lobby && seconds > 0 && seconds < 60 ? t("list.starts-in", { count: seconds }) : t(`race-state.${race.state}`),
    t("list.taken", { taken: race.taken, seats: race.seats }),
    ...(lobby && race.bots > 0 ? [t("list.bots", { count: race.bots })] : []),
    ...(race.deals > 1 ? [t("match.of", { count: race.deals })] : []),
    ...terms(race),
  ];
  if (about.dataset.said !== words.join()) {
    about.dataset.said = words.join();
    fill(
      about,
      words.map((word) => h("span", { class: "tag" }, word)),
    );
  }
  // Bots make room for people.
  join.hidden = !lobby || race.taken - race.bots >= race.seats;
  look.hidden = !join.hidden;
}

/** @param {Listed["best"][0]} player */
function makeScore({ name }) {
  return h("li", {}, nameNode(name), track(), h("b", {}));
}

/** @param {HTMLElement} element @param {Listed["best"][0]} player */
function drawScore(element, { name, score }) {
  const [who, way, cards] = /** @type {HTMLElement[]} */ ([...element.children]);
  say(who, name);
  way.style.setProperty("--part", String(Math.min(score / ALL, 1)));
  say(cards, number(score));
}
