/** The page around the views: what is mounted, in which phase it is, and the small messages that come and go. */
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @typedef {object} View
 * @property {HTMLElement} el
 * @property {() => void} [destroy]
 */

/** How long a message stays. */
const NOTICE_MS = 5000;
/** So many things said aloud may wait for those who listen. */
const MOST_SPOKEN = 6;
/** @type {View|null} */
let current = null;

/** Put a view on the page in place of the last one. @param {View} view */
export function mount(view) {
  const first = current === null;
  current?.destroy?.();
  current = view;
  fill(byId("app"), view.el);
  if (!first) arrive(view.el);
}

/**
 * Be at the top of what has just come onto the page, for those who listen and for the Tab key too: unless somebody is
 * already somewhere, in a dialog for example.
 * @param {HTMLElement} el
 */
export function arrive(el) {
  scrollTo(0, 0);
  const { activeElement } = document;
  if (activeElement && !activeElement.contains(el)) return;
  const top = /** @type {HTMLElement} */ (el.querySelector("h1") ?? el);
  top.tabIndex = -1;
  top.focus({ preventScroll: true });
}

/** Put something above the view, until the next one comes. @param {HTMLElement} el */
export function crown(el) {
  byId("app").prepend(el);
}

/** Say in which phase the page is; styles and tests go by it. @param {string} phase @param {string} [title] */
export function setPhase(phase, title) {
  document.documentElement.dataset.phase = phase;
  document.title = title ? t("page.title", { what: title }) : t("app.name");
}

/**
 * Show a small message for a while, in place of the last: more than one would only hide the table.
 * @param {(string|Node)[]|string} text
 * @param {"info"|"warning"} [kind]
 * @param {boolean} [stays] until another comes or all are cleared
 */
export function notice(text, kind = "info", stays = false) {
  const element = h("p", { class: `notice ${kind}`, "data-testid": "notice" }, text);
  byId("notices").replaceChildren(element);
  if (!stays) setTimeout(() => element.remove(), NOTICE_MS);
}

/** The page has moved on: what was said before no longer matters. */
export function clearNotices() {
  byId("notices").replaceChildren();
}

/** Say something to those who listen instead of looking; for a while only, and never many at once. @param {string} text */
export function announce(text) {
  const spoken = byId("spoken");
  const line = h("p", {}, text);
  spoken.append(line);
  while (spoken.children.length > MOST_SPOKEN) spoken.firstElementChild?.remove();
  setTimeout(() => line.remove(), NOTICE_MS);
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
