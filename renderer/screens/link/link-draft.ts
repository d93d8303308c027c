// The draft of a link, and its request. Where the customer chooses the method it is a payment link; with one method it
// is a payment for that method's hosted page. Both give an address to show.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { askedOf, numbersOf } from '#texts/operation-facts.ts';

/** Methods with a hosted page that a counter meets; `any` leaves the choice to the customer. */
export const linkMethods = ['any', 'CARD', 'PAYPAL', 'KLARNA', 'WERO', 'IDEAL', 'BANCONTACT', 'TWINT', 'EPS'] as const;
export type LinkMethod = (typeof linkMethods)[number];

export const expiries = ['none', 'hour', 'day', 'week'] as const;
export type Expiry = (typeof expiries)[number];

export interface LinkDraft {
  readonly money: Money;
  /** The form filled in the amount: the first digit that a person types begins a new one. */
  readonly filledIn: boolean;
  readonly reference: string;
  readonly description: string;
  readonly method: LinkMethod;
  readonly expiry: Expiry;
  readonly currencies: CurrencyChoice;
}

/** Whether the page offers the currency of the customer's card. `unsaid`: the gateway's default. */
export type CurrencyChoice = 'offered' | 'withheld' | 'unsaid';

const hourMs = 3_600_000;
const lastsMs: { readonly [expiry in Expiry]: number | null } = {
  none: null,
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
};

/** `offers`: the shop's setting for the card's currency. */
export function emptyLink(money: Money, offers: boolean): LinkDraft {
  const currencies = offers ? 'offered' : 'unsaid';
  return { money, filledIn: true, reference: '', description: '', method: 'any', expiry: 'none', currencies };
}

/** 24 letters and digits, which every method accepts; iDEAL accepts the least. */
export function linkTransId(newId: string): string {
  return `L${newId.replaceAll(/[^A-Za-z0-9]/g, '')}`.slice(0, 24);
}

/** Only a card has a currency. */
export function mayConvert({ method }: Pick<LinkDraft, 'method'>): boolean {
  return method === 'any' || method === 'CARD';
}

/** `nowMs`: when the expiry begins to count. */
export function linkRequest(
  draft: LinkDraft,
  transId: string,
  nowMs: number,
): { readonly kind: string; readonly input: JsonObject } {
  const { money, reference, description, method, expiry, currencies } = draft;
  const order = {
    ...(reference.trim() === '' ? {} : { merchantReference: reference.trim() }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
  };
  const lasts = lastsMs[expiry];
  const input: JsonObject = {
    transId,
    amount: { value: money.value, currency: money.currency },
    ...(reference.trim() === '' ? {} : { refNr: reference.trim() }),
    ...(Object.keys(order).length === 0 ? {} : { order }),
    ...(lasts === null ? {} : { expirationTime: new Date(nowMs + lasts).toISOString() }),
  };
  const isSaid = mayConvert(draft) && currencies !== 'unsaid';
  const card = isSaid ? { card: { dccEnabled: currencies === 'offered' } } : {};
  if (method === 'any') return { kind: 'create-link', input: isSaid ? { ...input, paymentMethods: card } : input };
  const paymentMethods = { integrationType: 'HOSTED', type: method, ...card };
  return { kind: 'create-payment', input: { ...input, paymentMethods } };
}

/** A draft for the same purchase as a link that was made, valid for as long as that one was; null where it names no sum. */
export function draftAgain(made: Pick<OperationView, 'kind' | 'input' | 'result' | 'createdAt'>): LinkDraft | null {
  const money = askedOf(made);
  if (money === null) return null;
  const { input, createdAt } = made;
  const offers = valueAt(input, 'paymentMethods.card.dccEnabled');
  const end = textAt(input, 'expirationTime');
  return {
    ...emptyLink(money, false),
    reference: numbersOf(made).reference ?? '',
    description: textAt(input, 'order.description') ?? '',
    method: linkMethods.find((each) => each === textAt(input, 'paymentMethods.type')) ?? 'any',
    expiry: end === null ? 'none' : expiryFor(Date.parse(end) - Date.parse(createdAt)),
    currencies: typeof offers !== 'boolean' ? 'unsaid' : offers ? 'offered' : 'withheld',
  };
}

/** The choice that comes nearest. */
function expiryFor(spanMs: number): Expiry {
  const distance = (each: Expiry) => Math.abs((lastsMs[each] ?? Infinity) - spanMs);
  return expiries.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest));
}
