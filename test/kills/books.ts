// Two sets of books side by side: what the gateway really carried out, and what the bridge's journal says, as an auditor
// gets it (the exported file). Every difference is a sentence. What waits for a person is listed apart: there the
// journal says "not known", and the ledger may say either.
import type { JournalRecord } from '#core/ports/journal.ts';
import { type Ledger, elsewhere, valueElsewhere } from './gateway.ts';
import type { Order } from './orders.ts';

interface Booked {
  readonly id: string;
  readonly kind: string;
  readonly transId: string;
  readonly payId: string | null;
  readonly value: number | null;
  readonly intents: number;
  readonly state: string;
}

export interface Comparison {
  readonly differences: readonly string[];
  readonly succeeded: number;
  readonly failed: number;
  /** Which a person has to settle, with whether the gateway had carried them out. */
  readonly needsPerson: readonly { readonly transId: string; readonly executed: boolean }[];
  /** Minor units that succeeded, all kinds together. */
  readonly moved: number;
}

/** One operation for each that the journal tells of, as its last record leaves it. */
function bookedIn(journal: readonly JournalRecord[]): Map<string, Booked> {
  const booked = new Map<string, Booked>();
  for (const { type, operation, data } of journal) {
    if (operation === null) continue;
    const before = booked.get(operation);
    const value = (data['amount'] as { value: number } | null | undefined)?.value ?? before?.value ?? null;
    booked.set(operation, {
      id: operation,
      kind: text(data['kind']) ?? before?.kind ?? '',
      transId: text(data['transId']) ?? before?.transId ?? '',
      payId: text(data['payId']) ?? before?.payId ?? null,
      value,
      intents: (before?.intents ?? 0) + (type === 'intent' || type === 'resending' ? 1 : 0),
      state: text(data['state']) ?? before?.state ?? '',
    });
  }
  return booked;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function compare(orders: readonly Order[], journal: readonly JournalRecord[], ledger: Ledger): Comparison {
  const booked = bookedIn(journal);
  const differences: string[] = [];
  const executed = new Map<string, number[]>();
  for (const { transId, value } of ledger.executions) {
    if (transId === null || transId.startsWith(elsewhere)) continue;
    executed.set(transId, [...(executed.get(transId) ?? []), value]);
  }

  const transIds = new Set([...booked.values()].map((each) => each.transId));
  for (const transId of executed.keys()) {
    if (!transIds.has(transId)) differences.push(`${transId}: executed, and the journal knows nothing of it`);
  }
  for (const { id, acknowledged } of orders) {
    if (acknowledged === null) differences.push(`${id}: never acknowledged`);
    else if (!booked.has(acknowledged)) differences.push(`${id}: acknowledged as ${acknowledged}, which is lost`);
  }
  if (transIds.size !== booked.size) differences.push('two operations were made of one order');

  for (const each of booked.values()) {
    const times = executed.get(each.transId) ?? [];
    differences.push(...operationDifferences(each, times).map((what) => `${each.transId} (${each.state}): ${what}`));
  }
  differences.push(...sumDifferences(orders, booked, executed, ledger));

  const inState = (state: string): Booked[] => [...booked.values()].filter((each) => each.state === state);
  return {
    differences,
    succeeded: inState('succeeded').length,
    failed: inState('failed').length + inState('expired').length + inState('cancelled').length,
    needsPerson: inState('needs-person').map(({ transId }) => ({ transId, executed: executed.has(transId) })),
    moved: inState('succeeded').reduce((sum, { value }) => sum + (value ?? 0), 0),
  };
}

function operationDifferences({ kind, state, value, intents }: Booked, times: readonly number[]): string[] {
  const found: string[] = [];
  if (times.length > 1) found.push(`executed ${times.length} times`);
  if (times.length > intents) found.push(`executed ${times.length} times after ${intents} durable intents`);
  const moved = times[0];
  if (moved !== undefined && kind !== 'reverse' && moved !== value) found.push(`executed for ${moved}, not ${value}`);
  switch (state) {
    case 'succeeded':
      return times.length === 0 ? [...found, 'never executed'] : found;
    case 'failed':
    case 'expired':
    case 'cancelled':
      return times.length > 0 ? [...found, 'executed all the same'] : found;
    case 'needs-person':
      return found;
    default:
      return [...found, 'not settled'];
  }
}

/** The gateway's sums of each payment, against what was made elsewhere and what the journal says was done. */
function sumDifferences(
  orders: readonly Order[],
  booked: ReadonlyMap<string, Booked>,
  executed: ReadonlyMap<string, readonly number[]>,
  ledger: Ledger,
): string[] {
  const isSale = new Set(orders.filter(({ input }) => input['messageType'] === 'SALE').map(({ id }) => id));
  const done = [...booked.values()].filter(
    ({ state, transId }) => state === 'succeeded' || (state === 'needs-person' && executed.has(transId)),
  );
  return ledger.payments.flatMap((payment) => {
    const { payId, transId } = payment;
    const mine = done.filter((each) => each.payId === payId || each.transId === transId);
    const sum = (fits: (each: Booked) => boolean): number =>
      mine.filter(fits).reduce((total, each) => total + (each.value ?? 0), 0);
    const soldBefore = transId.startsWith(`${elsewhere}SALE`) ? valueElsewhere : 0;
    const authorized = transId.startsWith(elsewhere) ? valueElsewhere : sum(({ kind }) => kind === 'cloud-pos');
    const soldHere = sum((each) => each.kind === 'cloud-pos' && isSale.has(each.transId));
    const expected = {
      authorised: authorized,
      captured: soldBefore + soldHere + sum(({ kind }) => kind === 'capture'),
      refunded: sum(({ kind }) => kind === 'refund'),
      reversed: mine.some(({ kind }) => kind === 'reverse') ? authorized : 0,
    };
    const { captured, refunded, reversed } = payment;
    const found = { authorised: payment.authorised, captured, refunded, reversed };
    if (JSON.stringify(found) === JSON.stringify(expected)) return [];
    return [`payment ${transId}: the gateway has ${JSON.stringify(found)}, the journal ${JSON.stringify(expected)}`];
  });
}
