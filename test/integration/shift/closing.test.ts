// Closing a shift over a real database, with the adding up in a thread of its own, while others go on journalling.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBackground } from '#background/background.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { ShiftClosing, ShiftReport } from '#contract/shift/shift.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { type Shifts, createShifts } from '#core/shift/shifts.ts';
import type { OpenedStore } from '#store/open.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { workerEntry } from '#support/bundled.ts';
import { startMs } from '#support/records.ts';
import { anAccepted, noMarks } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const entry = workerEntry();

interface Till {
  readonly dataDir: string;
  readonly folder: OpenedStore;
  readonly shifts: Shifts;
  readonly publicKeyPem: string;
}

function aTill(): Till {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  const background = createBackground(entry);
  onTestFinished(() => background.close());
  const signer = folder.signer(startMs);
  const reads = {
    currentShift: () => background.run('currentShift', { dataDir }),
    closedShift: (number: number) => background.run('closedShift', { dataDir, number }),
  };
  let nowMs = startMs;
  const clock = { nowMs: () => (nowMs += 1), iso: (ms: number) => new Date(ms).toISOString() };
  const shifts = createShifts({ books: folder.books, reads, signer, clock });
  return { dataDir, folder, shifts, publicKeyPem: signer.publicKeyPem };
}

/** A capture, accepted; `done`: and carried out. */
async function capture({ folder }: Till, name: string, value: number, done: boolean): Promise<void> {
  const amount = { value, currency: 'EUR' };
  const data: JsonObject = { kind: 'capture', mode: 'live', environment: 'env', amount };
  await folder.store.transact((tx) => {
    const record = anAccepted(name, { amount });
    const { seq } = tx.insert(record, noMarks);
    const told = { operationId: record.id, atMs: startMs };
    tx.journal({ ...told, type: 'accepted', data: { ...data, state: 'accepted' } });
    if (!done) return;
    tx.update({ ...record, seq, revision: 2, state: 'succeeded' });
    tx.journal({ ...told, type: 'succeeded', data: { ...data, state: 'succeeded' } });
  });
}

const sumOf = (report: ShiftReport | null) =>
  (report?.sections ?? []).flatMap(({ totals }) => totals).reduce((sum, each) => sum + each.amountMinor, 0);

describe('a shift', () => {
  it('reads as X without changing anything, closes as Z with a signed head, and the next begins empty', async () => {
    const till = aTill();
    await capture(till, 'a', 500, true);
    const head = till.folder.journal.head();
    const x = await till.shifts.current();
    expect(x).toMatchObject({ type: 'X', number: 1, head: null, lastSeq: head.seq });
    expect(till.folder.journal.head()).toEqual(head);

    const closing = await till.shifts.close({ by: 'somebody', evenIfOpen: false });
    if (closing.type !== 'closed') throw new Error('it was not closed');
    const { report } = closing;
    expect(report).toMatchObject({ type: 'Z', number: 1, closedBy: 'somebody', lastSeq: head.seq });
    expect(sumOf(report)).toBe(500);
    const [closed, signed] = till.folder.journal.after(head.seq, 10);
    expect(closed).toMatchObject({
      type: 'shift-closed',
      hash: report.head?.hash,
      data: { number: 1, by: 'somebody' },
    });
    expect(signed).toMatchObject({ type: 'head-signed', data: { seq: report.head?.seq, hash: report.head?.hash } });
    expect(await till.shifts.closed(1)).toEqual(report);
    expect(await till.shifts.closed(2)).toBeNull();
    expect(sumOf(await till.shifts.current())).toBe(0);
    expect((await till.shifts.current()).number).toBe(2);
    expect(verifyDatabase(till.dataDir, till.publicKeyPem).ok).toBe(true);
  });

  it('stays open while something waits, unless that is said to be all right; then it is named and carried over', async () => {
    const till = aTill();
    await capture(till, 'a', 500, false);
    const head = till.folder.journal.head();
    const refused = await till.shifts.close({ by: 'somebody', evenIfOpen: false });
    expect(refused).toEqual({ type: 'still-open', open: { waiting: 1, inDoubt: 0, needsPerson: 0 } });
    expect(till.folder.journal.head()).toEqual(head);
    await till.shifts.close({ by: 'somebody', evenIfOpen: true });
    const [carried] = till.folder.journal.after(head.seq, 1);
    expect(carried).toMatchObject({ type: 'shift-carried', data: { operations: [{ id: 'op_a', state: 'accepted' }] } });
    expect((await till.shifts.current()).sections[0]?.open).toMatchObject([{ operationId: 'op_a', carriedOver: true }]);
    expect((await till.shifts.closed(1))?.sections[0]?.open).toMatchObject([
      { operationId: 'op_a', carriedOver: false },
    ]);
  });

  it('carries thousands over in records of a size that verifies, through several shifts', async () => {
    const till = aTill();
    await Promise.all(Array.from({ length: 1_100 }, (_, index) => capture(till, `w${index}`, 1, false)));
    await till.shifts.close({ by: 'somebody', evenIfOpen: true });
    await till.shifts.close({ by: 'somebody', evenIfOpen: true });
    expect((await till.shifts.current()).sections[0]?.openCounts.waiting).toBe(1_100);
    expect(verifyDatabase(till.dataDir, till.publicKeyPem).ok).toBe(true);
  });

  it('holds exactly what was journalled before it, while captures and other closings go on', async () => {
    const till = aTill();
    let expected = 0;
    const work: Promise<unknown>[] = [];
    const told: ShiftReport[] = [];
    for (let round = 0; round < 120; round += 1) {
      expected += round + 1;
      work.push(capture(till, `c${round}`, round + 1, true));
      if (round % 30 === 20) {
        const closing = till.shifts.close({ by: `person ${round}`, evenIfOpen: true });
        work.push(closing.then((done) => done.type === 'closed' && told.push(done.report)));
        await Promise.resolve();
      }
    }
    await Promise.all(work);
    const last = till.shifts.lastNumber();
    const reports = await Promise.all(Array.from({ length: last }, (_, index) => till.shifts.closed(index + 1)));
    // Those who closed the same one were told the same.
    const numbers = [...new Set(told.map(({ number }) => number))].toSorted((a, b) => a - b);
    expect(told).toHaveLength(4);
    expect(numbers.map((number) => told.find((each) => each.number === number))).toEqual(reports);
    for (const each of told) expect(reports).toContainEqual(each);
    const sums = reports.map(sumOf);
    expect(sums.reduce((sum, each) => sum + each, 0) + sumOf(await till.shifts.current())).toBe(expected);
    expect(reports.map((each) => each?.number)).toEqual(reports.map((_, index) => index + 1));
    expect(verifyDatabase(till.dataDir, till.publicKeyPem).ok).toBe(true);
  });
});

