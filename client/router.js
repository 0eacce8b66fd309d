/** Addresses: `/` and its `#friends`, `#alone`, `#watch`; `/r/{id}` is a race. */

/** @type {() => void} */
let onMove = () => {};

/** Call this whenever the address has changed. @param {() => void} listener */
export function followAddress(listener) {
  onMove = listener;
  addEventListener("popstate", () => listener());
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
    go(link.pathname + link.hash);
  });
}

/**
 * Go to an address of this page.
 * @param {string} path
 * @param {{along: boolean}|null} [how] `along`: taken along, to watch if there is no seat
 */
export function go(path, how = null) {
  if (path !== location.pathname + location.hash) history.pushState(how, "", path);
  onMove();
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
