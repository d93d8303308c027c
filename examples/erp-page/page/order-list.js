// The list of orders. A row is made once and then only changed, so that whoever is in the middle of typing the amount of
// a refund stays there while the till goes on telling.
import { isFinal } from '/client/index.js';
import { orders } from './keep.js';
import { euros, isOpen, minorOf } from './orders.js';
import { find, make } from './view.js';
import { standing } from './words.js';

/**
 * @typedef {object} Acts
 * @property {(order: import('./keep.js').Order, payId: string, value: number) => void} refund
 * @property {(order: import('./keep.js').Order) => void} askAgain
 * @property {(order: import('./keep.js').Order) => Promise<string>} print Resolves with what became of the receipt.
 */

/**
 * @param {Acts} acts
 * @returns {{ readonly put: (order: import('./keep.js').Order) => void }}
 */
export function orderList(acts) {
  const list = find('order-list', HTMLUListElement);
  /** @type {Map<string, ReturnType<typeof newRow>>} */
  const rows = new Map();
  return {
    put(order) {
      const known = rows.get(order.requestId);
      const row = known ?? newRow(acts);
      if (known === undefined) {
        rows.set(order.requestId, row);
        list.prepend(row.element);
      }
      row.show(order);
      find('no-orders', HTMLElement).hidden = true;
    },
  };
}

/** @param {Acts} acts */
function newRow(acts) {
  /** @type {import('./keep.js').Order | null} */
  let order = null;
  const name = make('strong', {});
  const amount = make('span', { class: 'amount' });
  const state = make('span', { class: 'state' });
  const words = make('p', { class: 'words' });
  const again = make('button', { type: 'button' });
  again.addEventListener('click', () => {
    if (order !== null) acts.askAgain(order);
  });
  const field = make('input', {
    inputmode: 'decimal',
    autocomplete: 'off',
    pattern: '[0-9]{1,6}([.][0-9]{2})?',
    required: '',
  });
  const label = make('label', {}, 'Refund in EUR');
  const button = make('button', { type: 'submit' }, 'Refund');
  const form = make('form', {}, make('div', {}, label, field), button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const payId = order === null ? null : payIdOf(order);
    const value = minorOf(field.value);
    if (order !== null && payId !== null && value !== null) acts.refund(order, payId, value);
  });
  const print = make('button', { type: 'button' }, 'Print a receipt');
  const printed = make('p', { class: 'words', role: 'status' });
  print.addEventListener('click', () => {
    if (order === null) return;
    print.disabled = true;
    printed.textContent = 'It is being printed.';
    void acts.print(order).then((text) => {
      printed.textContent = text;
      print.disabled = false;
    });
  });
  const head = make('div', { class: 'head' }, name, amount, state);
  const element = make('li', {}, head, words, again, form, make('div', { class: 'buttons print' }, print, printed));
  return {
    element,
    /** @param {import('./keep.js').Order} next */
    show(next) {
      const first = order === null;
      order = next;
      const { tone, word, text } = standing(next);
      name.textContent = next.kind === 'refund' ? `Refund of ${next.reference}` : next.reference;
      amount.textContent = euros(next.value);
      state.textContent = word;
      state.className = `state ${tone}`;
      words.textContent = isOld(next)
        ? `${text} It was written down a while ago; if it never arrived, asking again starts it now.`
        : text;
      words.hidden = words.textContent === '';
      const end = next.operation !== null && isFinal(next.operation);
      again.hidden = end || next.end === 'refused' || (next.trouble === null && isOpen(next));
      again.textContent = next.end === 'not-sent' ? 'Send it now' : 'Ask again';
      again.setAttribute('aria-label', `${again.textContent}: ${next.reference}`);
      form.hidden = payIdOf(next) === null;
      print.hidden = next.operation?.state !== 'succeeded';
      print.setAttribute('aria-label', `Print a receipt: ${name.textContent}`);
      if (!first) return;
      field.id = `refund-${next.requestId}`;
      label.htmlFor = field.id;
      field.value = euros(next.value).replace(' EUR', '');
      button.setAttribute('aria-label', `Refund ${next.reference}`);
    },
  };
}

/** Of a sale that was paid; null for everything else. @param {import('./keep.js').Order} order */
function payIdOf({ kind, operation }) {
  const payId = kind === 'cloud-pos' && operation?.state === 'succeeded' ? payIdIn(operation.result) : null;
  return payId === null || payId === undefined ? null : String(payId);
}

/** @param {import('/client/index.js').Operation['result']} result */
function payIdIn(result) {
  const payId = result === null ? null : /** @type {{ readonly payId?: string | number | null }} */ (result).payId;
  return payId ?? null;
}

/** @param {import('./keep.js').Order} order */
function isOld(order) {
  return order.operation === null && order.end === null && !isOpen(order);
}

/** @param {{ readonly put: (order: import('./keep.js').Order) => void }} list */
export function showAll(list) {
  for (const order of orders().toReversed()) list.put(order);
}
