/** How a race went: everyone's score over time as a picture and in words, where the lead changed, the best run. */
import { getStory, Problem } from "../api.js";
import { fill, h, nameNode, s } from "../dom.js";
import { clock, parts, t } from "../i18n.js";
import { apart, longestLead, scales, scoreAt, steps } from "../plot.js";
import { byRank, nearest } from "../standing.js";
import { nameOf } from "./words.js";

/**
 * @typedef {import("../types.js").Race} Race
 * @typedef {import("../types.js").Story} Story
 */

/** So many players are named and have a colour of their own; the rest are in the background. */
const NAMED = 6;
/** Changes of the lead that are told; of more, the last ones. */
const LEADS = 8;
const HEIGHT = 220;
const LABELS = 92;
const RIBBON = 8;

/**
 * A panel that fills itself; it stays away where the server has no story to tell.
 * @param {Race} race finished
 * @param {string|null} you
 */
export function storyPanel(race, you) {
  const el = h("section", { class: "panel story", "aria-labelledby": "story-title", "data-testid": "story", hidden: true });
  /** @type {ResizeObserver|null} */
  let watcher = null;
  getStory(race.id).then(
    (story) => {
      const plot = h("figure", { class: "plot", "data-testid": "story-plot" });
      fill(el, h("h2", { id: "story-title" }, t("story.title")), plot, told(race, you, story), aloud(race, you, story));
      el.hidden = false;
      watcher = new ResizeObserver(() => fill(plot, /** @type {any} */ (picture(race, you, story, plot.clientWidth))));
      watcher.observe(plot);
    },
    (error) => {
      if (!(error instanceof Problem)) throw error;
    },
  );
  return { el, destroy: () => watcher?.disconnect() };
}

/** Who is named, best first, each with the number of their colour: 0 is oneself. @param {Race} race @param {string|null} you */
function named(race, you) {
  let next = 1;
  return nearest(race.players, you, NAMED).map((player) => ({
    player,
    colour: player.id === you ? 0 : next++,
    name: player.id === you ? t("player.you-name") : nameOf(player),
  }));
}

/** @param {Race} race @param {string|null} you @param {Story} story @param {number} width */
function picture(race, you, story, width) {
  const box = { left: 24, right: width - LABELS, top: 10, bottom: HEIGHT - 22 - RIBBON };
  const to = scales(
    story.lines.map(({ points }) => points),
    box,
  );
  const shown = named(race, you);
  const colourOf = (/** @type {string} */ id) => shown.find(({ player }) => player.id === id)?.colour ?? "other";
  const curveOf = (/** @type {string} */ id) => story.lines.find(({ player }) => player === id)?.points ?? [];
  const across = [0, ...to.marks].map((mark) =>
    s(
      "g",
      { class: "mark" },
      s("path", { d: `M${box.left} ${to.y(mark)}H${box.right}` }),
      s("text", { x: box.left - 5, y: to.y(mark) + 4, "text-anchor": "end" }, String(mark)),
    ),
  );
  const times = [0, 0.5, 1].map((part) =>
    s(
      "text",
      { x: to.x(part * to.end), y: HEIGHT - 4, "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle" },
      clock(part * to.end),
    ),
  );
  const ribbon = story.leads.map(({ t_ms, player }, at) => {
    const until = story.leads[at + 1]?.t_ms ?? to.end;
    return s("rect", {
      class: `lead line-${colourOf(player)}`,
      x: to.x(t_ms),
      y: box.bottom + 5,
      width: Math.max(to.x(until) - to.x(t_ms), 0),
      height: RIBBON - 2,
    });
  });
  const others = story.lines.filter(({ player }) => colourOf(player) === "other");
  const curves = [
    ...others.map(({ points }) => s("path", { class: "curve line-other", d: steps(points, to) })),
    ...[...shown]
      .reverse()
      .sort((a, b) => Number(a.colour === 0) - Number(b.colour === 0))
      .map(({ player, colour }) => s("path", { class: `curve line-${colour}`, d: steps(curveOf(player.id), to) })),
  ];
  const heights = apart(
    shown.map(({ player }) => to.y(scoreAt(curveOf(player.id), to.end))),
    15,
    box.top + 4,
    box.bottom,
  );
  const labels = shown.map(({ colour, name, player }, at) =>
    s(
      "text",
      { class: `label line-${colour}`, x: box.right + 7, y: heights[at] + 4 },
      `${scoreAt(curveOf(player.id), to.end)} ${shorten(name)}`,
    ),
  );
  const said = t("story.plot-said", { time: clock(to.end) });
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": said },
    ...across,
    ...times,
    ...ribbon,
    ...curves,
    ...labels,
  );
}

