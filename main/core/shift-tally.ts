// Adds the journal up, record by record: what succeeded in a shift, and what is still open. Pure and in plain data, so
// that a worker can add up most of it and hand over, and whoever closes the shift adds the last records inside its
// transaction.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { ShiftSlot, ShiftTotal, TakingSort } from '#contract/shift.ts';
import { type Mode, type State, isFinal, modes, states } from '#contract/states.ts';
import type { JournalFact } from './ports/books.ts';
import { sortOf } from './shift-sort.ts';

/** An operation that has not come to its end, as the next shift takes it over. */
export interface OpenOperation {
  readonly id: string;
  readonly kind: string;
  readonly messageType: string | null;
  readonly state: State;
  readonly amount: Money | null;
  readonly terminalId: string | null;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly mode: Mode;
  readonly environment: string;
  readonly acceptedAt: string;
  readonly doubtSince: string | null;
  readonly carriedOver: boolean;
}

/** One gateway, merchant and mode. */
export interface TallySection {
  readonly mode: Mode;
  readonly environment: string;
  readonly totals: Map<string, ShiftTotal>;
  readonly slots: Map<string, ShiftSlot>;
  readonly notDone: { failed: number; cancelled: number; expired: number };
  /** What a payment was made for, by payId: the worth of a reversal that names no amount. */
  readonly payments: Map<string, Money>;
}

export interface ShiftTally {
  readonly number: number;
  readonly firstSeq: number;
  /** The last record that was added. */
  lastSeq: number;
  openedAt: string | null;
  strays: number;
  readonly sections: Map<string, TallySection>;
  readonly open: Map<string, OpenOperation>;
}

export function emptyTally(number: number, firstSeq: number, carried: readonly OpenOperation[]): ShiftTally {
  const tally: ShiftTally = {
    number,
    firstSeq,
    lastSeq: firstSeq - 1,
    openedAt: null,
    strays: 0,
    sections: new Map(),
    open: new Map(carried.map((each) => [each.id, { ...each, carriedOver: true }])),
  };
  for (const each of carried) sectionOf(tally, each);
  return tally;
}

/** Adds the next record. The operation that it tells of as it stands then, or null where it tells of none. */
export function addFact(tally: ShiftTally, fact: JournalFact): OpenOperation | null {
  tally.lastSeq = fact.seq;
  tally.openedAt ??= fact.at;
  const state = stateIn(fact.data);
  if (fact.operation === null || state === null) return null;
  const before = tally.open.get(fact.operation) ?? (fact.type === 'accepted' ? introduced(fact, fact.operation) : null);
  if (before === null) {
    tally.strays += 1;
    return null;
  }
  const now = changed(before, fact, state);
  const section = sectionOf(tally, now);
  if (!isFinal(state)) {
    tally.open.set(now.id, now);
    return now;
  }
  tally.open.delete(now.id);
  if (state === 'succeeded') addSuccess(section, now, fact.at);
  else if (state === 'failed' || state === 'cancelled' || state === 'expired') section.notDone[state] += 1;
  return now;
}

function introduced({ at, data }: JournalFact, id: string): OpenOperation | null {
  const mode = modes.find((each) => each === data['mode']);
  const kind = textAt(data, 'kind');
  if (mode === undefined || kind === null) return null;
  return {
    id,
    kind,
    messageType: textAt(data, 'messageType'),
    state: 'accepted',
    amount: moneyIn(data['amount']),
    terminalId: textAt(data, 'terminalId'),
    payId: textAt(data, 'payId'),
    transId: textAt(data, 'transId'),
    refNr: textAt(data, 'refNr'),
    mode,
    environment: textAt(data, 'environment') ?? '',
    acceptedAt: at,
    doubtSince: null,
    carriedOver: false,
  };
}

function changed(before: OpenOperation, { at, data }: JournalFact, state: State): OpenOperation {
  const inDoubt = state === 'pending' || state === 'unknown' || state === 'needs-person';
  return {
    ...before,
    state,
    payId: textAt(data, 'payId') ?? before.payId,
    doubtSince: inDoubt ? (before.doubtSince ?? at) : null,
  };
}

function addSuccess(section: TallySection, operation: OpenOperation, at: string): void {
  const { kind, terminalId, payId } = operation;
  const sort = sortOf(kind, operation.messageType);
  if (sort === null) return;
  const money = worthOf(section, operation, sort);
  if (payId !== null && money !== null && ['sale', 'payment', 'authorization'].includes(sort)) {
    section.payments.set(payId, money);
  }
  const currency = money?.currency ?? null;
  const key = JSON.stringify([sort, kind, currency, terminalId]);
  const total = section.totals.get(key) ?? {
    sort,
    kind,
    currency,
    terminalId,
    count: 0,
    amountMinor: 0,
    withoutAmount: 0,
  };
  section.totals.set(key, {
    ...total,
    count: total.count + 1,
    amountMinor: total.amountMinor + (money?.value ?? 0),
    withoutAmount: total.withoutAmount + (money === null ? 1 : 0),
  });
  const from = quarterOf(at);
  const slotKey = JSON.stringify([from, sort, currency]);
  const slot = section.slots.get(slotKey) ?? { from, sort, currency, count: 0, amountMinor: 0 };
  section.slots.set(slotKey, {
    ...slot,
    count: slot.count + 1,
    amountMinor: slot.amountMinor + (money?.value ?? 0),
  });
}

/** A reversal without an amount is worth what its payment was made for, where this shift saw that. */
function worthOf(section: TallySection, { amount, payId }: OpenOperation, sort: TakingSort): Money | null {
  if (sort !== 'reversal' || (amount !== null && amount.value > 0)) return amount;
  return payId === null ? null : (section.payments.get(payId) ?? null);
}

function sectionOf(tally: ShiftTally, { mode, environment }: OpenOperation): TallySection {
  const key = JSON.stringify([mode, environment]);
  const found = tally.sections.get(key);
  if (found !== undefined) return found;
  const notDone = { failed: 0, cancelled: 0, expired: 0 };
  const made = { mode, environment, totals: new Map(), slots: new Map(), notDone, payments: new Map() };
  tally.sections.set(key, made);
  return made;
}

/** `2026-01-31T10:42:07.123Z` begins in the quarter `2026-01-31T10:30:00.000Z`. */
function quarterOf(at: string): string {
  const minute = Math.floor(Number(at.slice(14, 16)) / 15) * 15;
  return `${at.slice(0, 14)}${String(minute).padStart(2, '0')}:00.000Z`;
}

function stateIn(data: JsonObject): State | null {
  return states.find((each) => each === data['state']) ?? null;
}

export function moneyIn(value: Json | undefined): Money | null {
  if (!isJsonObject(value)) return null;
  const { value: amount, currency } = value;
  return typeof amount === 'number' && typeof currency === 'string' ? { value: amount, currency } : null;
}
