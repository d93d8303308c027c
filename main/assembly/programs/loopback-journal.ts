// The journal as the loopback API reads it. Listeners are called after each commit, in the order of the commits,
// because only committed records may be read.
import type { JournalFact } from '#core/ports/books.ts';
import type { Signer } from '#core/ports/journal.ts';
import { exportPages, firstRecordSince } from '#store/journal/export.ts';
import type { OpenedStore } from '#store/open.ts';
import type { LoopbackJournal } from '#loopback/programs/ports.ts';
import type { Listeners } from '#core/commit/listeners.ts';

/** So few that reading a page does not delay other calls noticeably. */
const pageSize = 32;

export function loopbackJournal(
  { journal }: OpenedStore,
  signer: Signer,
  news: Listeners<() => void>,
): LoopbackJournal {
  return {
    keyId: signer.keyId,
    publicKeyPem: signer.publicKeyPem,
    head: () => journal.head(),
    facts: (seq, limit): JournalFact[] => journal.after(seq, limit),
    exported(format, { after, fromMs, untilMs }) {
      const since = (ms: number) => firstRecordSince(journal, new Date(ms).toISOString());
      const first = fromMs === undefined ? 1 : since(fromMs);
      const last = untilMs === undefined ? journal.head().seq : since(untilMs) - 1;
      return exportPages(journal, format, { after: Math.max(after, first - 1), last, pageSize });
    },
    subscribe: (told) => news.add(told),
  };
}
