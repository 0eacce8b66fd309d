/**
 * A match after a deal: the points so far with what this deal gave, when the next one follows, and "ready"; after the last
 * deal who has won, and in words what parted equal points.
 */
import { fill, h, keep, nameNode, say } from "../dom.js";
import { exactClock, number, parts, t } from "../i18n.js";
import { dealPoints, partedByTime } from "../standing.js";
import { seatOf } from "../state.js";
import { nameOf } from "./words.js";

/** @typedef {import("../types.js").Player} Player */

/** @param {import("../race.js").LiveRace} live */
export function matchPanel(live) {
  const title = h("h2", { id: "match-title" });
  const rows = h("tbody");
  const table = h(
    "table",
    { class: "standings points", "data-testid": "match-points" },
    h("caption", { class: "visually-hidden" }, t("match.points")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("standings.place")),
        h("th", { scope: "col" }, t("standings.name")),
        h("th", { scope: "col" }, t("match.this-deal")),
        h("th", { scope: "col" }, t("match.points")),
      ),
    ),
    rows,
  );
  const parted = h("div", { class: "parted hint", "data-testid": "parted" });
  const next = h("p", { class: "next", "data-testid": "next-deal" });
  const count = h("p", { class: "hint", role: "status" });
  const ready = h("button", {
    type: "button",
    "data-testid": "ready",
    "aria-pressed": "false",
    onclick: () => {
      live.say({ type: "ready", ready: !seatOf(live.state)?.ready });
    },
  });
  const onward = h("div", { class: "match-next" }, next, ready, count);
  const el = h(
    "section",
    { class: "panel match", "aria-labelledby": "match-title", "data-testid": "match", hidden: true },
    title,
    onward,
    table,
    h("p", { class: "hint" }, t("match.how")),
    parted,
  );

  function update() {
    const { race, you } = live.state;
    const match = race?.match;
    el.hidden = !race || !match || race.state !== "finished";
    if (!race || !match || el.hidden) return;
    const last = match.number === match.of;
    say(title, t(last ? "match.over" : "match.deal-over", { number: match.number, of: match.of }));
    const players = [...race.players].sort((a, b) => match.ranks[a.id] - match.ranks[b.id] || a.seat - b.seat);
    keep(rows, players, (player) => player.id, row, (element, player) => {
      const [place, who, deal, points] = [...element.children];
      say(place, number(match.ranks[player.id]));
      say(/** @type {Element} */ (who.lastElementChild), player.id === you ? t("player.you") : "");
      say(deal, t("match.plus", { points: number(dealPoints(race.players, player.id)) }));
      say(points, number(match.points[player.id] ?? 0));
      element.classList.toggle("you", player.id === you);
    });
    if (last && parted.childElementCount === 0) fill(parted, differences(race.players, match));
    onward.hidden = match.next_at === null;
    const seat = seatOf(live.state);
    const persons = race.players.filter((player) => !player.bot);
    ready.hidden = !seat;
    ready.className = seat?.ready ? "" : "primary";
    ready.setAttribute("aria-pressed", String(seat?.ready ?? false));
    say(ready, t(seat?.ready ? "match.ready-said" : "match.ready"));
    const present = persons.filter((player) => player.ready).length;
    say(count, persons.length > 1 ? t("lobby.ready-count", { count: present, all: persons.length }) : "");
    tick();
  }

  function tick() {
    const at = live.state.race?.match?.next_at ?? null;
    if (at === null) return;
    say(next, t("match.next-in", { count: Math.max(0, Math.ceil((at - live.clock.now()) / 1000)) }));
  }

  const timer = setInterval(tick, 250);
  update();
  return { el, update, destroy: () => clearInterval(timer) };
}

/** @param {Player} player */
function row(player) {
  return h(
    "tr",
    { "data-testid": "match-row", "data-player": player.id },
    h("td", { class: "place" }),
    h("th", { scope: "row" }, nameNode(nameOf(player)), h("span", { class: "tag" })),
    h("td", { class: "deal-points" }),
    h("td", { class: "points-sum" }),
  );
}

/** While a later deal is played: the points that all came into it with; else nothing. @param {import("../types.js").Race} race */
export function pointsSoFar({ match, players, state }) {
  if (!match || match.number === 1 || state === "finished") return "";
  const ranked = [...players].sort((a, b) => match.ranks[a.id] - match.ranks[b.id] || a.seat - b.seat);
  const all = ranked.map((player) => `${nameOf(player)} ${number(match.points[player.id] ?? 0)}`);
  return t("match.so-far", { number: match.number, of: match.of, points: all.join(", ") });
}

/**
 * What parted those with equal points, a sentence a pair.
 * @param {Player[]} players
 * @param {import("../types.js").Match} match
 */
function differences(players, match) {
  const nameFor = (/** @type {string} */ id) => nameNode(players.find((player) => player.id === id)?.name ?? "");
  return partedByTime(match).map(({ first, second, ms }) =>
    h(
      "p",
      {},
      parts(ms > 0 ? "match.parted" : "match.not-parted", {
        first: nameFor(first),
        second: nameFor(second),
        time: exactClock(ms),
      }),
    ),
  );
}
