// The running shift as it is kept for reports: added up once for many who ask, and the same as one added up anew.
import { expect, it } from 'vitest';
import type { BooksReads, JournalFact, ShiftMark } from '#core/ports/books.ts';
import { RunningShift } from '#core/shift/running-shift.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import type { ShiftTally } from '#core/shift/shift-tally.ts';

class Books implements BooksReads {
  readonly #facts: JournalFact[] = [];
  #last: ShiftMark | null = null;

  add(type: string, data: JournalFact['data'] = {}, operation: string | null = null): void {
    const seq = this.#facts.length + 1;
    const at = new Date(seq * 1_000).toISOString();
    this.#facts.push({ seq, hash: `hash-${seq}`, at, type, operation, data });
  }

  sell(id: string): void {
    const amount = { value: 100, currency: 'EUR' };
    this.add('accepted', { state: 'accepted', mode: 'test', kind: 'capture', environment: 'e', amount }, id);
    this.add('changed', { state: 'succeeded', moved: { currency: 'EUR', taken: 100 } }, id);
  }

  close(): void {
    const number = (this.#last?.number ?? 0) + 1;
    this.add('shift-closed');
    const closedSeq = this.#facts.length;
    this.#last = { number, firstSeq: (this.#last?.closedSeq ?? 0) + 1, closedSeq, closedAt: '' };
  }

  head() {
    return { seq: this.#facts.length, hash: '', atMs: 0, at: '' } as ReturnType<BooksReads['head']>;
  }

  facts(seq: number, limit: number): JournalFact[] {
    return this.#facts.slice(seq, seq + limit);
  }

  labels() {
    return { refNr: null, last4: null };
  }

  lastShift(): ShiftMark | null {
    return this.#last;
  }

  shift(number: number): ShiftMark | null {
    return this.#last?.number === number ? this.#last : null;
  }
}

function aShift() {
  const books = new Books();
  const world = { addedUp: 0, meanwhile: () => {} };
  const running = new RunningShift(books, async (): Promise<ShiftTally> => {
    world.addedUp += 1;
    const tally = currentTally(books);
    await Promise.resolve();
    world.meanwhile();
    world.meanwhile = () => {};
    return tally;
  });
  return { books, running, world };
}

it('is added up once for all who ask at the same moment', async () => {
  const { books, running, world } = aShift();
  books.sell('a');
  const tallies = await Promise.all(Array.from({ length: 20 }, () => running.upToNow()));
  expect(world.addedUp).toBe(1);
  for (const tally of tallies) expect(tally).toEqual(currentTally(books));
});

it('is each time what adding up anew gives', async () => {
  const { books, running, world } = aShift();
  for (let count = 0; count < 30; count += 1) {
    books.sell(`op-${count}`);
    expect(await running.upToNow()).toEqual(currentTally(books));
  }
  expect(world.addedUp).toBe(1);
});

it('holds what was journalled while it was added up', async () => {
  const { books, running, world } = aShift();
  books.sell('a');
  world.meanwhile = () => books.sell('b');
  expect(await running.upToNow()).toEqual(currentTally(books));
});

it('is the next one where it was closed, also while it was added up', async () => {
  const { books, running, world } = aShift();
  books.sell('a');
  await running.upToNow();
  books.close();
  world.meanwhile = () => {
    books.sell('b');
    books.close();
  };
  const tally = await running.upToNow();
  expect([tally.number, tally]).toEqual([3, currentTally(books)]);
});

it('is added up anew where much was journalled since', async () => {
  const { books, running, world } = aShift();
  await running.upToNow();
  for (let count = 0; count < 300; count += 1) books.sell(`op-${count}`);
  expect(await running.upToNow()).toEqual(currentTally(books));
  expect(world.addedUp).toBe(2);
});
