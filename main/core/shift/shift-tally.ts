// Adds the journal up, record by record: what succeeded in a shift, and what is still open. Pure and in plain data, so
// that a worker can add up most of it and hand it over, and `closeShift` adds the last records inside its transaction.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { drawerNotOpened, drawerOpened } from '#contract/devices/print-jobs.ts';
import type { ShiftSlot, ShiftTotal } from '#contract/shift/shift.ts';
import type { TakingEntry, TakingSort } from '#contract/money/taking-sorts.ts';
import { type Mode, type State, isFinal, modes, states } from '#contract/operation/states.ts';
import { commandOf } from '#operations/index.ts';
import type { JournalFact } from '../ports/books.ts';
import { type Moved, authorizationSeen, movedIn, seenPaid, offerSeen } from '../payments/moved.ts';
import { restMarkTakenBack, restPaidOtherwise } from '../sale/tender.ts';
import { invites, sortOf } from './shift-sort.ts';
import {
  type OpenAuthorization,
  type Sums,
  type Takings,
  addTakings,
  emptyTakings,
  noteAuthorization,
  sumsOfMoved,
  sumsOfSort,
} from './shift-takings.ts';

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
  /** Who was signed in when it was accepted; null for programs. */
  readonly person: string | null;
  /** It was asked for by a program. */
  readonly byProgram: boolean;
}

/** One gateway, merchant and mode. */
export interface TallySection {
  readonly mode: Mode;
  readonly environment: string;
  readonly totals: Map<string, ShiftTotal>;
  readonly slots: Map<string, ShiftSlot>;
  readonly notDone: { failed: number; cancelled: number; expired: number };
  /** What a payment was made for, by payId: the sum of a reversal whose record of an older version names none. */
  readonly payments: Map<string, { readonly money: Money; readonly sort: TakingSort }>;
  readonly takings: Takings;
  /** By the payment's name in the journal. */
  readonly authorizations: Map<string, OpenAuthorization>;
}

/** Rests of sales that people noted as paid without the gateway. */
export interface PaidOtherwise {
  readonly environment: string;
  readonly currency: string;
  readonly count: number;
  readonly amountMinor: number;
}

/** What a shift takes over from the one before. */
export interface Carried {
  readonly operations: readonly OpenOperation[];
  readonly authorizations: readonly CarriedAuthorization[];
}

export interface CarriedAuthorization extends OpenAuthorization {
  readonly mode: Mode;
  readonly environment: string;
}

export interface ShiftTally {
  readonly number: number;
  readonly firstSeq: number;
  /** The last record that was added. */
  lastSeq: number;
  openedAt: string | null;
  strays: number;
  /** How often a drawer was opened by hand or by a program. */
  drawerOpenings: number;
  /** By environment and currency. A record that names no environment is of an older version. */
  readonly paidOtherwise: Map<string, PaidOtherwise>;
  readonly sections: Map<string, TallySection>;
  readonly open: Map<string, OpenOperation>;
}

export function emptyTally(number: number, firstSeq: number, { operations, authorizations }: Carried): ShiftTally {
  const tally: ShiftTally = {
    number,
    firstSeq,
    lastSeq: firstSeq - 1,
    openedAt: null,
    strays: 0,
    drawerOpenings: 0,
    paidOtherwise: new Map(),
    sections: new Map(),
    open: new Map(operations.map((each) => [each.id, { ...each, carriedOver: true }])),
  };
  for (const each of operations) sectionOf(tally, each);
  for (const { mode, environment, ...each } of authorizations) {
    sectionOf(tally, { mode, environment }).authorizations.set(each.payment, { ...each, carriedOver: true });
  }
  return tally;
}

