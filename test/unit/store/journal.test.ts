// The journal only grows, and verification notices every change, gap and missing end.
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#contract/data/json.ts';
import { hashOf } from '#store/journal/chain.ts';
import { genesis } from '#core/ports/journal.ts';
import { NoDatabase } from '#store/database/errors.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase } from '#support/store-folder.ts';

/** A folder with a journal of six records over three operations. */
async function written(): Promise<string> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    for (const name of ['a', 'b', 'c']) accept(tx, anAccepted(name));
    change(tx, 'op_a', { state: 'sending' });
    change(tx, 'op_a', { state: 'succeeded' });
    change(tx, 'op_b', { state: 'cancelled' });
  });
  folder.close();
  return dataDir;
}

/** As somebody with a database tool would do it: the triggers are no obstacle. */
function tamper(dataDir: string, work: (db: DatabaseSync) => void): void {
  const db = rawDatabase(dataDir);
  pastTriggers(db, () => work(db));
  db.close();
}

describe('a journal record', () => {
  it('is numbered from 1, linked to the one before, and hashed over its canonical form', async () => {
    const dataDir = await written();
    const { journal } = opened(dataDir);
    const records = journal.after(0, 100);
    expect(records.map((each) => each.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    let prev = '0'.repeat(64);
    for (const record of records) {
      expect(record.prev).toBe(prev);
      expect(record.hash).toBe(hashOf(record));
      prev = record.hash;
    }
    expect(journal.head()).toEqual({ seq: 6, hash: prev });
    expect(records[0]).toMatchObject({ at: new Date(startMs).toISOString(), type: 'accepted', operation: 'op_a' });
    expect(journal.ofOperation('op_a').map((each) => each.data['state'])).toEqual(['accepted', 'sending', 'succeeded']);
    expect(journal.after(4, 1).map((each) => each.seq)).toEqual([5]);
  });

  it('has the hash that anybody can compute from the documented form', () => {
    const record = { seq: 1, prev: genesis.hash, at: '2026-01-31T12:00:00.000Z', type: 't', operation: null, data: {} };
    // printf '{"at":"2026-01-31T12:00:00.000Z","data":{},"operation":null,"prev":"0…0","seq":1,"type":"t"}' | sha256sum
    expect(hashOf(record)).toBe('1c49d5c80b601103c4ea0ca35984f400b9878a4a7130bb4fa7c39bbb0fee4ad7');
  });

  it('cannot be changed, removed, replaced or put in between through SQL', async () => {
    const db = rawDatabase(await written());
    const refused = [
      `UPDATE journal SET type = 'other' WHERE seq = 2`,
      `UPDATE journal SET seq = 9 WHERE seq = 6`,
      `DELETE FROM journal WHERE seq = 6`,
      `DELETE FROM journal`,
    ];
    for (const sql of refused) expect(() => db.exec(sql), sql).toThrow('append-only');
    const columns = 'seq, prev, hash, at, type, operation, data';
    for (const seq of [3, 6, 8]) {
      const replace = `INSERT OR REPLACE INTO journal SELECT ${seq}, prev, hash, at, type, operation, data FROM journal LIMIT 1`;
      expect(() => db.exec(replace), replace).toThrow('only the record that follows');
    }
    const unlinked = `INSERT INTO journal (${columns}) SELECT 7, prev, hash, at, type, operation, data FROM journal LIMIT 1`;
    expect(() => db.exec(unlinked)).toThrow('only the record that follows');
    expect(db.prepare('SELECT count(*) AS n FROM journal').get()).toEqual({ n: 6 });
  });

  it('follows the last one on the disk, though another program wrote that one', async () => {
    const dataDir = aFolder();
    const bridge = opened(dataDir);
    const command = opened(dataDir, { use: 'command' });
    for (const round of [1, 2, 3]) {
      await bridge.store.transact((tx) => accept(tx, anAccepted(`b${round}`)));
      await command.store.transact((tx) =>
        tx.journal({ type: 'policy-applied', operationId: null, atMs: round, data: {} }),
      );
    }
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 6 });
  });
});

