// Charging and refunding. The rule of all of it: written down first, then sent; sent again only as the same request; and
// what is not known is called not known, never failed.
import { isFinal, isTillbridgeError, minor, newRequestId } from '/client/index.js';
import { explain } from './explain.js';
import { keepOrder, orders } from './keep.js';

/** After this long, what was written down and never heard of is not sent by itself any more. */
const freshMs = 2 * 60_000;

/** `12.34` as 1234, without a fraction ever being computed; null for anything else. @param {string} text */
export function minorOf(text) {
  const parts = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(text.trim());
  const value = parts === null ? 0 : Number(`${parts[1] ?? ''}${parts[2] ?? '00'}`);
  return value > 0 ? value : null;
}

/** @param {number} value Minor units of EUR. */
export const euros = (value) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')} EUR`;

/**
 * @param {string} reference
 * @param {number} value
 * @param {string} terminal
 * @returns {import('./keep.js').Order}
 */
export function newSale(reference, value, terminal) {
  const amount = minor(value, 'EUR');
  return newOrder('cloud-pos', reference, value, {
    messageType: 'SALE',
    transId: reference,
    refNr: reference,
    posTerminalId: terminal,
    amount,
  });
}

/**
 * @param {import('./keep.js').Order} sale
 * @param {string} payId
 * @param {number} value
 * @returns {import('./keep.js').Order}
 */
export function newRefund(sale, payId, value) {
  const earlier = orders().filter(({ kind, reference }) => kind === 'refund' && reference === sale.reference).length;
  const transId = `${sale.reference}-R${earlier + 1}`;
  return newOrder('refund', sale.reference, value, { payId, transId, amount: minor(value, 'EUR') });
}

/**
 * @param {'cloud-pos' | 'refund'} kind
 * @param {string} reference
 * @param {number} value
 * @param {import('./keep.js').Order['input']} input
 * @returns {import('./keep.js').Order}
 */
function newOrder(kind, reference, value, input) {
  const madeAt = new Date().toISOString();
  return {
    requestId: newRequestId(),
    kind,
    reference,
    value,
    input,
    madeAt,
    operation: null,
    trouble: null,
    end: null,
  };
}

/**
 * Sends an order, or finds it again: for the till both are the same request. `changed` hears of every step.
 * @param {import('/client/index.js').Tillbridge} bridge
 * @param {import('./keep.js').Order} order
 * @param {(order: import('./keep.js').Order) => void} changed
 */
export async function send(bridge, order, changed) {
  /** @type {import('./keep.js').Order} */
  let current = { ...order, trouble: null, end: null };
  /** @param {Partial<import('./keep.js').Order>} change */
  const become = (change) => {
    current = { ...current, ...change };
    keepOrder(current);
    changed(current);
  };
  become({});
  try {
    const operation = await bridge.operations.submit(order.kind, order.input, { requestId: order.requestId });
    become({ operation });
    if (isFinal(operation)) return;
    const onChange = (/** @type {import('/client/index.js').Operation} */ newer) => become({ operation: newer });
    await bridge.operations.waitUntilFinal(operation.id, { orNeedsPerson: true, onChange });
  } catch (error) {
    if (!isTillbridgeError(error)) throw error;
    // Once it was accepted, an error can only be one of asking how it stands.
    become({ trouble: explain(error), end: current.operation === null ? endOf(error) : null });
  }
}

/** @param {import('/client/index.js').TillbridgeError} error */
function endOf(error) {
  switch (error.type) {
    case 'refused':
      return 'refused';
    case 'unknown':
    case 'no-answer':
      return null;
    case 'aborted':
      return error.maybeSent ? null : 'not-sent';
    case 'not-running':
    case 'version-unsupported':
    case 'blocked-by-browser':
    case 'identity-changed':
    case 'identity-uncheckable':
      return 'not-sent';
  }
}

/** Whether it is to be asked for again by itself: its end is not known here, and it is no old story. @param {import('./keep.js').Order} order */
export function isOpen({ operation, end, madeAt }) {
  if (end !== null) return false;
  if (operation !== null) return !isFinal(operation);
  return Date.now() - Date.parse(madeAt) < freshMs;
}

/**
 * What the till says of an operation, taken over if it is newer. Returns the order, or null where nothing changed.
 * @param {import('/client/index.js').Operation} operation
 */
export function heard(operation) {
  const order = orders().find(({ requestId }) => requestId === operation.requestId);
  if (order === undefined || (order.operation?.revision ?? 0) >= operation.revision) return null;
  const newer = { ...order, operation, trouble: null };
  keepOrder(newer);
  return newer;
}
