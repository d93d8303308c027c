// Tills with closed shifts of some operations each, for the tests of archives.
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ArchiveStep } from '#contract/programs/control.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { createShifts } from '#core/shift/shifts.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { exportJournal } from '#store/journal/export.ts';
import type { OpenedStore } from '#store/open.ts';
import { startMs } from '#support/records.ts';
import { anAccepted, noMarks, testKey } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

export const day = 86_400_000;
export const terms = { beforeMs: startMs + 100 * day, atMs: startMs + 100 * day, dryRun: false };
export const nothingDue = { type: 'nothing-due' } as const;

/** A capture that was carried out, or waits. */
export async function capture(folder: OpenedStore, name: string, to: Partial<OperationRecord> = {}): Promise<void> {
  const amount = { value: 500, currency: 'EUR' };
  await folder.store.transact((tx) => {
    const input = { payId: `P-${name}`, customer: { name: `Sample Person ${name}` } };
    const record = anAccepted(name, { amount, input, payId: `P-${name}`, ...to });
    const { seq } = tx.insert(record, noMarks);
    const told = { operationId: record.id, atMs: startMs };
    const { clientId } = record.origin;
    const data = { kind: record.kind, mode: 'live', environment: record.environmentId, client: clientId, amount };
    const asked = { clientId, requestId: record.requestId };
    tx.journal({ ...told, type: 'accepted', data: { ...data, state: 'accepted' }, asked });
    if (to.state === 'accepted') return;
    tx.journal({ ...told, type: 'intent', data: { state: 'sending', revision: 1 } });
    tx.update({ ...record, seq, revision: 2, state: 'succeeded' });
    tx.release(record.id, record.lanes);
    tx.journal({ ...told, type: 'succeeded', data: { ...data, state: 'succeeded', revision: 2 } });
  });
}

export async function closeShift(folder: OpenedStore): Promise<void> {
  const { books } = folder;
  const clock = { nowMs: () => startMs, iso: (ms: number) => new Date(ms).toISOString() };
  const reads = {
    currentShift: async () => currentTally(books),
    closedShift: async (number: number) => closedReport(books, number),
  };
  await createShifts({ books, reads, signer: folder.signer(startMs), clock }).close({ by: 'Mia', evenIfOpen: true });
}

export interface Till {
  readonly dataDir: string;
  readonly folder: OpenedStore;
}

/** Two closed shifts and a running one. */
export async function aTill(perShift = 3): Promise<Till> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  folder.signer(startMs);
  for (const shift of ['a', 'b']) {
    for (let index = 0; index < perShift; index += 1) await capture(folder, `${shift}${index}`);
    await closeShift(folder);
  }
  await capture(folder, 'today');
  return { dataDir, folder };
}

export async function archiveAll({ folder }: Till, at = terms): Promise<ArchiveStep[]> {
  const steps: ArchiveStep[] = [];
  for (;;) {
    const step = await folder.archiver.archiveNext(at);
    if (step.type === 'nothing-due') return steps;
    steps.push(step);
  }
}

export async function exported({ dataDir, folder }: Till, name: string): Promise<string> {
  const file = join(dataDir, name);
  const out = createWriteStream(file);
  await exportJournal(folder.journal, 'ndjson', out);
  out.end();
  await finished(out);
  return readFileSync(file, 'utf8');
}

const seal = createSeal(testKey);
export const verdictOf = ({ dataDir }: Till) => verifyDatabase(dataDir, null, Date.now, seal).problem?.what ?? 'whole';
export const left = ({ dataDir }: Till) =>
  rawDatabase(dataDir).prepare('SELECT count(*) AS count FROM journal WHERE operation IS NOT NULL').get()?.['count'];
export const fileOf = ({ dataDir }: Till, shift: number) => join(dataDir, 'archives', `shift-00000${shift}.ndjson.gz`);
