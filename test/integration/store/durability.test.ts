// What was acknowledged exists after the process was killed at any moment, and after its disk refused to take more.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJournal } from '#store/integrity/open-journal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { started } from './processes.ts';

const allIds = (dataDir: string): Set<string> =>
  new Set(
    opened(dataDir)
      .store.list(null, { limit: 1_000_000 })
      .map((each) => each.id),
  );

it('every operation that was acknowledged exists after kill -9, round after round', async () => {
  const dataDir = aFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const writer = started(['write', dataDir, `r${round}`]);
    // Killed in the middle of its work, each time somewhere else.
    await writer.line(20 + round * 37);
    writer.child.kill('SIGKILL');
    await writer.ended();
    expect(writer.lines[0]).toBe('ready');
    acknowledged.push(...writer.lines.slice(1));

    // Looked at by a reader first, while the log still waits to be taken in.
    const reader = openJournal(dataDir, Date.now);
    expect(reader.journal.head().seq).toBeGreaterThanOrEqual(acknowledged.length);
    reader.close();
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true });
  }
  const folder = opened(dataDir);
  expect(folder.endedCleanly).toBe(false);
  const stored = new Set(folder.store.list(null, { limit: 1_000_000 }).map((each) => each.id));
  expect(acknowledged.length).toBeGreaterThan(500);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // At most the batches that were under way when it was killed were stored without being acknowledged.
  expect(stored.size - acknowledged.length).toBeLessThanOrEqual(8 * 5);
  expect(folder.journal.head().seq).toBe(stored.size);
});

it('a disk that takes no more stops the store; all that was acknowledged before is there', async () => {
  const dataDir = aFolder();
  const limitKiB = 4_096;
  const writer = started(['write', dataDir, 'full'], limitKiB);
  expect(await writer.ended()).toBe(0);
  const said = writer.lines.at(-1);
  expect(said).toContain('failed');
  expect(said).toContain(join(dataDir, 'tillbridge.db'));
  expect(said).toMatch(/writing the disk failed|disk is full/);
  const acknowledged = writer.lines.slice(1, -1);
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(statSync(join(dataDir, 'tillbridge.db')).size).toBeLessThanOrEqual(limitKiB * 1_024);
  const stored = allIds(dataDir);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(verifyDatabase(dataDir)).toMatchObject({ ok: true });
});
