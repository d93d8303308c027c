// What a program may refund in a day. It bounds what a broken or stolen program can pay out while nobody looks; people
// at the till have their own limits. Everything counts that is not certain to have moved nothing. The day is the
// till's own by engine time, which no clock that is set can turn back, and never earlier than the last one counted.
import { type Money, formatMoney } from '#contract/money.ts';
import type { Refusal, RefusalFacts } from '#contract/problems.ts';
import type { Command } from '#operations/define.ts';
import { payOutOf, takenOf } from './money-out.ts';
import type { Clock } from './ports/clock.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { StoreReads } from './ports/store.ts';
import type { KnownPayment, OperationRecord } from './record.ts';

type Candidate = Pick<OperationRecord, 'environmentId' | 'input' | 'origin' | 'amount'>;

/** The day that it counts for, or null where a program pays nothing out with it, or no sum is named. */
export function refundDay(
  reads: StoreReads,
  clock: Clock,
  command: Command,
  { environmentId, input, origin, amount }: Candidate,
): string | null {
  if (origin.type !== 'erp' || amount === null) return null;
  if (payOutOf(reads, environmentId, command, input) === null) return null;
  const today = clock.localDay(clock.nowMs());
  const last = reads.lastRefundDay(environmentId, origin.clientId);
  return last === null || last < today ? today : last;
}

/** `day` is what `refundDay` said. */
export function refundLimitRefusal(
  reads: StoreReads,
  { refundsPerDayMinor, refundsSetByPolicy }: Pick<EnginePorts, 'refundsPerDayMinor' | 'refundsSetByPolicy'>,
  command: Command,
  { environmentId, input, origin, amount }: Candidate,
  known: KnownPayment | null,
  day: string | null,
): Refusal | null {
  const ownMinor = refundsPerDayMinor(origin.clientId);
  if (amount === null) return unnamedRefusal(reads, command, { environmentId, input, origin }, ownMinor);
  if (day === null) return null;
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
  if (amount.value <= leftMinor) return null;
  const raising =
    ownMinor === null
      ? 'at the till.'
      : refundsSetByPolicy?.(origin.clientId) === true
        ? "at the till; the limit is set in the IT department's policy file, and only they can raise it."
        : 'at the till, or raise the limit.';
  const detail =
    `This program may refund ${formatMoney(limit)} a day, and ${formatMoney(left)} of it is left on ${day}; ` +
    `${formatMoney(asked)} was asked for. Nothing was stored. A person can refund it ${raising}`;
  return { code: 'refund-limit', detail, facts: { left, asked, limit } };
}

/** Without a sum it cannot be counted, so a program that may refund only so much a day may not do it. */
function unnamedRefusal(
  reads: StoreReads,
  command: Command,
  { environmentId, input, origin }: Pick<Candidate, 'environmentId' | 'input' | 'origin'>,
  ownMinor: number | null,
): Refusal | null {
  if (origin.type !== 'erp' || ownMinor === null) return null;
  if (payOutOf(reads, environmentId, command, input) === null) return null;
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
