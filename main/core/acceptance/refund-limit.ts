// What a program may refund in a day, and a person at the till without a supervisor. It bounds what a broken or stolen
// program can pay out unseen, and what a person can pay out in parts. Everything counts that is not certain to have
// moved nothing. The day is the till's own by engine time, which no clock that is set can turn back, and never earlier
// than the last one counted.
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Refusal, RefusalFacts } from '#contract/programs/problems.ts';
import type { Command } from '#operations/define.ts';
import { type PayOut, needsSupervisor, payOutOf, takenOf } from '../sale/money-out.ts';
import type { Clock } from '../ports/clock.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';

type Candidate = Pick<OperationRecord, 'environmentId' | 'input' | 'origin' | 'amount' | 'isUnseen'>;

type Limits = Pick<EnginePorts, 'refundsPerDayMinor' | 'refundsSetByPolicy' | 'officeCap' | 'policy'>;

/** Who is counted: a program by its id, a person by theirs, and the window at a till without operators. */
export function refunderOf({ type, clientId, operator }: OperationRecord['origin']): string {
  return type === 'cashier' && operator !== null ? `person ${operator.id}` : clientId;
}

/**
 * The day that it counts for, or null where it pays nothing out, names no sum, or a supervisor approved it: what they
 * approved does not count for a person's own limit.
 */
export function refundDay(
  reads: StoreReads,
  clock: Clock,
  command: Command,
  { environmentId, input, origin, amount, isUnseen }: Candidate,
): string | null {
  if (amount === null || (origin.type === 'cashier' && origin.approvedBy !== null)) return null;
  if (payOutOf(reads, environmentId, command, input, isUnseen) === null) return null;
  return dayOf(reads, clock, environmentId, refunderOf(origin));
}

function dayOf(reads: StoreReads, clock: Clock, environmentId: string, refunder: string): string {
  const today = clock.localDay(clock.nowMs());
  const last = reads.lastRefundDay(environmentId, refunder);
  return last === null || last < today ? today : last;
}

/** What a person has paid out today without a supervisor, in the shop's currency. */
export function paidOutToday(
  reads: StoreReads,
  { clock, policy, environment }: Pick<EnginePorts, 'clock' | 'policy' | 'environment'>,
  refunder: string,
): Money {
  const day = dayOf(reads, clock, environment.id, refunder);
  const { shopCurrency: currency } = policy;
  return { value: reads.refundedOn(environment.id, refunder, day, currency), currency };
}

/**
 * Refuses what a person may not pay out alone; asked in the transaction, so that no two at once both find room. A till
 * without operators that moves no real money needs no approval.
 */
export function approvalRefusal(
  reads: StoreReads,
  ports: Pick<EnginePorts, 'clock' | 'policy' | 'environment'>,
  command: Command,
  { environmentId, input, origin, isUnseen }: Candidate,
): Refusal | null {
  if (origin.type !== 'cashier' || origin.approvedBy !== null) return null;
  if (origin.operator === null && ports.environment.mode !== 'live') return null;
  const payOut = payOutOf(reads, environmentId, command, input, isUnseen);
  const paidOut = paidOutToday(reads, ports, refunderOf(origin));
  if (!needsSupervisor(payOut, paidOut.value, ports.policy)) return null;
  return { code: 'approval-needed', ...approvalWords(payOut, paidOut, origin.operator !== null, ports.policy) };
}

/** Why a supervisor is asked, with the sums that they decide on. */
export function approvalWords(
  payOut: PayOut | null,
  paidOut: Money,
  isManned: boolean,
  { refundLimitMinor }: Pick<EnginePorts['policy'], 'refundLimitMinor'>,
): Pick<Refusal, 'detail' | 'facts'> {
  const money = (value: number): Money => ({ value, currency: paidOut.currency });
  const asked = payOut?.amount ?? null;
  const facts = {
    paidOut,
    limit: money(refundLimitMinor),
    left: money(Math.max(0, refundLimitMinor - paidOut.value)),
    ...(asked === null ? {} : { asked }),
  };
  const today =
    paidOut.value === 0
      ? ''
      : ` Without a supervisor ${formatMoney(paidOut)} of ${formatMoney(facts.limit)} went out today already.`;
  const whom = isManned ? ': enter their PIN.' : ', and the till has no operators yet. Add them in the settings.';
  return { detail: `This pays money out and needs a supervisor${whom}${today}`, facts };
}

