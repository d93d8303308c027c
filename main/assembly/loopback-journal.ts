// The journal as the loopback API reads it, and the news that there may be more of it: after each commit, in the order
// of the commits, because that is when somebody may rely on it.
import type { JournalFact } from '#core/ports/books.ts';
import type { Signer } from '#core/ports/signer.ts';
import { exportPages } from '#store/export.ts';
import type { OpenedStore } from '#store/open.ts';
import type { LoopbackJournal } from '#loopback/ports.ts';

/** Whoever wants to know that something was committed. */
export class News {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** So few that nobody feels the pause while a page is read. */
const pageSize = 32;

export function loopbackJournal({ journal }: OpenedStore, signer: Signer, news: News): LoopbackJournal {
  return {
    keyId: signer.keyId,
    publicKeyPem: signer.publicKeyPem,
    head: () => journal.head(),
    facts: (seq, limit): JournalFact[] => journal.after(seq, limit),
    exported: (format, after) => exportPages(journal, format, { after, last: journal.head().seq, pageSize }),
    subscribe: (told) => news.subscribe(told),
  };
}
