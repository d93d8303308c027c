// Tills that are not what they say, at a real office: certificates, records that were changed, left out, replayed or
// forked, histories that begin anew, texts that mean to be SQL, and the chains beside each other in one database.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeRefusal } from '#contract/office/office.ts';
import { agentFor, ask } from '#office-link/office-client.ts';
import { lineOf } from '#store/journal/record-line.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

describe.skipIf(!officeRuns)('an office and tills that are not what they say', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    return till;
  };
  const stretch = (till: FakeTill, after = 0, lineage = 1) =>
    till.client().send('/v1/stretches', lineage, after, till.lines(after));
  const branch = (till: FakeTill, after: number, lineage = 1) =>
    till.client().send('/v1/lineages', lineage, after, till.lines(after));
  const alarmsOf = async (name: string) =>
    (await office.alarms()).filter(({ till }) => till === name).map(({ kind, lineage, seq }) => [kind, lineage, seq]);
  const takenBy = async (name: string) =>
    (await office.takings()).tills.find(({ till }) => till === name)?.takenMinor ?? 0;

  beforeAll(() => office.start());
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('answers nothing without a certificate of its own authority', async () => {
    const other = await openOfficeKeys(office.bench.folder());
    const till = await joined('Known');
    const { key, cert } = await other.serverCertificate(['localhost']);
    for (const trust of [{}, { key, cert }]) {
      const agent = agentFor({ ca: till.member.authority, ...trust });
      const asked = await ask(agent, new URL('/v1/place', office.url), { method: 'GET' });
      agent.destroy();
      expect([asked.status, (asked.value as OfficeRefusal).code]).toEqual([401, 'not-a-till']);
    }
  });

  it('lets a till in once by a code, and only at the office that gave it out', async () => {
    const code = await office.enrol('Once');
    const till = new FakeTill();
    await till.join(office.url, code);
    await expect(new FakeTill().join(office.url, code)).rejects.toThrow('was used');
    const next = await office.enrol('Twice');
    const elsewhere = `${next.slice(0, -1)}${next.endsWith('0') ? '1' : '0'}`;
    await expect(new FakeTill().join(office.url, elsewhere)).rejects.toThrow('of another office');
    const newer = await office.enrol('Twice');
    await expect(new FakeTill().join(office.url, next)).rejects.toThrow('too old');
    await new FakeTill().join(office.url, newer);
  });

  it('shows the version that a till says it runs, and none that is too long', async () => {
    const till = await joined('Updated');
    const shown = async () =>
      (await office.run<{ name: string; version: string }>('tills')).find(({ name }) => name === 'Updated')?.version;
    await till.client().place('9.8.7');
    expect(await shown()).toBe('9.8.7');
    await till.client().place();
    await till.client().place('9'.repeat(101));
    expect(await shown()).toBe('9.8.7');
  });

  it('stores what is sent twice once, also where the two meet', async () => {
    const till = await joined('Replayed');
    till.sell(100);
    const places = await Promise.all([stretch(till), stretch(till), stretch(till)]);
    expect(places.map(({ seq }) => seq)).toEqual([6, 6, 6].map(() => till.records.length));
    expect((await stretch(till)).seq).toBe(till.records.length);
    expect(await takenBy('Replayed')).toBe(100);
    expect(await alarmsOf('Replayed')).toEqual([]);
  });

  it('refuses a changed, a missing and a forked record by its number, and says so', async () => {
    const till = await joined('Forger');
    till.sell(100);
    const whole = till.records;
    const send = async (lines: string, after: number) => till.client().send('/v1/stretches', 1, after, lines);
    const changed = whole.map((record) =>
      record.type === 'succeeded' ? { ...record, data: { ...record.data, payId: 'another' } } : record,
    );
    await expect(send(changed.map(lineOf).join(''), 0)).rejects.toThrow('record 5 was changed');
    await expect(send(till.lines().replace('"kind":"cloud-pos"', '"kind": "cloud-pos"'), 0)).rejects.toThrow(
      'record 3 is not in canonical form',
    );
    const missing = whole.filter(({ seq }) => seq !== 4);
    await expect(send(missing.map(lineOf).join(''), 0)).rejects.toThrow('after record 3 comes record 5');
    await expect(send(till.lines(3), 3)).rejects.toThrow('begins with record 4');
    await stretch(till);
    till.records = whole.slice(0, 4);
    till.append('cancelled', whole[2]?.operation ?? null, { state: 'cancelled' });
    await expect(stretch(till)).rejects.toThrow('record 5 is another one than the office has');
    till.append('signed-out', null, {});
    till.append('signed-out', null, {});
    await expect(send(till.lines(5), 5)).rejects.toThrow('its previous hash is another one');
    const found = await alarmsOf('Forger');
    expect(found.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
      ['changed', 1, 3],
      ['changed', 1, 5],
      ['forked', 1, 5],
      ['forked', 1, 6],
      ['missing', 1, 4],
      ['missing', 1, 5],
    ]);
    expect(await takenBy('Forger')).toBe(100);
  });

  it('takes no journal that another key signed, with whatever certificate', async () => {
    const [one, two] = [await joined('One'), await joined('Two')];
    one.sell(100);
    two.sell(900);
    const other = one.client(two);
    await expect(other.send('/v1/stretches', 1, 0, one.lines())).rejects.toThrow('signed by key');
    expect(await takenBy('Two')).toBe(0);
  });

  it('hears no till whose access was revoked, nor its old certificate after it joined again', async () => {
    const till = await joined('Revoked');
    const before = till.client();
    await stretch(till);
    await office.run('till', 'revoke', '--name', 'Revoked');
    await expect(stretch(till)).rejects.toThrow('was revoked');
    await till.join(office.url, await office.enrol('Revoked'));
    expect((await stretch(till)).lineage).toBe(1);
    await expect(before.place()).rejects.toThrow('another certificate');
  });

  it('begins a new lineage for a restored folder only, and counts an operation once that both ended', async () => {
    const till = await joined('Restored');
    const id = till.sell(100, 'unknown');
    const common = till.records.length;
    till.end(id, 100, 'found-applied');
    till.sell(30);
    await stretch(till);
    expect(await takenBy('Restored')).toBe(130);
    till.records = till.records.slice(0, common);
    till.sell(1);
    await expect(branch(till, common)).rejects.toThrow('is another one than the office has');
    till.records = till.records.slice(0, common);
    till.append('folder-paused', null, { reason: 'copied' });
    till.end(id, 100, 'found-applied');
    till.sell(7);
    const place = await branch(till, common);
    expect([place.lineage, place.seq]).toEqual([2, till.records.length]);
    expect(await takenBy('Restored')).toBe(137);
    // The history that it left is closed.
    expect(await till.client().send('/v1/stretches', 1, 0, till.lines())).toEqual(place);
    expect((await till.client().recordHash(common)) === till.records[common - 1]?.hash).toBe(true);
    expect(await alarmsOf('Restored')).toEqual([
      ['restored', 2, common + 1],
      ['forked', 1, common + 1],
    ]);
  });

  it('shows what is in doubt, and no longer once it has ended', async () => {
    const till = await joined('Doubtful');
    const id = till.sell(500, 'unknown');
    await stretch(till);
    const [doubt] = await office.run<{ till: string; id: string; amountMinor: number }>('doubts');
    expect(doubt).toMatchObject({ till: 'Doubtful', id, amountMinor: 500, state: 'unknown' });
    const sent = till.records.length;
    till.end(id, 500, 'found-applied');
    await stretch(till, sent);
    expect(await office.run('doubts')).toEqual([]);
  });

  it('keeps texts that mean to be SQL as texts, and refuses values that no till writes', async () => {
    const name = `'; DROP TABLE till; --`;
    const till = await joined(name);
    const id = `op'); DELETE FROM segment; --\0\ud800`;
    const asked = { mode: 'test', environment: `e'"\0`, kind: `k'`, messageType: null, origin: 'erp' };
    till.append('accepted', id, { state: 'accepted', ...asked, payId: `p'\0`, transId: null, refNr: `"r` });
    await stretch(till);
    expect((await office.till(name)).records).toBe(3);
    const sent = till.records.length;
    const amount = { value: 1.5, currency: 'EUR' };
    till.append('accepted', 'op-2', { state: 'accepted', ...asked, amount });
    await expect(stretch(till, sent)).rejects.toThrow('hold a value that no till writes');
    expect((await office.till(name)).records).toBe(3);
  });

  it('shows one chain nothing of another, and lets it write nothing there', async () => {
    const url = readFileSync(join(office.dataDir, 'database-address'), 'utf8').trim();
    const [chain, till] = [randomUUID(), randomUUID()];
    await asOwner(url, async (tx) => {
      await tx.run('INSERT INTO chain (id, name) VALUES ($1, $2)', [chain, 'Another merchant']);
      await tx.run('INSERT INTO till (chain_id, id, name) VALUES ($1, $2, $3)', [chain, till, 'Theirs']);
    });
    const database = openDatabase(url, () => undefined, 1);
    try {
      for (const table of ['chain', 'till', 'enrolment', 'lineage', 'segment', 'operation', 'taking', 'alarm']) {
        const seen = await database.transact(chain, (tx) => tx.row<{ count: number }>(`SELECT count(*) FROM ${table}`));
        expect([table, seen?.count]).toEqual([table, table === 'chain' || table === 'till' ? 1 : 0]);
      }
      const [first] = await asOwner(url, (tx) => tx.rows<{ id: string }>(`SELECT id FROM chain WHERE name = 'main'`));
      const insert = 'INSERT INTO till (chain_id, id, name) VALUES ($1, $2, $3)';
      await expect(database.transact(chain, (tx) => tx.run(insert, [first?.id, randomUUID(), 'Ours']))).rejects.toThrow(
        'row-level security',
      );
      await expect(database.transact(chain, (tx) => tx.run('DELETE FROM segment'))).rejects.toThrow(
        'permission denied',
      );
    } finally {
      await database.close();
    }
  });
});