describe('what is journalled between adding up and closing', () => {
  it('belongs to the shift', async () => {
    const till = aTill();
    const { books } = till.folder;
    const clock = { nowMs: () => startMs, iso: (ms: number) => new Date(ms).toISOString() };
    const reads = {
      async currentShift() {
        const tally = currentTally(books);
        await capture(till, 'late', 40, true);
        return tally;
      },
      closedShift: async () => null,
    };
    await capture(till, 'early', 2, true);
    const shifts = createShifts({ books, reads, signer: till.folder.signer(startMs), clock });
    const closing = await shifts.close({ by: 'somebody', evenIfOpen: false });
    expect(closing.type === 'closed' && sumOf(closing.report)).toBe(42);
    expect(await till.shifts.closed(1)).toEqual(closing.type === 'closed' && closing.report);
  });
});

describe('a shift that two close at the same moment', () => {
  /** Its closing adds the shift up, and somebody else has closed it when it comes to that. */
  async function closedByTwo(till: Till, since: () => Promise<void>) {
    const { books } = till.folder;
    const signer = till.folder.signer(startMs);
    const clock = { nowMs: () => startMs, iso: (ms: number) => new Date(ms).toISOString() };
    const others: ShiftClosing[] = [];
    const reads = {
      async currentShift() {
        const tally = currentTally(books);
        if (others.length > 0) return tally;
        others.push(await till.shifts.close({ by: 'the other', evenIfOpen: true }));
        await since();
        return tally;
      },
      closedShift: async (number: number) => closedReport(books, number),
    };
    const shifts = createShifts({ books, reads, signer, clock });
    return { other: others, closing: await shifts.close({ by: 'somebody', evenIfOpen: false }) };
  }

  it('is closed once, and both get the same Z', async () => {
    const till = aTill();
    await capture(till, 'a', 500, true);
    await capture(till, 'open', 3, false);
    const { other, closing } = await closedByTwo(till, async () => undefined);
    expect([closing]).toEqual(other);
    expect(closing).toMatchObject({ type: 'closed', report: { number: 1, closedBy: 'the other' } });
    expect(till.shifts.lastNumber()).toBe(1);
  });

  it('is followed by a Z of its own where something happened between them', async () => {
    const till = aTill();
    await capture(till, 'a', 500, true);
    const { closing } = await closedByTwo(till, () => capture(till, 'b', 40, true));
    expect(closing).toMatchObject({ type: 'closed', report: { number: 2, closedBy: 'somebody' } });
    expect(closing.type === 'closed' && sumOf(closing.report)).toBe(40);
  });
});

describe('a background thread', () => {
  it('tells what went wrong in its own words, and goes on with the next job', async () => {
    const background = createBackground(entry);
    onTestFinished(() => background.close());
    const dataDir = aFolder();
    await expect(background.run('currentShift', { dataDir })).rejects.toMatchObject({ name: 'NoDatabase' });
    opened(dataDir);
    expect(await background.run('verify', { dataDir, publicKeyPem: null })).toMatchObject({ ok: true, records: 0 });
  });

  it('leaves the program free to answer while it reads', async () => {
    const till = aTill();
    await Promise.all(Array.from({ length: 3_000 }, (_, index) => capture(till, `c${index}`, 1, true)));
    const background = createBackground(entry);
    onTestFinished(() => background.close());
    const turns = { count: 0 };
    const turning = setInterval(() => (turns.count += 1), 0);
    onTestFinished(() => clearInterval(turning));
    const verdict = await background.run('verify', { dataDir: till.dataDir, publicKeyPem: null });
    expect(verdict.ok).toBe(true);
    expect(turns.count).toBeGreaterThan(50);
  });
});
