/** Before the race: who is there, who is ready, and the host's start. */
import { act } from "../api.js";
import { fill, h, keep, nameNode, say } from "../dom.js";
import { number, parts, t } from "../i18n.js";
import { go } from "../router.js";
import { seatOf } from "../state.js";
import { invite } from "./invite.js";
import { notice } from "./page.js";
import { gameName, problemText, terms } from "./words.js";

/** @typedef {import("../types.js").Player} Player */

/** @param {import("../race.js").LiveRace} live */
export function lobbyView(live) {
  const race = /** @type {import("../types.js").Race} */ (live.state.race);
  const people = h("ol", { class: "people seats", "data-testid": "people" });
  const count = h("p", { class: "hint", role: "status" });
  const crowd = h("p", { class: "hint", "data-testid": "watchers" });
  const ready = h("button", {
    type: "button",
    class: "primary",
    "aria-pressed": "false",
    "data-testid": "ready",
    onclick: () => {
      live.say({ type: "ready", ready: !seatOf(live.state)?.ready });
    },
  });
  const start = h(
    "button",
    { type: "button", class: "primary", "data-testid": "start", onclick: () => live.say({ type: "start" }) },
    t("lobby.start"),
  );
  const join = h(
    "button",
    {
      type: "button",
      class: "primary",
      "data-testid": "join",
      onclick: () =>
        attempt(async () => {
          await act(race.id, "join");
          live.reconnect();
        }),
    },
    t("door.join"),
  );
  const leave = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-testid": "leave",
      onclick: () =>
        attempt(async () => {
          await act(race.id, "leave");
          go("/");
        }),
    },
    t("lobby.leave"),
  );
  const special = terms(race);
  const el = h(
    "section",
    { class: "lobby" },
    h(
      "header",
      { class: "lobby-head" },
      h("h1", {}, gameName(race.game)),
      h("p", { class: "lead" }, t(`game-about.${race.game}`)),
      special.length > 0
        ? h(
            "ul",
            { class: "terms" },
            special.map((term) => h("li", {}, term)),
          )
        : null,
      h("p", { class: "hint" }, t(`watch-said.${race.watch}`)),
    ),
    h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, t("lobby.people")),
      people,
      count,
      crowd,
      h("div", { class: "buttons" }, ready, start, join, leave),
    ),
    invite(race),
  );

  function update() {
    const { race: now, you } = live.state;
    if (!now) return;
    const seated = seatOf(live.state);
    const host = now.host === you;
    keep(
      people,
      now.players,
      (player) => player.id,
      (player) => seat(player),
      (element, player) => drawSeat(element, player, now.host === player.id, player.id === you, host),
    );
    const present = now.players.filter((player) => player.ready).length;
    say(
      count,
      now.players.length === 1
        ? t("lobby.waiting")
        : t("lobby.ready-count", { count: present, all: now.players.length }),
    );
    say(crowd, live.state.watchers > 0 ? t("watchers", { count: live.state.watchers }) : "");
    ready.hidden = !seated;
    ready.setAttribute("aria-pressed", String(seated?.ready ?? false));
    ready.className = seated?.ready || host ? "" : "primary";
    say(ready, seated?.ready ? t("lobby.not-ready") : t("lobby.ready"));
    start.hidden = !host;
    join.hidden = seated !== null || now.players.length >= now.seats;
    leave.hidden = !seated;
  }

  /** @param {Player} player */
  function seat(player) {
    return h(
      "li",
      { "data-testid": "seat", "data-player": player.id },
      h("span", { class: "dot" }),
      h("span", { class: "seat-number" }),
      nameNode(player.name),
      h("span", { class: "tags" }),
      h(
        "button",
        {
          type: "button",
          class: "quiet small",
          "data-testid": "send-away",
          onclick: () => attempt(() => act(race.id, "kick", { player: player.id })),
        },
        t("lobby.send-away"),
      ),
    );
  }

  /**
   * @param {HTMLElement} element
   * @param {Player} player
   * @param {boolean} isHost
   * @param {boolean} isYou
   * @param {boolean} asHost
   */
  function drawSeat(element, player, isHost, isYou, asHost) {
    const [dot, place, name, tags, away] = /** @type {HTMLElement[]} */ ([...element.children]);
    dot.className = player.connected ? "dot on" : "dot";
    dot.title = player.connected ? t("player.here") : t("player.away");
    say(place, number(player.seat));
    say(name, player.name);
    const words = [
      isYou && t("player.you"),
      isHost && t("player.host"),
      player.ready && t("player.ready"),
      !player.connected && t("player.away"),
    ];
    const shown = words.filter((word) => word !== false);
    if (tags.dataset.words !== shown.join())
      fill(
        tags,
        shown.map((word) => h("span", { class: "tag" }, word)),
      );
    tags.dataset.words = shown.join();
    element.dataset.ready = String(player.ready);
    away.hidden = !asHost || isYou;
    away.setAttribute("aria-label", t("lobby.send-away-whom", { name: player.name }));
  }

  update();
  return { el, update, destroy: () => {} };
}

/** @param {() => Promise<unknown>} what */
async function attempt(what) {
  try {
    await what();
  } catch (error) {
    notice(problemText(error), "warning");
  }
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
