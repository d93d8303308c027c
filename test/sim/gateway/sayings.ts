// What a gateway says that is not so: the answer of another command, other sums, words that prove nothing. Some of it is
// said of what was carried out, and some of what was not; the ledger has the truth. Each says one thing wrong only, so
// that a bridge which does not look at that one thing is found out.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { epochMs } from '../schedule.ts';
import type { Random } from '../random.ts';
import type { ServerAnswer } from './entries.ts';
import type { Ledger, Payment } from './ledger.ts';

export const sayings = [
  'other-payment',
  'other-payment-within',
  'other-trans-id',
  'other-reference',
  'other-terminal',
  'other-message',
  'other-trace',
  'previous-answer',
  'previous-approval',
  'previous-time',
  'older-payment',
  'other-amount',
  'other-amount-within',
  'other-currency',
  'smaller-sum-elsewhere',
  'larger-sum-elsewhere',
  'accepted-only',
  'short-code',
  'nested-refusal',
  'bare-success',
  'unknown-word',
  'other-good-word',
  'conflict-of-another',
  'conflict-over-order',
] as const;

export type Saying = (typeof sayings)[number];

export interface Told {
  readonly path: string;
  readonly body: JsonObject;
  readonly ledger: Ledger;
  readonly random: Random;
  /** A trace number that the till knows as that of another command at the terminal, or null. */
  readonly knownTrace: string | null;
  readonly nowMs: number;
}

const dayMs = 86_400_000;

/** Whether it can be said of this request: where the till cannot see that it is wrong, it may believe it. */
export function canBeSaid(saying: Saying, told: Told): boolean {
  const { path, body } = told;
  const command = textAt(body, 'messageType');
  const atTerminal = path === '/cloudpos';
  const sum = typeof valueAt(body, 'amount.value') === 'number';
  const sells = command === 'SALE' || command === 'AUTHORISATION_OR_RESERVATION';
  if (saying === 'conflict-over-order') return hasOwnOrder(body) && (sells || path === '/payments');
  if (
    command === 'DIAGNOSE' ||
    !(atTerminal || /^\/payments\/(?:[^/]+\/)?(?:captures|refunds|reversals)$/.test(path))
  ) {
    return false;
  }
  switch (saying) {
    case 'other-payment':
    case 'other-payment-within':
      return otherPayment(told) !== null;
    case 'other-trans-id':
      return textAt(body, 'transId') !== null;
    case 'other-reference':
      return textAt(body, 'refNr') !== null;
    case 'other-terminal':
    case 'other-message':
    case 'previous-time':
      return atTerminal;
    case 'other-trace':
      return otherTrace(told) !== null;
    case 'previous-answer':
      return previous(told) !== null;
    case 'previous-approval':
      return makes(command) && previousApproval(told) !== null;
    case 'older-payment':
    case 'larger-sum-elsewhere':
      return makes(command);
    case 'other-amount':
    case 'other-amount-within':
      return sum && !sells;
    case 'other-currency':
      return sum;
    case 'smaller-sum-elsewhere':
      return sum && command !== 'REVERSE' && !path.endsWith('/reversals');
    case 'accepted-only':
    case 'short-code':
    case 'nested-refusal':
    case 'unknown-word':
    case 'other-good-word':
      return true;
    case 'bare-success':
    case 'conflict-of-another':
      return sells;
  }
}

/** Whether it was carried out all the same; null: it may have been or not. */
export function carriedOut(saying: Saying): boolean | null {
  if (saying === 'other-good-word') return true;
  return ofOthers.has(saying) ? false : null;
}

/** Answers of another command: this one was not carried out. */
const ofOthers: ReadonlySet<Saying> = new Set([
  'previous-answer',
  'previous-approval',
  'conflict-of-another',
  'conflict-over-order',
]);

/** `real`: the answer to what was carried out; null where it was not. */
export function said(saying: Saying, told: Told, real: JsonObject | null): ServerAnswer {
  if (saying === 'conflict-of-another' || saying === 'conflict-over-order')
    return { status: 409, body: { status: 409, title: 'Conflict' } };
  const good = real ?? madeUp(told);
  if (saying === 'accepted-only') {
    return { status: 202, body: told.random.pick([null, {}, good]) };
  }
  return { status: 200, body: bodyOf(saying, told, good) };
}