/** Adds the next record. Returns the operation that the record is of, as it then stands, or null. */
export function addFact(tally: ShiftTally, fact: JournalFact): OpenOperation | null {
  tally.lastSeq = fact.seq;
  tally.openedAt ??= fact.at;
  if (fact.type === drawerOpened) tally.drawerOpenings += 1;
  if (fact.type === drawerNotOpened && tally.drawerOpenings > 0) tally.drawerOpenings -= 1;
  // The row of its operation is bound to such a record; one without an operation was not written by the bridge.
  if (fact.type === seenPaid && fact.operation !== null) addSeenPaid(tally, fact);
  else if (fact.type === authorizationSeen) addAuthorizationSeen(tally, fact);
  else if (fact.type === restPaidOtherwise) addPaidOtherwise(tally, fact, 1);
  else if (fact.type === restMarkTakenBack) addPaidOtherwise(tally, fact, -1);
  const state = stateIn(fact.data);
  if (fact.operation === null || state === null || fact.type === seenPaid || fact.type === offerSeen) return null;
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
  if (state === 'succeeded') addSuccess(section, now, fact);
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
    person: textAt(data, 'operator.name'),
    byProgram: textAt(data, 'origin') === 'erp',
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

function addSuccess(section: TallySection, operation: OpenOperation, { at, data }: JournalFact): void {
  const { kind, terminalId, payId } = operation;
  const sort = sortOf(kind, operation.messageType);
  if (sort === null) return;
  const moved = movedIn(data);
  const worth = moved === null ? olderWorth(section, operation, sort, data) : worthOf(sort, moved);
  if (payId !== null && worth.money !== null && ['sale', 'payment', 'authorization'].includes(sort)) {
    section.payments.set(payId, { money: worth.money, sort: worth.sort });
  }
  const doer = { person: operation.person, brand: moved?.brand ?? null, entry: entryOf(operation) };
  addTakings(section.takings, worth.sums, doer);
  if (moved !== null) noteAuthorization(section.authorizations, moved, operation, at);
  // A payment that was made and is neither paid nor authorized counts when a look-up shows that it is.
  if (worth.nothing) return;
  count(section, { sort: worth.sort, kind, terminalId, money: worth.money, at });
}

/** A look-up showed that a customer paid on a hosted page, by a link or a session. */
function addSeenPaid(tally: ShiftTally, { at, data }: JournalFact): void {
  const mode = modes.find((each) => each === data['mode']);
  const moved = movedIn(data);
  const kind = textAt(data, 'kind');
  if (mode === undefined || moved === null || kind === null) return;
  const section = sectionOf(tally, { mode, environment: textAt(data, 'environment') ?? '' });
  const named = { payId: textAt(data, 'payId'), transId: textAt(data, 'transId'), refNr: null, terminalId: null };
  const worth = worthOf('payment', moved);
  addTakings(section.takings, worth.sums, { person: textAt(data, 'person'), brand: moved.brand, entry: 'link' });
  noteAuthorization(section.authorizations, moved, named, at);
  if (!worth.nothing) count(section, { sort: worth.sort, kind, terminalId: null, money: worth.money, at });
}

/** A note is no takings; it is taken back in its own shift only. */
function addPaidOtherwise(tally: ShiftTally, { operation, data }: JournalFact, sign: 1 | -1): void {
  const amount = moneyIn(data['amount']);
  const environment = textAt(data, 'environment');
  if (operation === null || amount === null || environment === null) return;
  const mode = modes.find((each) => each === data['mode']);
  if (mode !== undefined) sectionOf(tally, { mode, environment });
  const { currency } = amount;
  const key = JSON.stringify([environment, currency]);
  const before = tally.paidOtherwise.get(key) ?? { environment, currency, count: 0, amountMinor: 0 };
  const notes = before.count + sign;
  if (notes === 0) tally.paidOtherwise.delete(key);
  else tally.paidOtherwise.set(key, { ...before, count: notes, amountMinor: before.amountMinor + sign * amount.value });
}

/** A look-up showed that others captured or released of an authorization of ours. */
function addAuthorizationSeen(tally: ShiftTally, { data }: JournalFact): void {
  const { open } = data;
  const payment = textAt(data, 'payment') ?? '';
  for (const { environment, authorizations } of tally.sections.values()) {
    const before = authorizations.get(payment);
    if (before === undefined || environment !== data['environment'] || typeof open !== 'number') continue;
    if (open > 0) authorizations.set(payment, { ...before, openMinor: open });
    else authorizations.delete(payment);
  }
}

interface Counted {
  readonly sort: TakingSort;
  readonly kind: string;
  readonly terminalId: string | null;
  readonly money: Money | null;
  readonly at: string;
}

function count(section: TallySection, { sort, kind, terminalId, money, at }: Counted): void {
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

interface Worth {
  readonly sort: TakingSort;
  /** Null where the journal cannot tell. */
  readonly money: Money | null;
  readonly sums: Sums;
  readonly nothing: boolean;
}

function worthOf(sort: TakingSort, moved: Moved): Worth {
  const { currency, taken, givenBack, authorized } = moved;
  const worth = (of: TakingSort, value: number | null): Worth => {
    const money = value === null || currency === null ? null : { value, currency };
    return { sort: of, money, sums: sumsOfMoved(moved), nothing: false };
  };
  switch (sort) {
    case 'refund':
    case 'manual-refund':
    case 'reversal':
      return worth(sort, givenBack);
    case 'authorization':
      return worth(sort, authorized);
    case 'payment':
      if (taken !== 0) return worth(sort, taken);
      return authorized > 0 ? worth('authorization', authorized) : { ...worth(sort, 0), nothing: true };
    case 'sale':
    case 'capture':
    case 'other':
      return worth(sort, taken);
  }
}

/** What an operation came to whose record, of an older version, does not say what moved. */
function olderWorth(section: TallySection, operation: OpenOperation, sort: TakingSort, data: JsonObject): Worth {
  const { payId } = operation;
  const amount = moneyIn(data['approved']) ?? operation.amount;
  const made = payId === null ? undefined : section.payments.get(payId);
  const money = sort !== 'reversal' || (amount !== null && amount.value > 0) ? amount : (made?.money ?? null);
  const sums = sumsOfSort(sort, money, made?.sort ?? null);
  const released = sort === 'reversal' && money !== null && made?.sort === 'authorization';
  return { sort, money: released ? { ...money, value: 0 } : money, sums, nothing: false };
}

function entryOf({ kind, terminalId, byProgram }: OpenOperation): TakingEntry {
  if (commandOf(kind)?.atTerminal === true || terminalId !== null) return 'terminal';
  if (invites(kind)) return 'link';
  return byProgram ? 'program' : 'till';
}

function sectionOf(
  tally: ShiftTally,
  { mode, environment }: Pick<OpenOperation, 'mode' | 'environment'>,
): TallySection {
  const key = JSON.stringify([mode, environment]);
  const found = tally.sections.get(key);
  if (found !== undefined) return found;
  const notDone = { failed: 0, cancelled: 0, expired: 0 };
  const made: TallySection = {
    mode,
    environment,
    totals: new Map(),
    slots: new Map(),
    notDone,
    payments: new Map(),
    takings: emptyTakings(),
    authorizations: new Map(),
  };
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
