// A choice of currency that goes with a sale. The fields that carry it are the shop's settings; where they are set, a
// choice is taken only for a quote that the bridge fetched itself, whose figures agree, for this very amount, in time,
// and once. Requests of the window and of programs are checked against the quote alike, before anything is stored.
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import { type DccFault, type DccOffer, readOffer } from '#contract/operation/dcc-offer.ts';
import { readIsoTime } from '#contract/data/iso-time.ts';
import { type Json, type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Command } from '#operations/define.ts';
import { commandOf, commands } from '#operations/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { DccPolicy } from '../ports/policy.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

type Ages = Pick<Clock, 'nowMs' | 'lateMs' | 'wallMs' | 'ageUnknownBeforeMs'>;

interface Offered {
  readonly type: 'offer';
  readonly offer: DccOffer;
  readonly quoteId: string;
  readonly provider: string;
  /** How long it may still be used, ms. */
  readonly leftMs: number;
}

type QuoteReading = Offered | { readonly type: 'no-offer'; readonly why: 'not-available' | 'expired' | DccFault };

function isQuote(kind: string): boolean {
  return commandOf(kind)?.quotes === true;
}

/** The amount that the operation asked to be quoted; null for one that is no quote. */
export function amountQuoted({ kind, amount }: Pick<OperationRecord, 'kind' | 'amount'>): Money | null {
  return isQuote(kind) ? amount : null;
}

/** A quote as an offer that a cardholder may choose from: besides the figures, who offers it, its id, and time left. */
export function readQuote(quote: OperationRecord, clock: Ages, policy: DccPolicy): QuoteReading {
  const result = quote.result ?? {};
  const reading = readOffer(amountQuoted(quote), result);
  if (reading.type === 'no-offer') return reading;
  const [quoteId, provider] = [textAt(result, 'dccInfo.dccRequestId'), textAt(result, 'dccInfo.provider')];
  if (isMissing(quoteId) || isMissing(provider)) return { type: 'no-offer', why: 'incomplete' };
  const leftMs = leftOf(quote, clock, policy);
  if (leftMs <= 0) return { type: 'no-offer', why: 'expired' };
  return { type: 'offer', offer: reading.offer, quoteId, provider, leftMs };
}

/** What is wrong with a quote that was answered; null where nothing is, or where there is no offer. */
export function quoteFault({ kind, state, amount, result }: OperationRecord): DccFault | null {
  if (!isQuote(kind) || state !== 'succeeded') return null;
  const reading = readOffer(amount, result ?? {});
  if (reading.type === 'offer') {
    const named = ['dccInfo.dccRequestId', 'dccInfo.provider'].map((path) => textAt(result ?? {}, path));
    return named.some(isMissing) ? 'incomplete' : null;
  }
  if (reading.why !== 'not-available') return reading.why;
  // Figures under an unknown status, and several quotes, are no offer, and a program must not take them for one.
  const shown = valueAt(result ?? {}, 'dccInfo');
  const isFigures = Array.isArray(shown) || valueAt(shown, 'amounts.cardholder.value') !== undefined;
  return isFigures && textAt(shown, 'status') !== 'NOT_AVAILABLE' ? 'incomplete' : null;
}

function isMissing(text: string | null): text is null {
  return text === null || text.trim() === '';
}

/**
 * By all three clocks, and the oldest age counts: a rate that may be over is. What the quote says of its end may only
 * shorten the time; what cannot be read there ends it.
 */
function leftOf({ attempts, result }: OperationRecord, clock: Ages, { quoteMs, expiryPaths }: DccPolicy): number {
  const sent = attempts.at(-1);
  if (sent === undefined || sent.sentAtMs < clock.ageUnknownBeforeMs()) return 0;
  const lateAgeMs = clock.lateMs() - sent.sentLateMs;
  if (lateAgeMs < 0) return 0;
  const ageMs = Math.max(lateAgeMs, clock.nowMs() - sent.sentAtMs, clock.wallMs() - sent.sentWallMs);
  const ends = expiryPaths
    .map((path) => valueAt(result ?? {}, path))
    .filter((end) => end !== undefined && end !== null);
  const left = ends.map((end) => {
    const time = typeof end === 'string' ? readIsoTime(end) : null;
    return time?.zoned === true ? time.ms - clock.wallMs() : 0;
  });
  return Math.min(quoteMs - ageMs, ...left);
}

/** The members of a terminal command that carry the choice. */
export function choiceFields(fields: NonNullable<DccPolicy['fields']>, quoteId: string, currency: string): JsonObject {
  const made: JsonObject = {};
  put(made, fields.quoteId.split('.'), quoteId);
  put(made, fields.currency.split('.'), currency);
  return made;
}

