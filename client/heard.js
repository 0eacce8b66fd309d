/** What one's own moves sound like. */
import { SUITS } from "./board.js";
import { sound } from "./sound.js";

/** As many cards as a foundation takes. */
const WHOLE = 13;

/**
 * The sound of what has become of a board: the highest card that went up, else the row, else the card laid down.
 * @param {import("./types.js").Board} before
 * @param {import("./types.js").Board} after
 * @param {boolean} undone whether a move was taken back
 */
export function hear(before, after, undone) {
  const grown = SUITS.map((suit) => (after.foundations[suit] > before.foundations[suit] ? after.foundations[suit] : 0));
  const count = Math.max(...grown);
  if (undone) sound("undo");
  else if (count > 0) sound(count === 1 ? "opened" : count === WHOLE ? "complete" : "foundation", count);
  else if (after.stock < before.stock) sound("deal");
  else if (String(after.tableau) !== String(before.tableau)) sound("place");
}
