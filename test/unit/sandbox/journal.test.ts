// The journal: what it says is on the disk is on the disk, and a failed write is never taken for a good one.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenedJournal, fileJournal } from '#sandbox/state/journal.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function generations(path: string): Promise<(number | undefined)[]> {
  const { entries, journal } = await fileJournal(path);
  const found = [...entries];
  await journal.close();
  return found.map(({ tokenGeneration }) => tokenGeneration);
}

async function append({ journal }: OpenedJournal, numbers: readonly number[]): Promise<void> {
  for (const tokenGeneration of numbers) journal.append({ tokenGeneration });
  await journal.settled();
}

describe('the journal', () => {
  test('gives back what was appended, in its order, also where several callers waited', async () => {
    const path = await folder();
    const opened = await fileJournal(path);
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    await Promise.all(numbers.map((number) => append(opened, [number])));
    await append(opened, [200, 201]);
    await opened.journal.close();
    expect(await generations(path)).toEqual([...numbers, 200, 201]);
  });

  test('is settled only when the line is in the file', async () => {
    const path = await folder();
    const opened = await fileJournal(path);
    await append(opened, [1]);
    const first = append(opened, [2]);
    const second = append(opened, [3]);
    await Promise.all([first, second]);
    expect((await readFile(join(path, 'sandbox.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(3);
    await opened.journal.close();
  });

  test('is written by one only, also where the file of its lock was deleted', async () => {
    const path = await folder();
    const first = await fileJournal(path);
    await append(first, [1]);
    await rm(join(path, 'sandbox.lock.db'));
    const second = await fileJournal(path);
    await append(second, [2]);
    await expect(append(first, [3])).rejects.toThrow('is in use by another sandbox');
    await expect(first.journal.close()).rejects.toThrow('is in use by another sandbox');
    await second.journal.close();
    expect(await generations(path)).toEqual([1, 2]);
  });

  test('drops a cut last line, and only that', async () => {
    const path = await folder();
    const opened = await fileJournal(path);
    await append(opened, [1, 2]);
    await opened.journal.close();
    await appendFile(join(path, 'sandbox.ndjson'), '{"tokenGeneration":3');
    expect(await generations(path)).toEqual([1, 2]);
    expect(await readFile(join(path, 'sandbox.ndjson'), 'utf8')).toMatch(/2\}\n$/);
  });

  test('longer than the pieces it is read in is read whole, with lines across their borders', async () => {
    const path = await folder();
    const opened = await fileJournal(path);
    // Letters of several bytes, so that borders fall inside of them as well.
    const forgottenKeys = Array.from({ length: 3000 }, (_, index) => `${index} ${'ä€😀'.repeat(index % 200)}`);
    for (const forgottenKey of forgottenKeys) opened.journal.append({ forgottenKey });
    await opened.journal.close();
    await appendFile(join(path, 'sandbox.ndjson'), `{"forgottenKey":"${'x'.repeat(1_500_000)}`);
    const again = await fileJournal(path);
    expect([...again.entries].map(({ forgottenKey }) => forgottenKey)).toEqual(forgottenKeys);
    await again.journal.close();
    expect((await readFile(join(path, 'sandbox.ndjson'), 'utf8')).endsWith('}\n')).toBe(true);
  });

  test('that cannot write fails everything after it', async () => {
    const opened = await fileJournal(await folder());
    await opened.journal.close();
    await expect(append(opened, [1])).rejects.toThrow(/closed/);
    await expect(append(opened, [2])).rejects.toThrow(/closed/);
    await expect(opened.journal.settled()).rejects.toThrow(/closed/);
  });
});
