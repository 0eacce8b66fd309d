/**
 * Moves cards about on a board. Knows no rules: what may be played is in `legal`, and what was played comes in steps.
 * A board is never changed in place; each function gives a new one that shares untouched piles.
 */

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {import("./types.js").Moved} Moved
 */
/** @typedef {import("./types.js").Suit} Suit */

export const RANKS = "A23456789TJQK";
/** @type {readonly Suit[]} */
export const SUITS = ["C", "D", "H", "S"];
export const HIDDEN = "??";

/** @typedef {{kind: "deal"|"redeal"|"undo"}|{kind: "cards", from: string, to: string, count: number}} Move */

/** Read a move's text (RULES, "Moves as text"); null where it is none. @param {string} text @returns {Move|null} */
export function parseMove(text) {
  if (text === "D") return { kind: "deal" };
  if (text === "X") return { kind: "redeal" };
  if (text === "U") return { kind: "undo" };
  const found = /^([TR][1-7])>(F|T[1-7])(?::([0-9]{1,2}))?$/.exec(text);
  return found && { kind: "cards", from: found[1], to: found[2], count: Number(found[3] ?? 1) };
}

/** Write a move of cards. @param {string} from @param {string} to @param {number} count */
export function moveText(from, to, count) {
  return count > 1 ? `${from}>${to}:${count}` : `${from}>${to}`;
}

/** The cards of a column or reserve pile, innermost first. @param {Board} board @param {string} pile */
export function cardsOf(board, pile) {
  const piles = pile[0] === "T" ? board.tableau : pile[0] === "R" ? board.reserve : [];
  return piles[Number(pile[1]) - 1] ?? [];
}

/** The rank `steps` after this one round the circle. @param {string} rank @param {number} steps */
export function rankAfter(rank, steps) {
  return RANKS[(RANKS.indexOf(rank) + steps + 13 * 13) % 13];
}

/** The card on top of a foundation, null while it is empty. @param {Board} board @param {Suit} suit */
export function topOf(board, suit) {
  const count = board.foundations[suit];
  return count > 0 ? rankAfter(board.base, count - 1) + suit : null;
}

/** The card a foundation takes next, null when it is full. @param {Board} board @param {Suit} suit */
export function nextOn(board, suit) {
  const count = board.foundations[suit];
  return count < 13 ? rankAfter(board.base, count) + suit : null;
}

/**
 * The board after an accepted move; null when the steps do not fit it (then what we hold is wrong: fetch it anew).
 * @param {Board} board
 * @param {Moved} moved
 * @returns {Board|null}
 */
export function played(board, moved) {
  const next = copy(board);
  for (const { from, to, cards } of moved.steps) {
    if (!take(next, from, cards) || !put(next, to, cards)) return null;
  }
  const opened = [];
  for (const { pile, card } of moved.turned) {
    if (pile === "S") {
      if (card !== HIDDEN) opened.push(card);
    } else {
      const cards = cardsOf(next, pile);
      if (cards.length === 0) return null;
      cards[cards.length - 1] = card;
    }
  }
  if (next.stock !== 2) next.open_stock = [];
  else if (opened.length > 0) next.open_stock = opened;
  else if (board.stock < 2 && board.reserve.length === 0) next.open_stock = moved.steps.flatMap((step) => step.cards);
  return {
    ...next,
    n: moved.n,
    score: moved.score,
    status: moved.status,
    t_ms: moved.t_ms,
    legal: moved.legal ?? next.legal,
    ...(next.nothing_more ? { nothing_more: moved.move !== "U" } : {}),
    ...(moved.finish === undefined ? {} : { finish: moved.finish }),
  };
}

/**
 * The board as a move of known cards would leave it, shown until the server has answered. Deals and undo look the
 * same as before.
 * @param {Board} board
 * @param {string} text
 * @returns {Board}
 */
export function tentative(board, text) {
  const move = parseMove(text);
  if (move?.kind !== "cards") return board;
  const cards = cardsOf(board, move.from).slice(-move.count);
  const next = copy(board);
  return take(next, move.from, cards) && put(next, move.to, cards) ? next : board;
}

/** @param {Board} board @returns {Board} */
function copy(board) {
  return {
    ...board,
    foundations: { ...board.foundations },
    tableau: board.tableau.map((cards) => [...cards]),
    reserve: board.reserve.map((cards) => [...cards]),
  };
}

/** Take these cards off a pile, in place. @param {Board} board @param {string} pile @param {string[]} cards */
function take(board, pile, cards) {
  if (pile === "S") {
    board.stock -= cards.length;
    return board.stock >= 0;
  }
  if (pile === "F") return cards.every((card) => --board.foundations[suitOf(card)] >= 0);
  const from = cardsOf(board, pile);
  const taken = from.splice(Math.max(from.length - cards.length, 0), cards.length);
  return (
    taken.length === cards.length &&
    taken.every((card, i) => card === cards[i] || HIDDEN === card || HIDDEN === cards[i])
  );
}

/** Put these cards on a pile, in place. @param {Board} board @param {string} pile @param {string[]} cards */
function put(board, pile, cards) {
  if (pile === "S") board.stock += cards.length;
  else if (pile === "F") return cards.every((card) => ++board.foundations[suitOf(card)] <= 13);
  else cardsOf(board, pile).push(...cards);
  return true;
}

/** @param {string} card */
function suitOf(card) {
  return /** @type {Suit} */ (card[1]);
}
