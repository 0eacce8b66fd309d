/** Races that begin with one press: against a bot, or with whoever is there. */
import { act, makeRace, me, quickRace } from "../api.js";
import { h } from "../dom.js";
import { openRace } from "../router.js";
import { anybody } from "./name.js";
import { notice } from "./page.js";
import { problemText } from "./words.js";

/** A bot may stop early: a newcomer then has still time to finish the deal. */
const CLOSING_S = 300;

/** Against one calm bot, at once. @param {string} game */
export async function raceBot(game) {
  await anybody(await me());
  const race = await makeRace({ game, seats: 2, bots: 1, bot_level: "calm", deals: 1, study_s: 10, closing_s: CLOSING_S });
  await act(race.id, "start");
  openRace(race.id);
}

/** A seat in the next public race. @param {string} game */
export async function raceAnyone(game) {
  await anybody(await me());
  openRace((await quickRace(game)).id);
}

/**
 * A button that does something over the network once at a time, and says so when it fails.
 * @param {Record<string, unknown>} attributes
 * @param {() => Promise<unknown>} what
 * @param {...import("../dom.js").Child} children
 */
export function doing(attributes, what, ...children) {
  const button = h(
    "button",
    {
      type: "button",
      ...attributes,
      onclick: async () => {
        if (button.getAttribute("aria-busy") === "true") return;
        button.setAttribute("aria-busy", "true");
        try {
          await what();
        } catch (error) {
          notice(problemText(error), "warning");
        } finally {
          button.removeAttribute("aria-busy");
        }
      },
    },
    ...children,
  );
  return button;
}
