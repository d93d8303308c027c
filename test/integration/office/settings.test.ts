// What is set at a real office for its chain, its shops and its tills, as the tills are given it: numbers that only rise, the
// way back, an office whose database was put back, rows written past the office, and what the office shows of each till.
import { verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SettingsAsked, type SettingsDocument, settingsStatement } from '#contract/office/office-settings.ts';
import { conditionsNow } from '#office/alarms/conditions.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

interface Changed {
  readonly number: number;
  readonly by: string;
  readonly settings: object;
}

const none: SettingsAsked = { has: { version: 0, signature: null }, inForce: 0, refused: null };
const having = ({ version, signature }: SettingsDocument, inForce = version): SettingsAsked => ({
  ...none,
  has: { version, signature },
  inForce,
});

describe.skipIf(!officeRuns)('settings that an office gives its tills', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];
  const joined = async (name: string, shop: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, shop));
    return till;
  };
  const config = (action: string, scope: string, ...more: string[]) =>
    office.run<Changed>('config', action, '--scope', scope, ...(action === 'show' ? [] : ['--by', 'Ada']), ...more);
  const given = async (till: FakeTill, asked = none): Promise<SettingsDocument> => {
    const { document } = await till.client().settings(asked);
    if (document === null) throw new Error('the office gave no document');
    expect(document.till).toBe(till.member.till);
    const statement = Buffer.from(settingsStatement(document), 'utf8');
    expect(verify(null, statement, till.member.officeKey, Buffer.from(document.signature, 'base64'))).toBe(true);
    return document;
  };
  const nothingFor = async (till: FakeTill, asked: SettingsAsked): Promise<void> =>
    expect(await till.client().settings(asked)).toEqual({ document: null });
  const shownOf = async (name: string) =>
    (await office.run<{ name: string; settings: unknown }>('tills')).find((each) => each.name === name)?.settings;

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

  it('are none before a person set any', async () => {
    await nothingFor(north, none);
    expect(await north.client().place()).toMatchObject({ settings: 0 });
  });

  it('are the till’s over its shop’s over the chain’s, in one document of each till, and tills hear that there are new ones', async () => {
    const limit = ['--set', 'people.refundLimitMinor=5000', '--currency', 'EUR'];
    const [first] = await config('set', 'chain', ...limit, '--set', 'shopName=Chain');
    expect(first).toMatchObject({ number: 1, by: 'Ada', settings: { 'people.refundLimitMinor': 5_000 } });
    await config('set', 'shop:North', '--set', 'shopName=North');
    await config('set', 'till:Till 1', '--set', 'people.refundLimitMinor=0', '--currency', 'EUR');
    expect(await given(north)).toMatchObject({
      version: 1,
      currency: 'EUR',
      settings: { 'people.refundLimitMinor': 0, shopName: 'North' },
    });
    const other = await given(south);
    expect(other).toMatchObject({ version: 1, settings: { 'people.refundLimitMinor': 5_000, shopName: 'Chain' } });
    await nothingFor(south, having(other));
    expect(await south.client().place()).toMatchObject({ settings: expect.any(Number) });
    const [shown] = await office.run<{ holds: object }>('config', 'show', '--scope', 'till:Till 1');
    expect(shown?.holds).toMatchObject({ settings: { 'people.refundLimitMinor': 0, shopName: 'North' } });
  });

  it('go back with one command, under a new number, and the history keeps both', async () => {
    const before = await given(south);
    await config('set', 'chain', '--set', 'people.refundLimitMinor=900000');
    const mistake = await given(south, having(before));
    expect(mistake).toMatchObject({ version: 2, settings: { 'people.refundLimitMinor': 900_000 } });
    await config('revert', 'chain');
    const back = await given(south, having(mistake));
    expect([back.version, back.settings]).toEqual([3, before.settings]);
    const history = await office.run<Changed>('config', 'history', '--scope', 'chain');
    expect(history.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('let go of everything where the first change is put back', async () => {
    await config('set', 'shop:South', '--set', 'backup.at=02:00');
    const set = await given(south);
    expect(set.settings).toMatchObject({ 'backup.at': '02:00' });
    await config('revert', 'shop:South');
    expect((await given(south, having(set))).settings).not.toHaveProperty(['backup.at']);
  });

  it.each([
    [
      'a name that is not on the list',
      ['--set', 'gateway.root="https://x.example"'],
      'gateway.root is none of the settings',
    ],
    ['a name that every object has', ['--set', '__proto__=1'], '__proto__ is none of the settings'],
    ['a value that does not fit', ['--set', 'backup.at=25:00'], 'backup.at must be'],
    ['what was not set', ['--unset', 'shopAddress'], 'shopAddress is not set'],
    ['a shop that is not there', ['--set', 'shopName=A', '--scope', 'shop:East'], 'no shop named "East"'],
  ])('are refused for %s, and nothing changes', async (_, args, why) => {
    const before = await given(north);
    const scope = args.includes('--scope') ? [] : ['--scope', 'chain'];
    await expect(office.run('config', 'set', ...scope, ...args, '--by', 'Ada')).rejects.toThrow(why);
    await nothingFor(north, having(before));
  });

  it('show of each till which version it has, goes by, and refuses', async () => {
    const document = await given(north);
    await nothingFor(north, having(document, 0));
    expect(await shownOf('Till 1')).toMatchObject({ version: document.version, has: document.version, inForce: 0 });
    const refused = {
      version: document.version,
      problems: [{ name: 'shopName', why: 'value' as const, detail: 'is wrong' }],
    };
    await north.client().settings({ ...none, refused });
    expect(await shownOf('Till 1')).toMatchObject({ has: 0, refused });
    await expect(
      north.client().settings({ ...none, has: { version: 2_000_000_000, signature: null } }),
    ).rejects.toThrow('no question about settings');
    await nothingFor(north, having(document));
  });

  it('go on above what a till has, where the office’s database was put back', async () => {
    const document = await given(north);
    const ahead = { ...document, version: document.version + 40 };
    expect((await given(north, having(ahead))).version).toBe(document.version + 41);
    // The same number, and another document.
    const twin = await given(north);
    const elsewhere = { ...twin, signature: Buffer.from('another').toString('base64') };
    expect((await given(north, having(elsewhere))).version).toBe(twin.version + 1);
  });

  it('are given to no till where they were written into the database past the office, and the log says so', async () => {
    const change = (sql: string, ...values: unknown[]) => asOwner(office.databaseUrl, (tx) => tx.run(sql, values));
    const newest = `chain_id IN (SELECT id FROM chain) AND scope = 'shop' AND name = 'North'`;
    const rows = await asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ signed: string }>(`SELECT signed FROM settings_layer WHERE ${newest}`),
    );
    const signed = rows[0]?.signed ?? '';
    const altered = signed.replace('"shopName":"North"', '"shopName":"Other"');
    expect(altered).not.toBe(signed);
    await change(`UPDATE settings_layer SET signed = $1 WHERE ${newest}`, altered);
    await expect(north.client().settings(none)).rejects.toThrow('not what it signed');
    await expect.poll(() => office.logText).toContain('"settings-altered"');
    await expect(office.run('config', 'show')).rejects.toThrow('"start-over" empties it');
    await change(`UPDATE settings_layer SET signed = $1 WHERE ${newest}`, signed);
    // A row of the right signature in another's place.
    await change(`UPDATE settings_layer SET scope = 'till', name = $1 WHERE ${newest}`, south.member.till);
    await expect(south.client().settings(none)).rejects.toThrow('not what it signed');
    await change(`UPDATE settings_layer SET scope = 'shop', name = 'North' WHERE name = $1`, south.member.till);
    await given(north);
  });

  it('cannot be changed or removed by the office’s own role, and belong to one chain', async () => {
    const database = openDatabase(office.databaseUrl, () => undefined);
    try {
      const [chain = ''] = await database.chains();
      const as = (sql: string) => database.transact(chain, (tx) => tx.run(sql));
      await expect(as(`UPDATE settings_layer SET signed = ''`)).rejects.toThrow('permission denied');
      await expect(as('DELETE FROM settings_layer')).rejects.toThrow('permission denied');
      await expect(as(`UPDATE chain SET name = 'x'`)).rejects.toThrow('permission denied');
      const other = await asOwner(office.databaseUrl, (tx) =>
        tx.row<{ id: string }>(`INSERT INTO chain (id, name) VALUES (gen_random_uuid(), 'other') RETURNING id`),
      );
      const seen = await database.transact(other?.id ?? '', (tx) => tx.rows('SELECT * FROM settings_layer'));
      expect(seen).toEqual([]);
    } finally {
      await asOwner(office.databaseUrl, (tx) => tx.run(`DELETE FROM chain WHERE name = 'other'`));
      await database.close();
    }
  });

  it('raise an alarm where a till refuses them, or lags for a day', async () => {
    const open = async () =>
      asOwner(office.databaseUrl, async (tx) => {
        const [chain] = await tx.rows<{ id: string }>('SELECT id FROM chain');
        const limits = { silent_minutes: 30, shop_silent_hours: 72, doubt_minutes: 15, authorization_days: 3 };
        const found = await conditionsNow(tx, chain?.id ?? '', limits);
        return found.filter(({ kind }) => kind === 'settings').map(({ till, facts }) => [till, facts.reference]);
      });
    const document = await given(north);
    const refused = {
      version: document.version,
      problems: [{ name: 'shopName', why: 'value' as const, detail: null }],
    };
    await north.client().settings({ ...having(document, 0), refused });
    expect(await open()).toContainEqual(['Till 1', 'shopName']);
    await nothingFor(north, having(document, 0));
    expect((await open()).map(([till]) => till)).not.toContain('Till 1');
    const aDayAgo = `UPDATE till_settings SET signed_at = now() - interval '25 hours' WHERE till_id = $1`;
    await asOwner(office.databaseUrl, (tx) => tx.run(aDayAgo, [north.member.till]));
    expect((await open()).map(([till]) => till)).toContain('Till 1');
    await nothingFor(north, having(document));
    expect((await open()).map(([till]) => till)).not.toContain('Till 1');
  });
});
