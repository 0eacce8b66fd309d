import assert from "node:assert/strict";
import { test } from "node:test";
import { intend, shown } from "../attempt.js";
import { isDone, newState, seatOf, seen, take } from "../state.js";
import { bernauer, moved } from "./boards.js";

/** @param {string} id @returns {import("../types.js").Player} */
function player(id, changes = {}) {
  return {
    id,
    name: id,
    seat: 1,
    bot: false,
    connected: true,
    ready: false,
    score: 1,
    bonus: 0,
    t_ms: 0,
    status: "playing",
    rank: 1,
    opened: 1,
    rows: 0,
    ...changes,
  };
}

/** @returns {import("../types.js").Race} */
function race(changes = {}) {
  return {
    id: "r",
    game: "bernauer",
    options: { redeal: false, face_down: false, base: null, time_bonus: false },
    state: "running",
    seats: 2,
    players: [player("me"), player("you", { seat: 2 })],
    host: "me",
    visibility: "private",
    watch: "live",
    commitment: "",
    starts_at: 0,
    ends_at: null,
    deal: null,
    nonce: null,
    rematch: null,
    ...changes,
  };
}

/** A state that has heard a welcome. */
function welcomed({ seq = 10, board = bernauer() } = {}) {
  const state = newState();
  take(state, { type: "welcome", seq, now: 0, you: "me", race: race(), board });
  return state;
}

/** @param {number} seq @returns {import("../types.js").Score} */
function score(seq, changes = {}) {
  return {
    type: "score",
    seq,
    player: "you",
    score: 2,
    bonus: 0,
    status: "playing",
    t_ms: 500,
    rank: 1,
    opened: 1,
    rows: 0,
    ...changes,
  };
}

test("a welcome is answered with a greeting, and says whose page this is", () => {
  const state = newState();
  const effects = take(state, { type: "welcome", seq: 3, now: 0, you: "me", race: race(), board: null });
  assert.equal(effects[0].do, "greet");
  assert.deepEqual([state.seq, state.own, seatOf(state)?.id], [3, null, "me"]);
});

test("a stranger's welcome has nobody in it", () => {
  const state = newState();
  take(state, { type: "welcome", seq: 3, now: 0, you: null, race: race(), board: null });
  assert.equal(seatOf(state), null);
});

test("scores in order are taken in", () => {
  const state = welcomed();
  assert.deepEqual(take(state, score(11)), [{ do: "scored", player: "you" }]);
  assert.deepEqual([state.seq, state.race?.players[1].score, state.race?.players[1].t_ms], [11, 2, 500]);
});

test("a score heard before changes nothing", () => {
  const state = welcomed();
  assert.deepEqual(take(state, score(10, { score: 40 })), []);
  assert.equal(state.race?.players[1].score, 1);
});

test("a hole in the race log asks for what is missing, and takes nothing in", () => {
  const state = welcomed();
  assert.deepEqual(take(state, score(12)), [{ do: "resume" }]);
  assert.deepEqual([state.seq, state.race?.players[1].score], [10, 1]);
});

test("a merged score may jump", () => {
  const state = welcomed();
  take(state, score(25, { merged: true, score: 9 }));
  assert.deepEqual([state.seq, state.race?.players[1].score], [25, 9]);
});

test("a change of the race replaces it whole", () => {
  const state = welcomed();
  const effects = take(state, { type: "race", seq: 11, change: "finished", race: race({ state: "finished" }) });
  assert.deepEqual(effects, [{ do: "changed", change: "finished" }]);
  assert.equal(state.race?.state, "finished");
});

test("presence and watchers are not numbered", () => {
  const state = welcomed();
  take(state, { type: "presence", player: "you", connected: false });
  take(state, { type: "watchers", count: 3 });
  assert.deepEqual([state.race?.players[1].connected, state.watchers, state.seq], [false, 3, 10]);
});

test("that somebody has moved is felt, and changes nothing", () => {
  const state = welcomed();
  assert.deepEqual(take(state, { type: "pulse", player: "you" }), [{ do: "pulse", player: "you" }]);
  assert.equal(state.seq, 10);
});

test("own moves go to the attempt, with a hole resumed and a misfit fetched anew", () => {
  const state = welcomed();
  assert.deepEqual(take(state, moved(2, "D", [])), [{ do: "resume" }]);
  assert.deepEqual(take(state, moved(1, "T6>F", [{ from: "T6", to: "F", cards: ["9D"] }])), [{ do: "reconnect" }]);
  const effects = take(state, moved(1, "T6>F", [{ from: "T6", to: "F", cards: ["TS"] }]));
  assert.deepEqual(effects, [{ do: "moved", player: "me", move: "T6>F" }]);
});

test("a watched board follows its own numbers; a hole is resumed, a misfit asked for again", () => {
  const state = welcomed();
  take(state, { type: "board", ...bernauer({ player: "you", n: 4, legal: undefined }) });
  assert.equal(state.own?.base.player, "me");
  const step = [{ from: "T6", to: "F", cards: ["TS"] }];
  assert.deepEqual(take(state, moved(4, "T6>F", step, { player: "you" })), []);
  assert.deepEqual(take(state, moved(6, "T6>F", step, { player: "you" })), [{ do: "resume" }]);
  assert.deepEqual(take(state, moved(5, "T6>F", [{ from: "T6", to: "F", cards: ["9D"] }], { player: "you" })), [
    { do: "rewatch", player: "you" },
  ]);
  take(state, moved(5, "T6>F", step, { player: "you" }));
  assert.deepEqual([state.boards.get("you")?.n, state.boards.get("you")?.foundations.S], [5, 2]);
});

test("moves of a board that was never shown are passed over", () => {
  assert.deepEqual(take(welcomed(), moved(1, "D", [], { player: "you" })), []);
});

test("a refused move is told with the board as it was, and taken back", () => {
  const state = welcomed();
  intend(/** @type {any} */ (state.own), "T6>F");
  const message = /** @type {const} */ ({
    type: "rejected",
    n: 1,
    move: "T6>F",
    reason: "illegal",
    rule: "foundation-wants-next",
  });
  const [effect] = take(state, message);
  assert.deepEqual(
    [effect.do, "lost" in effect && effect.lost, "before" in effect && effect.before?.n],
    ["tell", 1, 0],
  );
  assert.deepEqual(shown(/** @type {any} */ (state.own)).tableau, bernauer().tableau);
});

test("what has been seen names the own board and those that are followed and known", () => {
  const state = welcomed({ board: bernauer({ n: 7 }) });
  state.watching.add("you").add("other");
  take(state, { type: "board", ...bernauer({ player: "you", n: 4 }) });
  take(state, { type: "board", ...bernauer({ player: "unfollowed", n: 4 }) });
  assert.deepEqual(seen(state), { seq: 10, boards: { me: 7, you: 4 } });
});

test("a message of an unknown type is passed over", () => {
  assert.deepEqual(take(welcomed(), /** @type {any} */ ({ type: "weather" })), []);
});

test("the leaders of the day are the last ones told", () => {
  const state = welcomed();
  take(state, { type: "leaders", top: [], yours: null, total: 3 });
  take(state, { type: "leaders", top: [], yours: null, total: 4 });
  assert.equal(state.leaders?.total, 4);
});

for (const [status, done] of /** @type {const} */ ([
  ["waiting", false],
  ["playing", false],
  ["won", true],
  ["blocked", true],
  ["gave_up", true],
  ["timed_out", true],
])) {
  test(`${status} is ${done ? "" : "not "}done`, () => assert.equal(isDone({ status }), done));
}
