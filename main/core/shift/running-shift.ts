// The sums of the running shift, kept for its reports: each report adds only what was journalled since the one before,
// so that many requests cost little more than one. Closing a shift adds up anew and does not rely on this.
import type { BooksReads } from '../ports/books.ts';
import { addUpTo } from './shift-books.ts';
import type { ShiftTally } from './shift-tally.ts';

/** Up to so many new records are added within the request; with more, a worker adds the shift up anew. */
const fewRecords = 500;

export class RunningShift {
  readonly #books: BooksReads;
  readonly #addUp: () => Promise<ShiftTally>;
  #tally: ShiftTally | null = null;
  /** One for all requests that come meanwhile. */
  #adding: Promise<ShiftTally> | null = null;

  /** `addUp`: the running shift from its first record on. */
  constructor(books: BooksReads, addUp: () => Promise<ShiftTally>) {
    this.#books = books;
    this.#addUp = addUp;
  }

  /** Up to the journal's last record. Read it at once: the next call adds to the same tally. */
  async upToNow(): Promise<ShiftTally> {
    for (;;) {
      const tally = this.#known() ?? (await this.#anew());
      // It may have been closed meanwhile.
      if (tally.number === this.#number()) return this.#addRest(tally);
    }
  }

  #known(): ShiftTally | null {
    const tally = this.#tally;
    if (tally === null || tally.number !== this.#number()) return null;
    return this.#books.head().seq - tally.lastSeq <= fewRecords ? tally : null;
  }

  async #anew(): Promise<ShiftTally> {
    this.#adding ??= this.#addUp().finally(() => {
      this.#adding = null;
    });
    return this.#adding;
  }

  #addRest(tally: ShiftTally): ShiftTally {
    // Not kept where adding fails in the middle.
    this.#tally = null;
    addUpTo(this.#books, tally, this.#books.head().seq);
    this.#tally = tally;
    return tally;
  }

  #number(): number {
    return (this.#books.lastShift()?.number ?? 0) + 1;
  }
}
