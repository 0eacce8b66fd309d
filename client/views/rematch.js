/**
 * Another race with the same people: asked for by one, and everyone is taken along unless they would rather stay. Whoever
 * asked for it is ready in it, and once everyone is the host's page starts it: one press each, and the cards are dealt.
 */
import { act, getRace } from "../api.js";
import { fill, h, nameNode } from "../dom.js";
import { parts, t } from "../i18n.js";
import { openRace } from "../router.js";
import { seatOf } from "../state.js";
import { doing } from "./now.js";

/** Time to read the banner, and to stay. */
const LEAVE_AFTER_MS = 4000;
/** Races that the person at this page has asked for. @type {Set<string>} */
const wanted = new Set();

/** Races after which the person at this page has asked for another. @type {Set<string>} */
const asked = new Set();

/** @param {import("../race.js").LiveRace} live */
export function rematchButton(live) {
  return doing(
    { class: "primary", "data-testid": "rematch" },
    async () => {
      asked.add(live.id);
      try {
        want((await act(live.id, "rematch")).id);
      } catch (error) {
        asked.delete(live.id);
        throw error;
      }
    },
    t("rematch.button"),
  );
}

/** Whether a rematch of this race has been asked for here, so that nobody need be told. @param {string} id */
export function askedHere(id) {
  return asked.has(id);
}

/**
 * Whether a race follows one whose deal could be won, and nobody knows it of its own: no such deal was at hand.
 * @param {import("../types.js").Race|null} before the race that was shown last
 * @param {import("../types.js").Race} now
 */
export function promisesLess(before, now) {
  const follows = before !== null && (before.rematch === now.id || asked.has(before.id));
  return follows && Boolean(before.winnable) && !now.winnable;
}

/** Go there, and be ready. @param {string} id */
function want(id) {
  wanted.add(id);
  openRace(id, true);
}

/**
 * In the lobby of a race that was asked for: be ready, and as host start it once everyone is. Called at each news.
 * @param {import("../race.js").LiveRace} live
 */
export function hurry(live) {
  const { race, you } = live.state;
  const seat = seatOf(live.state);
  if (!race || !seat || !wanted.has(live.id)) return;
  if (race.state !== "lobby") wanted.delete(live.id);
  else if (!seat.ready) live.say({ type: "ready", ready: true });
  else if (race.host === you && race.players.length > 1 && race.players.every((player) => player.ready)) {
    wanted.delete(live.id);
    live.say({ type: "start" });
  }
}

/**
 * A banner that leads to the race which follows this one.
 * @param {string} next its id
 * @param {string|null} you
 */
export function rematchBanner(next, you) {
  const text = h("p", {}, t("rematch.made"));
  const stay = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-testid": "stay",
      onclick: () => {
        clearTimeout(timer);
        stay.remove();
      },
    },
    t("rematch.stay"),
  );
  const el = h(
    "div",
    { class: "banner", role: "status", "data-testid": "rematch-banner" },
    text,
    h(
      "button",
      { type: "button", class: "primary", "data-testid": "follow", onclick: () => want(next) },
      t("rematch.follow"),
    ),
    stay,
  );
  const timer = setTimeout(() => openRace(next, true), LEAVE_AFTER_MS);
  getRace(next).then(
    (race) => {
      // Who of several has asked is not told; of two it is clear.
      const [other, ...more] = race.players.filter(({ id, bot }) => id !== you && !bot);
      if (other && more.length === 0) fill(text, parts("rematch.made-by", { name: nameNode(other.name) }));
    },
    () => {},
  );
  return { el, destroy: () => clearTimeout(timer) };
}
