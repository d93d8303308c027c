// The quotes that this sandbox gave, and the fields of a terminal command in which one comes back. The specification
// names no such fields, so the panel or the bridge's settings do. A quote is kept in memory: after a restart it is
// unknown.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import { issuerOf } from '../facts/cards.ts';
import { dccInfoFor } from './dcc-offers.ts';
import type { RefusalReason } from '../facts/refusals.ts';

export const oddQuotes = [
  'not-available',
  'wrong-amount',
  'wrong-rate',
  'other-amount',
  'no-provider',
  'expired',
] as const;

export interface DccSteering {
  /** Dotted paths; both null: a choice is not read. */
  readonly quoteIdField?: string | null | undefined;
  readonly currencyField?: string | null | undefined;
  /** How long a quote counts. */
  readonly quoteSeconds?: number | undefined;
  /** The error that the next quote has. */
  readonly next?: (typeof oddQuotes)[number] | undefined;
}

export interface Taken {
  /** What the card is charged. */
  readonly charged: Money;
  readonly dccInfo: JsonObject;
  readonly lines: readonly string[];
}

export interface Quotes {
  give(bin: string, amount: Money): JsonObject;
  /** What the command says was chosen: a conversion, null for none, or why it is declined. */
  choiceIn(input: JsonObject, amount: Money | null, bin: string): Taken | RefusalReason | null;
  steer(steering: DccSteering): void;
  settings(): { readonly [name in Exclude<keyof DccSteering, 'next'>]: string | number | null };
}

interface Given {
  readonly amount: Money;
  readonly currency: string;
  readonly dccInfo: JsonObject;
  readonly untilMs: number;
  used: boolean;
}

const mostKept = 1_000;

export function createQuotes(clock: { now(): number; at(): string }, initial: DccSteering): Quotes {
  const given = new Map<string, Given>();
  let fields = { quoteId: initial.quoteIdField ?? null, currency: initial.currencyField ?? null };
  let seconds = initial.quoteSeconds ?? 600;
  let next = initial.next;
  return {
    give(bin, amount) {
      const odd = next;
      next = undefined;
      const { currency } = issuerOf(bin);
      const right = dccInfoFor(amount, currency, clock.at());
      const id = textAt(right, 'dccRequestId');
      if (id === null || odd === 'not-available') return { status: 'NOT_AVAILABLE' };
      const untilMs = clock.now() + (odd === 'expired' ? 0 : seconds * 1_000);
      const dccInfo = { ...right, validUntil: new Date(untilMs).toISOString() };
      given.set(id, { amount, currency, dccInfo, untilMs, used: false });
      for (const oldest of given.keys()) if (given.size > mostKept) given.delete(oldest);
      return oddly(dccInfo, odd);
    },
    choiceIn(input, amount, bin) {
      if (fields.quoteId === null || fields.currency === null) return null;
      const [id, currency] = [textAt(input, fields.quoteId), textAt(input, fields.currency)];
      if (id === null && currency === null) return null;
      const quote = given.get(id ?? '');
      if (quote === undefined || quote.used) return 'quote-unknown';
      if (clock.now() >= quote.untilMs) return 'quote-over';
      const isForIt = quote.amount.value === amount?.value && quote.amount.currency === amount.currency;
      if (!isForIt || (currency !== quote.amount.currency && currency !== quote.currency)) return 'quote-differs';
      if (issuerOf(bin).currency !== quote.currency) return 'quote-of-other-card';
      quote.used = true;
      return currency === quote.currency ? takenOf(quote) : null;
    },
    steer(steering) {
      const { quoteIdField, currencyField, quoteSeconds } = steering;
      fields = {
        quoteId: quoteIdField === undefined ? fields.quoteId : quoteIdField,
        currency: currencyField === undefined ? fields.currency : currencyField,
      };
      seconds = quoteSeconds ?? seconds;
      next = steering.next ?? next;
    },
    settings: () => ({ quoteIdField: fields.quoteId, currencyField: fields.currency, quoteSeconds: seconds }),
  };
}

function takenOf({ dccInfo, currency, amount }: Given): Taken {
  const charged = { value: Number(valueAt(dccInfo, 'amounts.cardholder.value')), currency };
  const rate = textAt(dccInfo, 'rate.exchangeRate') ?? '';
  return {
    charged,
    dccInfo,
    lines: [`Charged     ${formatMoney(charged)}`, `Rate        1 ${amount.currency} = ${rate} ${currency}`],
  };
}

function oddly(dccInfo: JsonObject, odd: DccSteering['next']): JsonObject {
  const amounts = (dccInfo['amounts'] ?? {}) as JsonObject;
  const money = (name: string) => amounts[name] as JsonObject;
  const more = (name: string) => ({ ...money(name), value: Number(money(name)['value']) * 2, decimalValue: null });
  switch (odd) {
    case 'wrong-amount':
      return { ...dccInfo, amounts: { ...amounts, cardholder: more('cardholder') } };
    case 'other-amount':
      return { ...dccInfo, amounts: { merchant: more('merchant'), cardholder: more('cardholder') } };
    case 'wrong-rate': {
      const rate = dccInfo['rate'] as JsonObject;
      return { ...dccInfo, rate: { ...rate, exchangeRate: (1 / Number(rate['exchangeRate'])).toFixed(8) } };
    }
    case 'no-provider': {
      const { provider: _, ...rest } = dccInfo;
      return rest;
    }
    case 'not-available':
    case 'expired':
    case undefined:
      return dccInfo;
  }
}
