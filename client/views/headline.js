/** What has become of one, as a headline and a sentence. */
import { h, s } from "../dom.js";
import { exactClock, t } from "../i18n.js";
import { pointsOf } from "../standing.js";
import { isDone, seatOf } from "../state.js";
import { announce } from "./page.js";
import { cardsWords, gameName, gapWords, nameOf } from "./words.js";

/** @typedef {import("../types.js").Race} Race */
/** @typedef {import("../types.js").Player} Player */

/** @param {import("../race.js").LiveRace} live @returns {{title: string, lead: string, first: boolean}} */
export function headline(live) {
  const race = /** @type {Race} */ (live.state.race);
  const seat = seatOf(live.state);
  const over = race.state === "finished";
  if (over && race.match && race.match.number === race.match.of) return ofMatch(race, seat);
  if (!seat)
    return {
      title: t(over ? "gallery.finished" : "gallery.watching", { game: gameName(race.game) }),
      lead: over ? winnerWords(race) : race.state === "running" ? "" : t("gallery.starts"),
      first: false,
    };
  const status = seat.status === "won" ? t("result.won-in", { time: exactClock(seat.t_ms) }) : t(`result.${seat.status}`);
  const won = seat.status === "won";
  if (race.seats === 1 || race.players.length < 2 || seat.rank === null)
    return { title: status, lead: t("result.cards", { count: seat.score }), first: won };
  if (!over) {
    const { level, place } = placeOf(race, seat);
    const soFar = t("result.place-so-far", { place: level ? t("result.equal", { place }) : place, cards: cardsWords(seat) });
    return { title: status, lead: [soFar, stillPlaying(race)].filter(Boolean).join(" "), first: won };
  }
  const { is, place, alone } = ofDeal(race, seat);
  return { title: t(`result.${is}`, { place }), lead: toldOf(race, seat), first: won || alone };
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
  const focused = within.contains(document.activeElement);
  const before = within.querySelector("h1")?.textContent;
  if (before && before !== title && !focused) [title, lead].filter(Boolean).forEach(announce);
  const top = h("h1", { tabindex: -1 }, title);
  within.replaceChildren(...(first ? [bunting()] : []), top, ...(lead ? [h("p", { class: "lead" }, lead)] : []));
  if (focused) top.focus({ preventScroll: true });
}

/**
 * One's place in a deal that is over; `alone`: first, and somebody was beaten who has scored.
 * @param {Race} race
 * @param {Player} seat
 */
function ofDeal(race, seat) {
  const { above, level, place } = placeOf(race, seat);
  const others = race.players.filter((player) => player !== seat);
  const alone = above === 0 && level === 0 && others.some(scored);
  return { is: outcome(), place, alone };

  function outcome() {
    if (level === others.length) return others.some(scored) ? "draw" : "nobody";
    if (above > 0) return level > 0 && race.match ? "equal" : "nth";
    if (level > 0) return race.match ? "shared-deal" : "shared-first";
    return race.match ? "first-deal" : "first";
  }
}

/** Whether anything more than the card that was dealt is up. @param {Player} player */
function scored(player) {
  return pointsOf(player) > 1;
}

/**
 * How many are before one and level with one: by rank, in which time parts equal points, and in a match, where equal points
 * are a draw, by points.
 * @param {Race} race
 * @param {Player} seat
 */
function placeOf({ players, match }, seat) {
  const worth = (/** @type {Player} */ player) => (match ? pointsOf(player) : -(player.rank ?? 99));
  const above = players.filter((other) => worth(other) > worth(seat)).length;
  const level = players.filter((other) => other !== seat && worth(other) === worth(seat)).length;
  return { above, level, place: t("place", { count: above + 1 }) };
}

/** Whom the race waits for. @param {Race} race */
function stillPlaying({ players }) {
  const at = players.filter((player) => !isDone(player));
  if (at.length === 1) return t("result.one-plays", { name: nameOf(at[0]) });
  return at.length > 1 ? t("result.others-play", { count: at.length }) : "";
}

/** @param {Race} race @param {Player} seat */
function toldOf(race, seat) {
  const ended = t(`ended.${seat.status}`, { time: exactClock(seat.t_ms), cards: cardsWords(seat) });
  const gap = gapWords(race, seat.id);
  return gap ? t("result.told", { ended, gap }) : t("result.told-plain", { ended });
}

/** The whole match, with the last deal in a sentence. @param {Race} race @param {Player|null} seat */
function ofMatch(race, seat) {
  const { ranks } = /** @type {import("../types.js").Match} */ (race.match);
  const first = race.players.filter(({ id }) => ranks[id] === 1);
  const won = first.length === 1 && first[0] === seat;
  const title =
    first.length !== 1 ? t("match.shared") : won ? t("match.won-you") : t("match.won", { name: nameOf(first[0]) });
  if (!seat || seat.rank === null) return { title, lead: "", first: won };
  const { is, place } = ofDeal(race, seat);
  const lead = t(`last-deal.${is}`, { place, cards: cardsWords(seat) });
  return { title, lead, first: won || seat.status === "won" };
}

/** For those who had no seat. @param {Race} race */
function winnerWords({ players }) {
  const first = players.filter(({ rank }) => rank === 1);
  return first.length === 1
    ? t("gallery.winner", { name: nameOf(first[0]), cards: cardsWords(first[0]) })
    : t("gallery.no-winner");
}

/** A string of pennants in the colours of the suits: it hangs still. */
export function bunting() {
  const pennants = Array.from({ length: 12 }, (_, at) => {
    const x = 4 + at * 26;
    const drop = 3 + 7 * Math.sin((Math.PI * (at + 0.5)) / 12);
    return s("path", {
      class: ["brass", "red", "felt", "black"][at % 4],
      d: `M${x} ${drop.toFixed(1)}h20l-10 17z`,
    });
  });
  return s(
    "svg",
    { class: "bunting", viewBox: "0 0 320 30", "aria-hidden": "true" },
    s("path", { class: "string", d: "M0 3Q160 20 320 3" }),
    ...pennants,
  );
}
