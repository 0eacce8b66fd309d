/** The race in which this browser has a seat, so that one finds back to it. Kept where the browser allows that. */

/** @typedef {{race: string, you: string}} Kept */

const KEY = "agnes.seat";

/** @param {Kept} seat */
export function keepSeat(seat) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seat));
  } catch {
    // then the browser's own way back is all there is
  }
}

/** @returns {Kept|null} */
export function keptSeat() {
  try {
    const { race, you } = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    return typeof race === "string" && typeof you === "string" ? { race, you } : null;
  } catch {
    return null;
  }
}

/** The play there is over, or the seat is gone. @param {string} race another one stays kept */
export function dropSeat(race) {
  if (keptSeat()?.race !== race) return;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // it was never kept
  }
}
