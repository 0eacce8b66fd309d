/** Before the race: what is played, who is there, who is ready, and the host's start. */
import { act, me } from "../api.js";
import { h, keep, nameNode, say } from "../dom.js";
import { parts, t } from "../i18n.js";
import { go } from "../router.js";
import { seatOf } from "../state.js";
import { pageHead } from "./head.js";
import { invite } from "./invite.js";
import { anybody } from "./name.js";
import { doing } from "./now.js";
import { drawSeat, makeSeat } from "./seat.js";
import { gameName, hasRoom, whatIsPlayed } from "./words.js";

/** @typedef {import("../types.js").Player} Player */

/** @param {import("../race.js").LiveRace} live */
export function lobbyView(live) {
  const race = /** @type {import("../types.js").Race} */ (live.state.race);
  const people = h("ol", { class: "people seats", "data-testid": "people" });
  const count = h("p", { class: "hint", role: "status" });
  const soon = h("p", { class: "soon", "data-testid": "starts-by" });
  const crowd = h("p", { class: "hint", "data-testid": "watchers" });
  const ready = h("button", {
    type: "button",
    "aria-pressed": "false",
    "data-testid": "ready",
    onclick: () => {
      live.say({ type: "ready", ready: !seatOf(live.state)?.ready });
    },
  });
  const start = h("button", {
    type: "button",
    class: "primary",
    "data-testid": "start",
    onclick: () => live.say({ type: "start" }),
  });
  const join = doing(
    { class: "primary", "data-testid": "join" },
    async () => {
      await anybody(await me());
      await act(race.id, "join");
      live.reconnect();
    },
    t("door.join"),
  );
  const leave = doing(
    { class: "quiet", "data-testid": "leave" },
    async () => {
      await act(race.id, "leave");
      go("/");
    },
    t("lobby.leave"),
  );
  const lobby = h(
    "section",
    { class: "lobby" },
    h(
      "header",
      { class: "lobby-head" },
      h("h1", {}, gameName(race.game)),
      h(
        "ul",
        { class: "terms", "data-testid": "terms" },
        whatIsPlayed(race)
          .slice(1)
          .map((term) => h("li", {}, term)),
      ),
    ),
    h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, t("lobby.people")),
      people,
      h("div", {}, count, crowd),
      h("div", { class: "lobby-act" }, soon, h("div", { class: "buttons" }, start, ready, join, leave)),
    ),
    invite(race, race.host === live.state.you),
    h(
      "section",
      { class: "game-about" },
      h("p", { class: "hint" }, t(`game-about.${race.game}`)),
      h("p", { class: "hint" }, t(`watch-said.${race.watch}`)),
    ),
  );

  const el = h("div", {}, pageHead(gameName(race.game)), lobby);

  function update() {
    const { race: now, you } = live.state;
    if (!now) return;
    const seated = seatOf(live.state);
    const host = now.host === you;
    keep(
      people,
      now.players,
      (player) => player.id,
      (player) => makeSeat(race.id, player),
      (element, player) => drawSeat(element, player, { host: now.host === player.id, you: player.id === you, asHost: host }),
    );
    say(count, countWords(now, seated));
    say(crowd, live.state.watchers > 0 ? t("watchers", { count: live.state.watchers }) : "");
    ready.hidden = !seated || host; // the host is ready by starting
    ready.setAttribute("aria-pressed", String(seated?.ready ?? false));
    ready.className = seated?.ready || host ? "" : "primary";
    say(ready, seated?.ready ? t("lobby.not-ready") : t("lobby.ready"));
    start.hidden = !host;
    say(start, now.starts_by ? t("lobby.start-now") : t("lobby.start"));
    join.hidden = seated !== null || !hasRoom(now);
    leave.hidden = !seated;
    tick();
  }

  /**
   * What is missing before the start, in a sentence or two.
   * @param {import("../types.js").Race} now
   * @param {Player|null} seated
   */
  function countWords(now, seated) {
    const people = now.players.filter((player) => !player.bot);
    const bots = now.players.length - people.length;
    if (!seated && !hasRoom(now)) return t("lobby.full");
    if (now.players.length === 1) return t(seated ? "lobby.waiting" : "lobby.taken", { taken: 1, seats: now.seats });
    const taken = t(bots > 0 ? "lobby.taken-bots" : "lobby.taken", { taken: now.players.length, seats: now.seats });
    if (people.length < 2) return taken;
    const present = people.filter((player) => player.ready || player.id === now.host).length;
    const readiness =
      present === people.length ? t("lobby.all-ready") : t("lobby.ready-count", { count: present, all: people.length });
    return seated?.id === now.host || present < people.length ? readiness : t("lobby.host-starts");
  }

  function tick() {
    const by = live.state.race?.starts_by;
    const left = by ? Math.max(0, Math.ceil((by - live.clock.now()) / 1000)) : 0;
    say(soon, by ? t("lobby.starts-in", { count: left }) : "");
  }

  const timer = setInterval(tick, 250);
  update();
  return { el, update, destroy: () => clearInterval(timer) };
}

/**
 * Who has come or gone, in a sentence.
 * @param {Player[]} before
 * @param {Player[]} after
 * @returns {(string|Node)[]|null}
 */
export function comings(before, after) {
  const come = after.find(({ id }) => !before.some((player) => player.id === id));
  if (come) return parts("lobby.came", { name: nameNode(come.name) });
  const gone = before.find(({ id }) => !after.some((player) => player.id === id));
  return gone ? parts("lobby.went", { name: nameNode(gone.name) }) : null;
}
