// The histories of a till's journal. Most tills have one. A folder that was restored from a backup leaves it at a record
// that both have, and goes on with another; a new folder of the same till begins at the first record.
import type { Countersigned, Place } from '#contract/office/office.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { type AuditPlace, auditStart } from '#store/journal/audit.ts';
import type { Database, Tx } from '../database/database.ts';
import { notePlaceAlarm } from './alarms.ts';
import { isStored, placeAt } from './segments.ts';
import { RecordRefused } from './stretch.ts';
import type { TillAt } from '../database/till-at.ts';

export interface LineageRow {
  readonly number: number;
  readonly journal_key: string;
  readonly parent: number;
  readonly parent_seq: number;
  readonly head_seq: number;
  readonly head_hash: string;
  readonly place: AuditPlace;
  readonly countersigned: Countersigned | null;
  /** Whether the chain wants refunds to be claimed. */
  readonly claims: boolean;
  /** How often the chain's settings were changed. */
  readonly settings: number;
  /** How often the people of its tills were changed. */
  readonly people: number;
  /** How often the programs of its tills were changed. */
  readonly programs: number;
}

const columns = `number, journal_key, parent, parent_seq, head_seq, head_hash, place, countersigned,
  (SELECT wants_claims FROM chain WHERE id = $1) AS claims,
  (SELECT settings_changes FROM chain WHERE id = $1) AS settings,
  (SELECT people_changes FROM chain WHERE id = $1) AS people,
  (SELECT programs_changes FROM chain WHERE id = $1) AS programs`;

/** Until the transaction ends, no other one begins a lineage of this till. Rows that refer to the till are not kept out. */
export async function lockTill(tx: Tx, { chain, till }: TillAt): Promise<void> {
  await tx.row('SELECT id FROM till WHERE chain_id = $1 AND id = $2 FOR NO KEY UPDATE', [chain, till]);
}

/** The one that the till writes now. */
export async function currentLineage(tx: Tx, { chain, till }: TillAt): Promise<LineageRow> {
  const row = await tx.row<LineageRow>(
    `SELECT ${columns} FROM lineage WHERE chain_id = $1 AND till_id = $2
      AND number = (SELECT lineage FROM till WHERE chain_id = $1 AND id = $2)`,
    [chain, till],
  );
  if (row === null) throw new Error('a till that has joined has a lineage');
  return row;
}

export function placeIn(
  { till }: TillAt,
  { number, head_seq, head_hash, countersigned, claims, settings, people, programs }: LineageRow,
): Place {
  return { till, lineage: number, seq: head_seq, hash: head_hash, countersigned, claims, settings, people, programs };
}

export async function placeOf(database: Database, at: TillAt): Promise<Place> {
  return database.transact(at.chain, async (tx) => placeIn(at, await currentLineage(tx, at)));
}

/** The first history of a folder: all its records will be sent. */
export async function beginFolder(tx: Tx, at: TillAt, journalKey: string, before: number): Promise<void> {
  await insert(tx, at, { number: before + 1, journalKey, parent: 0, place: auditStart });
  await tx.run('UPDATE till SET lineage = $3 WHERE chain_id = $1 AND id = $2', [at.chain, at.till, before + 1]);
}

/**
 * Call it with the till locked. The history that `records` begin behind record `after`. Throws RecordRefused where
 * nothing shows that the folder was restored, so that the journal was changed; and where the till goes back to a history
 * that it left, which two copies would do in turns for ever. A person who knows which one is right gives out a new code.
 */
export async function beginLineage(
  tx: Tx,
  at: TillAt,
  left: LineageRow,
  { after, records }: { readonly after: number; readonly records: readonly JournalRecord[] },
): Promise<LineageRow> {
  const first = after + 1;
  const till = await tx.row<{ may_branch: boolean }>('SELECT may_branch FROM till WHERE chain_id = $1 AND id = $2', [
    at.chain,
    at.till,
  ]);
  // A restored folder pauses itself before anything else (ADR 18).
  const isRestored = records.some(({ type }) => type === 'folder-paused' || type === 'folder-resumed');
  if (!isRestored && till?.may_branch !== true) {
    throw new RecordRefused(first, 'forked', `record ${first} is another one than the office has`);
  }
  const [begins] = records;
  if (till?.may_branch !== true && begins !== undefined && (await isStored(tx, at, begins))) {
    const what = `record ${first} goes on with a history that the till left: two copies of the folder are in use`;
    throw new RecordRefused(first, 'forked', what);
  }
  const place = after >= left.head_seq ? null : await placeAt(tx, at, left, after);
  if (place === null) {
    throw new RecordRefused(first, 'missing', `record ${first} leaves the journal where the office has no record`);
  }
  const number = left.number + 1;
  await insert(tx, at, { number, journalKey: left.journal_key, parent: left.number, place });
  await tx.run('UPDATE till SET lineage = $3, may_branch = false WHERE chain_id = $1 AND id = $2', [
    at.chain,
    at.till,
    number,
  ]);
  await notePlaceAlarm(tx, at, {
    kind: 'restored',
    lineage: number,
    seq: first,
    detail: `the folder was restored: it goes on behind record ${after}, and records ${first} to ${left.head_seq} are the office's alone`,
  });
  return currentLineage(tx, at);
}

async function insert(
  tx: Tx,
  { chain, till }: TillAt,
  {
    number,
    journalKey,
    parent,
    place,
  }: { readonly number: number; readonly journalKey: string; readonly parent: number; readonly place: AuditPlace },
): Promise<void> {
  await tx.run(
    `INSERT INTO lineage (chain_id, till_id, number, journal_key, parent, parent_seq, head_seq, head_hash, place, began)
      VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $8)`,
    [chain, till, number, journalKey, parent, place.head.seq, place.head.hash, JSON.stringify(place)],
  );
}
