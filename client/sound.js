/**
 * Sounds, made in the browser: paper, wood and a little brass; no files. Off until wanted. Any part asks for one by name:
 * `sound("deal")`, or an event `agnes:sound` on the document with `{detail: {name}}`. Nothing sounds before somebody has
 * touched the page, since browsers allow no sound before that.
 */
import { onPrefs, prefs } from "./prefs.js";
import { makeTurns } from "./turns.js";

/** Semitones above C4 of the 1st to the 13th card of a foundation: pentatonic, over two octaves. */
const CLIMB = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24, 26, 28];
const C4 = 261.63;

/** @typedef {{context: AudioContext, out: AudioNode, master: GainNode, noise: AudioBuffer}} Desk */

/**
 * What each name plays, from the time `at` on; `n` is a count, for a foundation its cards.
 * @type {Record<string, (desk: Desk, at: number, n: number) => void>}
 */
const SOUNDS = {
  lift: (d, at) => paper(d, at, { hz: 2900, gain: 0.2, ms: 18 }),
  place: (d, at) => {
    paper(d, at, { gain: 0.32 });
    knock(d, at, 0.14);
  },
  deal: (d, at) => {
    for (let i = 0; i < 7; i++) paper(d, at + i * 0.045, { hz: 1500 + i * 90, gain: 0.22 });
  },
  foundation: (d, at, n) => {
    paper(d, at, { gain: 0.12 });
    strike(d, at, { hz: note(CLIMB[Math.min(Math.max(n, 1), 13) - 1]), ms: 140, gain: 0.4 });
  },
  opened: (d, at) => {
    strike(d, at, { hz: note(0), ms: 160, gain: 0.4 });
    brass(d, at + 0.05, 7, 260);
  },
  complete: (d, at) => [12, 16, 19, 24].forEach((step, i) => brass(d, at + i * 0.07, step, 320)),
  refused: (d, at) => {
    knock(d, at, 0.13);
    knock(d, at + 0.085, 0.1);
  },
  undo: (d, at) => paper(d, at, { hz: 1200, gain: 0.14, ms: 60, rise: true }),
  rival: (d, at) => strike(d, at, { hz: 1250, ms: 24, gain: 0.07 }),
  lead: (d, at) => [4, 9].forEach((step, i) => brass(d, at + i * 0.11, step, 300, 0.08)),
  count: (d, at) => strike(d, at, { hz: note(9), ms: 90, gain: 0.3 }),
  go: (d, at) => strike(d, at, { hz: note(21), ms: 220, gain: 0.3 }),
  tick: (d, at) => strike(d, at, { hz: 980, ms: 30, gain: 0.12 }),
  closing: (d, at) => {
    for (const later of [0, 0.34]) {
      [4, 16.2, 23.3].forEach((step, i) =>
        strike(d, at + later, { hz: note(step), type: "sine", ms: 950 - i * 250, gain: 0.12 / (i + 1) }),
      );
    }
  },
  finished: (d, at) => [7, 4].forEach((step, i) => brass(d, at + i * 0.18, step, 420, 0.07)),
  win: (d, at) => [0, 4, 7, 12, 16, 19, 24].forEach((step, i) => brass(d, at + i * 0.085, step, i === 6 ? 900 : 240)),
};

const turns = makeTurns();

/** Every name there is. */
export const SOUND_NAMES = Object.keys(SOUNDS);

/** @type {Desk|null} */
let desk = null;

/** Ask for a sound; nothing happens where it is off or not yet allowed. @param {string} name @param {number} [count] */
export function sound(name, count = 1) {
  if (!prefs().sound || desk?.context.state !== "running" || document.hidden) return;
  const turn = Object.hasOwn(SOUNDS, name) ? turns(name, performance.now()) : null;
  if (turn) SOUNDS[turn](desk, desk.context.currentTime + 0.005, count);
}

/** Listen for those who ask by event, and for the first touch. */
export function bindSound() {
  document.addEventListener("agnes:sound", (event) => {
    const { name, count } = /** @type {CustomEvent} */ (event).detail ?? {};
    if (typeof name === "string") sound(name, typeof count === "number" ? count : 1);
  });
  for (const type of ["pointerup", "keydown"]) document.addEventListener(type, wake, { capture: true, passive: true });
  onPrefs(({ sound: on, volume }) => {
    if (desk) desk.master.gain.value = loudness(volume);
    if (on) wake();
    else void desk?.context.suspend();
  });
}

/** Within a touch or a key press: make the desk, or wake it after the system has put it to sleep. */
function wake() {
  if (!prefs().sound || navigator.userActivation?.isActive === false) return;
  desk ??= makeDesk(prefs().volume);
  if (desk && desk.context.state !== "running") void desk.context.resume();
}

/**
 * Everything goes through one gain and one compressor, so that seven cards at once are no louder than one.
 * @param {number} volume
 * @returns {Desk|null} null where the browser makes no sound
 */
function makeDesk(volume) {
  if (typeof AudioContext === "undefined") return null;
  const context = new AudioContext({ latencyHint: "interactive" });
  const press = new DynamicsCompressorNode(context, { threshold: -20, ratio: 6, attack: 0.002, release: 0.12 });
  const master = new GainNode(context, { gain: loudness(volume) });
  press.connect(master).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return { context, out: press, master, noise };
}

/** Ears hear in ratios: half way up is a quarter of the strength. @param {number} volume */
function loudness(volume) {
  return 2 * volume ** 2;
}

/** @param {number} semitones above C4 */
function note(semitones) {
  return C4 * 2 ** (semitones / 12);
}

/**
 * Paper: filtered noise; `rise` for a card taken back.
 * @param {Desk} desk
 * @param {number} at
 * @param {{hz?: number, gain?: number, ms?: number, rise?: boolean}} [how]
 */
function paper({ context, out, noise }, at, { hz = 1800, gain = 0.2, ms = 35, rise = false } = {}) {
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: 0.9 });
  const level = new GainNode(context, { gain: 0 });
  const end = at + ms / 1000;
  level.gain.setValueAtTime(rise ? 0.0001 : gain, at);
  level.gain.exponentialRampToValueAtTime(rise ? gain : 0.0001, end);
  source.connect(filter).connect(level).connect(out);
  source.start(at);
  source.stop(end + 0.01);
}

/**
 * Wood or brass: one tone that is struck and dies.
 * @param {Desk} desk
 * @param {number} at
 * @param {{hz: number, type?: OscillatorType, gain?: number, ms?: number, slideTo?: number, cut?: number}} how
 */
function strike({ context, out }, at, { hz, type = "triangle", gain = 0.18, ms = 110, slideTo = hz, cut = 4000 }) {
  const tone = new OscillatorNode(context, { type, frequency: hz });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: cut });
  const level = new GainNode(context, { gain: 0 });
  const end = at + ms / 1000;
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(gain, at + 0.004);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.frequency.setValueAtTime(hz, at);
  tone.frequency.exponentialRampToValueAtTime(slideTo, end);
  tone.connect(filter).connect(level).connect(out);
  tone.start(at);
  tone.stop(end + 0.02);
}

/** @param {Desk} desk @param {number} at @param {number} semitones @param {number} ms @param {number} [gain] */
function brass(desk, at, semitones, ms, gain = 0.1) {
  for (const beat of [1, 1.0047]) strike(desk, at, { hz: note(semitones) * beat, type: "sawtooth", gain, ms, cut: 1500 });
}

/** @param {Desk} desk @param {number} at @param {number} gain */
function knock(desk, at, gain) {
  strike(desk, at, { hz: 165, type: "sine", slideTo: 95, gain, ms: 60 });
}
