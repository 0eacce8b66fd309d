/**
 * The race as lanes: everyone's way to 52 cards, foundations started, rows dealt, and what they are at. Best first; where
 * there is no room for all, the leader and those nearest to oneself. The lanes' number and place stay the same through a
 * race, so the table never moves; a lane that overtakes glides past the other.
 */
import { h, keep, nameNode, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { speed } from "../prefs.js";
import { signal } from "../signal.js";
import { leaderOf, nearest, pointsOf } from "../standing.js";
import { isDone } from "../state.js";
import { announce } from "./page.js";

/** @typedef {import("../types.js").Player} Player */

const ALL = 52;
const FOUNDATIONS = 4;
const ROWS = 3;
/** The lanes stand in a column beside the table; play.css has the same. */
const BESIDE = "((orientation: landscape) and (max-height: 520px)) or ((min-width: 1000px) and (min-height: 521px))";
/** Above the table there is room for so many. */
const ABOVE = { low: 3, high: 4 };
const HIGH_PX = 700;
const GLIDE_MS = 450;
const PULSE_MS = 700;
const LEAD_MS = 1600;
/** Changes of the lead that are not one's own are not said aloud more often than this. */
const SAY_AGAIN_MS = 8000;

/** @param {import("../race.js").LiveRace} live */
export function rivals(live) {
  const list = h("ol", { class: "lanes" });
  const more = h("p", { class: "more-lanes" });
  const el = h("section", { class: "rivals", "aria-label": t("rivals.title"), "data-testid": "rivals" }, list, more);
  const beside = matchMedia(BESIDE);
  /** @type {string|null|undefined} who led when last looked; undefined before the first look */
  let led;
  let saidAt = -Infinity;
  let room = 0;
  let measuredFor = 0;

  function update() {
    const { race, you } = live.state;
    const players = race?.players ?? [];
    el.hidden = players.length < 2;
    if (!race || el.hidden) return;
    // To measure makes the browser lay out the whole page: only where there may be another answer.
    const roomBefore = room;
    if (players.length !== measuredFor) room = roomFor(players.length);
    measuredFor = players.length;
    const shown = nearest(players, you, room);
    const moved = shown.some(({ id }, at) => /** @type {HTMLElement|undefined} */ (list.children[at])?.dataset.player !== id);
    const before = moved && room === roomBefore ? places() : null;
    keep(list, shown, (player) => player.id, make, draw);
    if (before) glide(before);
    const hidden = players.length - shown.length;
    say(more, hidden > 0 ? t("rivals.more", { count: hidden }) : "");
    lead(players);
  }

  /** @param {number} all */
  function roomFor(all) {
    if (!beside.matches) return Math.min(all, innerHeight < HIGH_PX ? ABOVE.low : ABOVE.high);
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
        h("span", { class: "track" }, h("span", { class: "fill" }), h("span", { class: "peg" })),
        pips("opened", FOUNDATIONS),
        pips("rows", ROWS),
        h("span", { class: "score" }),
      ),
    );
  }

  /** @param {HTMLElement} element @param {Player} player */
  function draw(element, player) {
    const [said, lane] = [...element.children];
    const [place, who, track, opened, rows, score] = /** @type {HTMLElement[]} */ ([...lane.children]);
    const mine = player.id === live.state.you;
    const state = stateWord(player) || (player.bot ? t("player.bot-tag") : "");
    say(place, player.rank === null ? "" : number(player.rank));
    say(who.children[0], mine ? t("player.you-name") : player.name);
    say(who.children[1], [player.alike ? t("player.seat", { seat: player.seat }) : "", state].filter(Boolean).join(" "));
    say(score, number(pointsOf(player)));
    track.style.setProperty("--part", String(Math.min(player.score / ALL, 1)));
    light(opened, player.opened);
    light(rows, player.rows);
    say(
      said,
      t("rivals.said", {
        name: mine ? t("player.you-name") : player.name,
        cards: t("rivals.cards", { count: pointsOf(player) }),
        opened: t("rivals.opened", { count: player.opened }),
        rows: t("rivals.rows", { count: player.rows }),
        state,
      }),
    );
    element.classList.toggle("you", mine);
    element.classList.toggle("bot", player.bot);
    element.classList.toggle("away", !player.connected && !isDone(player));
    const news = `${player.score} ${player.opened} ${player.rows} ${player.status}`;
    if (element.dataset.news !== undefined && element.dataset.news !== news) {
      pulse(element);
      if (!mine && Number(element.dataset.score) < player.score) signal("rival");
    }
    element.dataset.news = news;
    element.dataset.status = player.status;
    element.dataset.score = String(player.score);
  }

  /** Where each lane is now. */
  function places() {
    return new Map([...list.children].map((child) => [child, /** @type {HTMLElement} */ (child).offsetTop]));
  }

  /** Let lanes that have changed places glide there. @param {Map<Element, number>} before */
  function glide(before) {
    if (still()) return;
    // Measure all, then move: the other way round each would be laid out anew.
    const ways = [...before].map(
      ([child, top]) =>
        /** @type {const} */ ([child, child.isConnected ? top - /** @type {HTMLElement} */ (child).offsetTop : 0]),
    );
    for (const [child, way] of ways) {
      if (way !== 0)
        child.animate([{ translate: `0 ${way}px` }, { translate: "0 0" }], { duration: GLIDE_MS, easing: "ease-out" });
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
    if (element) shine(element, [{ background: "rgb(243 198 91 / 60%)" }, {}], LEAD_MS);
    const now = performance.now();
    if (!concerns && now - saidAt < SAY_AGAIN_MS) return;
    saidAt = now;
    announce(leader.id === you ? t("lead.you") : t("lead.other", { name: leader.name }));
    if (concerns) signal("lead");
  }

  /** A player has scored: their lane lights up for a moment. @param {string} player */
  function flash(player) {
    const element = [...list.children].find((child) => /** @type {HTMLElement} */ (child).dataset.player === player);
    if (element) pulse(element);
  }

  new ResizeObserver(() => {
    const { race } = live.state;
    if (!race || roomFor(race.players.length) === room) return;
    measuredFor = 0;
    update();
  }).observe(el);
  update();
  return { el, update, flash };
}

/** @param {HTMLElement} row @param {number} count how many of its pips are lit; more than there are get added */
function light(row, count) {
  while (row.children.length < count) row.append(h("i"));
  [...row.children].forEach((pip, at) => pip.classList.toggle("on", at < count));
}

/** @param {Element} element */
function pulse(element) {
  const peg = element.querySelector(".peg");
  if (peg) shine(peg, [{ transform: "scale(2.1)" }, {}], PULSE_MS);
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} duration */
function shine(element, frames, duration) {
  if (!still()) element.animate(frames, { duration, easing: "cubic-bezier(0.22, 0.7, 0.25, 1)" });
}

function still() {
  return speed() === "off";
}

/** What somebody is at, where it is not simply playing. @param {Player} player */
export function stateWord(player) {
  if (isDone(player)) return t(`status.${player.status}`);
  return player.connected ? "" : t("player.away");
}
