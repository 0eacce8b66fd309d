/**
 * The connection to a race: opens, comes back by itself after a break, and says how it stands.
 * What is said over it, and when to greet, is the caller's business.
 */
import { afterClose } from "./retry.js";

export const SUBPROTOCOL = "agnes.v1";

/** Hidden or asleep for longer than this, a connection may be dead without anybody having told us. */
const STALE_MS = 10_000;
/** A connection that neither opens nor fails in this time is given up. */
const OPEN_WITHIN_MS = 8_000;
/** One that has lasted this long has worked: the next break starts counting anew. */
const SOUND_MS = 5_000;

/**
 * @typedef {{is: "connecting"}|{is: "open"}|{is: "waiting", tries: number}|{is: "final", why:
 * import("./retry.js").Final}} Standing
 */

/**
 * Connect to `url`; returns how to use the connection. Everything in the last argument is only for tests.
 * @param {string} url
 * @param {{onMessage: (message: any) => void, onStanding: (standing: Standing) => void}} caller
 * @param {{WebSocket?: typeof WebSocket, random?: () => number, page?: Window & typeof globalThis}} [world]
 */
export function connect(url, { onMessage, onStanding }, world = {}) {
  const page = world.page ?? window;
  const Socket = world.WebSocket ?? WebSocket;
  const random = world.random ?? Math.random;
  /** @type {WebSocket|null} */
  let socket = null;
  let tries = 0;
  let over = false;
  let opened = 0;
  let awakeAt = Date.now();
  /** @type {number|undefined} */
  let timer;

  function open() {
    page.clearTimeout(timer);
    over = false;
    const mine = new Socket(url, SUBPROTOCOL);
    socket = mine;
    opened = 0;
    onStanding({ is: "connecting" });
    timer = page.setTimeout(() => lost(1006), OPEN_WITHIN_MS);
    mine.onopen = () => {
      page.clearTimeout(timer);
      opened = page.performance.now();
      onStanding({ is: "open" });
    };
    mine.onmessage = (event) => {
      const message = read(event.data);
      if (message) onMessage(message);
    };
    mine.onclose = (event) => lost(event.code);
  }

  /** @param {number} code */
  function lost(code) {
    if (opened > 0 && page.performance.now() - opened > SOUND_MS) tries = 0;
    drop();
    const decision = afterClose(code, tries, random);
    if ("final" in decision) {
      over = true;
      onStanding({ is: "final", why: decision.final });
    } else {
      tries += 1;
      timer = page.setTimeout(open, decision.wait);
      onStanding({ is: "waiting", tries });
    }
  }

  /** Forget the present socket without hearing of it again. */
  function drop() {
    page.clearTimeout(timer);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  /** Start over at once, for instance because the connection is known or feared to be dead. */
  function reconnect() {
    drop();
    open();
  }

  /**
   * Called twice a second while the page runs: a hole in that, hidden or asleep, means that we may have been
   * forgotten.
   */
  function awake() {
    const away = Date.now() - awakeAt > STALE_MS;
    if (page.document.hidden) return;
    awakeAt = Date.now();
    if (away && !over) reconnect();
  }

  function woken() {
    const waiting = socket?.readyState !== Socket.OPEN && socket?.readyState !== Socket.CONNECTING;
    if (!page.document.hidden && !over && waiting) reconnect();
    awake();
  }

  /** @param {PageTransitionEvent} event */
  function shownAgain(event) {
    if (event.persisted && !over) reconnect();
  }

  function online() {
    if (!over) reconnect();
  }

  page.document.addEventListener("visibilitychange", woken);
  page.addEventListener("pageshow", shownAgain);
  page.addEventListener("online", online);
  const pulse = page.setInterval(awake, 500);
  open();

  return {
    /** Send a message; false when there is no connection to send it over. @param {object} message */
    send(message) {
      if (socket?.readyState !== Socket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    reconnect,
    close() {
      over = true;
      drop();
      page.clearInterval(pulse);
      page.document.removeEventListener("visibilitychange", woken);
      page.removeEventListener("pageshow", shownAgain);
      page.removeEventListener("online", online);
    },
  };
}

/** @param {unknown} data @returns {{type: string}|null} */
function read(data) {
  if (typeof data !== "string") return null;
  try {
    const message = JSON.parse(data);
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}
