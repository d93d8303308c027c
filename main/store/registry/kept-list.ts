// Keeps the newest list of people, or of programs, that the till took from its office, with the record that names it
// (office-list.ts), in the transaction that changes their rows.
import type { DatabaseSync } from 'node:sqlite';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { KeptOfOffice, ListOfOffice } from '#core/ports/operators.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { readMeta } from '../journal/meta.ts';
import { type OfficeListId, listContent, listDigest, listKeys } from './office-list.ts';
import type { Rights } from './rights.ts';

interface ListKeeping {
  /** Call it in a transaction. */
  keep(sealed: string, of: ListOfOffice, atMs: number): void;
  /** What was kept last; null: nothing. */
  kept(): KeptOfOffice | null;
}

export function keepOfficeList(
  db: DatabaseSync,
  append: AppendToJournal,
  rights: Rights,
  id: OfficeListId,
): ListKeeping {
  const put = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  return {
    keep(sealed, of, atMs) {
      const { till, officeKey, version } = of;
      const data = { kind: 'office', id, till, officeKey, version, list: listDigest(sealed) };
      const entry: JournalEntry = { type: 'rights-bound', operationId: null, atMs, data };
      put.run(listKeys[id], sealed);
      append(rights.give('office', { ...listContent(data) }, entry).entry);
      rights.forget();
    },
    kept() {
      const told = rights.lastOf('office', id);
      const sealed = rights.agrees('office', id) ? readMeta(db, listKeys[id]) : null;
      if (told === null) return sealed === null ? null : { sealed, of: null };
      const { till, officeKey, version } = listContent(told);
      return { sealed, of: { till, officeKey, version } };
    },
  };
}
