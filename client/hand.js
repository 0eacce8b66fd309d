/**
 * What the player holds: turns taps, drags and keys on the table into moves. It reads `legal` to light up goals, but
 * leaves every decision to the server: a try that is not legal is sent as well, so that the player hears which rule
 * it breaks.
 */
import { shown } from "./attempt.js";
import { cardsOf, moveText, parseMove } from "./board.js";
import { bindPointer } from "./drag.js";
import { bindKeys } from "./keys.js";
import { goalAt } from "./layout.js";
import { sound } from "./sound.js";

/** @typedef {import("./drag.js").Touched} Touched */

/** After a deal the stock takes no further press for this long: one intent, one deal. */
const STOCK_GUARD_MS = 600;

/**
 * @param {import("./race.js").LiveRace} race
 * @param {import("./render.js").Table} table
 * @param {object} told
 * @param {(hint: "one-card"|"hidden"|"wait") => void} told.onHint something that cannot even be asked of the server
 * @param {(card: string, goals: string[]) => void} told.onHold a card is taken up, and may go there
 * @param {() => void} told.onStatus how does one stand?
 * @param {() => void} told.onHelp which keys are there?
 */
export function bindHand(race, table, { onHint, onHold, onStatus, onHelp }) {
  /** @type {{pile: string, index: number, card: string}|null} */
  let held = null;
  let dragging = false;
  let stockAt = -Infinity;

  /** The cards of a pile as shown now. @param {string} pile */
  function pileCards(pile) {
    return race.state.own ? cardsOf(shown(race.state.own), pile) : [];
  }

  /**
   * Only the top card of a reserve pile can be named in a move, and only a card whose face is known.
   * @param {Touched} touched
   */
  function canLift({ pile, index }) {
    const cards = pileCards(pile);
    if (!race.canMove() || index < 0 || index >= cards.length || cards[index] === "??") return false;
    return pile[0] === "T" || (pile[0] === "R" && index === cards.length - 1);
  }

  /** @param {Touched|null} touched */
  function hold(touched) {
    held = touched && { ...touched, card: pileCards(touched.pile)[touched.index] };
    show();
    if (!held) return;
    sound("lift");
    onHold(held.card, goalsOf(held));
  }

  /** Draw what is held, and where it may go. Where the board has taken the card away it is let go. */
  function show() {
    const lost = held !== null && pileCards(held.pile)[held.index] !== held.card;
    if (lost) held = null;
    table.mark({ lifted: held, goals: held ? goalsOf(held) : [] });
    if (lost && dragging) pointer.cancel();
  }

  /** @param {{pile: string, index: number, card: string}} from @returns {string[]} */
  function goalsOf({ pile, index, card }) {
    const count = pileCards(pile).length - index;
    const goals = [];
    for (const text of race.legal() ?? []) {
      const move = parseMove(text);
      if (move?.kind === "cards" && move.from === pile && move.count === count) {
        goals.push(move.to === "F" ? `F${card[1]}` : move.to);
      }
    }
    return goals;
  }

  /**
   * Try to move the cards from here up to there.
   * @param {Touched} from
   * @param {string} to
   * @returns {boolean} whether it was tried
   */
  function put(from, to) {
    const count = pileCards(from.pile).length - from.index;
    if (to[0] !== "T" && to !== "F") return false;
    if (to === "F" && count > 1) onHint("one-card");
    else if (race.canMove()) race.move(moveText(from.pile, to, count));
    else if (race.state.race?.state === "running") onHint("wait");
    return true;
  }

  /** @param {Touched} touched @returns {boolean} whether something was done, not only taken up or let go */
  function tap(touched) {
    const from = held;
    if (touched.pile === "S") {
      hold(null);
      pressStock();
      return true;
    }
    if (!from) {
      if (canLift(top(touched))) hold(top(touched));
      else if (pileCards(touched.pile)[touched.index] === "??") onHint("hidden");
    } else if (touched.pile === from.pile) {
      hold(top(touched).index === from.index || !canLift(top(touched)) ? null : top(touched));
    } else {
      const legal = race.legal();
      const count = pileCards(from.pile).length - from.index;
      hold(null);
      const tried = put(from, touched.pile);
      // Not allowed: the server says why, and the card just touched may well be what the player wants to move instead.
      const refused = tried && legal !== null && !legal.includes(moveText(from.pile, touched.pile, count));
      if ((refused || !tried) && canLift(top(touched))) hold(top(touched));
      return tried;
    }
    return false;
  }

  /** On the reserve any touch means the top card. @param {Touched} touched @returns {Touched} */
  function top(touched) {
    return touched.pile[0] === "R" ? { pile: touched.pile, index: pileCards(touched.pile).length - 1 } : touched;
  }

  /** @param {Touched} touched */
  function toFoundation(touched) {
    const from = top(touched);
    if (from.pile === "S") return;
    hold(null);
    if (canLift(from)) put(from, "F");
  }

  /** A deal, or where the stock is used up a redeal if there is one. */
  function pressStock() {
    const empty = race.state.own?.base.stock === 0;
    command(empty && race.legal()?.includes("X") ? "X" : "D");
  }

  /** @param {"D"|"X"|"U"} move */
  function command(move) {
    const now = performance.now();
    if (move !== "U" && now - stockAt < STOCK_GUARD_MS) return;
    if (!race.canMove()) return;
    if (move !== "U") stockAt = now;
    hold(null);
    race.move(move);
  }

  /** Double only if the first tap took up this card: not if it put another one there. @param {Touched} touched */
  function doubleTap(touched) {
    if (held && held.pile === touched.pile && held.index === top(touched).index) toFoundation(touched);
  }

  /** The pile that a card held there is meant for. @param {import("./drag.js").Corner} corner */
  function meant(corner) {
    return held && goalAt(corner, table.geometry(), { from: held.pile, allowed: goalsOf(held) });
  }

  /**
   * Nothing is put down if the board has meanwhile taken the card out of the hand.
   * @param {Touched} from
   * @param {import("./drag.js").Corner} corner
   */
  function drop(from, corner) {
    const goal = meant(corner);
    if (held && goal && goal !== from.pile) put(from, goal);
  }

  const pointer = bindPointer(table, {
    canLift,
    lift(touched) {
      dragging = touched !== null;
      hold(touched);
    },
    over(corner) {
      const goal = meant(corner);
      table.aim(held && goal === "F" ? `F${held.card[1]}` : goal);
    },
    tap,
    doubleTap,
    drop,
  });
  const unbindKeys = bindKeys(table, {
    tap,
    toFoundation,
    letGo: () => hold(null),
    deal: () => command("D"),
    redeal: () => command("X"),
    undo: () => command("U"),
    status: onStatus,
    help: onHelp,
  });

  return {
    show,
    command,
    letGo: () => hold(null),
    unbind() {
      pointer.unbind();
      unbindKeys();
      table.mark({ lifted: null, goals: [] });
    },
  };
}

/** @typedef {ReturnType<typeof bindHand>} Hand */