/** `day` is what `refundDay` said. */
export function refundLimitRefusal(
  reads: StoreReads,
  limits: Limits,
  command: Command,
  candidate: Candidate,
  known: KnownPayment | null,
  day: string | null,
): Refusal | null {
  const { environmentId, origin, input, amount, isUnseen } = candidate;
  if (origin.type !== 'erp') return null;
  const { refundsPerDayMinor, refundsSetByPolicy, policy } = limits;
  if (amount === null) {
    const ownMinor = refundsPerDayMinor(origin.clientId, known?.currency ?? policy.shopCurrency);
    return unnamedRefusal(reads, command, candidate, ownMinor);
  }
  if (day === null) return null;
  const ownMinor = refundsPerDayMinor(origin.clientId, amount.currency);
  // Beyond that the day's sum could not be counted exactly, and a limit that is set later would not know it.
  const limitMinor = ownMinor ?? Number.MAX_SAFE_INTEGER;
  const { currency } = amount;
  const leftMinor = Math.max(0, limitMinor - reads.refundedOn(environmentId, origin.clientId, day, currency));
  const money = (value: number): Money => ({ value, currency });
  const [left, asked, limit] = [money(leftMinor), money(amount.value), money(limitMinor)];
  if (ownMinor !== null && command.paysOut(input) === 'if-captured') {
    const refusal = reversalRefusal(amount, known, { left, limit });
    if (refusal !== null) return refusal;
  }
  const ofOffice = officeCapRefusal(reads, limits, {
    environmentId,
    clientId: origin.clientId,
    amount,
    day,
    leftMinor,
  });
  if (ofOffice !== null) return ofOffice;
  if (amount.value <= leftMinor) return null;
  const raising =
    ownMinor === null
      ? 'at the till.'
      : refundsSetByPolicy?.(origin.clientId) === true
        ? byPolicyAlone
        : 'at the till, or raise the limit.';
  const other = ownMinor === 0 ? limitElsewhere(limits, origin.clientId, currency) : null;
  if (other !== null) {
    const detail =
      `This program may refund ${formatMoney(other)} a day and has no limit in ${currency}, so it may refund nothing in ` +
      `it. Nothing was stored. A person can refund it ${raising.replace('raise the limit', `set one in ${currency}`)}`;
    return { code: 'refund-limit', detail, facts: { left, asked, limit } };
  }
  const unseen = isUnseen === true ? 'The gateway did not show whether the payment was captured meanwhile. ' : '';
  const detail =
    `${unseen}This program may refund ${formatMoney(limit)} a day, and ${formatMoney(left)} of it is left on ${day}; ` +
    `${formatMoney(asked)} was asked for. Nothing was stored. A person can refund it ${raising}`;
  return { code: 'refund-limit', detail, facts: { left, asked, limit } };
}

interface CountedRefund {
  readonly environmentId: string;
  readonly clientId: string;
  readonly amount: Money;
  readonly day: string;
  /** Of the program's own limit. */
  readonly leftMinor: number;
}

/** Where less is left for all programs of the office together than for this one alone. */
function officeCapRefusal(
  reads: StoreReads,
  { officeCap }: Limits,
  { environmentId, clientId, amount, day, leftMinor }: CountedRefund,
): Refusal | null {
  const { currency } = amount;
  const cap = officeCap?.(clientId, currency) ?? null;
  if (cap === null) return null;
  const refunded = cap.programs.reduce((sum, id) => sum + reads.refundedOn(environmentId, id, day, currency), 0);
  const together = Math.max(0, cap.minor - refunded);
  if (amount.value <= together || leftMinor <= together) return null;
  const [left, limit] = [
    { value: together, currency },
    { value: cap.minor, currency },
  ];
  const detail =
    `The programs from the office may refund ${formatMoney(limit)} a day together, and ${formatMoney(left)} of it is left ` +
    `on ${day}; ${formatMoney(amount)} was asked for. Nothing was stored. A person can refund it ${byPolicyAlone}`;
  return { code: 'refund-limit', detail, facts: { left, asked: amount, limit } };
}

const byPolicyAlone = "at the till; the limit is set in the IT department's policy file, and only they can raise it.";

/** The limit that is named in the shop's currency, for a program that may refund nothing in this one; or null. */
function limitElsewhere({ refundsPerDayMinor, policy }: Limits, clientId: string, currency: string): Money | null {
  const value = currency === policy.shopCurrency ? null : refundsPerDayMinor(clientId, policy.shopCurrency);
  return value === null || value === 0 ? null : { value, currency: policy.shopCurrency };
}

/** Without a sum it cannot be counted, so a program that may refund only so much a day may not do it. */
function unnamedRefusal(
  reads: StoreReads,
  command: Command,
  { environmentId, input, isUnseen }: Pick<Candidate, 'environmentId' | 'input' | 'isUnseen'>,
  ownMinor: number | null,
): Refusal | null {
  if (ownMinor === null) return null;
  if (payOutOf(reads, environmentId, command, input, isUnseen) === null) return null;
  const detail =
    'It may give money back, names no amount, and this program may refund only so much a day. Nothing was stored. Name ' +
    'the amount, or let a person do it at the till.';
  return { code: 'refund-limit', detail };
}

/** A reversal gives back all that was taken, whatever amount is named beside it; so it is counted as all, or not made. */
function reversalRefusal(
  { value, currency }: Money,
  known: KnownPayment | null,
  facts: Required<Pick<RefusalFacts, 'left' | 'limit'>>,
): Refusal | null {
  const taken = takenOf(known);
  if (taken === null) {
    const detail =
      'What this reversal gives back is not known here, and this program may refund only so much a day. Nothing was ' +
      'stored. A person can reverse it at the till.';
    return { code: 'refund-limit', detail, facts };
  }
  const whole = { value: taken.value, currency };
  if (value >= whole.value) return null;
  const detail =
    `A reversal gives back all that was taken, which is ${formatMoney(whole)}; ${formatMoney({ value, currency })} was ` +
    'named. Nothing was stored. Name the whole amount, or refund a part.';
  return { code: 'refund-limit', detail, facts: { ...facts, asked: whole } };
}
