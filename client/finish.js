/**
 * Carries the last cards up, when the server says that nothing else is left to do: one move after the other, each only
 * when the last has been accepted. Whatever gets in the way ends it; the button can be pressed again.
 */
import { speed } from "./prefs.js";

/** From move to move, so that one can follow. */
const STEP_MS = { normal: 110, quick: 60, off: 0 };
/** The same for a line that is shown: one wants to see how. */
const LINE_MS = { normal: 350, quick: 180, off: 60 };

/** @param {import("./race.js").LiveRace} live */
export function finisher(live) {
  let going = false;
  /** Moves to make that lead to a win, where it was asked for. @type {string[]} */
  let line = [];
  /** @type {number|undefined} */
  let timer;

  /** Whether it can be offered. */
  function offered() {
    return !going && live.state.race?.state === "running" && live.state.own?.base.finish === true;
  }

  function start() {
    if (!offered()) return;
    going = true;
    step();
  }

  /** Play these moves, one after the other. @param {string[]} moves */
  function play(moves) {
    line = [...moves];
    going = true;
    step();
  }

  function step() {
    clearTimeout(timer);
    const move = next();
    if (move === null) going = false;
    else live.move(move);
  }

  /** The next card to go up; null where that is no longer all there is to do. */
  function next() {
    const board = live.state.own?.base;
    if (!going || live.standing.is !== "open" || !live.canMove()) return null;
    if (line.length > 0) return line.shift() ?? null;
    if (!board?.finish) return null;
    return live.legal()?.find((move) => move.endsWith(">F")) ?? null;
  }

  return {
    offered,
    /** Whether it is at it. */
    going: () => going,
    start,
    play,
    /** Tell it the news. @param {import("./race.js").News} news */
    heard(news) {
      if (!going) return;
      if (news.do === "moved" && news.player === live.state.you) timer = setTimeout(step, (line.length > 0 ? LINE_MS : STEP_MS)[speed()]);
      else if (news.do === "tell" || (news.do === "standing" && live.standing.is !== "open")) stop();
    },
    stop,
  };

  function stop() {
    going = false;
    line = [];
    clearTimeout(timer);
  }
}