/** @param {string} name */
function shorten(name) {
  const letters = [...name];
  return letters.length > 10 ? `${letters.slice(0, 9).join("")}…` : name;
}

/** The best run and the changes of the lead, for everyone to read. @param {Race} race @param {string|null} you @param {Story} story */
function told(race, you, { lines, leads, best_run: run }) {
  const nameFor = (/** @type {string} */ id) => {
    const player = race.players.find((other) => other.id === id);
    return player ? nameNode(nameOf(player)) : "";
  };
  const line = (/** @type {string} */ key, /** @type {string} */ id, /** @type {Record<string, string|number>} */ values) =>
    id === you ? t(`story-you.${key}`, values) : parts(`story.${key}`, { ...values, name: nameFor(id) });
  const { end } = scales(
    lines.map(({ points }) => points),
    { left: 0, right: 1, top: 0, bottom: 1 },
  );
  const winners = race.players.filter(({ status }) => status === "won");
  const longest = longestLead(leads, end, new Map(winners.map(({ id, t_ms }) => [id, t_ms])));
  return h(
    "div",
    { class: "told" },
    longest && leads.length > 1
      ? h("p", {}, line("longest", longest.player, { count: leads.length - 1, time: clock(longest.ms), all: clock(end) }))
      : null,
    run && run.cards > 1
      ? h(
          "p",
          { "data-testid": "best-run" },
          line("best-run", run.player, {
            count: run.cards,
            seconds: t("time.seconds", { count: Math.max(1, Math.round((run.to_ms - run.from_ms) / 1000)) }),
            at: clock(run.from_ms),
          }),
        )
      : null,
    leads.length === 0
      ? h("p", {}, t("story.no-lead"))
      : h(
          "ol",
          { class: "leads", "data-testid": "leads" },
          leads.length > LEADS ? h("li", { class: "hint" }, t("story.earlier", { count: leads.length - LEADS })) : null,
          leads
            .slice(-LEADS)
            .map(({ t_ms, player }) =>
              h("li", {}, h("span", { class: "when" }, clock(t_ms)), h("span", {}, line("led", player, {}))),
            ),
        ),
  );
}

/** The picture as a table: everyone's score at each quarter of the time. @param {Race} race @param {string|null} you @param {Story} story */
function aloud(race, you, { lines }) {
  const { end } = scales(
    lines.map(({ points }) => points),
    { left: 0, right: 1, top: 0, bottom: 1 },
  );
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => part * end);
  const table = h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, t("story.table")),
    h(
      "tr",
      {},
      h("th", { scope: "col" }, t("standings.name")),
      quarters.map((time) => h("th", { scope: "col" }, clock(time))),
    ),
    byRank(race.players).map((player) => {
      const points = lines.find((line) => line.player === player.id)?.points ?? [];
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, player.id === you ? t("player.you-name") : nameOf(player)),
        quarters.map((time) => h("td", {}, String(scoreAt(points, time)))),
      );
    }),
  );
  return h("details", { class: "more in-words" }, h("summary", {}, t("story.table-open")), table);
}
