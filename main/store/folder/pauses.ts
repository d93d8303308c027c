// Reads from the journal's records whether the data folder is paused. A record that lifts a pause carries a digest over
// the number and hash of the record that paused the folder. Only the folder's key makes that digest: writing the
// database is not enough, and the digest of one pause lifts no other. Pauses of older programs are lifted by any
// record.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { pauseSentences } from '#contract/people/pause.ts';
import { DamagedRow } from '../database/errors.ts';
import { pauseRecords } from '../schema/pause-records.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, oneRow } from '../database/sql.ts';

export interface Pauses {
  /** Why the folder is paused, or null. Without the key no lift can be proved, so the pause stays. */
  reason(): string | null;
  /** The same, but without the key a record that lifts the pause is believed. */
  certainReason(): string | null;
  /** Whether the folder is paused by a record that only the key lifts. */
  isKeyed(): boolean;
  /** For the record that lifts the pause. Null without the key. */
  proof(by: string, why: string): string | null;
}

interface PauseRow {
  readonly seq: number;
  readonly hash: string;
  readonly type: string;
  readonly data: string;
}

/** Newest first. `all` has no limit, so that appended records cannot hide an earlier one. */
export const pauseQueries = {
  last: `SELECT seq, hash, type, data FROM journal WHERE ${pauseRecords} ORDER BY seq DESC LIMIT 1`,
  all: `SELECT seq, hash, type, data FROM journal WHERE ${pauseRecords} ORDER BY seq DESC`,
} as const;

/** The mark in records of pauses that only the key lifts; older programs did not write it. */
export const onlyByKey: JsonObject = { lifted: 'by-key' };

export function createPauses(db: DatabaseSync, seal: Seal | null): Pauses {
  const newest = db.prepare(pauseQueries.last);
  const every = db.prepare(pauseQueries.all);
  /** The pause that this process has met: it holds until a proof lifts it, even where its record was removed since. */
  let met: PauseRow | null = null;
  let known: { readonly last: string | null; readonly found: PauseRow | null } | null = null;

  const isLifted = (pause: PauseRow, rows: readonly PauseRow[], isCertain: boolean): boolean =>
    rows.some((row) => {
      const { by, why, proof } = liftIn(row);
      if (proof === null) return false;
      if (seal === null) return isCertain && row.seq > pause.seq;
      return proof === proofOf(pause, by, why, seal);
    });
  const look = (isCertain: boolean): PauseRow | null => {
    const last = oneRow<PauseRow>(newest);
    // Called several times for each operation, so the result is remembered until the last record changes.
    if (known !== null && known.last === (last?.hash ?? null) && seal !== null) return known.found;
    const rows = last === null ? [] : allRows<PauseRow>(every);
    const isHeld = (pause: PauseRow | null) => pause !== null && !isLifted(pause, rows, isCertain);
    met = [met, rows.find(isOnlyByKey) ?? null].find(isHeld) ?? null;
    const found = met ?? (last?.type === 'folder-paused' && !isOnlyByKey(last) ? last : null);
    known = { last: last?.hash ?? null, found };
    return found;
  };
  const reasonOf = (pause: PauseRow | null) =>
    pause === null ? null : (textAt(dataOf(pause), 'reason') ?? pauseSentences.copied);
  return {
    reason: () => reasonOf(look(false)),
    certainReason: () => reasonOf(look(true)),
    isKeyed() {
      const pause = look(true);
      return pause !== null && isOnlyByKey(pause);
    },
    proof(by, why) {
      const pause = look(false);
      if (seal === null) return null;
      return pause === null ? '' : proofOf(pause, by, why, seal);
    },
  };
}

/** For a verifier with the key: records that lift a keyed pause and were not made with the key. */
export function forgedLifts(db: DatabaseSync, seal: Seal): number[] {
  const rows = allRows<PauseRow>(db.prepare(pauseQueries.all)).toReversed();
  const forged: number[] = [];
  let paused: PauseRow | null = null;
  for (const row of rows) {
    if (isOnlyByKey(row)) paused = row;
    if (row.type !== 'folder-resumed' || paused === null) continue;
    const { by, why, proof } = liftIn(row);
    if (proof !== proofOf(paused, by, why, seal)) forged.push(row.seq);
  }
  return forged;
}

function proofOf({ seq, hash }: PauseRow, by: string, why: string, seal: Seal): string {
  return seal.digest(JSON.stringify([seq, hash, by, why]), 'resume');
}

function isOnlyByKey(row: PauseRow): boolean {
  return row.type === 'folder-paused' && textAt(dataOf(row), 'lifted') === onlyByKey['lifted'];
}

function liftIn(row: PauseRow): { readonly by: string; readonly why: string; readonly proof: string | null } {
  const data = row.type === 'folder-resumed' ? dataOf(row) : {};
  return { by: textAt(data, 'by') ?? '', why: textAt(data, 'why') ?? '', proof: textAt(data, 'proof') };
}

function dataOf({ seq, data }: PauseRow): JsonObject {
  try {
    const value: unknown = JSON.parse(data);
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new DamagedRow(`the data of journal record ${seq} is not what was written`, { cause: error });
  }
  throw new DamagedRow(`the data of journal record ${seq} is not what was written`);
}
