// Takes a stretch of a till's journal: verified, stored, added up and countersigned in one transaction with the till's
// head, which moves by compare-and-swap. So of two identical sends one is stored, and the other is told where the head is.
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Place } from '#contract/office/office.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { AuditPlace } from '#store/journal/audit.ts';
import type { Database, Tx } from '../database/database.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';
import { noteClaims } from './journal-claims.ts';
import { addUp } from './add-up.ts';
import { knownBefore, noteAddedUp } from './added-up-rows.ts';
import { notePlaceAlarm } from './alarms.ts';
import { type LineageRow, beginLineage, currentLineage, lockTill, placeIn, placeOf } from './lineage.ts';
import { hashesOf } from './segments.ts';
import type { TillAt } from '../database/till-at.ts';
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
    ...(await knownBefore(tx, at, records)),
  });
  const { head } = place;
  const countersigned = ports.keys.countersign({ till, lineage: number, ...head, at: ports.nowIso() });
  const moved = await tx.run(
    `WITH heard AS (UPDATE till SET heard_at = now() WHERE chain_id = $1 AND id = $2)
      UPDATE lineage SET head_seq = $4, head_hash = $5, place = $6, countersigned = $7, last_at = $10::timestamptz
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
      records.at(-1)?.at,
    ],
  );
  if (moved !== 1) throw new HeadMoved('another send of this till was stored first');
  await insertSegment(tx, at, number, records, place);
  await noteRows(tx, at, number, added, records).catch((error: unknown) => {
    if (!isDataError(error)) throw error;
    const first = lineage.head_seq + 1;
    throw new RecordRefused(first, 'changed', `records ${first} to ${head.seq} hold a value that no till writes`);
  });
  const now = { ...lineage, head_seq: head.seq, head_hash: head.hash, place, countersigned };
  return { type: 'stored', place: placeIn(at, now) };
}

async function noteRows(...given: Parameters<typeof noteAddedUp>): Promise<void> {
  await noteAddedUp(...given);
  await noteClaims(...given);
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

/** A number or a time that is none; class 22 of SQLSTATE. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
}
