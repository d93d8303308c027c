// The page: pairs itself with the till once, then charges, refunds and shows what happens there. It begins with what it
// wrote down: a sale that was running when the page was closed is found again by its request id.
import { Tillbridge, find as findTill, isTillbridgeError, pair } from '/client/index.js';
import { explain } from './explain.js';
import { forget, keepPairing, orders, pairing } from './keep.js';
import { follow, showStatus } from './live.js';
import { orderList, showAll } from './order-list.js';
import { isOpen, minorOf, newRefund, newSale, send } from './orders.js';
import { printReceipt } from './print.js';
import { find, make, show, showNotice } from './view.js';

const name = 'Example ERP page';
const address = find('address', HTMLInputElement);
const list = orderList({
  refund: (sale, payId, value) => void carryOut(newRefund(sale, payId, value)),
  askAgain: (order) => void carryOut(order),
  print: (order) => (bridge === null ? Promise.resolve('') : printReceipt(bridge, order)),
});
/** @type {Set<string>} */
const underWay = new Set();
/** @type {Tillbridge | null} */
let bridge = null;
/** @type {AbortController | null} */
let ongoing = null;

/** Does something for the person; what goes wrong is explained, never thrown away. @param {() => Promise<void>} work */
async function attempt(work) {
  showNotice(null);
  try {
    await work();
  } catch (error) {
    if (!isTillbridgeError(error)) throw error;
    showNotice(explain(error));
  }
}

/** The address as the client takes it, or null with the person told. */
function baseUrl() {
  const text = address.value.trim().replace(/\/$/, '');
  if (/^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/.test(text)) return text;
  showNotice({
    tone: 'bad',
    title: 'This is not an address of Tillbridge',
    text: 'It begins with http://127.0.0.1: and ends with the port.',
    steps: ['Take it from Settings, Programs in Tillbridge.'],
  });
  return null;
}

async function look() {
  const url = baseUrl();
  if (url === null) return;
  const { version } = await findTill({ baseUrl: url });
  showNotice({
    tone: 'wait',
    title: 'Tillbridge is there',
    text: `Version ${version} answers. This page can be paired with it.`,
    steps: [],
  });
}

async function pairNow() {
  const url = baseUrl();
  if (url === null) return;
  ongoing?.abort();
  const stop = new AbortController();
  ongoing = stop;
  busy(true);
  try {
    const asked = await pair({
      baseUrl: url,
      name,
      scopes: ['status', 'sale', 'refund', 'print'],
      signal: stop.signal,
    });
    // In two groups, as the till shows them.
    find('digits', HTMLElement).textContent = `${asked.code.slice(0, 3)}\u00A0${asked.code.slice(3)}`;
    find('expires', HTMLElement).textContent =
      `It is valid until ${new Date(asked.expiresAt).toLocaleTimeString('en-GB')}.`;
    show('code', true);
    const paired = await asked.granted();
    keepPairing({
      baseUrl: url,
      token: paired.token,
      name: paired.name,
      identity: paired.identity,
      scopes: paired.scopes,
    });
    begin();
  } finally {
    busy(false);
    show('code', false);
  }
}

/** @param {boolean} on */
function busy(on) {
  for (const button of document.querySelectorAll('#pair-form button')) {
    if (button instanceof HTMLButtonElement) button.disabled = on;
  }
}

/** Shows the page as it is with a pairing, or without one. */
function begin() {
  ongoing?.abort();
  const paired = pairing();
  for (const id of ['sale', 'orders', 'events', 'about']) show(id, paired !== null);
  show('connect', paired === null);
  bridge = null;
  if (paired === null) return;
  address.value = paired.baseUrl;
  const { baseUrl: url, token, identity } = paired;
  const current = new Tillbridge({ baseUrl: url, token, ...(identity === undefined ? {} : { identity }) });
  bridge = current;
  const stop = new AbortController();
  ongoing = stop;
  showPairing(paired);
  suggestReference();
  const catchUp = () => {
    void attempt(async () => {
      showStatus(await current.status());
      await showTerminals(current);
    });
    askForOpen();
  };
  catchUp();
  void follow(current, stop.signal, list.put, catchUp);
}

/** What is open is asked for as the same request, unless that is under way. */
function askForOpen() {
  for (const order of orders().filter(isOpen)) void carryOut(order);
}

/** Sends an order, or asks for it again, and shows every step. @param {import('./keep.js').Order} order */
async function carryOut(order) {
  if (bridge === null || underWay.has(order.requestId)) return;
  underWay.add(order.requestId);
  try {
    await send(bridge, order, list.put);
  } finally {
    underWay.delete(order.requestId);
  }
}

/** @param {Tillbridge} current */
async function showTerminals(current) {
  const terminals = await current.terminals.list();
  find('terminals', HTMLDataListElement).replaceChildren(...terminals.map(({ id }) => make('option', { value: id })));
  const chosen = find('terminal', HTMLInputElement);
  const [first] = terminals;
  if (first !== undefined && !terminals.some(({ id }) => id === chosen.value)) chosen.value = first.id;
}

/** @param {import('./keep.js').Pairing} paired */
function showPairing({ baseUrl: url, name: known, scopes, identity }) {
  const facts = [
    ['Till', url],
    ['Known there as', known],
    ['May', scopes.join(', ')],
    [
      'Identity',
      identity === undefined
        ? 'not pinned: a token was entered by hand'
        : 'checked with its key before every connection',
    ],
  ];
  const pairs = facts.flatMap(([term = '', text = '']) => [make('dt', {}, term), make('dd', {}, text)]);
  find('facts', HTMLDListElement).replaceChildren(...pairs);
}

function suggestReference() {
  const now = new Date();
  const [hours, minutes, seconds] = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  find('reference', HTMLInputElement).value = `A-${day}-${hours}${minutes}${seconds}`;
}

/** @param {string} id @param {(form: HTMLFormElement) => void} act */
function onSubmit(id, act) {
  const form = find(id, HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(form);
  });
}

onSubmit('pair-form', () => void attempt(pairNow));
find('find', HTMLButtonElement).addEventListener('click', () => void attempt(look));
find('stop-pairing', HTMLButtonElement).addEventListener('click', () => ongoing?.abort());
onSubmit('token-form', (form) => {
  const url = baseUrl();
  const token = find('token', HTMLInputElement);
  if (url === null) return;
  if (!/^[!-~]{1,256}$/.test(token.value.trim())) {
    showNotice({ tone: 'bad', title: 'This is not a token', text: 'Copy it as the till showed it.', steps: [] });
    return;
  }
  keepPairing({
    baseUrl: url,
    token: token.value.trim(),
    name: 'as named at the till',
    scopes: ['as granted at the till'],
  });
  form.reset();
  begin();
});
onSubmit('sale-form', () => {
  const reference = find('reference', HTMLInputElement).value.trim();
  const terminal = find('terminal', HTMLInputElement).value.trim();
  const amount = find('amount', HTMLInputElement);
  const value = minorOf(amount.value);
  if (value === null) {
    showNotice({
      tone: 'bad',
      title: 'This is not an amount',
      text: 'Write it as 12.34, and more than 0.00.',
      steps: [],
    });
    amount.focus();
    return;
  }
  showNotice(null);
  void carryOut(newSale(reference, value, terminal));
  amount.value = '';
  suggestReference();
});
find('forget', HTMLButtonElement).addEventListener('click', () => {
  forget();
  showNotice(null);
  begin();
  address.focus();
});

showAll(list);
begin();
