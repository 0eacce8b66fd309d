/**
 * The race as lanes: everyone's way to 52 cards, foundations started, rows dealt, and what they are at. Best first. Above
 * the table there is room for a few lanes; more players stand there as tiles, two rows of them; of more than eight the
 * leader and those nearest to oneself. Their number and place stay the same through a race, so the table never moves; who
 * overtakes glides past the other.
 */
import { h, keep, nameNode, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { speed } from "../prefs.js";
import { signal } from "../signal.js";
import { leaderOf, nearest, pointsOf } from "../standing.js";
import { isDone } from "../state.js";
import { happened } from "./happened.js";
import { announce } from "./page.js";
import { track } from "./track.js";
import { cardsWords } from "./words.js";

/** @typedef {import("../types.js").Player} Player */

const ALL = 52;
const FOUNDATIONS = 4;
const ROWS = { bernauer: 3, sorel: 4 };
/** The lanes stand in a column beside the table; play.css has the same. */
const BESIDE = "((orientation: landscape) and (max-height: 520px) and (min-width: 480px)) or ((min-width: 1000px) and (min-height: 521px))";
/** Above the table there is room for so many lanes, or for tiles in two rows. */
const ABOVE = { low: 3, high: 4 };
const HIGH_PX = 700;
const TILES = 8;
const TILE_ROWS = 2;
const GLIDE_MS = 450;
const HOP_MS = 210;
const PULSE_MS = 900;
const LEAD_MS = 1600;
/** Without motion, who has moved is bold for so long. */
const MOVED_MS = 1500;
const EASE = "cubic-bezier(0.22, 0.7, 0.25, 1)";
/** Changes of the lead that are not one's own are not said aloud more often than this. */
const SAY_AGAIN_MS = 8000;

/** @param {import("../race.js").LiveRace} live */
export function rivals(live) {
  const list = h("ol", { class: "lanes" });
  const more = h("p", { class: "more-lanes" });
  const news = happened(live);
  const el = h(
    "section",
    { class: "rivals", "aria-label": t("rivals.title"), "data-testid": "rivals" },
    list,
    more,
    news.el,
  );
  const beside = matchMedia(BESIDE);
  /** @type {string|null|undefined} who led when last looked; undefined before the first look */
  let led;
  let saidAt = -Infinity;
  let room = 0;
  let tiled = false;
  let measuredFor = 0;
  /** Where the lanes lie, first to last; measured when a lane first moves. @type {{x: number, y: number}[]} */
  let spots = [];

  function update() {
    const { race, you } = live.state;
    const players = race?.players ?? [];
    el.hidden = players.length < 2;
    if (!race || el.hidden) return;
    // To measure makes the browser lay out the whole page: only where there may be another answer.
    if (players.length !== measuredFor) arrange(players.length);
    const shown = nearest(players, you, room);
    const before = /** @type {HTMLElement[]} */ ([...list.children]);
    keep(list, shown, (player) => player.id, make, draw);
    if (before.length === list.children.length) glide(before);
    const hidden = players.length - shown.length;
    say(more, hidden > 0 ? t("rivals.more", { count: hidden }) : "");
    lead(players);
    news.update();
  }

  /** Lanes or tiles, and how many. @param {number} all */
  function arrange(all) {
    measuredFor = all;
    spots = [];
    tiled = tilesFor(all);
    list.classList.toggle("tiles", tiled);
    room = roomFor(all);
    list.style.setProperty("--columns", String(Math.ceil(room / TILE_ROWS)));
  }

  /** @param {number} all */
  function tilesFor(all) {
    return !beside.matches && all > (innerHeight < HIGH_PX ? ABOVE.low : ABOVE.high);
  }

  /** @param {number} all */
  function roomFor(all) {
    if (!beside.matches) return Math.min(all, TILES);
    const height = el.clientHeight - 24;
    const lane = /** @type {HTMLElement|null} */ (list.firstElementChild)?.offsetHeight ?? 44;
    return height > 0 ? Math.max(3, Math.floor(height / (lane + 4))) : 8;
  }

  /** @param {Player} player */
  function make(player) {
    const pips = (/** @type {string} */ kind, /** @type {number} */ count) =>
      h(
        "span",
        { class: kind },
        Array.from({ length: count }, () => h("i")),
      );
    return h(
      "li",
      { class: "rival", "data-testid": "rival", "data-player": player.id },
      h("span", { class: "visually-hidden" }),
      h(
        "span",
        { class: "lane", "aria-hidden": "true" },
        h("span", { class: "place" }),
        h("span", { class: "who" }, nameNode(player.name), h("span", { class: "state" })),
        track(),
        pips("opened", FOUNDATIONS),
        pips("rows", ROWS[live.state.race?.game ?? "bernauer"]),
        h("span", { class: "gap" }),
        h("span", { class: "score" }),
      ),
    );
  }

  /** @param {HTMLElement} element @param {Player} player */
  function draw(element, player) {
    const [said, lane] = [...element.children];
    const [place, who, way, opened, rows, gap, score] = /** @type {HTMLElement[]} */ ([...lane.children]);
    const mine = player.id === live.state.you;
    const at = stateWord(player);
    const state = at || (player.bot ? t("player.bot-tag") : "");
    say(place, player.rank === null ? "" : number(player.rank));
    say(who.children[0], mine ? t("player.you-name") : player.name);
    say(who.children[1], [player.alike ? t("player.seat", { seat: player.seat }) : "", state].filter(Boolean).join(" "));
    say(score, number(pointsOf(player)));
    say(gap, mine ? "" : gapTo(player));
    way.style.setProperty("--part", String(Math.min(player.score / ALL, 1)));
    light(opened, player.opened);
    light(rows, player.rows);
    say(
      said,
      t("rivals.said", {
        name: mine ? t("player.you-name") : player.name,
        cards: cardsWords(player),
        opened: t("rivals.opened", { count: player.opened }),
        rows: t("rivals.rows", { count: player.rows }),
        state,
      }),
    );
    element.classList.toggle("you", mine);
    element.classList.toggle("bot", player.bot);
    element.classList.toggle("stated", at !== "");
    element.classList.toggle("away", !player.connected && !isDone(player));
    const told = `${player.score} ${player.opened} ${player.rows} ${player.status}`;
    if (element.dataset.news !== undefined && element.dataset.news !== told) {
      pulse(element);
      if (Number(element.dataset.score) < player.score) {
        hop(element);
        if (!mine) signal("rival");
      }
    }
    element.dataset.news = told;
    element.dataset.status = player.status;
    element.dataset.score = String(player.score);
  }

  /** Somebody has moved. @param {string} player */
  function felt(player) {
    const lane = [...list.children].find((child) => /** @type {HTMLElement} */ (child).dataset.player === player);
    if (lane) pulse(lane);
  }

  /** How many cards somebody is ahead of oneself, with its sign. @param {Player} player */
  function gapTo(player) {
    const own = live.state.race?.players.find(({ id }) => id === live.state.you);
    const gap = own ? pointsOf(player) - pointsOf(own) : 0;
    return gap > 0 ? `+${number(gap)}` : gap < 0 ? `−${number(-gap)}` : own ? "=" : "";
  }

  /** Let lanes that have changed places glide there, who rises above the others. @param {HTMLElement[]} before their order */
  function glide(before) {
    const moved = before.filter((lane, at) => lane.isConnected && lane !== list.children[at]);
    if (still() || moved.length === 0) return;
    const after = /** @type {HTMLElement[]} */ ([...list.children]);
    if (spots.length === 0) spots = after.map(({ offsetLeft: x, offsetTop: y }) => ({ x, y }));
    for (const lane of moved) {
      const [was, is] = [spots[before.indexOf(lane)], spots[after.indexOf(lane)]];
      const [x, y] = [was.x - is.x, was.y - is.y];
      const zIndex = y > 0 || (y === 0 && x > 0) ? 2 : 1;
      lane.animate([{ translate: `${x}px ${y}px`, zIndex }, { translate: "0 0", zIndex }], { duration: GLIDE_MS, easing: EASE });
    }
  }

  /** Mark who leads; a change is seen on the lane, said, and may be heard. @param {Player[]} players */
  function lead(players) {
    const leader = live.state.race?.state === "running" ? leaderOf(players) : null;
    for (const child of /** @type {HTMLElement[]} */ ([...list.children])) {
      child.classList.toggle("leads", child.dataset.player === leader?.id);
    }
    if (!leader) return;
    const { you } = live.state;
    const changed = led !== undefined && led !== leader.id;
    const concerns = leader.id === you || led === you;
    led = leader.id;
    if (!changed) return;
    const element = [...list.children].find((child) => /** @type {HTMLElement} */ (child).dataset.player === led);
    if (element) shine(element, [{ background: "var(--lead)" }, {}], LEAD_MS);
    const now = performance.now();
    if (!concerns && now - saidAt < SAY_AGAIN_MS) return;
    saidAt = now;
    announce(leader.id === you ? t("lead.you") : t("lead.other", { name: leader.name }));
    if (concerns) signal("lead");
  }

  new ResizeObserver(() => {
    spots = [];
    const { race } = live.state;
    const all = race?.players.length ?? 0;
    if (!race || (roomFor(all) === room && tilesFor(all) === tiled)) return;
    measuredFor = 0;
    update();
  }).observe(el);
  update();
  return { el, update, felt };
}

/** @param {HTMLElement} row @param {number} count how many of its pips are lit; more than there are get added */
function light(row, count) {
  while (row.children.length < count) row.append(h("i"));
  [...row.children].forEach((pip, at) => pip.classList.toggle("on", at < count));
}

/** Somebody has done something: a ring about the peg, or where nothing moves a bold name. @param {Element} element */
function pulse(element) {
  const peg = element.querySelector(".peg");
  const rings = [{ opacity: 0.9, transform: "scale(0.5)" }, { opacity: 0, transform: "scale(2.4)" }];
  if (peg && !still()) peg.animate(rings, { duration: PULSE_MS, easing: EASE, pseudoElement: "::after" });
  if (!still() || element.classList.contains("moved")) return;
  element.classList.add("moved");
  setTimeout(() => element.classList.remove("moved"), MOVED_MS);
}

/** A card has gone up: the peg hops to its next hole. @param {Element} element */
function hop(element) {
  const peg = element.querySelector(".peg");
  if (peg) shine(peg, [{}, { transform: "translateY(-5px)" }, {}], HOP_MS);
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} duration */
function shine(element, frames, duration) {
  if (!still()) element.animate(frames, { duration, easing: EASE });
}

function still() {
  return speed() === "off";
}

/** What somebody is at, where it is not simply playing. @param {Player} player */
export function stateWord(player) {
  if (isDone(player)) return t(`status.${player.status}`);
  return player.connected ? "" : t("player.away");
}
