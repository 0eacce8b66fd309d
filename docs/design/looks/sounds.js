/* The sounds of the chosen look, made in the browser: paper, wood, and a little brass. No files. */
"use strict";

/** Steps in semitones from C4 for the 1st to the 13th card of a foundation: two octaves and a third of a pentatonic. */
const CLIMB = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24, 26, 28];
const C4 = 261.63;
const note = (semitones) => C4 * 2 ** (semitones / 12);

/** Everything goes through one gain and one compressor, so that seven cards at once are no louder than one. */
function desk(context, volume = 0.5) {
  const press = new DynamicsCompressorNode(context, { threshold: -20, ratio: 6, attack: 0.002, release: 0.12 });
  const master = new GainNode(context, { gain: volume });
  press.connect(master).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate * 0.25, context.sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) samples[i] = ((seed = (seed * 16807) % 2147483647) / 1073741823.5) - 1;
  return { context, out: press, noise };
}

/** Paper: filtered noise. `rise` for a card taken back. */
function paper({ context, out, noise }, at, { hz = 1800, q = 0.9, gain = 0.2, ms = 35, rise = false } = {}) {
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: q });
  const level = new GainNode(context, { gain: 0 });
  const end = at + ms / 1000;
  level.gain.setValueAtTime(rise ? 0.0001 : gain, at);
  level.gain.exponentialRampToValueAtTime(rise ? gain : 0.0001, end);
  source.connect(filter).connect(level).connect(out);
  source.start(at);
  source.stop(end + 0.01);
}

/** Wood or brass: one tone that is struck and dies. */
function strike({ context, out }, at, { hz, type = "triangle", gain = 0.18, ms = 110, slideTo = hz, cut = 4000 }) {
  const tone = new OscillatorNode(context, { type, frequency: hz });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: cut });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(gain, at + 0.004);
  level.gain.exponentialRampToValueAtTime(0.0001, at + ms / 1000);
  tone.frequency.setValueAtTime(hz, at);
  tone.frequency.exponentialRampToValueAtTime(slideTo, at + ms / 1000);
  tone.connect(filter).connect(level).connect(out);
  tone.start(at);
  tone.stop(at + ms / 1000 + 0.02);
}

const brass = (d, at, semitones, ms, gain = 0.1) => [0, 7.02].forEach((detune) => strike(d, at, { hz: note(semitones) * (1 + detune / 1500), type: "sawtooth", gain, ms, cut: 1500 }));
const knock = (d, at, gain = 0.22) => strike(d, at, { hz: 165, type: "sine", slideTo: 95, gain, ms: 60 });

/** Each event: what it plays, from `at` on. `n` is how many cards the foundation then has. */
const SOUNDS = {
  lift: (d, at) => paper(d, at, { hz: 2900, gain: 0.09, ms: 18 }),
  place: (d, at) => { paper(d, at, { gain: 0.2 }); knock(d, at, 0.1); },
  deal: (d, at) => { for (let i = 0; i < 7; i++) paper(d, at + i * 0.028, { hz: 1500 + i * 90, gain: 0.16 }); },
  up: (d, at, n = 1) => { paper(d, at, { gain: 0.12 }); strike(d, at, { hz: note(CLIMB[n - 1]), ms: 140 }); },
  opened: (d, at) => { strike(d, at, { hz: note(0), ms: 160 }); brass(d, at + 0.05, 7, 260); },
  complete: (d, at) => [12, 16, 19, 24].forEach((step, i) => brass(d, at + i * 0.07, step, 320)),
  refused: (d, at) => { knock(d, at); knock(d, at + 0.085, 0.16); },
  undo: (d, at) => paper(d, at, { hz: 1200, gain: 0.14, ms: 60, rise: true }),
  rival: (d, at) => strike(d, at, { hz: 1250, ms: 24, gain: 0.035 }),
  count: (d, at) => strike(d, at, { hz: note(9), ms: 90 }),
  go: (d, at) => strike(d, at, { hz: note(21), ms: 220 }),
  closing: (d, at) => [0, 0.34].forEach((later) => [0, 12.2, 19.3].forEach((step, i) => strike(d, at + later, { hz: note(4 + step), type: "sine", ms: 950 - i * 250, gain: 0.12 / (i + 1) }))),
  tick: (d, at) => strike(d, at, { hz: 980, ms: 30, gain: 0.06 }),
  finished: (d, at) => [7, 4].forEach((step, i) => brass(d, at + i * 0.18, step, 420, 0.07)),
  won: (d, at) => [0, 4, 7, 12, 16, 19, 24].forEach((step, i) => brass(d, at + i * 0.085, step, i === 6 ? 900 : 240)),
};

if (typeof document === "object") {
  let made = null;
  document.getElementById("sounds")?.append(...Object.entries(SOUNDS).map(([name, play]) => {
    const button = document.createElement("button");
    button.textContent = name;
    let n = 0;
    button.addEventListener("click", () => {
      made ??= desk(new AudioContext());
      play(made, made.context.currentTime + 0.02, (n++ % 13) + 1);
    });
    return button;
  }));
}
