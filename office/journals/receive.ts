// Takes a stretch of a till's journal: verified, stored, added up and countersigned in one transaction with the till's
// head, which moves by compare-and-swap. So of two identical sends one is stored, and the other is told where the head is.
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Place } from '#contract/office/office.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { OpenOperation } from '#core/shift/shift-tally.ts';
import type { AuditPlace } from '#store/journal/audit.ts';
import { type Database, type Tx, storable } from '../database/database.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';
import { type AddedUp, addUp } from './add-up.ts';
import { notePlaceAlarm } from './alarms.ts';
import { type LineageRow, beginLineage, currentLineage, lockTill, placeIn, placeOf } from './lineage.ts';
import { hashesOf } from './segments.ts';
import type { TillAt } from './till-at.ts';
import { lineOf } from '#store/journal/record-line.ts';
import { RecordRefused, recordsIn, verifyStretch } from './stretch.ts';

export interface Ports {
  readonly database: Database;
  readonly keys: Pick<OfficeKeys, 'countersign'>;
  readonly nowIso: () => string;
}

export type Received =
  | { readonly type: 'stored'; readonly place: Place }
  /** It does not begin where the office's records end, or belongs to a lineage that the till has left. */
  | { readonly type: 'elsewhere'; readonly place: Place }
  | { readonly type: 'refused'; readonly seq: number; readonly what: string };

const compress = promisify(zstdCompress);
/** How often a send is tried: of sends that meet, one moves the head, and the others find it moved. */
const mostTries = 4;

/** Another send moved the head meanwhile. */
class HeadMoved extends Error {
  override readonly name = 'HeadMoved';
}

export async function receive(
  ports: Ports,
  at: TillAt,
  { lineage, after, body }: { readonly lineage: number; readonly after: number; readonly body: Buffer },
): Promise<Received> {
  return refusing(ports, at, lineage, async () => {
    const records = recordsIn(body, after);
    if (records.length === 0) return { type: 'elsewhere', place: await placeOf(ports.database, at) };
    for (let tried = 1; ; tried += 1) {
      try {
        return await ports.database.transact(at.chain, (tx) => store(ports, tx, at, lineage, records));
      } catch (error) {
        if (!(error instanceof HeadMoved) || tried === mostTries) throw error;
      }
    }
  });
}

/** Begins a new history of a restored folder, behind a record that it shares with the one that it left. */
export async function branch(
  ports: Ports,
  at: TillAt,
  { lineage, after, body }: { readonly lineage: number; readonly after: number; readonly body: Buffer },
): Promise<Received> {
  return refusing(ports, at, lineage, async () => {
    const records = recordsIn(body, after);
    return ports.database.transact(at.chain, async (tx) => {
      await lockTill(tx, at);
      const left = await currentLineage(tx, at);
      if (left.number !== lineage) return { type: 'elsewhere', place: placeIn(at, left) };
      const begun = await beginLineage(tx, at, left, { after, records });
      return storeBehind(ports, tx, at, begun, records);
    });
  });
}

async function refusing(ports: Ports, at: TillAt, lineage: number, work: () => Promise<Received>): Promise<Received> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RecordRefused)) throw error;
    const { kind, seq, message: detail } = error;
    await ports.database.transact(at.chain, (tx) => notePlaceAlarm(tx, at, { kind, seq, lineage, detail }));
    return { type: 'refused', seq, what: detail };
  }
}

async function store(
  ports: Ports,
  tx: Tx,
  at: TillAt,
  wanted: number,
  records: readonly JournalRecord[],
): Promise<Received> {
  const lineage = await currentLineage(tx, at);
  if (lineage.number !== wanted) return { type: 'elsewhere', place: placeIn(at, lineage) };
  const fresh = await notStored(tx, at, lineage, records);
  if (fresh.length === 0) return { type: 'stored', place: placeIn(at, lineage) };
  return storeBehind(ports, tx, at, lineage, fresh);
}

/** The records behind the head. Those before it must be the ones that are stored. */
async function notStored(
  tx: Tx,
  at: TillAt,
  lineage: LineageRow,
  records: readonly JournalRecord[],
): Promise<JournalRecord[]> {
  const repeated = records.filter(({ seq }) => seq <= lineage.head_seq);
  const [first, last] = [repeated[0]?.seq, repeated.at(-1)?.seq];
  if (first === undefined || last === undefined) return [...records];
  const stored = await hashesOf(tx, at, lineage, first, last);
  for (const record of repeated) {
    if (stored.get(record.seq) !== record.hash) {
      throw new RecordRefused(record.seq, 'forked', `record ${record.seq} is another one than the office has`);
    }
  }
  return records.slice(repeated.length);
}

