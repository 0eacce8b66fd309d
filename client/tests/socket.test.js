import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { connect } from "../socket.js";

/** A socket that the test opens, feeds and closes. */
class FakeSocket {
  static OPEN = 1;
  static CONNECTING = 0;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  closed = false;
  /** @type {any} */ onopen = null;
  /** @type {any} */ onmessage = null;
  /** @type {any} */ onclose = null;

  /** @param {string} url @param {string} protocol */
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
    FakeSocket.all.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {number} code */
  lose(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }
}

/** A window with nothing in it but events, and timers that the test moves. */
function fakePage() {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  return Object.assign(page, {
    document,
    performance: { now: () => Date.now() },
    setTimeout: (/** @type {() => void} */ f, /** @type {number} */ ms) => setTimeout(f, ms),
    clearTimeout: (/** @type {any} */ timer) => clearTimeout(timer),
    setInterval: (/** @type {() => void} */ f, /** @type {number} */ ms) => setInterval(f, ms),
    clearInterval: (/** @type {any} */ timer) => clearInterval(timer),
  });
}

function setUp() {
  const page = fakePage();
  /** @type {any[]} */
  const heard = [];
  /** @type {any[]} */
  const standings = [];
  const caller = {
    onMessage: (/** @type {any} */ m) => heard.push(m),
    onStanding: (/** @type {any} */ s) => standings.push(s),
  };
  const socket = connect("ws://x/ws", caller, {
    WebSocket: /** @type {any} */ (FakeSocket),
    random: () => 0.5,
    page: /** @type {any} */ (page),
  });
  return { page, heard, standings, socket };
}

const last = () => /** @type {FakeSocket} */ (FakeSocket.all.at(-1));

beforeEach(() => {
  FakeSocket.all = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
});

test("it connects with the subprotocol, and hands on messages that are messages", () => {
  const { heard, standings } = setUp();
  last().open();
  for (const data of ['{"type":"score"}', "no json", "[]", '{"type":7}', "null"]) last().onmessage({ data });
  assert.equal(/** @type {any} */ (last()).protocol, "agnes.v1");
  assert.deepEqual(heard, [{ type: "score" }]);
  assert.deepEqual(
    standings.map((s) => s.is),
    ["connecting", "open"],
  );
});

test("nothing is sent without a connection, and the caller is told", () => {
  const { socket } = setUp();
  assert.equal(socket.send({ type: "start" }), false);
  last().open();
  assert.equal(socket.send({ type: "start" }), true);
  assert.deepEqual(last().sent, ['{"type":"start"}']);
});

test("after a break it comes back by itself", () => {
  const { standings } = setUp();
  last().open();
  last().lose(1006);
  assert.deepEqual(standings.at(-1), { is: "waiting", tries: 1 });
  mock.timers.tick(2000);
  assert.equal(FakeSocket.all.length, 2);
});

test("tries are counted until a connection has lasted", () => {
  const { standings } = setUp();
  for (const expected of [1, 2, 3]) {
    last().open();
    last().lose(1006);
    assert.equal(standings.at(-1).tries, expected);
    mock.timers.tick(20_000);
  }
  last().open();
  mock.timers.tick(6000);
  last().lose(1006);
  assert.equal(standings.at(-1).tries, 1);
});

test("a seat taken by another tab is not fought for, but can be taken back", () => {
  const { standings, socket, page } = setUp();
  last().open();
  last().lose(4409);
  mock.timers.tick(600_000);
  page.dispatchEvent(new Event("online"));
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.all.length, 1);
  assert.deepEqual(standings.at(-1), { is: "final", why: "replaced" });
  socket.reconnect();
  assert.equal(FakeSocket.all.length, 2);
});

test("a connection that never opens is given up and tried again", () => {
  setUp();
  mock.timers.tick(8_001);
  assert.equal(FakeSocket.all[0].closed, true);
  mock.timers.tick(2000);
  assert.equal(FakeSocket.all.length, 2);
});

test("back online it connects at once, and a dropped socket is not heard any more", () => {
  const { page, heard } = setUp();
  const first = last();
  first.open();
  page.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.all.length, 2);
  assert.deepEqual([first.closed, first.onmessage, first.onclose], [true, null, null]);
  assert.deepEqual(heard, []);
});

test("shown again after a while hidden it connects anew, after a moment it does not", () => {
  const { page } = setUp();
  last().open();
  mock.timers.tick(1000);
  page.document.hidden = true;
  mock.timers.tick(4000);
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.all.length, 1);
  page.document.hidden = true;
  mock.timers.tick(30_000);
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.all.length, 2);
});

test("shown again while waiting for the next try it does not wait any longer", () => {
  const { page } = setUp();
  last().open();
  last().lose(1013);
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.all.length, 2);
});

test("once closed it stays closed", () => {
  const { socket, page } = setUp();
  last().open();
  socket.close();
  page.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
});
