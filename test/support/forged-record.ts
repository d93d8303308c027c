// A record that somebody appends who can write the database and has no key of the folder: its chain is right.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson } from '#contract/data/json.ts';
import { linked } from '#store/journal/chain.ts';
import type { JournalRecord } from '#core/ports/journal.ts';

export function forgeRecord(db: DatabaseSync, type: string, operation: string | null, data: JsonObject): void {
  const head = db.prepare('SELECT seq, hash FROM journal_head').get() as unknown as { seq: number; hash: string };
  const record: JournalRecord = linked(head, { at: new Date().toISOString(), type, operation, data });
  const insert = db.prepare('INSERT INTO journal (seq, prev, hash, at, type, operation, data) VALUES (?,?,?,?,?,?,?)');
  insert.run(record.seq, record.prev, record.hash, record.at, type, operation, canonicalJson(data));
}