/** Verifies the records, stores them and moves the head. */
async function storeBehind(
  ports: Ports,
  tx: Tx,
  at: TillAt,
  lineage: LineageRow,
  records: readonly JournalRecord[],
): Promise<Received> {
  const place = verifyStretch(records, lineage.place, lineage.journal_key);
  const { chain, till } = at;
  const { number } = lineage;
  const added = addUp(records, {
    lineage: number,
    closedShifts: lineage.place.shifts,
    known: await knownOperations(tx, at, records),
  });
  const { head } = place;
  const countersigned = ports.keys.countersign({ till, lineage: number, ...head, at: ports.nowIso() });
  const moved = await tx.run(
    `WITH heard AS (UPDATE till SET heard_at = now() WHERE chain_id = $1 AND id = $2)
      UPDATE lineage SET head_seq = $4, head_hash = $5, place = $6, countersigned = $7
      WHERE chain_id = $1 AND till_id = $2 AND number = $3 AND head_seq = $8 AND head_hash = $9`,
    [
      chain,
      till,
      number,
      head.seq,
      head.hash,
      JSON.stringify(place),
      JSON.stringify(countersigned),
      lineage.head_seq,
      lineage.head_hash,
    ],
  );
  if (moved !== 1) throw new HeadMoved('another send of this till was stored first');
  await insertSegment(tx, at, number, records, place);
  await noteAddedUp(tx, at, number, added).catch((error: unknown) => {
    if (!isDataError(error)) throw error;
    const first = lineage.head_seq + 1;
    throw new RecordRefused(first, 'changed', `records ${first} to ${head.seq} hold a value that no till writes`);
  });
  const now = { ...lineage, head_seq: head.seq, head_hash: head.hash, place, countersigned };
  return { type: 'stored', place: placeIn(at, now) };
}

async function insertSegment(
  tx: Tx,
  { chain, till }: TillAt,
  lineage: number,
  records: readonly JournalRecord[],
  place: AuditPlace,
): Promise<void> {
  const text = await compress(Buffer.from(records.map(lineOf).join(''), 'utf8'));
  await tx.run(
    `INSERT INTO segment (chain_id, till_id, lineage, first_seq, last_seq, last_hash, place, records)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [chain, till, lineage, records[0]?.seq, place.head.seq, place.head.hash, JSON.stringify(place), text],
  );
}

async function knownOperations(tx: Tx, { chain, till }: TillAt, records: readonly JournalRecord[]) {
  const ids = new Set(records.flatMap(({ operation }) => (operation === null ? [] : [operation])));
  if (ids.size === 0) return [];
  const rows = await tx.rows<{ id: string; carried: OpenOperation | null; seen_paid_in: number | null }>(
    'SELECT id, carried, seen_paid_in FROM operation WHERE chain_id = $1 AND till_id = $2 AND id = ANY ($3)',
    [chain, till, [...ids].map(storable)],
  );
  return rows.map(({ id, carried, seen_paid_in: seenPaidIn }) => ({ id, carried, seenPaidIn }));
}

async function noteAddedUp(tx: Tx, { chain, till }: TillAt, lineage: number, added: AddedUp): Promise<void> {
  const operations = added.operations.map(({ operation, changedAt, ended }) => ({
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    mode: operation.mode,
    environment: operation.environment,
    amount_minor: operation.amount?.value ?? null,
    currency: operation.amount?.currency ?? null,
    pay_id: operation.payId,
    trans_id: operation.transId,
    ref_nr: operation.refNr,
    accepted_at: operation.acceptedAt,
    changed_at: changedAt,
    doubt_since: operation.doubtSince,
    carried: ended ? null : operation,
  }));
  if (operations.length > 0) {
    await tx.run(
      `INSERT INTO operation (chain_id, till_id, lineage, id, kind, state, mode, environment, amount_minor, currency,
          pay_id, trans_id, ref_nr, accepted_at, changed_at, doubt_since, carried)
        SELECT $1, $2, $3, id, kind, state, mode, environment, amount_minor, currency,
          pay_id, trans_id, ref_nr, accepted_at, changed_at, doubt_since, carried
        FROM jsonb_to_recordset($4::jsonb) AS given (id text, kind text, state text, mode text, environment text,
          amount_minor bigint, currency text, pay_id text, trans_id text, ref_nr text, accepted_at timestamptz,
          changed_at timestamptz, doubt_since timestamptz, carried jsonb)
        ON CONFLICT (chain_id, till_id, id) DO UPDATE SET lineage = excluded.lineage, state = excluded.state,
          pay_id = excluded.pay_id, changed_at = excluded.changed_at, doubt_since = excluded.doubt_since,
          carried = excluded.carried`,
      [chain, till, lineage, textOf(operations)],
    );
  }
  if (added.seenPaid.length > 0) {
    await tx.run(
      `UPDATE operation SET seen_paid_in = coalesce(seen_paid_in, $3)
        WHERE chain_id = $1 AND till_id = $2 AND id = ANY ($4)`,
      [chain, till, lineage, added.seenPaid],
    );
  }
  if (added.takings.length === 0) return;
  await tx.run(
    `INSERT INTO taking (chain_id, till_id, lineage, shift, hour, mode, environment, currency,
        taken_minor, given_back_minor, tip_minor)
      SELECT $1, $2, $3, shift, hour, mode, environment, currency, "takenMinor", "givenBackMinor", "tipMinor"
      FROM jsonb_to_recordset($4::jsonb) AS given (shift integer, hour timestamptz, mode text, environment text,
        currency text, "takenMinor" bigint, "givenBackMinor" bigint, "tipMinor" bigint)
      ON CONFLICT (chain_id, till_id, lineage, shift, hour, mode, environment, currency) DO UPDATE SET
        taken_minor = taking.taken_minor + excluded.taken_minor,
        given_back_minor = taking.given_back_minor + excluded.given_back_minor,
        tip_minor = taking.tip_minor + excluded.tip_minor`,
    [chain, till, lineage, textOf(added.takings)],
  );
}

/** A number or a time that is none; class 22 of SQLSTATE. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'string' ? storable(each) : each));
}
