/** Moments of a race that may be heard: said on the document, for whoever makes sounds of them (`sound.js`). */

/** @param {"rival"|"lead"|"count"|"go"|"tick"|"closing"|"finished"|"win"} name */
export function signal(name) {
  document.dispatchEvent(new CustomEvent("agnes:sound", { detail: { name } }));
}
