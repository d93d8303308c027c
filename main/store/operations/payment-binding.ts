// Binds each row of `payments`: its sums decide how much may be refunded. The row carries a digest over its sums and
// numbers that only the folder's key makes. A row that was changed outside of this program is not believed, and
// operations that depend on it are refused. The bridge counts its own operations from `operations`, so an older row of
// `payments` that is put back hides none of them.
import type { DatabaseSync } from 'node:sqlite';
import { boundRecords } from '../schema/binding-table.ts';
import { AlteredSum } from '../database/errors.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import type { Bindings } from './operation-binding.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, oneRow } from '../database/sql.ts';

export interface PaymentRow {
  readonly environment_id: string;
  readonly lane: string;
  readonly pay_id: string | null;
  readonly trans_id: string | null;
  readonly currency: string | null;
  readonly authorised_minor: number | null;
  readonly captured_minor: number | null;
  readonly refunded_minor: number | null;
  readonly capture_count: number | null;
  readonly reversed: number;
  readonly terminal_id: string | null;
  readonly trace_nr: string | null;
  readonly open_since: number | null;
  readonly brand: string | null;
  readonly ref_nr: string | null;
  readonly last4: string | null;
  readonly approval_code: string | null;
}

const boundNames = [
  'environment_id',
  'lane',
  'pay_id',
  'trans_id',
  'currency',
  'authorised_minor',
  'captured_minor',
  'refunded_minor',
  'capture_count',
  'reversed',
  'terminal_id',
  'trace_nr',
] as const satisfies readonly (keyof PaymentRow)[];

type Bound = Pick<PaymentRow, (typeof boundNames)[number]>;

export interface StoredPayment extends PaymentRow {
  readonly number: number;
  readonly bound: string | null;
}

export interface PaymentBindings {
  /** The value of `bound` for a new row. Where the row before was not believed, a value that is never believed. */
  digest(next: Bound, before: StoredPayment | null): string;
  /** Inside `strictly`, throws AlteredSum where this row is not believed. */
  meet(row: StoredPayment): void;
  /** Notes, once in the life of a folder, which rows an older program wrote: those are believed as they are. */
  begin(atMs: number): void;
  /**
   * Checks the next rows, and binds those of an older program within `write`. Starts again at the first row where
   * another program wrote.
   */
  sweep(limit: number, atMs: number, write: (work: () => void) => void): void;
}

/** The number of the last row of an older program; null before it was noted. */
interface Older {
  readonly upTo: number;
  readonly done: boolean;
}

export const paymentBindingQueries = {
  after: 'SELECT * FROM payments WHERE number > ? ORDER BY number LIMIT ? + 0',
} as const;

const type = 'operations-bound';
const notesSql = `SELECT data FROM journal WHERE ${boundRecords} AND
  CASE WHEN json_valid(data) THEN json_type(data, '$.payments') END = 'object'`;

export function createPaymentBindings(
  db: DatabaseSync,
  seal: Seal,
  bindings: Pick<Bindings, 'isStrict' | 'suspect'>,
  append: AppendToJournal,
): PaymentBindings {
  const after = db.prepare(paymentBindingQueries.after);
  const last = db.prepare('SELECT max(number) AS number FROM payments');
  const put = db.prepare('UPDATE payments SET bound = ? WHERE number = ?');
  const version = db.prepare('PRAGMA data_version');
  let older: Older | null | undefined;
  let swept = { number: 0, version: -1 };

  const known = (): Older | null => (older ??= olderIn(db, seal));
  const believes = (row: StoredPayment): boolean => isBelieved(row, seal, known);
  const note = (next: Older, atMs: number): void => {
    append({ type, operationId: null, atMs, data: { payments: { ...next, digest: noteDigest(next, seal) } } });
    older = next;
  };
  const suspect = (row: StoredPayment): string => {
    const what = `what is known of the payment ${row.pay_id ?? row.trans_id ?? row.lane} was changed`;
    bindings.suspect(row.lane, what);
    return what;
  };
  return {
    digest: (next, before) => (before === null || believes(before) ? digestOf(next, seal) : ''),
    meet(row) {
      if (bindings.isStrict() && !believes(row)) throw new AlteredSum(suspect(row));
    },
    begin(atMs) {
      if (known() !== null) return;
      const upTo = oneRow<{ number: number | null }>(last)?.number ?? 0;
      note({ upTo, done: upTo === 0 }, atMs);
    },
    sweep(limit, atMs, write) {
      const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
      if (now !== swept.version) swept = { number: 0, version: now };
      const rows = allRows<StoredPayment>(after, swept.number, limit);
      for (const row of rows) if (!believes(row)) suspect(row);
      const left = known();
      const number = rows.at(-1)?.number ?? swept.number;
      swept = { number, version: now };
      if (left === null || left.done) return;
      write(() => {
        for (const row of rows) {
          if (row.bound === null && believes(row)) put.run(digestOf(row, seal), row.number);
        }
        if (rows.length < limit || number >= left.upTo) note({ ...left, done: true }, atMs);
      });
    },
  };
}

/** The first row that is not believed, in words, or null. */
export function alteredPayment(db: DatabaseSync, seal: Seal): string | null {
  const older = olderIn(db, seal);
  for (const each of db.prepare('SELECT * FROM payments ORDER BY number').iterate() as Iterable<unknown>) {
    const row = each as StoredPayment;
    if (isBelieved(row, seal, () => older)) continue;
    return `what is known of the payment ${row.pay_id ?? row.trans_id ?? row.lane} was changed outside of this program`;
  }
  return null;
}

function isBelieved(row: StoredPayment, seal: Seal, older: () => Older | null): boolean {
  if (row.bound !== null) return row.bound === digestOf(row, seal);
  const left = older();
  return left === null || (!left.done && row.number <= left.upTo);
}

function digestOf(row: Bound, seal: Seal): string {
  return seal.digest(JSON.stringify(boundNames.map((name) => row[name])), 'payment');
}

function noteDigest({ upTo, done }: Older, seal: Seal): string {
  return seal.digest(JSON.stringify([upTo, done]), 'payments bound');
}

/** The first note gives `upTo`, any note may say `done`: appending a copy of an older note changes nothing. */
function olderIn(db: DatabaseSync, seal: Seal): Older | null {
  const notes = allRows<{ data: string }>(db.prepare(`${notesSql} ORDER BY seq`)).flatMap(({ data }) => {
    const { upTo, done, digest } = (JSON.parse(data) as { readonly payments: Older & { readonly digest: string } })
      .payments;
    return digest === noteDigest({ upTo, done }, seal) ? [{ upTo, done }] : [];
  });
  const [first] = notes;
  return first === undefined ? null : { upTo: first.upTo, done: notes.some(({ done }) => done) };
}
