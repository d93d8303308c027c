// Which memberships of an office the till had, by records of the journal that only the folder's key makes (rights.ts). So an
// older file of one that somebody puts back is refused: the office that the till left, or an attacker who has its former
// keys, could let people and programs in here again.
import { createHash } from 'node:crypto';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { Commits } from '../database/commits.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { listContent } from './office-list.ts';
import type { Rights } from './rights.ts';

interface Membership {
  readonly till: string;
  readonly officeKey: string;
  /** PEM; another one with each joining. */
  readonly certificate: string;
}

export interface Memberships {
  /** Notes one that is new. False where the till had it before, and another one since. Needs the seal. */
  takes(member: Membership, atMs: number): boolean;
}

/** Of the record that tells which one is the last. */
const lastId = 'member';

export function createMemberships(commits: Commits, append: AppendToJournal, rights: Rights): Memberships {
  const note = (id: string, { till, officeKey }: Membership, list: string, atMs: number): void => {
    const data = { kind: 'office', id, till, officeKey, version: 0, list };
    const entry: JournalEntry = { type: 'rights-bound', operationId: null, atMs, data };
    append(rights.give('office', { ...listContent(data) }, entry).entry);
    rights.forget();
  };
  return {
    takes(member, atMs) {
      const mark = createHash('sha256').update(member.certificate).digest('hex');
      const own = `${lastId} ${mark}`;
      const isLast = () => listContent(rights.lastOf('office', lastId) ?? {}).list === mark;
      if (commits.read(isLast)) return true;
      if (commits.read(() => rights.lastOf('office', own) !== null)) return false;
      commits.now(() => {
        for (const id of [own, lastId]) note(id, member, mark, atMs);
      });
      return true;
    },
  };
}
