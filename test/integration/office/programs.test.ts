// Which programs a real office lets in at its tills: by layers, under numbers that only rise, each till with a token of its own
// of which the office keeps the hash; the way back; what the office shows of each till; and what it refuses.
import { createHash, verify } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProgramsAsked, type ProgramsDocument, programsStatement } from '#contract/office/office-programs.ts';
import { conditionsNow } from '#office/alarms/conditions.ts';
import { runOffice } from '#office/commands/run.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const none: ProgramsAsked = { has: { version: 0, signature: null }, takes: true, refused: null };
const having = ({ version, signature }: ProgramsDocument): ProgramsAsked => ({ ...none, has: { version, signature } });
const hashOf = (token: string | undefined) =>
  createHash('sha256')
    .update(token ?? '')
    .digest('hex');

describe.skipIf(!officeRuns)('programs that an office gives its tills', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];
  const joined = async (name: string, shop: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, shop));
    return till;
  };
  const programs = (action: string, scope: string, ...more: string[]) =>
    office.run<{ number: number; programs: object[] }>('programs', action, '--scope', scope, '--by', 'Ada', ...more);
  const set = (name: string, scope: string, ...more: string[]) => programs('set', scope, '--name', name, ...more);
  let files = 0;
  /** Each till's token, by its name. */
  const tokens = async (name: string, ...more: string[]): Promise<{ readonly [till: string]: string }> => {
    const out = join(office.dataDir, `tokens-${(files += 1)}.csv`);
    const args = ['programs', 'tokens', '--name', name, '--out', out, '--by', 'Ada', ...more];
    const [said] = await office.run<{ tokens: number }>(...args);
    if (said?.tokens === 0) return {};
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const [head, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
    expect([head, lines.length]).toEqual(['till,token', said?.tokens]);
    return Object.fromEntries(lines.map((line) => line.split(',') as [string, string]));
  };
  const given = async (till: FakeTill, asked = none): Promise<ProgramsDocument> => {
    const { document } = await till.client().programs(asked);
    if (document === null) throw new Error('the office gave no document');
    const statement = Buffer.from(programsStatement(document), 'utf8');
    expect(verify(null, statement, till.member.officeKey, Buffer.from(document.signature, 'base64'))).toBe(true);
    return document;
  };
  const hashAt = async (till: FakeTill, name: string) =>
    (await given(till)).programs.find((each) => each.name === name)?.tokenSha256;
  const shownOf = async (name: string) =>
    (await office.run<{ name: string; programs: { version: number } }>('tills')).find((each) => each.name === name)
      ?.programs;
  const alarms = () =>
    asOwner(office.databaseUrl, async (tx) => {
      const [chain] = await tx.rows<{ id: string }>('SELECT id FROM chain');
      const limits = { silent_minutes: 30, shop_silent_hours: 72, doubt_minutes: 15, authorization_days: 3 };
      const open = await conditionsNow(tx, chain?.id ?? '', limits);
      return open.flatMap(({ kind, till, facts }) => (kind === 'programs' ? [[till, facts.reference]] : []));
    });
  const change = (sql: string, ...values: unknown[]) => asOwner(office.databaseUrl, (tx) => tx.run(sql, values));

  let north: FakeTill;
  let south: FakeTill;
  beforeAll(async () => {
    await office.start();
    north = await joined('Till 1', 'North');
    south = await joined('Till 2', 'South');
  });
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('are given once they have a token there, which no till shares and the office does not have', async () => {
    expect(await north.client().programs(none)).toEqual({ document: null });
    await set('ERP', 'chain', '--scopes', 'status,sale,refund', '--refunds-per-day', '50000', '--currency', 'EUR');
    expect(await north.client().programs(none)).toEqual({ document: null });
    expect(await shownOf('Till 1')).toMatchObject({ takes: true, version: 0, withoutToken: ['ERP'] });
    const made = await tokens('ERP');
    expect(Object.keys(made)).toEqual(['Till 1', 'Till 2']);
    expect((await given(north)).programs).toEqual([
      {
        name: 'ERP',
        scopes: ['status', 'sale', 'refund'],
        origin: null,
        options: { refundsPerDayMinor: 50_000, waitsOffline: null, partialApprovals: false },
        currency: 'EUR',
        tokenSha256: hashOf(made['Till 1']),
      },
    ]);
    expect(await hashAt(south, 'ERP')).toBe(hashOf(made['Till 2']));
    expect(made['Till 1']).not.toBe(made['Till 2']);
    expect(await shownOf('Till 1')).toMatchObject({ withoutToken: [] });
    // Each has one: nothing is made anew.
    expect(await tokens('ERP')).toEqual({});
    expect(await north.client().place()).toMatchObject({ programs: expect.any(Number), people: 0, settings: 0 });
    const said = JSON.stringify([office.logText, await office.run('programs', 'list'), await office.run('tills')]);
    for (const token of Object.values(made)) {
      expect(said).not.toContain(token);
      for (const { parentPath, name } of readdirSync(join(office.dataDir, 'postgres'), {
        recursive: true,
        withFileTypes: true,
      }).filter((each) => each.isFile())) {
        expect([name, readFileSync(join(parentPath, name)).includes(token)]).toEqual([name, false]);
      }
    }
  });

  it('have another token at one till where that one is named, and the one before ends there alone', async () => {
    const [atNorth, atSouth] = [await hashAt(north, 'ERP'), await hashAt(south, 'ERP')];
    const before = await given(north);
    const made = await tokens('ERP', '--till', 'Till 1');
    expect(Object.keys(made)).toEqual(['Till 1']);
    expect((await given(north, having(before))).version).toBe(before.version + 1);
    expect(await hashAt(north, 'ERP')).toBe(hashOf(made['Till 1']));
    expect([(await hashAt(north, 'ERP')) === atNorth, await hashAt(south, 'ERP')]).toEqual([false, atSouth]);
  });

  it('are what the narrowest layer says, whole, and what a command does not name stays as it was', async () => {
    await set('ERP', 'shop:North', '--scopes', 'status', '--partial-approvals', 'true');
    expect((await given(north)).programs[0]).toMatchObject({
      scopes: ['status'],
      options: { refundsPerDayMinor: null, partialApprovals: true },
      currency: null,
    });
    await set('ERP', 'shop:North', '--refunds-per-day', '0', '--currency', 'CHF', '--waits-offline', 'false');
    expect((await given(north)).programs[0]).toMatchObject({
      scopes: ['status'],
      options: { refundsPerDayMinor: 0, waitsOffline: false, partialApprovals: true },
      currency: 'CHF',
    });
    expect((await given(south)).programs[0]).toMatchObject({ currency: 'EUR' });
  });

  it('go and come back by commands, under new numbers, with the token that they had', async () => {
    const before = await given(south);
    let errors = '';
    await office.run('programs', 'list');
    await programs('remove', 'chain', '--name', 'ERP').catch((error: unknown) => (errors = String(error)));
    expect(errors).toBe('');
    const without = await given(south, having(before));
    expect([without.version, without.programs]).toEqual([before.version + 1, []]);
    expect((await given(north)).programs).toHaveLength(1);
    await programs('revert', 'chain');
    const back = await given(south, having(without));
    expect([back.version, back.programs]).toEqual([without.version + 1, before.programs]);
    expect((await programs('history', 'chain')).map(({ number }) => number)).toEqual([3, 2, 1]);
    const audited = await asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ what: string; detail: string }>(
        `SELECT what, detail FROM page_audit WHERE what LIKE 'till-%' ORDER BY number`,
      ),
    );
    expect(audited.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
      'till-programs-changed: chain, 1',
      'till-tokens-made: ERP, 2',
      'till-tokens-made: ERP, Till 1',
      'till-programs-changed: shop:North, 1',
      'till-programs-changed: shop:North, 2',
      'till-programs-changed: chain, 2',
      'till-programs-changed: chain, 3',
    ]);
  });

  it('need new tokens where they were removed everywhere and are set again: a stolen one does not come back', async () => {
    await set('Kiosk', 'chain', '--scopes', 'status');
    const made = await tokens('Kiosk');
    expect(await hashAt(north, 'Kiosk')).toBe(hashOf(made['Till 1']));
    await programs('remove', 'chain', '--name', 'Kiosk');
    await set('Kiosk', 'chain', '--scopes', 'status');
    expect(await hashAt(north, 'Kiosk')).toBe(undefined);
    expect(await shownOf('Till 1')).toMatchObject({ withoutToken: ['Kiosk'] });
    const anew = await tokens('Kiosk');
    expect(await hashAt(north, 'Kiosk')).toBe(hashOf(anew['Till 1']));
    await programs('remove', 'chain', '--name', 'Kiosk');
  });

  it.each([
    ['a scope that there is not', () => set('Shop', 'chain', '--scopes', 'sale,all'), 'no scope "all"'],
    ['no scopes', () => set('Shop', 'chain'), '--scopes is missing'],
    [
      'an origin that no browser sends',
      () => set('Shop', 'chain', '--scopes', 'sale', '--origin', 'https://a.example/'),
      'the origin of "Shop"',
    ],
    [
      'a limit without a currency',
      () => set('Shop', 'chain', '--scopes', 'sale', '--refunds-per-day', '5'),
      'needs its currency',
    ],
    ['a name that looks like one of another scope', () => set('ЕRP', 'till:Till 2', '--scopes', 'sale'), 'named "ERP"'],
    ['a name with signs that are not seen', () => set('E\u202ERP', 'chain', '--scopes', 'sale'), 'not seen'],
    ['a name of a card number', () => set('4111111111111111', 'chain', '--scopes', 'sale'), 'card number'],
    ['a program that is not there', () => programs('remove', 'chain', '--name', 'Shop'), 'No program is named'],
    ['tokens of a program that is not there', () => tokens('Shop'), 'No program named "Shop"'],
    ['a token of a till that is not there', () => tokens('ERP', '--till', 'Till 9'), 'not set for a till named'],
  ])('are refused for %s, and nothing changes', async (_, work, why) => {
    const before = await given(north);
    await expect(work()).rejects.toThrow(why);
    expect(await north.client().programs(having(before))).toEqual({ document: null });
  });

  it('are refused where a layer would be longer than a till takes', async () => {
    const work = async () => {
      for (let each = 1; each < 30; each += 1) await set(`Program ${each}`, 'till:Till 2', '--scopes', 'status');
    };
    await expect(work()).rejects.toThrow('too many programs');
    expect(await office.run('programs', 'history', '--scope', 'till:Till 2')).toHaveLength(20);
    for (let each = 1; each <= 20; each += 1) await programs('remove', 'till:Till 2', '--name', `Program ${each}`);
  });

  it('keep the tokens before where the file cannot be written', async () => {
    const before = await given(north);
    const out = join(office.dataDir, 'tokens-1.csv');
    const again = ['programs', 'tokens', '--name', 'ERP', '--till', 'Till 1', '--out', out, '--by', 'Ada'];
    await expect(office.run(...again)).rejects.toThrow('is there already');
    expect(await north.client().programs(having(before))).toEqual({ document: null });
  });

  it('are told to be unsure where the database ends after their file was written', async () => {
    await change(`CREATE FUNCTION no_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no commit'; END $$`);
    await change(`CREATE CONSTRAINT TRIGGER no_commit AFTER INSERT ON program_token DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION no_commit()`);
    const before = await given(north);
    const out = join(office.dataDir, 'unsure.csv');
    let said = '';
    const io = {
      environment: {},
      stdout: () => undefined,
      stderr: (text: string) => void (said += text),
      secret: async () => '',
    };
    const args = ['programs', 'tokens', '--name', 'ERP', '--till', 'Till 1', '--out', out, '--by', 'Ada'];
    await expect(runOffice([...args, '--data-dir', office.dataDir], io)).rejects.toThrow('no commit');
    expect(said).toContain(`It is not known whether the tokens in ${out} hold`);
    expect(await north.client().programs(having(before))).toEqual({ document: null });
    await change('DROP TRIGGER no_commit ON program_token');
  });

  it('are not given to a till that takes none, and the office shows that', async () => {
    const had = { ...none, has: { version: 3, signature: null }, takes: false };
    expect(await south.client().programs(had)).toEqual({ document: null });
    expect(await shownOf('Till 2')).toMatchObject({ takes: false, inForce: 0 });
  });

  it('show of each till what it has and leaves out, with an alarm; one without a token is an alarm after a day', async () => {
    const document = await given(north);
    const { version } = document;
    const problems = [{ name: 'ERP', why: 'scope-not-allowed' as const, detail: 'sale' }];
    await north.client().programs({ ...having(document), refused: { version, problems } });
    expect(await shownOf('Till 1')).toMatchObject({ takes: true, version, has: version, refused: { problems } });
    expect(await alarms()).toEqual([['Till 1', 'ERP']]);
    await north.client().programs(having(document));
    await set('Kiosk', 'till:Till 1', '--scopes', 'status');
    await north.client().programs(having(document));
    expect(await alarms()).toEqual([]);
    await change(`UPDATE chain SET programs_changed_at = now() - interval '25 hours'`);
    expect(await alarms()).toEqual([['Till 1', 'Kiosk']]);
    await programs('remove', 'till:Till 1', '--name', 'Kiosk');
  });

  it('are given to no till where a layer was written past the office, and without a token where its row was', async () => {
    const where = `scope = 'chain' AND number = (SELECT max(number) FROM programs_layer WHERE scope = 'chain')`;
    await change(`UPDATE programs_layer SET signed = replace(signed, '"status"', '"export"') WHERE ${where}`);
    await expect(south.client().programs(none)).rejects.toThrow('not what it signed');
    await expect(tokens('ERP')).rejects.toThrow('not signed by this office');
    await change(`UPDATE programs_layer SET signed = replace(signed, '"export"', '"status"') WHERE ${where}`);
    const before = await hashAt(south, 'ERP');
    // Another till's token, and another program's.
    const forged =
      'INSERT INTO program_token SELECT chain_id, $1, program, number + 7, signed, signature FROM program_token';
    await change(`${forged} WHERE till_id = $2`, south.member.till, north.member.till);
    expect(await hashAt(south, 'ERP')).toBe(undefined);
    expect(await shownOf('Till 2')).toMatchObject({ withoutToken: ['ERP'] });
    await change('DELETE FROM program_token WHERE till_id = $1 AND number > 7', south.member.till);
    expect(await hashAt(south, 'ERP')).toBe(before);
  });

  it('go on by what the office signed, whatever number or document was written beside it', async () => {
    const write = (columns: string, ...values: unknown[]) =>
      change(`UPDATE till_programs SET ${columns} WHERE till_id = $1`, north.member.till, ...values);
    const before = await given(north);
    await write('version = 999999999');
    await set('ERP', 'shop:North', '--partial-approvals', 'false');
    const next = await given(north, having(before));
    expect(next.version).toBe(before.version + 1);
    await write(`document = '{"programs": 1}', version = 2000000000`);
    await set('ERP', 'shop:North', '--partial-approvals', 'true');
    const { version } = await given(north, having(next));
    expect(version).toBe(next.version + 1);
    await write(`document = replace(document, '"version":' || $2, '"version":999999999')`, String(version));
    expect((await given(north, { ...none, has: { version, signature: null } })).version).toBe(version + 1);
  });

  it('have a number of changes that no till heard before, where the database was put back to a backup', async () => {
    const heard = async () => (await north.client().place()).programs ?? 0;
    const before = await heard();
    await set('ERP', 'shop:North', '--partial-approvals', 'false');
    await set('ERP', 'shop:North', '--partial-approvals', 'true');
    const last = await heard();
    expect(last).toBeGreaterThan(before);
    await change('UPDATE chain SET programs_changes = $1', before);
    await set('ERP', 'shop:North', '--scopes', 'status');
    await set('ERP', 'shop:North', '--scopes', 'status,sale');
    expect(await heard()).not.toBe(last);
  });

  it('begin anew where what stands there is not signed by this office', async () => {
    await change(`UPDATE programs_layer SET signature = '' WHERE scope = 'chain'`);
    await expect(set('Shop', 'shop:North', '--scopes', 'sale')).rejects.toThrow('"start-over" empties it');
    const begun = await office.run('programs', 'start-over', '--by', 'Ada');
    expect(begun).toMatchObject([{ scope: 'chain', programs: [] }]);
    expect((await given(south)).programs).toEqual([]);
  });

  it('cannot be changed or given a token by the office’s own role, and belong to one chain', async () => {
    const database = openDatabase(office.databaseUrl, () => undefined);
    try {
      const [chain = ''] = await database.chains();
      const as = (sql: string) => database.transact(chain, (tx) => tx.run(sql));
      await expect(as(`UPDATE programs_layer SET signed = ''`)).rejects.toThrow('permission denied');
      await expect(as('DELETE FROM program_token')).rejects.toThrow('permission denied');
      await expect(
        as(`INSERT INTO program_token SELECT chain_id, till_id, 'X', 1, '', '' FROM program_token`),
      ).rejects.toThrow('permission denied');
      const other = '00000000-0000-4000-8000-000000000000';
      for (const table of ['programs_layer', 'till_programs', 'program_token']) {
        expect(await database.transact(other, (tx) => tx.rows(`SELECT * FROM ${table}`))).toEqual([]);
      }
    } finally {
      await database.close();
    }
  });
});
