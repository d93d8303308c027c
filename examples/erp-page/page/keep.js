// What this page remembers: its pairing, its orders, and where it stands in the events. An order is written down before
// it is sent. A page that was closed in between then still has the request id, by which the till knows the order again.

/**
 * @typedef {{ readonly baseUrl: string, readonly token: string, readonly name: string,
 *   readonly identity?: import('/client/index.js').Identity, readonly scopes: readonly string[] }} Pairing
 */

/**
 * @typedef {object} Order
 * @property {string} requestId
 * @property {'cloud-pos' | 'refund'} kind
 * @property {string} reference What the person calls it.
 * @property {import('/client/index.js').CloudPosInput | import('/client/index.js').RefundInput} input
 * @property {number} value Minor units.
 * @property {string} madeAt ISO 8601.
 * @property {import('/client/index.js').Operation | null} operation As it was last heard of; null: not heard of yet.
 * @property {import('./explain.js').Notice | null} trouble Why nothing more is known, or why it was refused.
 * @property {'refused' | 'not-sent' | null} end Why nothing was done, and nothing will be by itself; null: it was sent, or will be.
 */

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
function read(name, otherwise) {
  const text = localStorage.getItem(`erp-page:${name}`);
  return text === null ? otherwise : /** @type {T} */ (JSON.parse(text));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  localStorage.setItem(`erp-page:${name}`, JSON.stringify(value));
}

/** @returns {Pairing | null} */
export const pairing = () => read('pairing', /** @type {Pairing | null} */ (null));

/** @param {Pairing} value */
export const keepPairing = (value) => write('pairing', value);

/** @returns {readonly Order[]} Newest first. */
export const orders = () => read('orders', /** @type {readonly Order[]} */ ([]));

/** @param {Order} order */
export function keepOrder(order) {
  const others = orders().filter(({ requestId }) => requestId !== order.requestId);
  const all = [...others, order].toSorted((left, right) => (left.madeAt < right.madeAt ? 1 : -1));
  write('orders', all.slice(0, 100));
}

/** @returns {import('/client/index.js').Position | null} */
export const position = () => read('position', /** @type {import('/client/index.js').Position | null} */ (null));

/** @param {import('/client/index.js').Position} value */
export const keepPosition = (value) => write('position', value);

/** The pairing and what hangs on it; orders stay, they are the shop's own. */
export function forget() {
  localStorage.removeItem('erp-page:pairing');
  localStorage.removeItem('erp-page:position');
}
