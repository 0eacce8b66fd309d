/**
 * What has just happened in the race, in words: a few lines, newest first, where there is room for them beside the table.
 * Cards that go up are not among them, the lanes show those; to who listens the lanes say it all.
 */
import { h, nameNode } from "../dom.js";
import { clock, parts } from "../i18n.js";
import { leaderOf } from "../standing.js";
import { isDone } from "../state.js";

const MOST = 7;

/** @typedef {import("../types.js").Player} Player */

/** @param {import("../race.js").LiveRace} live */
export function happened(live) {
  const el = h("ol", { class: "happened", "aria-hidden": "true" });
  /** As they were when last looked at. @type {Map<string, Player>} */
  const known = new Map();
  /** @type {string|null} */
  let led = null;

  function update() {
    const { race, you } = live.state;
    if (!race) return;
    for (const player of race.players) {
      const was = known.get(player.id);
      known.set(player.id, { ...player });
      if (!was || race.state !== "running") continue;
      if (player.id !== you) compare(was, player);
      else if (player.status === "won" && was.status !== "won") tell("you-won", player);
    }
    const leader = race.state === "running" ? leaderOf(race.players) : null;
    if (leader && led !== null && leader.id !== led) tell(leader.id === you ? "you-lead" : "leads", leader);
    led = leader?.id ?? led ?? "";
  }

  /** @param {Player} was @param {Player} is */
  function compare(was, is) {
    if (is.opened > was.opened) tell("opened", is, is.opened);
    if (is.rows > was.rows) tell("rows", is, is.rows);
    if (is.status !== was.status) tell(is.status, is);
    else if (is.connected !== was.connected && !isDone(is)) tell(is.connected ? "back" : "away", is);
  }

  /** @param {string} what @param {Player} player @param {number} [count] */
  function tell(what, player, count = 1) {
    const at = clock(live.clock.now() - (live.state.race?.starts_at ?? 0));
    const words = parts(`happened.${what}`, { name: nameNode(player.name), count });
    el.prepend(h("li", {}, h("small", {}, at), h("span", {}, ...words)));
    while (el.children.length > MOST) el.lastElementChild?.remove();
  }

  return { el, update };
}
