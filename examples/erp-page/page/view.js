// The document, found by id and filled with text only: nothing here is ever read as HTML.

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function find(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {{ readonly [name: string]: string }} attributes
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {import('./explain.js').Notice | null} notice */
export function showNotice(notice) {
  const place = find('notice', HTMLDivElement);
  place.className = notice?.tone ?? '';
  if (notice === null) {
    place.replaceChildren();
    return;
  }
  const steps = notice.steps.map((step) => make('li', {}, step));
  place.replaceChildren(
    make('h2', {}, notice.title),
    make('p', {}, notice.text),
    ...(steps.length > 0 ? [make('ol', {}, ...steps)] : []),
  );
}

/** @param {string} id @param {boolean} shown */
export function show(id, shown) {
  find(id, HTMLElement).hidden = !shown;
}
