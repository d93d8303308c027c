// Starts the link to the office where this till joined one. Its code is loaded only then, after the start, so a till
// without an office starts and sells as if there were none.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalRecord } from '#core/ports/journal.ts';
import { genesis } from '#core/ports/journal.ts';
import { stretchBytes, stretchRecords } from '#contract/office/office.ts';
import type { Link } from '#office-link/link.ts';
import type { LinkJournal } from '#office-link/ports.ts';
import { lineOf } from '#store/journal/record-line.ts';
import type { Base } from '../base/base.ts';

export interface OfficeLink {
  /** Starts the link where the till has joined since. */
  look(): void;
  end(): Promise<void>;
}

export function officeLink({ ports, folder }: Base): OfficeLink {
  const { dataDir, log } = ports;
  const { seal } = folder;
  let starting: Promise<Link | null> | null = null;
  const start = async (): Promise<Link | null> => {
    const [{ startLink }, { keepCountersigned, readMember }] = await Promise.all([
      import('#office-link/link.ts'),
      import('#office-link/membership.ts'),
    ]);
    const member = readMember(dataDir);
    if (member === null || seal === null) return null;
    log('info', 'office-link-started', { till: member.till });
    const linkPorts = {
      journal: linkJournal(folder),
      after: (ms: number, work: () => void) => folder.clock.after(ms, work),
      keep: (signed: Parameters<typeof keepCountersigned>[1]) => keepCountersigned(dataDir, signed),
      log,
    };
    return startLink(linkPorts, member, seal);
  };
  return {
    look() {
      if (starting !== null || seal === null || !existsSync(join(dataDir, 'office', 'member.json'))) return;
      starting = start().catch((error: unknown) => {
        // The key opens for the office that the till joined: the folder was changed, or is of an older version.
        const mend = 'Join the office again: office join.';
        log('warn', 'office-link-not-started', { error: error instanceof Error ? error.name : 'unknown', mend });
        return null;
      });
    },
    async end() {
      const link = await starting;
      await link?.end();
    },
  };
}

function linkJournal({ opening: { journal }, news }: Base['folder']): LinkJournal {
  return {
    head: () => journal.head(),
    hashAt: (seq) => (seq === 0 ? genesis.hash : (journal.after(seq - 1, 1)[0]?.hash ?? null)),
    stretchAfter(seq) {
      const lines = linesWithin(journal.after(seq, stretchRecords));
      return lines === '' ? null : lines;
    },
    subscribe: (told) => news.add(told),
  };
}

/** At least one, if there is one. */
function linesWithin(records: readonly JournalRecord[]): string {
  let text = '';
  for (const record of records) {
    const line = lineOf(record);
    if (text !== '' && text.length + line.length > stretchBytes) break;
    text += line;
  }
  return text;
}
