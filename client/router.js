/** Addresses: `/` and its `#friends`, `#alone`, `#watch`, `#daily/2026-11-30/sorel`, `#wins`, `#streak`; `/r/{id}` is a race. */

/** @type {() => void} */
let onMove = () => {};
/** Asked before a link or the browser's way back leaves the page. @type {(() => Promise<boolean>)|null} */
let mayLeave = null;
let asking = false;
/** Where the page is, also while the browser is already elsewhere. */
let here = "";

/** Call this whenever the address has changed. @param {() => void} listener */
export function followAddress(listener) {
  onMove = listener;
  here = where();
  addEventListener("popstate", () => {
    const wanted = where();
    if (!mayLeave) return moved();
    // The browser has gone already: be here again while the question is open.
    history.pushState(history.state, "", here);
    void leaveFor(wanted);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain =
      !event.defaultPrevented &&
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey;
    if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    event.preventDefault();
    void leaveFor(link.pathname + link.hash);
  });
}

/**
 * Hold whoever would leave this page by a link or by the browser's way back, and ask; null: they may go.
 * @param {(() => Promise<boolean>)|null} ask
 */
export function holdPage(ask) {
  mayLeave = ask;
}

/**
 * Go to an address of this page.
 * @param {string} path
 * @param {{along: boolean}|null} [how] `along`: taken along, to watch if there is no seat
 */
export function go(path, how = null) {
  if (path !== where()) history.pushState(how, "", path);
  moved();
}

/** Go to a race. @param {string} id @param {boolean} [along] */
export function openRace(id, along = false) {
  go(`/r/${encodeURIComponent(id)}`, along ? { along } : null);
}

/** Where the page is. @returns {{race: string}|{way: string}} */
export function address() {
  const race = /^\/r\/([^/]+)\/?$/.exec(location.pathname);
  return race ? { race: decodeURIComponent(race[1]) } : { way: location.hash.slice(1) };
}

/** @param {string} path */
async function leaveFor(path) {
  if (mayLeave) {
    if (asking) return;
    asking = true;
    const leaves = await mayLeave();
    asking = false;
    if (!leaves) return;
  }
  go(path);
}

function moved() {
  here = where();
  onMove();
}

function where() {
  return location.pathname + location.hash;
}
