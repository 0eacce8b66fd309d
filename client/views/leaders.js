/**
 * During a run of the day, in place of rivals: the best of the day, one's own place as it would be now, and how many have
 * played. The page has as many lanes from the first moment to the last, so the table never moves.
 */
import { timeHere } from "../dates.js";
import { beginsAt, shiftDay } from "../day.js";
import { h, keep, nameNode, say } from "../dom.js";
import { clock, number, t } from "../i18n.js";
import { notice } from "./page.js";
import { track } from "./track.js";

/** @typedef {import("../types.js").Leader} Leader */

const ALL = 52;
/** The lanes stand in a column beside the table; rivals.css has the same. */
const BESIDE = "((orientation: landscape) and (max-height: 520px) and (min-width: 480px)) or ((min-width: 1000px) and (min-height: 521px))";
const LOOK_MS = 20_000;
/** The best of the day that are shown above the table, beside one's own lane; daily.css has the height. */
const ABOVE = { low: 1, high: 2, highPx: 700 };
/** Beside it there are as many as fit, in px: what is above and under the lanes, and a lane. */
const BESIDE_PX = { low: { rest: 100, lane: 34 }, high: { rest: 130, lane: 56 }, highPx: 521 };
const BEST = 10;

/** @param {import("../race.js").LiveRace} live */
export function leaders(live) {
  const list = h("ol", { class: "lanes" });
  const total = h("p", { class: "leaders-total", "data-testid": "leaders-total" });
  const el = h(
    "section",
    { class: "rivals leaders", "aria-label": t("leaders.title"), "data-testid": "leaders" },
    list,
    total,
  );
  const beside = matchMedia(BESIDE);
  const day = live.state.race?.daily;
  const midnight = day ? beginsAt(shiftDay(day.date, 1)) : Infinity;
  let before = live.clock.now() < midnight;

  function update() {
    const { you, own, leaders: told } = live.state;
    const over = (told?.yours?.status ?? "playing") !== "playing";
    const most = room();
    const others = (told?.top ?? []).filter(({ player }) => player !== you);
    const mine = {
      rank: told?.yours?.rank ?? null,
      player: you ?? "",
      name: t("player.you-name"),
      score: own?.base.score ?? 0,
      t_ms: told?.yours?.t_ms ?? 0,
    };
    const best = others.slice(0, most);
    // One's own lane stands where its place is, among the best or under them. A run that still goes on is not among the
    // ranked ones yet: whoever it is ahead of comes one place later than they were told.
    const above = best.filter((other) => mine.rank === null || ahead(other, mine));
    const below = best.slice(above.length).map((other) => ({ ...other, rank: (other.rank ?? 0) + (over ? 0 : 1) }));
    keep(list, [...above, mine, ...below].slice(0, most + 1), ({ player }) => player, make, draw);
    say(total, !told ? t("leaders.waiting") : told.total ? t("leaders.total", { count: told.total }) : t("leaders.none"));
    if (before && live.clock.now() >= midnight && day) {
      before = false;
      notice(t("leaders.midnight", { time: timeHere(day.closes_at) }));
    }
  }

  /** How many others there is room for. */
  function room() {
    if (!beside.matches) return innerHeight < ABOVE.highPx ? ABOVE.low : ABOVE.high;
    const { rest, lane } = innerHeight < BESIDE_PX.highPx ? BESIDE_PX.low : BESIDE_PX.high;
    return Math.min(BEST, Math.max(Math.floor((innerHeight - rest) / lane) - 1, 1));
  }

  /** @param {Leader} leader */
  function make({ player, name }) {
    return h(
      "li",
      { class: player === live.state.you ? "rival you" : "rival", "data-testid": "leader", "data-player": player },
      h("span", { class: "visually-hidden" }),
      h(
        "span",
        { class: "lane", "aria-hidden": "true" },
        h("span", { class: "place" }),
        h("span", { class: "who" }, nameNode(name)),
        track(),
        h("span", { class: "when" }),
        h("span", { class: "score" }),
      ),
    );
  }

  /** @param {HTMLElement} element @param {Leader} leader */
  function draw(element, { rank, player, name, score, t_ms }) {
    const [said, lane] = [...element.children];
    const [place, who, way, when, cards] = /** @type {HTMLElement[]} */ ([...lane.children]);
    const mine = player === live.state.you;
    say(place, rank === null ? "" : number(rank));
    say(who.children[0], name);
    say(cards, number(score));
    say(when, mine ? "" : clock(t_ms ?? 0));
    way.style.setProperty("--part", String(Math.min(score / ALL, 1)));
    const values = { name, count: score, place: rank === null ? "" : t("place", { count: rank }) };
    say(said, t(rank === null ? "leaders.said-unplaced" : "leaders.said", values));
  }

  // Midnight comes although nobody scores.
  const timer = setInterval(() => (el.isConnected ? update() : clearInterval(timer)), LOOK_MS);
  update();
  return { el, update };
}

/** Whether one stands before, or level with, another. @param {Leader} one @param {Leader} other */
function ahead(one, other) {
  return one.score === other.score ? (one.t_ms ?? 0) <= (other.t_ms ?? 0) : one.score > other.score;
}
