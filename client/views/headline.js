/** What has become of one, as a headline and a sentence. */
import { h } from "../dom.js";
import { exactClock, t } from "../i18n.js";
import { seatOf } from "../state.js";
import { gapWords } from "./bar.js";
import { gameName } from "./words.js";

/** @param {import("../race.js").LiveRace} live @returns {{title: string, lead: string, first: boolean}} */
export function headline(live) {
  const race = /** @type {import("../types.js").Race} */ (live.state.race);
  const seat = seatOf(live.state);
  const over = race.state === "finished";
  if (!seat)
    return {
      title: t(over ? "gallery.finished" : "gallery.watching", { game: gameName(race.game) }),
      lead: "",
      first: false,
    };
  const status = seat.status === "won" ? t("result.won-in", { time: exactClock(seat.t_ms) }) : t(`result.${seat.status}`);
  if (race.seats === 1 || race.players.length < 2 || seat.rank === null)
    return { title: status, lead: t("result.cards", { count: seat.score }), first: false };
  const first = over && seat.rank === 1;
  const shared = first && race.players.some((other) => other.id !== seat.id && other.rank === 1);
  const place = t("place", { count: seat.rank });
  const gap = gapWords(race.players, seat.id);
  return {
    title: !over ? status : shared ? t("result.shared-first") : first ? t("result.first") : t("result.nth", { place }),
    lead: over
      ? t("result.told", { status, cards: t("rivals.cards", { count: seat.score }), gap })
      : t("result.place-so-far", { place, count: seat.score }),
    first: first && !shared,
  };
}

/**
 * The headline as it is drawn, touched only when it says something new.
 * @param {HTMLElement} within
 * @param {ReturnType<typeof headline>} what
 */
export function drawHeadline(within, { title, lead, first }) {
  const said = `${title}\n${lead}`;
  if (within.dataset.said === said) return;
  within.dataset.said = said;
  within.classList.toggle("first", first);
  within.replaceChildren(h("h1", {}, title), ...(lead ? [h("p", { class: "lead" }, lead)] : []));
}
