// A receipt of an order on the till's printer. Typed blocks are sent, never bytes, under a request id that is the order's
// own: however often the button is pressed, it is printed once.
import { isTillbridgeError } from '/client/index.js';
import { explain } from './explain.js';
import { euros } from './orders.js';

const waitSeconds = 5;

/**
 * What became of it, in words for the person at the desk.
 * @param {import('/client/index.js').Tillbridge} bridge
 * @param {import('./keep.js').Order} order
 */
export async function printReceipt(bridge, order) {
  try {
    const printer = (await bridge.devices.list()).find((each) => each.type === 'printer' && each.role === 'slips');
    if (printer === undefined) return 'The till has no printer for receipts. Set one up under Settings, Devices.';
    const requestId = `receipt-${order.requestId}`;
    return wordsFor(await bridge.devices.print(printer.id, receiptOf(order), { requestId, waitSeconds }));
  } catch (error) {
    if (!isTillbridgeError(error)) throw error;
    const { title, text } = explain(error);
    return `${title}. ${text}`;
  }
}

/** @param {import('./keep.js').Order} order @returns {import('/client/index.js').PrintDocument} */
function receiptOf({ kind, reference, value, madeAt }) {
  return {
    blocks: [
      { type: 'text', text: 'Example ERP', align: 'center', size: 'large' },
      { type: 'text', text: new Date(madeAt).toLocaleString('en-GB'), align: 'center' },
      { type: 'rule' },
      { type: 'columns', left: kind === 'refund' ? 'Refund' : 'Sale', right: reference },
      { type: 'columns', left: 'Total', right: euros(value), bold: true },
      { type: 'qr', data: `https://shop.example/orders/${encodeURIComponent(reference)}` },
      { type: 'cut' },
    ],
  };
}

/** @param {import('/client/index.js').PrintJob} job */
function wordsFor({ state, waitingFor }) {
  switch (state) {
    case 'printed':
      return 'The receipt is printed.';
    case 'handed-over':
      return 'The receipt was handed over to the printer, which never says whether it came out.';
    case 'doubtful':
      return 'The receipt may have come out: look at the printer. The till asks, and prints it again if it did not.';
    case 'cancelled':
      return 'The receipt was taken back.';
    case 'due':
    case 'sending':
      return waitingFor === null
        ? 'The receipt waits for the printer.'
        : `The receipt waits: ${obstacles[waitingFor]} It comes out by itself after that.`;
  }
}

const obstacles = {
  'paper-out': 'put paper into the printer.',
  'cover-open': 'shut the cover of the printer.',
  offline: 'the printer is not ready.',
  'no-answer': 'the printer does not answer. Is it switched on?',
};
