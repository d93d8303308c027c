// The hosted page and the payment-link page: serves them to the customer's browser, and takes the customer's decision.
// They need no credentials: every customer with the link may pay, as on a real gateway's page.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { declineOfCard, issuerOf, maskNumber, testCards } from '../facts/cards.ts';
import { dccInfoFor } from '../rules/dcc-offers.ts';
import type { SandboxAnswer, Call } from '../exchange/exchange.ts';
import { isCardMethod, methodKey } from '../rules/methods.ts';
import type { World } from '../handlers/operations.ts';
import { refusal } from '../facts/refusals.ts';
import { cancel, pay } from '../rules/settlement.ts';
import { shownStatus } from '../state/ledger.ts';
import type { Choice, Payment } from '../state/payment.ts';
import { choosingPage, currencyPage, offeredMethods, statePage } from './checkout.ts';
import { type Language, type PageState, languageOf } from './words.ts';

/** Null: this address is no page. */
export type Pages = (call: Call) => SandboxAnswer | null;

export function createPages(world: World): Pages {
  return (call) => {
    const id = /^\/checkout\/([a-z]{1,64})$/.exec(call.path)?.[1];
    if (id === undefined || (call.method !== 'GET' && call.method !== 'POST')) return null;
    const payment = world.ledger.payment(id);
    const sent = new URLSearchParams(call.method === 'POST' ? (call.body ?? '') : call.query);
    const wish = textAt(payment?.opening.request ?? {}, 'language');
    const language = languageOf(sent.get('lang'), wish, call.headers['accept-language']);
    if (payment === null || payment.opening.waitsFor !== 'customer') return statePage(404, language, 'unknown');
    if (payment.status !== 'CREATED') return statePage(call.method === 'GET' ? 200 : 409, language, stateOf(payment));
    if (call.method === 'GET') return choosingPage({ payment, language, incomplete: false });
    return decide(world, payment, sent, language);
  };
}

function decide(world: World, payment: Payment, sent: URLSearchParams, language: Language): SandboxAnswer {
  const place = { ledger: world.ledger, clock: world.clock };
  if (sent.get('action') === 'cancel') {
    cancel(place, payment);
    return leave(payment, 'cancel', language);
  }
  const choice = choiceOf(payment, sent);
  if (choice === null) return choosingPage({ payment, language, incomplete: true });
  const declinesAnyway = sent.get('action') === 'decline';
  const card = testCards.find(({ id }) => id === sent.get('card'));
  const reason = declinesAnyway ? 'declined' : isCardMethod(choice.method) ? declineOfCard(card?.number ?? null) : null;
  const dccInfo = reason === null ? dccOf(payment, choice, card?.number ?? '', world.clock.at()) : null;
  if (dccInfo !== null) {
    const currency = sent.get('currency');
    if (currency !== payment.opening.currency && currency !== textAt(dccInfo, 'amounts.cardholder.currency')) {
      return currencyPage({ payment, language, dccInfo, chosen: fieldsOf(sent) });
    }
    // What the customer chose not to take stays as little as what was never offered.
    const taken = currency === payment.opening.currency ? {} : { dccInfo };
    pay(place, payment, { ...choice, ...taken });
    return leave(payment, 'return', language);
  }
  pay(place, payment, choice, reason === null ? null : refusal(reason));
  return leave(payment, 'return', language);
}

function fieldsOf(sent: URLSearchParams): { readonly [field: string]: string } {
  const named = ['action', 'method', 'card', 'consent'].map((name) => [name, sent.get(name)] as const);
  return Object.fromEntries(named.filter((each): each is [string, string] => each[1] !== null));
}

/** Null: something is missing, or was never offered. */
function choiceOf(payment: Payment, sent: URLSearchParams): Choice | null {
  const method = sent.get('method');
  if (method === null || !offeredMethods(payment).includes(method)) return null;
  if (!isCardMethod(method)) return { method, card: null };
  const card = testCards.find(({ id }) => id === sent.get('card'));
  if (card === undefined) return null;
  const masked = maskNumber(card.number, card.brand);
  if (masked === null) return null;
  const mayStore = payment.opening.gatewayCustomerId !== undefined;
  const consent = mayStore ? { consent: sent.get('consent') === 'yes' } : {};
  return { method, card: { ...masked, expiryDate: card.expiryDate }, ...consent };
}

/** "card.dccEnabled enables DCC on the hosted page"; an offer is made where the card has another currency. */
function dccOf({ opening }: Payment, { method }: Choice, number: string, at: string): JsonObject | null {
  const path = `paymentMethods.${methodKey(method)}.dccEnabled`;
  if (!isCardMethod(method) || valueAt(opening.request ?? {}, path) !== true) return null;
  const { value, currency } = opening;
  const info = dccInfoFor({ value, currency }, issuerOf(number).currency, at);
  return info['status'] === 'AVAILABLE' ? info : null;
}

/** Redirects to the merchant, with the payment's status in the address; or shows a page where no address was given. */
function leave(payment: Payment, way: 'return' | 'cancel', language: Language): SandboxAnswer {
  const address = textAt(payment.opening.request ?? {}, `urls.${way}`);
  const target = address !== null && URL.canParse(address) ? new URL(address) : null;
  if (target === null || !/^https?:$/.test(target.protocol)) return statePage(200, language, stateOf(payment));
  const { payId, transId } = payment.opening;
  target.searchParams.set('payId', payId);
  target.searchParams.set('transId', transId);
  target.searchParams.set('status', shownStatus(payment.status));
  return { status: 303, body: '', headers: { location: target.href, 'cache-control': 'no-store' } };
}

function stateOf({ status, operations }: Payment): PageState {
  switch (status) {
    case 'FAILED':
      return operations.some(({ type }) => type === 'CANCELLATION') ? 'cancelled' : 'declined';
    case 'EXPIRED':
      return 'expired';
    case 'AUTHORIZED':
    case 'CAPTURED':
      return 'paid';
    case 'CREATED':
    case 'PENDING':
    case 'REFUNDED':
    case 'REVERSED':
      return 'closed';
  }
}
