/** Sentences about what the server said: refusals, rules, states of play. */
import { cardsOf, nextOn, parseMove, rankAfter } from "../board.js";
import { cardName, colourName } from "../cards.js";
import { Problem } from "../api.js";
import { has, t } from "../i18n.js";
import { gapOf, pointsOf } from "../standing.js";

/** @typedef {import("../types.js").Board} Board */

/** Every word that `rule` can be (PROTOCOL, `rejected`). */
export const RULES = [
  "not-below",
  "same-colour",
  "other-colour",
  "not-a-run",
  "not-one-suit",
  "space-wants-base-minus-one",
  "foundation-wants-next",
  "covered",
  "face-down",
  "stock-empty",
  "no-redeal",
  "no-undo",
  "no-such-card",
];

/** A deal's number that is too long to be read is known by its end. */
const LONG_NUMBER = 9;

/** @param {string} deal */
export function shortDeal(deal) {
  return deal.length < LONG_NUMBER ? deal : `…${deal.slice(-3)}`;
}

/**
 * Why a move was not played, and what would have been right, in words.
 * @param {import("../types.js").Rejected} message
 * @param {Board|null} board as it was before the move
 */
export function whyNot(message, board) {
  if (message.reason !== "illegal" || !message.rule) return reason(message.reason);
  const key = `rule.${message.rule}`;
  return has(key) ? t(key, holes(message.move ?? "", board)) : reason("illegal");
}

/**
 * What a stable word for a refusal means; the server's own sentence where the word is new.
 * @param {string} word
 * @param {string} [detail]
 */
export function reason(word, detail) {
  const key = `reason.${word}`;
  return has(key) ? t(key) : detail || t("reason.other");
}

/** What went wrong with a call, in words. @param {unknown} error */
export function problemText(error) {
  if (!(error instanceof Problem)) return t("reason.other");
  return error.field === "name" ? t("reason.bad-name") : reason(error.slug, error.detail);
}

/** "seven of spades" and the like for the sentences about rules. @param {string} text @param {Board|null} board */
function holes(text, board) {
  const move = parseMove(text);
  /** @type {Record<string, string>} */
  const values = {};
  if (!board || move?.kind !== "cards") return values;
  const card = cardsOf(board, move.from).at(-move.count);
  const target = cardsOf(board, move.to).at(-1);
  values.spaceRank = t(`rank-a.${rankAfter(board.base, -1)}`);
  if (card && card !== "??") {
    values.card = cardName(card);
    values.suit = t(`suit.${card[1]}`);
    const next = nextOn(board, /** @type {import("../types.js").Suit} */ (card[1]));
    values.next = next ? cardName(next) : t("pile.nothing-more");
  }
  if (target && target !== "??") {
    values.target = cardName(target);
    values.targetColour = colourName(target);
    values.wanted = t(`rank-a.${rankAfter(target[0], -1)}`);
  }
  return values;
}

/**
 * The game and what is special about this race, as short phrases.
 * @param {{game: string, options: import("../types.js").Options}} race
 * @returns {string[]}
 */
export function terms({ options }) {
  const special = [];
  if (options.redeal) special.push(t("option.redeal"));
  if (options.face_down) special.push(t("option.face_down"));
  if (options.base) special.push(t("option.base-is", { rank: t(`rank.${options.base}`) }));
  if (options.time_bonus) special.push(t("option.time_bonus"));
  return special;
}

/**
 * What is played, as short phrases: the game, how many deals, how long, what is special.
 * @param {import("../types.js").Race} race
 * @returns {string[]}
 */
export function whatIsPlayed(race) {
  const words = [gameName(race.game)];
  if (race.match) words.push(t("match.of", { count: race.match.of }));
  if (race.time_limit_s) words.push(t("lobby.limit", { time: minutes(race.time_limit_s) }));
  else if (race.time_limit_s === null) words.push(t("lobby.no-limit"));
  if (race.study_s) words.push(t("lobby.study", { count: race.study_s }));
  if (race.winnable) words.push(t("lobby.winnable"));
  return [...words, ...terms(race)];
}

/** Whole minutes in words, anything else in seconds. @param {number} seconds */
function minutes(seconds) {
  return seconds % 60 === 0
    ? t("time.minutes", { count: seconds / 60 })
    : t("time.seconds", { count: seconds });
}

/** Cards up, and apart from them the time bonus where there is one. @param {{score: number, bonus: number}} player */
export function cardsWords({ score, bonus }) {
  const cards = t("rivals.cards", { count: score });
  return bonus > 0 ? t("rivals.cards-bonus", { cards, bonus }) : cards;
}

/**
 * "2 behind Ben", "3 ahead of Ben"; in points where a bonus counts. Whose time is better with equal points is not said in a
 * match, whose deals do not go by it, nor in brief.
 * @param {import("../types.js").Race} race
 * @param {string|null} you
 * @param {boolean} [brief]
 */
export function gapWords({ players, match }, you, brief = false) {
  const own = players.find(({ id }) => id === you);
  const gap = gapOf(players, you);
  if (!gap || !own || pointsOf(own) === 0) return "";
  const values = { count: gap.count, name: nameOf(gap.other) };
  if (gap.count === 0) return t(`gap.${match || brief ? "level" : gap.is}`, values);
  return own.bonus + gap.other.bonus > 0 ? t(`gap-points.${gap.is}`, values) : t(`gap.${gap.is}`, values);
}

/** A player's name, with the seat beside it where another looks the same. @param {import("../types.js").Player} player */
export function nameOf(player) {
  return player.alike ? t("player.name-seat", { name: player.name, seat: player.seat }) : player.name;
}

/** Whether a person could still sit down: a bot makes room. @param {import("../types.js").Race} race */
export function hasRoom(race) {
  return race.state === "lobby" && (race.players.length < race.seats || race.players.some(({ bot }) => bot));
}

/** @param {string} game */
export function gameName(game) {
  return t(`game.${game}`);
}
