// The till stores the office's lists, of people and of programs, sealed in `meta`, and a journal record names each list that it
// took (rights.ts). So the till refuses an older list that somebody puts back. The record also keeps the office and the
// number of the list: the number must not go back when the list is lost.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { ListOfOffice } from '#core/ports/operators.ts';
import { readMeta } from '../journal/meta.ts';

/** Each list's id in its records; that of people came first and has none. */
export const officeLists = ['', 'programs'] as const;
export type OfficeListId = (typeof officeLists)[number];

/** Beside the rows of people and programs, so that one commit holds both. */
export const listKeys = { '': 'office-people', programs: 'office-programs' } as const satisfies {
  [id in OfficeListId]: string;
};
const wordsOf = { '': 'people', programs: 'programs' } as const;

/** What the record's digest covers: all that it says. */
export function listContent(data: JsonObject): ListOfOffice & { readonly list: string; readonly id?: string } {
  const { version } = data;
  const id = textAt(data, 'id') ?? '';
  return {
    till: textAt(data, 'till') ?? '',
    officeKey: textAt(data, 'officeKey') ?? '',
    version: typeof version === 'number' ? version : 0,
    list: textAt(data, 'list') ?? '',
    // The list of people has been bound without one.
    ...(id === '' ? {} : { id }),
  };
}

/** In words; null where the list is the one that the record tells of. */
export function listProblem(db: DatabaseSync, id: OfficeListId, data: JsonObject, seq: number): string | null {
  const sealed = readMeta(db, listKeys[id]);
  const list = `the list of ${wordsOf[id]} from the office`;
  if (sealed === null) return `${list} was taken away: record ${seq} tells of one`;
  if (listDigest(sealed) === listContent(data).list) return null;
  return `${list} was changed or put back: record ${seq} tells of another one`;
}

/** Of a text that was sealed, so nothing can be guessed from it. */
export function listDigest(sealed: string): string {
  return createHash('sha256').update(sealed).digest('hex');
}
