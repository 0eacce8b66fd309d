/** What a player hears who does not look: what a move did, where a card may go, how one stands. */
import { SUITS, nextOn, parseMove } from "../board.js";
import { cardName, pileName } from "../cards.js";
import { allOf, anyOf, clock, t } from "../i18n.js";
import { rowsLeft } from "../piles.js";
import { isDone, seatOf } from "../state.js";
import { announce } from "./page.js";
import { gapWords } from "./words.js";

/** @typedef {import("../types.js").Board} Board */

/** A new place of one's own is not said more often than this. */
const PLACE_AGAIN_MS = 5000;
/** What ends later than this, as a day does, is not told. */
const FAR_MS = 3_600_000;

/** @param {import("../race.js").LiveRace} live */
export function telling(live) {
  /** @type {number|null|undefined} the place last said; undefined before the first */
  let placed;
  let placedAt = -Infinity;

  return {
    /** Where a card may go; while that is not known, only that it is taken up. @param {string} card @param {string[]} goals */
    goals(card, goals) {
      const said = goals.length > 0 ? "said.goals" : "said.held";
      announce(t(said, { card: cardName(card), places: anyOf(goals.map((goal) => pileName(goal))) }));
    },

    /** A move of one's own that was played. @param {string} text @param {Board} before @param {Board} after */
    move(text, before, after) {
      const move = parseMove(text);
      if (move?.kind === "deal") announce(t("said.deal", { cards: dealt(before, after), count: rowsLeft(after) }));
      else if (move?.kind !== "cards") announce(t(`said.${move?.kind}`));
      else if (move.to === "F") announce(t("said.foundation", { card: raised(before, after), count: after.score }));
      else {
        const card = after.tableau[Number(move.to[1]) - 1].at(-move.count) ?? "??";
        announce(t("said.moved", { card: cardName(card), pile: pileName(move.to) }));
      }
    },

    /** One's own place, when it has changed; who takes the lead is said with the lanes. */
    place() {
      const seat = seatOf(live.state);
      const race = live.state.race;
      if (!seat || !race || race.state !== "running" || isDone(seat)) return;
      if (placed === undefined) placed = seat.rank;
      const now = performance.now();
      if (seat.rank === placed || seat.rank === null || now - placedAt < PLACE_AGAIN_MS) return;
      placed = seat.rank;
      placedAt = now;
      if (seat.rank > 1) announce(t("said.place", { place: t("place", { count: seat.rank }), gap: gapOf() }));
    },

    /** How one stands, in a few sentences. */
    status: () => status().forEach(announce),
    sentences: status,
  };

  function gapOf() {
    return live.state.race ? gapWords(live.state.race, live.state.you) : "";
  }

  /** @returns {string[]} */
  function status() {
    const { race, own } = live.state;
    const seat = seatOf(live.state);
    if (!race || !own) return [];
    const board = own.base;
    const wanted = SUITS.map((suit) => nextOn(board, suit)).filter((card) => card !== null);
    const gap = gapOf();
    const rest = (race.ends_at ?? Infinity) - live.clock.now();
    const place = seat?.rank ? t("place", { count: seat.rank }) : null;
    return [
      t("rivals.cards", { count: board.score }),
      race.players.length > 1 && place ? (gap ? t("said.stand", { place, gap }) : place) : "",
      rest < FAR_MS ? t("said.left", { time: clock(rest) }) : "",
      wanted.length > 0 ? t("said.wanted", { cards: allOf(wanted.map(cardName)) }) : "",
      t("table.rows-left", { count: rowsLeft(board) }),
    ].filter(Boolean);
  }
}

/** "ten of hearts on reserve 1, …". @param {Board} before @param {Board} after */
function dealt(before, after) {
  /** @type {string[]} */
  const cards = [];
  for (const [kind, old, now] of /** @type {const} */ ([
    ["T", before.tableau, after.tableau],
    ["R", before.reserve, after.reserve],
  ])) {
    now.forEach((pile, i) => {
      const card = pile.at(-1);
      if (card && pile.length > old[i].length)
        cards.push(t("said.card-on", { card: cardName(card), pile: pileName(`${kind}${i + 1}`) }));
    });
  }
  return allOf(cards);
}

/** The card that has gone up. @param {Board} before @param {Board} after */
function raised(before, after) {
  const suit = SUITS.find((one) => after.foundations[one] > before.foundations[one]);
  const card = suit && nextOn(before, suit);
  return card ? cardName(card) : "";
}