function bodyOf(
  saying: Exclude<Saying, 'accepted-only' | 'conflict-of-another' | 'conflict-over-order'>,
  told: Told,
  good: JsonObject,
): JsonObject {
  const { body, random, nowMs } = told;
  const { payId: _payId, transId: _transId, refNr: _refNr, xId: _xId, ...nameless } = good;
  switch (saying) {
    case 'other-payment':
      return { ...good, payId: otherPayment(told)?.payId ?? '' };
    case 'other-payment-within': {
      const other = { payId: otherPayment(told)?.payId ?? '' };
      // A list tells of several commands, each of them another's.
      return { ...nameless, [random.pick(places)]: random.pick([other, [other, { ...other, traceNr: '1' }]]) };
    }
    case 'other-trans-id':
      return { ...good, transId: `X-${random.between(1, 999)}` };
    case 'other-reference':
      return { ...good, refNr: `X${random.hex128()}` };
    case 'other-terminal':
      return { ...nameless, posTerminalId: 'T9' };
    case 'other-message':
      return { ...nameless, messageType: textAt(body, 'messageType') === 'SALE' ? 'REVERSE' : 'SALE' };
    case 'other-trace':
      return { ...nameless, traceNr: otherTrace(told) ?? '' };
    case 'previous-answer':
      return answerFor(previous(told), good);
    case 'previous-approval':
      return { approvalCode: previousApproval(told), status: 'OK', responseCode: '00000000' };
    case 'previous-time': {
      const sentMs = Date.parse(`${textAt(body, 'localDateTime') ?? ''}Z`);
      const earlierMs = random.pick([1_200_000, 3_600_000, dayMs]);
      return { ...nameless, localDateTime: new Date(sentMs - earlierMs).toISOString().slice(0, 19) };
    }
    case 'older-payment': {
      const made = epochMs + nowMs - random.between(1, 30) * dayMs;
      return { ...nameless, creationDate: new Date(made).toISOString() };
    }
    case 'other-amount': {
      const value = Number(valueAt(body, 'amount.value'));
      return {
        ...good,
        amount: { value: random.pick([value + 1, value * 2, Math.floor(value / 2)]), currency: 'EUR' },
      };
    }
    case 'other-amount-within': {
      const value = Number(valueAt(body, 'amount.value'));
      return { ...good, [random.pick(places)]: { amount: { value: value + 1, currency: 'EUR' } } };
    }
    case 'other-currency':
      return { ...good, amount: { value: valueAt(body, 'amount.value') ?? 0, currency: 'USD' } };
    case 'smaller-sum-elsewhere': {
      const less = Math.ceil(Number(valueAt(body, 'amount.value')) / 2);
      return {
        ...good,
        ...random.pick([{ amountApproved: less }, { posResult: { amount: less } }, { chargedAmount: less }]),
      };
    }
    case 'larger-sum-elsewhere': {
      const more = 2 * Number(valueAt(body, 'amount.value'));
      return { ...good, ...random.pick([{ totalAmount: more }, { posResult: { amount: more } }]) };
    }
    case 'short-code':
      return { ...good, responseCode: '05' };
    case 'nested-refusal':
      return { ...good, status: 'OK', transaction: { status: random.pick(['DECLINED', 'FAILED', 'EXPIRED']) } };
    case 'bare-success':
      return { transId: textAt(body, 'transId'), status: 'OK', responseCode: '00000000' };
    case 'unknown-word':
      return { ...good, status: random.pick(['TENTATIVE', 'REFERRED', 'UNDER_REVIEW']) };
    case 'other-good-word':
      return { ...good, status: random.pick(['APPROVED', 'COMPLETED', 'Approved']) };
  }
}

/** Objects that an answer, or a part of it, may stand in. */
const places = ['data', 'transaction', 'result'] as const;

/** The answer that the request would get if all was well. */
function madeUp({ path, body, random }: Told): JsonObject {
  const payId = /^\/payments\/([^/]+)\//.exec(path)?.[1] ?? `p${random.hex128()}`;
  const terminal =
    path === '/cloudpos'
      ? {
          traceNr: textAt(body, 'traceNr') ?? String(random.between(901, 999)),
          approvalCode: String(random.between(900_000, 999_999)),
        }
      : {};
  const named = { payId, xId: `x${random.hex128()}`, transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr') };
  return { ...named, ...terminal, status: 'OK', responseCode: '00000000' };
}

/** Whether its refNr is one that the caller gave. */
function hasOwnOrder(body: JsonObject): boolean {
  return textAt(body, 'refNr')?.startsWith('TB') === false;
}

/** Of the payment after the one that is named; of a command before, where none is named. */
function otherTrace({ body, knownTrace }: Told): string | null {
  const given = textAt(body, 'traceNr');
  if (given !== null) return String(Number(given) + 1);
  return makes(textAt(body, 'messageType')) ? knownTrace : null;
}

/** Of the latest payment at the terminal that the till knows by its number. */
function previousApproval({ body, ledger, knownTrace }: Told): string | null {
  const terminalId = textAt(body, 'posTerminalId');
  return knownTrace === null || terminalId === null
    ? null
    : (ledger.byTrace(terminalId, knownTrace)?.approvalCode ?? null);
}

function answerFor(payment: Payment | null, good: JsonObject): JsonObject {
  if (payment === null) return good;
  const { payId, transId, refNr, traceNr, approvalCode, operations } = payment;
  const last = operations.at(-1);
  const { xId = '', status = 'OK' } = last ?? {};
  return { payId, xId, transId, refNr, traceNr, approvalCode, status, responseCode: '00000000' };
}

function makes(command: string | null): boolean {
  return command === 'SALE' || command === 'AUTHORISATION_OR_RESERVATION';
}

/** The latest of the till's payments at the same terminal, where it has other names than the one that is asked for. */
function previous({ path, body, ledger }: Told): Payment | null {
  if (path !== '/cloudpos') return null;
  const terminalId = textAt(body, 'posTerminalId');
  const found = [...ledger.payments.values()].findLast((each) => each.byTill && each.terminalId === terminalId);
  if (found === undefined || found.refNr === null || found.refNr === textAt(body, 'refNr')) return null;
  return found;
}

function otherPayment({ path, ledger }: Told): Payment | null {
  const payId = /^\/payments\/([^/]+)\//.exec(path)?.[1] ?? null;
  const others = payId === null ? [] : [...ledger.payments.values()].filter((each) => each.payId !== payId);
  return others.at(-1) ?? null;
}
