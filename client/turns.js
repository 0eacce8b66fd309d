/**
 * Who may sound now: one melody at a time, the weightier one first, and ticks of the rivals not one upon the other. What
 * one's own hand does always sounds. Pure.
 */

/** How much a melody weighs, and for how long it has the air. @type {Record<string, {weight: number, ms: number}>} */
const MELODIES = {
  win: { weight: 6, ms: 1500 },
  closing: { weight: 5, ms: 1300 },
  finished: { weight: 4, ms: 800 },
  complete: { weight: 3, ms: 550 },
  lead: { weight: 2, ms: 450 },
  opened: { weight: 1, ms: 320 },
};
/** What one's own hand does sounds as this where its melody has to wait. @type {Record<string, string>} */
const INSTEAD = { opened: "foundation", complete: "foundation" };
const RIVAL_MS = 400;

/** @returns {(name: string, at: number) => string|null} which sound to make at that time (ms) where one is asked for */
export function makeTurns() {
  let until = -Infinity;
  let weight = 0;
  let rivalAt = -Infinity;
  return (name, at) => {
    if (name === "rival") {
      if (at < until || at - rivalAt < RIVAL_MS) return null;
      rivalAt = at;
    }
    const melody = MELODIES[name];
    if (!melody) return name;
    if (at < until && weight >= melody.weight) return INSTEAD[name] ?? null;
    until = at + melody.ms;
    weight = melody.weight;
    return name;
  };
}
