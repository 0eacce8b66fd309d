/** On the pages beside the table: the way back to a race in which one still has a seat. */
import { getRace, Problem } from "../api.js";
import { getToday } from "../daily-api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dropSeat, keepSeat, keptSeat } from "../kept.js";
import { address } from "../router.js";
import { isDone } from "../state.js";
import { crown } from "./page.js";
import { gameName } from "./words.js";

/** A match has at most this many deals, which follow one another. */
const DEALS = 5;

/** Look whether there is such a race, and say so above what is shown. @param {() => boolean} wanted still on that page */
export async function offerWayBack(wanted) {
  const kept = keptSeat();
  if (!kept) return;
  try {
    const race = await waitingFor(kept.race, kept.you);
    if (race === null) dropSeat(kept.race);
    else if (!(await amongToday(race)) && wanted()) {
      keepSeat({ race: race.id, you: kept.you });
      crown(banner(race));
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) dropSeat(kept.race);
  }
}

/** Whether the first page, which is shown, leads there anyway: it is a run of today's deal. @param {import("../types.js").Race} race */
async function amongToday({ daily }) {
  const { way } = /** @type {{way?: string}} */ (address());
  return Boolean(daily) && way === "" && (await getToday()).today === daily?.date;
}

/**
 * The race in which that player still has something to do: this one, or the deal that its match has come to.
 * @param {string} id
 * @param {string} you
 */
async function waitingFor(id, you) {
  let race = await getRace(id);
  for (let more = DEALS; more > 0 && race.state === "finished" && goesOn(race) && race.rematch; more--)
    race = await getRace(race.rematch);
  const seat = race.players.find((player) => player.id === you);
  const open = race.state === "finished" ? goesOn(race) : seat && !isDone(seat);
  return seat && open ? race : null;
}

/** Whether another deal follows by itself. @param {import("../types.js").Race} race */
export function goesOn({ match }) {
  return Boolean(match && match.number < match.of);
}

/** @param {import("../types.js").Race} race */
function banner(race) {
  return h(
    "div",
    { class: "banner still", role: "status", "data-testid": "still-seated" },
    h("p", {}, t(race.seats === 1 ? "still.alone" : "still.race", { game: gameName(race.game) })),
    h(
      "a",
      { class: "button primary", href: `/r/${encodeURIComponent(race.id)}`, "data-testid": "go-back" },
      t("still.back"),
    ),
  );
}
