// The till stores the office's list of people sealed in `meta`, and a journal record names each list that it took
// (rights.ts). So the till refuses an older list that somebody puts back. The record also keeps the office and the
// number of the list: the number must not go back when the list is lost.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { ListOfOffice } from '#core/ports/operators.ts';
import { readMeta } from '../journal/meta.ts';

/** Beside the rows of people, so that one commit holds both. */
export const listKey = 'office-people';

export function listEntry(sealed: string, of: ListOfOffice, atMs: number): JournalEntry {
  const { till, officeKey, version } = of;
  const data = { kind: 'office', id: '', till, officeKey, version, list: digestOf(sealed) };
  return { type: 'rights-bound', operationId: null, atMs, data };
}

/** What the record's digest covers: all that it says. */
export function listContent(data: JsonObject): ListOfOffice & { readonly list: string } {
  const { version } = data;
  return {
    till: textAt(data, 'till') ?? '',
    officeKey: textAt(data, 'officeKey') ?? '',
    version: typeof version === 'number' ? version : 0,
    list: textAt(data, 'list') ?? '',
  };
}

/** In words; null where the list is the one that the record tells of. */
export function listProblem(db: DatabaseSync, data: JsonObject, seq: number): string | null {
  const sealed = readMeta(db, listKey);
  if (sealed === null) return `the list of people from the office was taken away: record ${seq} tells of one`;
  if (digestOf(sealed) === listContent(data).list) return null;
  return `the list of people from the office was changed or put back: record ${seq} tells of another one`;
}

/** Of a text that was sealed, so nothing can be guessed from it. */
function digestOf(sealed: string): string {
  return createHash('sha256').update(sealed).digest('hex');
}
