// Closed shifts leave the database for archive files, and the folder is as whole as before: reports, exports, searches and
// verification read the files, payments and requests stay known, and an erasure still finds all there is of a person.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { closedReport } from '#core/shift/shift-books.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { anAccepted } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import {
  day,
  terms,
  nothingDue,
  capture,
  closeShift,
  aTill,
  archiveAll,
  exported,
  verdictOf,
  left,
  fileOf,
} from '#support/archived-till.ts';

describe('archiving closed shifts', () => {
  it('moves their records into files; reports, exports and verification are the same', async () => {
    const till = await aTill();
    const before = await exported(till, 'before.ndjson');
    const report = closedReport(till.folder.books, 1);
    expect(left(till)).toBe(21);
    expect(await archiveAll(till)).toMatchObject([
      { shift: 1, file: 'shift-000001.ndjson.gz' },
      { shift: 2, file: 'shift-000002.ndjson.gz' },
    ]);
    expect(left(till)).toBe(3);
    expect(verdictOf(till)).toBe('whole');
    expect((await exported(till, 'after.ndjson')).startsWith(before)).toBe(true);
    expect(closedReport(till.folder.books, 1)).toEqual(report);
    const lines = gunzipSync(readFileSync(fileOf(till, 1)))
      .toString('utf8')
      .split('\n');
    expect(before.startsWith(lines.slice(1).join('\n'))).toBe(true);
    // And once more from the start, as the next program finds it.
    till.folder.close();
    expect(verdictOf({ ...till, folder: opened(till.dataDir) })).toBe('whole');
  });

  it('archives one shift for one request, however often it is sent', async () => {
    const till = await aTill();
    const first = { ...terms, request: 'ab archive' };
    const step = await till.folder.archiver.archiveNext(first);
    expect(step).toMatchObject({ type: 'archived', shift: 1, file: 'shift-000001.ndjson.gz' });
    expect(await till.folder.archiver.archiveNext(first)).toEqual(step);
    expect(await till.folder.archiver.archiveNext({ ...terms, request: 'cd archive' })).toMatchObject({ shift: 2 });
  });

  it('keeps payments and requests: what was asked before is known, and a changed row is found', async () => {
    const till = await aTill();
    await archiveAll(till);
    const { store, bindings } = till.folder;
    expect(store.operation('op_a0')).toMatchObject({ state: 'succeeded' });
    while (bindings.sweep(100));
    expect(bindings.altered()).toEqual([]);
    const raw = rawDatabase(till.dataDir);
    raw.exec(`UPDATE operations SET request_id = 'another' WHERE id = 'op_a0'`);
    expect(() => store.byRequest(anAccepted('a0').origin.clientId, 'request-a0')).toThrow('op_a0');
    expect(store.byRequest('client-1', 'request-new')).toBeNull();
    expect(verdictOf(till)).toContain('op_a0');
  });

  it('does not believe an older state of an archived row', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    folder.signer(startMs);
    await capture(folder, 'a', { state: 'accepted' });
    const raw = rawDatabase(dataDir);
    const old = raw.prepare(`SELECT * FROM operations WHERE id = 'op_a'`).get() ?? {};
    await folder.store.transact((tx) => {
      const record = tx.operation('op_a');
      if (record === null) throw new Error('op_a is gone');
      const next = { ...record, revision: 2, state: 'succeeded' as const };
      tx.update(next);
      tx.release(next.id, next.lanes);
      tx.journal({ type: 'succeeded', operationId: 'op_a', atMs: startMs, data: { state: 'succeeded', revision: 2 } });
    });
    await closeShift(folder);
    expect(await archiveAll({ dataDir, folder })).toHaveLength(1);
    const names = Object.keys(old).filter((name) => name !== 'seq');
    const set = names.map((name) => `${name} = ?`).join(', ');
    raw.prepare(`UPDATE operations SET ${set} WHERE id = 'op_a'`).run(...names.map((name) => old[name] ?? null));
    expect(folder.store.operation('op_a')).toBeNull();
    expect(verifyDatabase(dataDir).problem?.what).toContain('op_a');
  });

  it('leaves a shift whose operations are not over, and those behind it, and says which', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    folder.signer(startMs);
    await capture(folder, 'over');
    await capture(folder, 'waits', { state: 'accepted' });
    await closeShift(folder);
    const why = expect.stringContaining('op_waits');
    expect(await folder.archiver.archiveNext({ ...terms, dryRun: true })).toEqual({ ...nothingDue, why });
    expect(await folder.archiver.archiveNext(terms)).toEqual({ ...nothingDue, why });
    expect(existsSync(join(dataDir, 'archives'))).toBe(false);
  });

  it('leaves a shift that is not old enough, and one with an authorization that is open', async () => {
    const till = await aTill();
    const young = { ...terms, beforeMs: startMs };
    expect(await till.folder.archiver.archiveNext(young)).toMatchObject({
      why: expect.stringContaining('not old enough'),
    });
    rawDatabase(till.dataDir).exec(`INSERT INTO payments (environment_id, lane, reversed, open_since)
      VALUES ('env', 'lane', 0, ${startMs - 1})`);
    expect(await till.folder.archiver.archiveNext(terms)).toMatchObject({
      why: expect.stringContaining('authorization'),
    });
  });

  it('a dry run names each shift and changes nothing', async () => {
    const till = await aTill();
    const head = till.folder.journal.head();
    const dry = { ...terms, dryRun: true };
    expect(await till.folder.archiver.archiveNext(dry)).toMatchObject({ shift: 1, file: null });
    expect(await till.folder.archiver.archiveNext({ ...dry, after: 1 })).toMatchObject({ shift: 2, file: null });
    expect(await till.folder.archiver.archiveNext({ ...dry, after: 2 })).toMatchObject(nothingDue);
    expect(till.folder.journal.head()).toEqual(head);
  });

  it('lets an erasure destroy all personal data of an archived operation: no archive has any', async () => {
    const till = await aTill();
    await archiveAll(till);
    const slips = { days: 0, reading: defaultAnswerReading };
    const why = { atMs: startMs + 100 * day, by: 'Mia', reason: 'asked for', slips };
    expect(await till.folder.eraser.erase({ type: 'operation', id: 'op_a1' }, why)).toMatchObject({ erased: 1 });
    expect(JSON.stringify(till.folder.store.operation('op_a1'))).not.toContain('Sample');
    for (const name of readdirSync(join(till.dataDir, 'archives'))) {
      expect(gunzipSync(readFileSync(join(till.dataDir, 'archives', name))).toString()).not.toContain('Sample');
    }
    expect(verdictOf(till)).toBe('whole');
  });

  it('nothing but archived records about operations may be deleted', async () => {
    const till = await aTill();
    const raw = rawDatabase(till.dataDir);
    expect(() => raw.exec('DELETE FROM journal WHERE seq = 3')).toThrow('append-only');
    await archiveAll(till);
    const last = till.folder.journal.head().seq;
    expect(() => raw.exec(`DELETE FROM journal WHERE seq = ${last}`)).toThrow('append-only');
    expect(() => raw.exec(`DELETE FROM journal WHERE type = 'shift-closed'`)).toThrow('append-only');
  });
});