function put(into: JsonObject, [first = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const below = (into[first] ??= {}) as JsonObject;
  put(below, rest, value);
}

const firstDigits = /^(\d{6,8})(?!\d)/;

/** The first digits of a card that a terminal read: six to eight, never more. A whole number is nothing to ask with. */
export function binShown(result: Json, paths: readonly string[]): string | null {
  const found = paths.map((path) => textAt(result, path)).find((text) => text !== null);
  return firstDigits.exec(found?.trim() ?? '')?.[1] ?? null;
}

type Asked = Pick<OperationRecord, 'environmentId' | 'input' | 'amount'>;
type DccReads = Pick<StoreReads, 'recentSuccesses' | 'list' | 'startedPausedMs'>;

interface ChoicePorts {
  readonly clock: Ages;
  readonly policy: { readonly dcc: DccPolicy };
}

export type DccOutcome =
  | { readonly type: 'none' }
  | { readonly type: 'choice'; readonly choice: DccChoice; readonly leftMs: number }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** How many quotes are searched: more are not requested within the time that one may be used. */
const mostQuotes = 500;

/** What the input says of a cardholder's choice, and whether the quote bears it. */
export function choiceIn(
  reads: DccReads,
  { clock, policy }: ChoicePorts,
  command: Command,
  { environmentId, input, amount }: Asked,
): DccOutcome {
  const { fields } = policy.dcc;
  if (fields === null || !command.takesDcc(input)) return { type: 'none' };
  const [named, chosen] = [valueAt(input, fields.quoteId), valueAt(input, fields.currency)];
  if (named === undefined && chosen === undefined) return { type: 'none' };
  if (typeof named !== 'string' || named === '' || typeof chosen !== 'string') {
    return refused(`${fields.quoteId} and ${fields.currency} go together: the id of a quote and a currency`);
  }
  const quoting = commands.filter(({ quotes }) => quotes);
  const recent = quoting.flatMap(({ kind }) => reads.recentSuccesses(environmentId, kind, mostQuotes));
  // A gateway may give one quote in several answers: newest first.
  const given = recent.filter(({ result }) => textAt(result ?? {}, 'dccInfo.dccRequestId') === named);
  const [quote, ...earlier] = given;
  if (quote === undefined) return refused('the bridge fetched no such quote');
  if (quote.amount?.value !== amount?.value || quote.amount?.currency !== amount?.currency) {
    return refused('the quote is for another amount', quote);
  }
  const reading = readQuote(quote, clock, policy.dcc);
  if (reading.type === 'no-offer') return refused(whyNot[reading.why], quote);
  const { offer, quoteId, provider } = reading;
  const leftMs = Math.min(reading.leftMs, ...earlier.map((each) => leftOf(each, clock, policy.dcc)));
  // A folder that was restored does not know which sales its quotes were used for since.
  const pausedMs = reads.startedPausedMs();
  const isFromBefore = pausedMs !== null && given.some(({ createdAtMs }) => createdAtMs <= pausedMs);
  if (leftMs <= 0 || isFromBefore) return refused(whyNot.expired, quote);
  if (earlier.some((each) => figuresOf(each) !== figuresOf(quote))) {
    return refused('the gateway gave other figures under the same id', quote);
  }
  if (chosen !== offer.local.currency && chosen !== offer.foreign.currency) {
    return refused('the quote does not offer that currency', quote);
  }
  if (isUsed(reads, environmentId, quoteId, given.at(-1) ?? quote))
    return refused('another sale took the quote', quote);
  const choice = { quoteOperationId: quote.id, quoteId, provider, currency: chosen, ...offer };
  return { type: 'choice', choice, leftMs };
}

const whyNot: { readonly [why in Exclude<QuoteReading, Offered>['why']]: string } = {
  'not-available': 'the gateway offers no other currency for this card',
  expired: 'the quote is over',
  incomplete: 'the quote is incomplete',
  'other-amount': 'the quote is for another amount',
  'same-currency': 'the quote offers no other currency',
  decimals: 'the figures of the quote do not agree',
  direction: 'the figures of the quote do not agree',
  amounts: 'the figures of the quote do not agree',
};

const pageSize = 200;

/** What was shown of it, to be compared. */
function figuresOf({ amount, result }: OperationRecord): string {
  return JSON.stringify([readOffer(amount, result ?? {}), textAt(result ?? {}, 'dccInfo.provider')]);
}

/**
 * A quote serves one sale: at a new try another card may be presented. It is one by its own id, in however many answers
 * the gateway gave it; `first` is the oldest of them.
 */
function isUsed(reads: DccReads, environmentId: string, quoteId: string, first: OperationRecord): boolean {
  for (let after = first.id; ;) {
    const page = reads.list(environmentId, { after, limit: pageSize });
    if (page.some(({ dcc }) => dcc?.quoteId === quoteId)) return true;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return false;
    after = last.id;
  }
}

function refused(why: string, quote?: OperationRecord): DccOutcome {
  const detail = `The choice of currency does not count: ${why}. Nothing was stored. Get a new quote, or leave it out.`;
  const operation = quote === undefined ? {} : { operationId: quote.id };
  return { type: 'refused', refusal: { code: 'dcc-quote-void', detail, ...operation } };
}
