/**
 * What a player has set for this device, and which games have been explained here. Kept in the browser where it allows
 * that; otherwise for as long as the page is open.
 */

/**
 * @typedef {"normal"|"quick"|"off"} Speed
 * @typedef {object} Prefs
 * @property {boolean} sound
 * @property {number} volume 0 to 1
 * @property {Speed|null} speed of cards; null until chosen: then as the system asks
 * @property {boolean} fourColours a colour for each suit
 * @property {boolean} largeIndices
 * @property {boolean} leftHanded stock at the right, foundations at the left
 * @property {boolean} keysAnywhere the table's keys work wherever the focus is
 * @property {string[]} explained games whose table has explained itself
 */

const KEY = "agnes-prefs";
/** @type {Prefs} */
const DEFAULTS = {
  sound: false,
  volume: 0.5,
  speed: null,
  fourColours: false,
  largeIndices: false,
  leftHanded: false,
  keysAnywhere: true,
  explained: [],
};

/** @type {Prefs} */
let current = read(stored());
/** @type {Set<(prefs: Prefs) => void>} */
const listeners = new Set();

/** @returns {Readonly<Prefs>} */
export function prefs() {
  return current;
}

/** Change some, and keep them. @param {Partial<Prefs>} changes */
export function setPrefs(changes) {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is full or forbidden: they hold until the page is left.
  }
  applyPrefs();
  for (const listener of listeners) listener(current);
}

/** Hear of changes; returns how to stop. @param {(prefs: Prefs) => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How fast cards fly: as chosen, or not at all where the system asks for less motion. @returns {Speed} */
export function speed() {
  return current.speed ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal");
}

/** Tell the style sheets. */
export function applyPrefs() {
  const { dataset } = document.documentElement;
  dataset.speed = speed();
  if (current.fourColours) dataset.fourColours = "";
  else delete dataset.fourColours;
}

/** What was kept, or null. @returns {unknown} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Take from anything what has the right shape; the rest is as it is at first.
 * @param {unknown} kept
 * @returns {Prefs}
 */
export function read(kept) {
  const from = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {});
  const flag = (/** @type {"sound"|"fourColours"|"largeIndices"|"leftHanded"|"keysAnywhere"} */ name) =>
    typeof from[name] === "boolean" ? from[name] : DEFAULTS[name];
  const { volume, explained } = from;
  return {
    sound: flag("sound"),
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    speed: from.speed === "normal" || from.speed === "quick" || from.speed === "off" ? from.speed : null,
    fourColours: flag("fourColours"),
    largeIndices: flag("largeIndices"),
    leftHanded: flag("leftHanded"),
    keysAnywhere: flag("keysAnywhere"),
    explained: Array.isArray(explained) ? explained.filter((game) => typeof game === "string").slice(0, 9) : [],
  };
}