describe('verifying archives', () => {
  it('names the file that is missing, and the one that was changed', async () => {
    const till = await aTill();
    await archiveAll(till);
    const file = fileOf(till, 2);
    renameSync(file, `${file}.away`);
    expect(verdictOf(till)).toContain(`${file} is missing`);
    expect(() => closedReport(till.folder.books, 2)).toThrow(`${file} is missing`);
    const bytes = readFileSync(`${file}.away`);
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(verdictOf(till)).toContain(`${file} was changed`);
    // The same records, packed anew: not the file that the bridge wrote.
    writeFileSync(file, gzipSync(gunzipSync(readFileSync(`${file}.away`))));
    expect(verdictOf(till)).toContain('it is not the file that the journal names');
    rmSync(file);
    renameSync(`${file}.away`, file);
    expect(verdictOf(till)).toBe('whole');
  });

  it('finds an archived operation or request that was taken out of the database', async () => {
    const till = await aTill();
    await archiveAll(till);
    const raw = rawDatabase(till.dataDir);
    raw.exec('BEGIN; DELETE FROM archived_requests');
    raw.exec('COMMIT');
    expect(verdictOf(till)).toContain('the request of operation');
  });

  it('finds an archived operation that is not stored', async () => {
    const till = await aTill();
    await archiveAll(till);
    rawDatabase(till.dataDir).exec(`DELETE FROM operations WHERE id = 'op_b1'`);
    expect(verdictOf(till)).toContain('op_b1: it is not stored');
  });
});

describe('a till beside archiving', () => {
  it('sells on meanwhile', async () => {
    const till = await aTill(70);
    const progress = { isDone: false };
    const archiving = archiveAll(till).finally(() => {
      progress.isDone = true;
    });
    let sold = 0;
    while (!progress.isDone) {
      await capture(till.folder, `meanwhile${sold}`);
      sold += 1;
    }
    expect(await archiving).toHaveLength(2);
    expect(sold).toBeGreaterThan(10);
    expect(verdictOf(till)).toBe('whole');
  });
});

describe('the script that verifies without Tillbridge', () => {
  const script = fileURLToPath(new URL('../../../docs/verify-journal.mjs', import.meta.url));
  const run = (args: readonly string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    return [status, stdout];
  };

  it('takes archives in front of an export, and finds one that is missing or was changed', async () => {
    const till = await aTill();
    await capture(till.folder, 'c');
    const whole = await exported(till, 'whole.ndjson');
    await archiveAll(till);
    const mark = till.folder.journal.archivedTo();
    const rest = join(till.dataDir, 'rest.ndjson');
    writeFileSync(rest, whole.split('\n').slice(mark).join('\n'));
    const key = join(till.dataDir, 'journal-public-key.pem');
    const [one, two] = [fileOf(till, 1), fileOf(till, 2)];
    expect(run([join(till.dataDir, 'whole.ndjson'), key])[0]).toBe(0);
    const [code, said] = run([rest, key, '--archive', one, two]);
    expect([code, said]).toEqual([0, expect.stringContaining('3 signed heads')]);
    expect(run([rest, key])).toEqual([1, expect.stringContaining('name the archives in front of it')]);
    expect(run([rest, key, '--archive', two])).toEqual([1, expect.stringContaining('record 1 is missing')]);
    expect(run([rest, key, '--archive', one])[0]).toBe(1);
    const text = gunzipSync(readFileSync(one)).toString('utf8').replace('Mia', 'Eve');
    writeFileSync(one, gzipSync(text));
    expect(run([rest, key, '--archive', one, two])).toEqual([1, expect.stringContaining('was changed')]);
  });
});
