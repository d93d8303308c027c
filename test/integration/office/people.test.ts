// Who is given to the tills of a real office: by layers, under numbers that only rise, with the way back; what the office shows
// of each till; and that no hash leaves it but in the document of a till that takes people.
import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PeopleAsked, type PeopleDocument, peopleStatement } from '#contract/office/office-people.ts';
import { joinCodeText } from '#contract/office/office.ts';
import { conditionsNow } from '#office/alarms/conditions.ts';
import { runOffice } from '#office/commands/run.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { createPins } from '#secrets/pins.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const none: PeopleAsked = { has: { version: 0, signature: null }, takes: true, refused: null };
const having = ({ version, signature }: PeopleDocument): PeopleAsked => ({ ...none, has: { version, signature } });

describe.skipIf(!officeRuns)('people that an office gives its tills', () => {
  const office = new OfficeBench();
  const tills: FakeTill[] = [];
  const joined = async (name: string, shop: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name, shop));
    return till;
  };
  const staff = (action: string, scope: string, ...more: string[]) =>
    office.run<{ number: number; people: object[] }>('staff', action, '--scope', scope, '--by', 'Ada', ...more);
  const add = (name: string, role: string, scope: string, pin: string) => {
    office.pins.splice(0, office.pins.length, pin);
    return staff('add', scope, '--name', name, '--role', role);
  };
  const given = async (till: FakeTill, asked = none) => {
    const { document, pinKey } = await till.client().people(asked);
    if (document === null || pinKey === null) throw new Error('the office gave no document');
    const statement = Buffer.from(peopleStatement(document), 'utf8');
    expect(verify(null, statement, till.member.officeKey, Buffer.from(document.signature, 'base64'))).toBe(true);
    return { document, pinKey };
  };
  const namesFor = async (till: FakeTill) => (await given(till)).document.people.map(({ name, role }) => [name, role]);
  const shownOf = async (name: string) =>
    (await office.run<{ name: string; people: unknown }>('tills')).find((each) => each.name === name)?.people;

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

  it('are the chain’s, the shop’s and the till’s, with a PIN that only its hash tells', async () => {
    expect(await north.client().people(none)).toMatchObject({ document: null });
    await add('Anna', 'cashier', 'chain', '4839');
    await add('Ben', 'supervisor', 'shop:North', '483920');
    await add('Cleo', 'cashier', 'till:Till 2', '7351');
    expect(await namesFor(north)).toEqual([
      ['Anna', 'cashier'],
      ['Ben', 'supervisor'],
    ]);
    expect(await namesFor(south)).toEqual([
      ['Anna', 'cashier'],
      ['Cleo', 'cashier'],
    ]);
    const { document, pinKey } = await given(north);
    const hashes = createPins(Buffer.from(pinKey, 'base64'));
    expect(await hashes.matches('4839', document.people[0]?.pin ?? '')).toBe(true);
    expect(await hashes.matches('4838', document.people[0]?.pin ?? '')).toBe(false);
    expect(await north.client().people(having(document))).toMatchObject({ document: null });
    expect(await north.client().place()).toMatchObject({ people: expect.any(Number), settings: 0 });
  });

  it('change, go and come back by commands, under new numbers, and the history keeps all', async () => {
    const before = (await given(north)).document;
    await staff('remove', 'chain', '--name', 'Anna');
    const without = (await given(north, having(before))).document;
    expect([without.version, without.people.map(({ name }) => name)]).toEqual([before.version + 1, ['Ben']]);
    await staff('revert', 'chain');
    const back = (await given(north, having(without))).document;
    expect([back.version, back.people]).toEqual([without.version + 1, before.people]);
    office.pins.push('8264');
    await staff('pin', 'chain', '--name', 'Anna');
    const other = (await given(north, having(back))).document;
    expect(other.people[0]?.pin).not.toBe(back.people[0]?.pin);
    await staff('change', 'shop:North', '--name', 'Ben', '--role', 'cashier');
    expect((await given(north, having(other))).document.people[1]).toMatchObject({ name: 'Ben', role: 'cashier' });
    const history = await staff('history', 'chain');
    expect(history.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    const audited = await asOwner(office.databaseUrl, (tx) =>
      tx.rows<{ person: string; detail: string }>(
        `SELECT person, detail FROM page_audit WHERE what = 'till-people-changed' AND detail LIKE 'chain,%' ORDER BY at`,
      ),
    );
    expect(audited.map(({ person, detail }) => `${person}: ${detail}`)).toEqual(
      [1, 2, 3, 4].map((each) => `Ada: chain, ${each}`),
    );
  });

  it('are removed by scope, and the command says where else the name signs in', async () => {
    await add('Both', 'cashier', 'shop:North', '4839');
    await add('Both', 'cashier', 'till:Till 2', '4839');
    let errors = '';
    const args = ['--scope', 'shop:North', '--name', 'Both', '--by', 'Ada', '--data-dir', office.dataDir];
    const io = {
      environment: {},
      stdout: () => undefined,
      stderr: (text: string) => (errors += text),
      secret: async () => '',
    };
    expect(await runOffice(['staff', 'remove', ...args], io)).toBe(0);
    expect(errors).toBe('Both still signs in by till:Till 2: remove them there as well.\n');
    await staff('remove', 'till:Till 2', '--name', 'Both');
  });

  it.each([
    ['a PIN that is easy to guess', () => add('Dora', 'cashier', 'chain', '1234'), 'easy to guess'],
    ['four digits for one who approves', () => add('Dora', 'manager', 'chain', '4839'), 'at least 6 digits'],
    ['a role that there is not', () => add('Dora', 'admin', 'chain', '4839'), '--role is one of'],
    ['a name that is there', () => add('Anna', 'cashier', 'chain', '4839'), '"Anna" is there already'],
    ['a name that looks like one of another scope', () => add('Сleo', 'cashier', 'chain', '4839'), 'named "Cleo"'],
    ['a name with signs that are not seen', () => add('Do\u202Era', 'cashier', 'chain', '4839'), 'not seen'],
    [
      'a cashier’s short PIN for a supervisor',
      () => staff('change', 'chain', '--name', 'Anna', '--role', 'supervisor'),
      'another PIN',
    ],
    ['a person who is not there', () => staff('remove', 'chain', '--name', 'Emil'), 'No person is named'],
  ])('are refused for %s, and nothing changes', async (_, work, why) => {
    const before = (await given(north)).document;
    await expect(work()).rejects.toThrow(why);
    expect(await north.client().people(having(before))).toMatchObject({ document: null });
  });

  it('do not come back beside one who has their name, or one that looks like it, meanwhile', async () => {
    await staff('remove', 'chain', '--name', 'Anna');
    await add('Аnna', 'cashier', 'shop:North', '7351');
    const before = (await given(north)).document;
    await expect(staff('revert', 'chain')).rejects.toThrow('named "Аnna" already');
    expect(await north.client().people(having(before))).toMatchObject({ document: null });
    await staff('remove', 'shop:North', '--name', 'Аnna');
    await staff('revert', 'chain');
    expect((await given(north)).document.people.map(({ name }) => name)).toEqual(['Anna', 'Ben']);
  });

  it('are not given to a till that takes none, with no key of theirs, and the office shows that', async () => {
    const had = { ...none, has: { version: 3, signature: null } };
    expect(await south.client().people({ ...had, takes: false })).toEqual({ document: null, pinKey: null });
    expect(await shownOf('Till 2')).toMatchObject({ takes: false, inForce: 0 });
  });

  it('show of each till what it has, goes by, and leaves out, with an alarm', async () => {
    const { document } = await given(north);
    const problems = [{ name: 'Anna', why: 'name-taken' as const, detail: null }];
    await north.client().people({ ...having(document), refused: { version: document.version, problems } });
    const { version } = document;
    expect(await shownOf('Till 1')).toMatchObject({
      takes: true,
      version,
      has: version,
      inForce: version,
      refused: { problems },
    });
    const open = await asOwner(office.databaseUrl, async (tx) => {
      const [chain] = await tx.rows<{ id: string }>('SELECT id FROM chain');
      const limits = { silent_minutes: 30, shop_silent_hours: 72, doubt_minutes: 15, authorization_days: 3 };
      return (await conditionsNow(tx, chain?.id ?? '', limits)).filter(({ kind }) => kind === 'people');
    });
    expect(open.map(({ till, facts }) => [till, facts.reference])).toEqual([['Till 1', 'Anna']]);
  });

  it('have no hash in any command’s output, and none in the database that the office’s key is not needed for', async () => {
    const said = JSON.stringify([
      await office.run('staff', 'list'),
      await staff('history', 'chain'),
      await office.run('tills'),
    ]);
    expect(said).toContain('Anna');
    expect(said).not.toContain('scrypt');
    const { document, pinKey } = await given(north);
    // Tills are given the key of the PINs; the page's passwords and codes hang on the one that it is made of.
    expect(readFileSync(join(office.dataDir, 'keys', 'people-key'), 'utf8').trim()).not.toBe(pinKey);
    expect(await createPins(Buffer.alloc(32)).matches('8264', document.people[0]?.pin ?? '')).toBe(false);
    expect(office.logText).not.toContain('scrypt');
  });

  it('are given to no till where a row was written past the office, or is one of settings', async () => {
    const change = (sql: string, ...values: unknown[]) => asOwner(office.databaseUrl, (tx) => tx.run(sql, values));
    const where = `scope = 'chain' AND number = (SELECT max(number) FROM people_layer WHERE scope = 'chain')`;
    await change(`UPDATE people_layer SET signed = replace(signed, 'cashier', 'manager') WHERE ${where}`);
    await expect(north.client().people(none)).rejects.toThrow('not what it signed');
    await expect(office.run('staff', 'list')).rejects.toThrow('not signed by this office');
    await expect(add('Dora', 'cashier', 'shop:North', '8264')).rejects.toThrow('not signed by this office');
    await change(`UPDATE people_layer SET signed = replace(signed, 'manager', 'cashier') WHERE ${where}`);
    await office.run('config', 'set', '--scope', 'shop:South', '--set', 'shopName=South', '--by', 'Ada');
    await change(
      `INSERT INTO people_layer SELECT chain_id, scope, name, number, signed, signature FROM settings_layer`,
    );
    await expect(south.client().people(none)).rejects.toThrow('not what it signed');
    await change(`DELETE FROM people_layer WHERE scope = 'shop' AND name = 'South'`);
    await given(south);
  });

  it('begin anew where what stands there is not signed by this office, as after its keys were made anew', async () => {
    const before = (await given(north)).document;
    await asOwner(office.databaseUrl, (tx) => tx.run(`UPDATE people_layer SET signature = '' WHERE scope = 'chain'`));
    await expect(add('Dora', 'cashier', 'shop:North', '8264')).rejects.toThrow('"start-over" empties it');
    const begun = await office.run<{ scope: string; people: [] }>('staff', 'start-over', '--by', 'Ada');
    expect(begun).toMatchObject([{ scope: 'chain', people: [] }]);
    const after = (await given(north, having(before))).document;
    expect([after.version, after.people.map(({ name }) => name)]).toEqual([before.version + 1, ['Ben']]);
    await add('Dora', 'cashier', 'chain', '8264');
    expect((await staff('revert', 'chain')).at(0)).toMatchObject({ people: [] });
    await expect(staff('history', 'chain')).rejects.toThrow('What is older is not shown');
    expect(await office.run('staff', 'start-over', '--by', 'Ada')).toEqual([]);
    // A row under the highest number that there is leaves no number for the next one.
    for (const number of [2_147_483_646, 2_147_483_647]) {
      await asOwner(office.databaseUrl, (tx) =>
        tx.run(
          `INSERT INTO people_layer SELECT chain_id, scope, name, $1, '{}', '' FROM people_layer WHERE scope = 'chain' LIMIT 1`,
          [number],
        ),
      );
    }
    await expect(add('Eve', 'cashier', 'chain', '8264')).rejects.toThrow('"start-over" empties it');
    await office.run('staff', 'start-over', '--by', 'Ada');
    await add('Eve', 'cashier', 'chain', '8264');
    await staff('remove', 'chain', '--name', 'Eve');
  });

  it('are signed anew where the document that was given before is not signed by this office, as after new keys', async () => {
    const before = (await given(north)).document;
    const forged = { ...before, keyId: '0'.repeat(32), signature: Buffer.alloc(64).toString('base64') };
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(`UPDATE till_people SET document = $1 WHERE till_id = $2`, [JSON.stringify(forged), north.member.till]),
    );
    // A till that joined again has none, and its number begins anew.
    const after = (await given(north)).document;
    expect(after).toMatchObject({ version: 1, people: before.people });
    expect(await north.client().people(having(after))).toMatchObject({ document: null });
    // The same where another till's document was put there, which the office did sign.
    const said = { ...before, till: south.member.till, version: 900_000_000 };
    const signed = { ...said, ...(await openOfficeKeys(office.dataDir)).signDocument(peopleStatement(said)) };
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(`UPDATE till_people SET document = $1 WHERE till_id = $2`, [JSON.stringify(signed), north.member.till]),
    );
    expect((await given(north)).document).toMatchObject({ till: north.member.till, people: before.people });
  });

  it('are nobody where the office’s database was put back to a time before there were any', async () => {
    const east = await joined('Till 3', 'East');
    expect(await east.client().people(none)).toMatchObject({ document: null });
    const has = { version: 7, signature: Buffer.alloc(64).toString('base64') };
    expect((await given(east, { ...none, has })).document).toMatchObject({ version: 8, people: [] });
  });

  it('are given to no one by a code that was written into the database: with them comes the key of their PINs', async () => {
    const secret = '0123456789abcdef0123';
    const { authorityPrint } = await openOfficeKeys(office.dataDir);
    await asOwner(office.databaseUrl, (tx) =>
      tx.run(
        `INSERT INTO enrolment (chain_id, secret, till_id, ends_at)
          SELECT chain_id, $1, id, now() + interval '1 day' FROM till WHERE id = $2`,
        [createHash('sha256').update(secret).digest('hex'), north.member.till],
      ),
    );
    const thief = new FakeTill();
    tills.push(thief);
    const code = joinCodeText({ secret, authority: authorityPrint });
    await expect(thief.join(office.url, code)).rejects.toThrow('the code is not valid');
  });

  it('cannot be changed or removed by the office’s own role, and belong to one chain', async () => {
    const database = openDatabase(office.databaseUrl, () => undefined);
    try {
      const [chain = ''] = await database.chains();
      const as = (sql: string) => database.transact(chain, (tx) => tx.run(sql));
      await expect(as(`UPDATE people_layer SET signed = ''`)).rejects.toThrow('permission denied');
      await expect(as('DELETE FROM people_layer')).rejects.toThrow('permission denied');
      const other = '00000000-0000-4000-8000-000000000000';
      expect(await database.transact(other, (tx) => tx.rows('SELECT * FROM people_layer'))).toEqual([]);
      expect(await database.transact(other, (tx) => tx.rows('SELECT * FROM till_people'))).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
