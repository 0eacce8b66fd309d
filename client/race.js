/**
 * A race as this page lives it: the state, the connection that feeds it, and the clock. Views are told of each effect
 * and read the state; what a person does goes out through the functions returned.
 */
import { intend, legal, ready } from "./attempt.js";
import { makeClock } from "./clock.js";
import { connect } from "./socket.js";
import { newState, seen, take } from "./state.js";

/** An unanswered move this old means that the connection is dead. */
const ANSWER_WITHIN_MS = 6_000;
/** Holes seen again within this time are part of the same break. */
const RESUME_AGAIN_MS = 2_000;

/**
 * @typedef {import("./state.js").Effect} Effect
 * @typedef {import("./socket.js").Standing} Standing
 */
/** @typedef {Effect|{do: "standing"}|{do: "lost-moves"}} News what a view is told */

/**
 * @param {string} id
 * @param {(news: News) => void} onNews
 */
export function liveRace(id, onNews) {
  const state = newState();
  const clock = makeClock();
  /** @type {Standing} */
  let standing = { is: "connecting" };
  let resumedAt = -Infinity;
  /** @type {import("./attempt.js").Pending[]} sent again after a break although a later board has come */
  let repeated = [];
  /** @type {number|undefined} */
  let answerTimer;
  let begun = false; // no news before the caller has what it needs to read them

  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = connect(`${scheme}://${location.host}/ws/races/${encodeURIComponent(id)}`, {
    onMessage(message) {
      if (message.type === "welcome") {
        clock.heard(message.now);
        repeated = state.own?.pending.filter(({ n }) => n <= (message.board?.n ?? 0)) ?? [];
      }
      for (const effect of take(state, message)) handle(effect);
      awaitAnswer();
    },
    onStanding(next) {
      standing = next;
      if (begun) onNews({ do: "standing" });
    },
  });

  /** @param {Effect} effect */
  function handle(effect) {
    if (effect.do === "greet") greet();
    else if (effect.do === "resume") resume();
    else if (effect.do === "reconnect") socket.reconnect();
    else if (effect.do === "rewatch") socket.send({ type: "watch", player: effect.player });
    else if (effect.do === "tell" && effect.lost === 0) {
      const { n, move } = effect.message;
      if (repeated.some((pending) => pending.n === n && pending.move === move)) onNews({ do: "lost-moves" });
    } else onNews(effect);
  }

  /** After a welcome: say what is known, follow the same boards, and send what has not been answered. */
  function greet() {
    socket.send({ type: "resume", ...seen(state) });
    for (const player of state.watching) socket.send({ type: "watch", player });
    for (const { n, move } of [...repeated, ...(state.own?.pending ?? [])]) socket.send({ type: "move", n, move });
  }

  function resume() {
    const now = performance.now();
    if (now - resumedAt < RESUME_AGAIN_MS) return;
    resumedAt = now;
    socket.send({ type: "resume", ...seen(state) });
  }

  function awaitAnswer() {
    clearTimeout(answerTimer);
    const oldest = state.own?.pending[0];
    if (!oldest) return;
    answerTimer = setTimeout(() => {
      if (state.own?.pending[0] === oldest && standing.is === "open") socket.reconnect();
    }, ANSWER_WITHIN_MS);
  }

  begun = true;
  return {
    id,
    state,
    clock,
    /** How the connection stands. */
    get standing() {
      return standing;
    },
    /** Legal moves of one's own board; null while unknown. */
    legal: () => (state.own ? legal(state.own) : []),
    /** Whether a move may be tried now: running, playing, nothing in the way. */
    canMove: () => state.race?.state === "running" && state.own !== null && ready(state.own),
    /** Make a move at once, tentatively. Over a broken connection it is sent when that is back. @param {string} move */
    move(move) {
      if (!state.own) return;
      const { n } = intend(state.own, move);
      socket.send({ type: "move", n, move });
      awaitAnswer();
      onNews({ do: "drawn" });
    },
    /** @param {string} player */
    watch(player) {
      state.watching.add(player);
      socket.send({ type: "watch", player });
    },
    /** @param {string} player */
    unwatch(player) {
      state.watching.delete(player);
      socket.send({ type: "unwatch", player });
    },
    /** Say something that has no answer of its own; false when the connection is broken. @param {object} message */
    say: (message) => socket.send(message),
    reconnect: socket.reconnect,
    close() {
      clearTimeout(answerTimer);
      socket.close();
    },
  };
}

/** @typedef {ReturnType<typeof liveRace>} LiveRace */