describe('verification', () => {
  it('passes a whole journal, also an empty one, and beside a live bridge', async () => {
    const dataDir = await written();
    const { journal, store } = opened(dataDir);
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 6, head: journal.head() });
    await store.transact((tx) => accept(tx, anAccepted('d')));
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 7, head: journal.head() });
    const empty = aFolder();
    opened(empty);
    expect(verifyDatabase(empty)).toMatchObject({ ok: true, records: 0, head: genesis });
  });

  it('changes nothing in the folder', async () => {
    const dataDir = await written();
    const { journal } = openJournal(dataDir, () => startMs);
    expect(journal.head().seq).toBe(6);
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('says where there is no database, and makes none', () => {
    const dataDir = aFolder();
    expect(() => verifyDatabase(dataDir)).toThrow(NoDatabase);
    expect(() => verifyDatabase(dataDir)).toThrow(NoDatabase);
  });

  it.each([
    ['one byte of the data', `UPDATE journal SET data = replace(data, 'capture', 'capturf') WHERE seq = 3`, 3],
    ['white space in the data', `UPDATE journal SET data = replace(data, ',', ', ') WHERE seq = 3`, 3],
    ['the data to no JSON', `UPDATE journal SET data = substr(data, 2) WHERE seq = 3`, 3],
    ['the time', `UPDATE journal SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2`, 2],
    ['the type', `UPDATE journal SET type = 'acceptee' WHERE seq = 2`, 2],
    ['the operation', `UPDATE journal SET operation = 'op_b' WHERE seq = 3`, 3],
    ['the previous hash', `UPDATE journal SET prev = replace(prev, substr(prev, 1, 1), 'z') WHERE seq = 4`, 4],
    ['the hash', `UPDATE journal SET hash = lower(hex(randomblob(32))) WHERE seq = 4`, 4],
  ])('notices that somebody changed %s', async (_, sql, seq) => {
    const dataDir = await written();
    tamper(dataDir, (db) => db.exec(sql));
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: false, records: seq - 1, problem: { seq } });
  });

  it('notices a record that was changed together with its own hash, by the one after it', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => {
      const row = db.prepare('SELECT * FROM journal WHERE seq = 3').get();
      const [prev, at] = [String(row?.['prev']), String(row?.['at'])];
      const data = { kind: 'capture', state: 'accepted', amount: 1 };
      const hash = hashOf({ seq: 3, prev, at, type: 'accepted', operation: 'op_c', data });
      db.prepare('UPDATE journal SET data = ?, hash = ? WHERE seq = 3').run(canonicalJson(data), hash);
    });
    const verdict = verifyDatabase(dataDir);
    expect(verdict).toMatchObject({ ok: false, records: 3, problem: { seq: 4 } });
    expect(verdict.problem?.what).toContain('does not follow');
  });

  it('notices a record taken from the middle', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => db.exec('DELETE FROM journal WHERE seq = 3'));
    const verdict = verifyDatabase(dataDir);
    expect(verdict).toMatchObject({ ok: false, records: 2, problem: { seq: 4 } });
    expect(verdict.problem?.what).toContain('gap');
  });

  it('notices a beginning that was taken away', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => db.exec('DELETE FROM journal WHERE seq = 1'));
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: false, records: 0, problem: { seq: 2 } });
  });

  it('notices an end that was cut off', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => db.exec('DELETE FROM journal WHERE seq = 6'));
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: false, records: 5, problem: { seq: 6 } });
  });

  it('notices an end that was cut off with its head set back, by the operations that went further', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => {
      db.exec('DELETE FROM journal WHERE seq = 6');
      db.exec('UPDATE journal_head SET (seq, hash) = (SELECT seq, hash FROM journal WHERE seq = 5)');
    });
    const verdict = verifyDatabase(dataDir);
    expect(verdict).toMatchObject({ ok: false, records: 5, problem: { seq: 2 } });
    expect(verdict.problem?.what).toBe('operation op_b is stored as cancelled, but its last record says accepted');
  });

  it('notices a chain that was computed anew after a change', async () => {
    const dataDir = await written();
    const { head } = verifyDatabase(dataDir);
    tamper(dataDir, (db) => {
      let prev = genesis.hash;
      for (const row of db.prepare('SELECT seq, at, type, operation, data FROM journal ORDER BY seq').all()) {
        const [seq, at, type] = [Number(row['seq']), String(row['at']), String(row['type'])];
        const data = { ...(JSON.parse(String(row['data'])) as Record<string, string>), amount: 1 };
        const record = { seq, prev, at, type, operation: String(row['operation']), data };
        const hash = hashOf(record);
        db.prepare('UPDATE journal SET prev = ?, hash = ?, data = ? WHERE seq = ?').run(
          prev,
          hash,
          canonicalJson(data),
          seq,
        );
        prev = hash;
      }
    });
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: false, problem: { seq: 7 } });
    expect(verifyDatabase(dataDir).head).not.toEqual(head);
  });

  it('notices an operation whose state somebody changed', async () => {
    const dataDir = await written();
    tamper(dataDir, (db) => db.exec(`UPDATE operations SET state = 'succeeded' WHERE id = 'op_c'`));
    const verdict = verifyDatabase(dataDir);
    expect(verdict).toMatchObject({ ok: false, records: 6, problem: { seq: 3 } });
    expect(verdict.problem?.what).toBe('operation op_c is stored as succeeded, but its last record says accepted');
  });

  it('notices an operation that vanished, and one that no record tells of', async () => {
    const gone = await written();
    tamper(gone, (db) => db.exec(`PRAGMA foreign_keys = OFF; DELETE FROM operations WHERE id = 'op_c'`));
    expect(verifyDatabase(gone).problem?.what).toContain('op_c, which is not stored');
    const smuggled = await written();
    tamper(smuggled, (db) => db.exec(`UPDATE operations SET id = 'op_x' WHERE id = 'op_c'`));
    expect(verifyDatabase(smuggled).problem?.what).toContain('no record tells of it');
  });
});
