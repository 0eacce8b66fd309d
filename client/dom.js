/** A few helpers for building the page. Data only ever becomes text or an attribute, never markup. */

/** @typedef {string|number|Node|null|undefined|false} Child */

/**
 * Make an element. Properties that begin with `on` become listeners, `class`, `data-*`, `aria-*` and the like attributes;
 * `true` sets an empty attribute, `false`/`null` none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/**
 * Replace what is in an element.
 * @param {Element} element
 * @param {...(Child|Child[])} children
 */
export function fill(element, ...children) {
  const shown = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(.../** @type {(string|Node)[]} */ (shown.map((c) => (c instanceof Node ? c : String(c)))));
}

/**
 * Set an element's text, touching the page only when it differs (so that live regions and selections stay quiet).
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Keep the children of `parent` in step with `items`, reusing each item's element, so that focus and transitions survive.
 * @template T
 * @template {HTMLElement} E
 * @param {HTMLElement} parent
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => E} make
 * @param {(element: E, item: T) => void} [update]
 */
export function keep(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [/** @type {HTMLElement} */ (child).dataset.key, child]));
  /** @type {Element|null} */
  let place = parent.firstElementChild;
  for (const item of items) {
    const id = key(item);
    const element = /** @type {E} */ (old.get(id) ?? make(item));
    element.dataset.key = id;
    old.delete(id);
    update?.(element, item);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of old.values()) gone.remove();
}

/** A name somebody chose, kept from reordering the text around it. @param {string} name */
export function nameNode(name) {
  return h("bdi", { class: "name" }, name);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
