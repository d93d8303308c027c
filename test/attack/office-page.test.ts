// The page of a real office, attacked: guessing passwords and codes, changes that another site asks for, another chain's
// people and payments, roles, texts that mean to be SQL, and what every answer says to a browser.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostAttempts } from '#office/people/attempts.ts';
import { asOwner, openDatabase } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { type MadePerson, PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';

const days = { from: '2020-01-01', to: '2039-12-31', zone: 'Europe/Berlin' };
const query = (values: object): string => new URLSearchParams(Object.entries(values)).toString();

describe.skipIf(!officeRuns)('the page of an office, and people who are not who they say', () => {
  const office = new OfficeBench({ withPage: true });
  const tills: FakeTill[] = [];
  let admin: MadePerson;
  const boss = (): PageClient => signed;
  let signed: PageClient;

  const joined = async (name: string): Promise<FakeTill> => {
    const till = new FakeTill();
    tills.push(till);
    await till.join(office.url, await office.enrol(name));
    return till;
  };
  const send = (till: FakeTill) => till.client().send('/v1/stretches', 1, 0, till.lines());
  const databaseUrl = () => readFileSync(join(office.dataDir, 'database-address'), 'utf8').trim();
  const attemptsForgotten = () => asOwner(databaseUrl(), (tx) => tx.run('DELETE FROM sign_in_attempt'));

  beforeAll(async () => {
    buildPage();
    await office.start();
    admin = await madePerson(office, 'Ada', 'admin');
    signed = new PageClient(office.pageUrl);
    await signed.signIn('Ada', password, admin.nextCode());
  });
  afterAll(async () => {
    for (const till of tills) till.close();
    await office.close();
  });

  it('says to a browser on every answer what it may do with it', async () => {
    for (const path of ['/', '/api/session', '/api/looks', '/nothing', '/../office/cli.ts', '/api/nothing']) {
      const { headers } = await new PageClient(office.pageUrl).ask(path);
      expect([path, headers['content-security-policy']]).toEqual([path, expect.stringContaining("default-src 'none'")]);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
    }
    const page = await new PageClient(office.pageUrl).ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('gives out a cookie that no script and no other site gets', async () => {
    const person = await madePerson(office, 'Cookie', 'viewer');
    const answer = await new PageClient(office.pageUrl).signIn('Cookie', password, person.nextCode());
    const [cookie = ''] = [answer.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^__Host-tillbridge-office=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  });

  it('shows nothing without a session, nor with one that was made up or signed out', async () => {
    const paths = [
      '/api/session',
      '/api/looks',
      '/api/day',
      '/api/payments',
      '/api/people',
      '/api/audit',
      '/api/events',
    ];
    const made = new PageClient(office.pageUrl);
    made.cookie = `__Host-tillbridge-office=${'A'.repeat(43)}`;
    const person = await madePerson(office, 'Out', 'admin');
    const out = new PageClient(office.pageUrl);
    await out.signIn('Out', password, person.nextCode());
    expect((await out.post('/api/sign-out', {})).status).toBe(200);
    for (const client of [new PageClient(office.pageUrl), made, out]) {
      for (const path of paths) expect([path, (await client.ask(path)).status]).toEqual([path, 401]);
      expect((await client.post('/api/people/remove', { name: 'Ada' })).status).toBe(401);
    }
  });

  it('takes a code once, and answers a wrong name, password and code alike', async () => {
    const person = await madePerson(office, 'Once', 'viewer');
    const code = person.nextCode();
    const tries = await Promise.all([1, 2, 3].map(() => new PageClient(office.pageUrl).signIn('Once', password, code)));
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403, 403]);
    const wrong = [
      ['Nobody', password, code],
      ['Once', 'wrong password', code],
      ['Once', password, '000000'],
      [`Once' OR '1'='1`, password, code],
    ] as const;
    for (const [name, given, number] of wrong) {
      const { status, text } = await new PageClient(office.pageUrl).signIn(name, given, number);
      expect([name, status, text]).toEqual([name, 403, '{"code":"sign-in-refused"}']);
    }
  });

  it('ends guessing at an account, however many guess at once, and keeps the right password out then, too', async () => {
    await attemptsForgotten();
    const person = await madePerson(office, 'Guessed', 'viewer');
    const guesses = Array.from({ length: mostAttempts.account + 5 }, () =>
      new PageClient(office.pageUrl).signIn('Guessed', 'wrong password', '123456'),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(mostAttempts.account);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await new PageClient(office.pageUrl).signIn('Guessed', password, person.nextCode())).status).toBe(429);
    const audit = (await boss().ask('/api/audit')).value as { person: string; what: string }[];
    const noted = audit.filter((entry) => entry.person === 'Guessed').map(({ what }) => what);
    expect(noted.filter((what) => what === 'sign-in-limited')).toHaveLength(1);
    await attemptsForgotten();
    expect((await new PageClient(office.pageUrl).signIn('Guessed', password, person.nextCode())).status).toBe(200);
  });

  it('ends guessing from an address, whatever the names', async () => {
    await attemptsForgotten();
    const names = Array.from({ length: mostAttempts.address + 1 }, (_, at) => `nobody-${at}`);
    const statuses: number[] = [];
    for (const name of names) statuses.push((await new PageClient(office.pageUrl).signIn(name, 'x', '123456')).status);
    expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([403, 403, 429]);
    await attemptsForgotten();
  });

  it('uses a link once', async () => {
    const [added] = await office.run<{ link: string }>('person', 'add', '--name', 'Linked', '--role', 'viewer');
    const [again] = await office.run<{ link: string }>('person', 'add', '--name', 'Linked', '--role', 'viewer');
    const client = new PageClient(office.pageUrl);
    const secretOf = (link = '') => new URL(link).hash.replace('#setup=', '');
    expect((await client.post('/api/setup', { secret: secretOf(added?.link) })).value).toEqual({
      code: 'link-not-valid',
    });
    expect((await client.post('/api/setup', { secret: secretOf(again?.link) })).status).toBe(200);
    const short = { secret: secretOf(again?.link), password: 'short', code: '123456' };
    expect((await client.post('/api/setup/end', short)).status).toBe(400);
    const wrong = { ...short, password };
    expect((await client.post('/api/setup/end', wrong)).value).toEqual({ code: 'wrong-code' });
  });

  it('changes nothing that another site asks for', async () => {
    const own = new URL(office.pageUrl).origin;
    const cases: { readonly [name: string]: string }[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: own.replace('https', 'http') },
      { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: own, 'X-Tillbridge-Token': 'another' },
      { Origin: own, 'X-Tillbridge-Token': '' },
    ];
    for (const headers of cases) {
      const { status } = await boss().post('/api/people/remove', { name: 'Ada' }, headers);
      expect([headers, status]).toEqual([headers, 403]);
    }
    const asForm = await boss().post('/api/people/remove', { name: 'Ada' }, { 'Content-Type': 'text/plain' });
    expect(asForm.status).toBe(400);
    expect((await boss().ask('/api/looks', { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await boss().ask('/api/session')).status).toBe(200);
  });

  it('shows each role its own, and nothing once a person was removed', async () => {
    const allowed = { viewer: [200, 403, 403], manager: [200, 200, 403] } as const;
    for (const role of ['viewer', 'manager'] as const) {
      const person = await madePerson(office, role, role);
      const client = new PageClient(office.pageUrl);
      await client.signIn(role, password, person.nextCode());
      const asked = [`/api/looks?${query(days)}`, `/api/payments?${query({ zone: 'UTC' })}`, '/api/people'];
      const statuses = [];
      for (const path of asked) statuses.push((await client.ask(path)).status);
      expect([role, statuses]).toEqual([role, allowed[role]]);
      expect((await client.post('/api/people/remove', { name: 'Ada' })).status).toBe(403);
      expect((await boss().post('/api/people/remove', { name: role })).status).toBe(200);
      expect((await client.ask('/api/session')).status).toBe(401);
    }
  });

  it('lets an admin set addresses for e-mail, and no other person, address or chain', async () => {
    const set = (client: PageClient, address: string) =>
      client.post('/api/recipients/add', { address, language: 'de' });
    const person = await madePerson(office, 'Looker', 'manager');
    const looker = new PageClient(office.pageUrl);
    await looker.signIn('Looker', password, person.nextCode());
    expect((await looker.ask('/api/alarms?language=fr')).status).toBe(200);
    for (const asked of [looker.ask('/api/recipients'), set(looker, 'a@b.example')]) {
      expect((await asked).status).toBe(403);
    }
    expect((await set(boss(), 'till@shop.example')).status).toBe(200);
    const wrong = ['a@b\r\nBcc: c@d', 'https://10.0.0.1/', 'http://127.0.0.1/', `' OR 1=1 --`, 'a@b,c@d'];
    for (const address of wrong) expect([address, (await set(boss(), address)).status]).toEqual([address, 400]);
    expect((await boss().ask(`/api/alarms?language=xx'; --`)).status).toBe(400);
    const [known] = (await boss().ask('/api/recipients')).value as { id: string; address: string }[];
    expect(known?.address).toBe('till@shop.example');
    const remove = (id: string) => boss().post('/api/recipients/remove', { id });
    expect((await remove(randomUUID())).status).toBe(404);
    expect((await remove(`${known?.id}' OR 1=1`)).status).toBe(400);
    expect((await remove(known?.id ?? '')).status).toBe(200);
    expect((await boss().ask('/api/recipients')).value).toEqual([]);
    const audit = (await boss().ask('/api/audit')).text;
    for (const what of ['recipient-added', 'recipient-removed']) expect(audit).toContain(what);
    await boss().post('/api/people/remove', { name: 'Looker' });
  });

  it('lets an admin put settings of tills back, and no other role; an older press changes nothing', async () => {
    const set = (value: string) =>
      office.run('config', 'set', '--scope', 'chain', '--set', `shopName=${value}`, '--by', 'Ada');
    await set('Right');
    await set('Wrong');
    const manager = await madePerson(office, 'Manager of settings', 'manager');
    const looker = new PageClient(office.pageUrl);
    await looker.signIn(manager.name, password, manager.nextCode());
    const revert = (client: PageClient, number: number, more: object = {}) =>
      client.post('/api/settings/revert', { scope: 'chain', name: '', number, ...more });
    for (const asked of [looker.ask('/api/settings'), revert(looker, 2)]) {
      expect((await asked).value).toEqual({ code: 'role-missing' });
    }
    expect((await new PageClient(office.pageUrl).ask('/api/settings')).status).toBe(401);
    const shown = async () => (await boss().ask('/api/settings')).value as { number: number; settings: object }[];
    expect(await shown()).toMatchObject([{ number: 2, scope: 'chain', label: '', settings: { shopName: 'Wrong' } }]);
    expect((await revert(boss(), 1)).status).toBe(404);
    expect((await revert(boss(), 2, { settings: { shopName: 'Other' } })).status).toBe(400);
    expect((await revert(boss(), 2, { name: "' OR ''='" })).status).toBe(404);
    expect((await revert(boss(), 2)).status).toBe(200);
    // The same press twice, as of a slow browser.
    expect((await revert(boss(), 2)).status).toBe(404);
    expect(await shown()).toMatchObject([{ number: 3, by: 'Ada', settings: { shopName: 'Right' } }]);
    const audit = (await boss().ask('/api/audit')).value as { what: string; person: string }[];
    expect(audit.find(({ what }) => what === 'settings-put-back')).toMatchObject({ person: 'Ada' });
    await asOwner(databaseUrl(), (tx) =>
      tx.run(`UPDATE settings_layer SET signed = replace(signed, 'Right', 'Other') WHERE number = 3`),
    );
    expect((await boss().ask('/api/settings')).value).toEqual({ code: 'settings-altered' });
    expect((await revert(boss(), 3)).value).toEqual({ code: 'settings-altered' });
  });

  it('lets an admin put people of tills back, and no other role, another site, or beside a namesake', async () => {
    const staff = (action: string, name: string, scope: string, ...more: string[]) => {
      office.pins.splice(0, office.pins.length, '4839');
      return office.run('staff', action, '--name', name, '--scope', scope, '--by', 'Ada', ...more);
    };
    const cashier = ['--role', 'cashier'];
    await staff('add', '<b>Anna</b>', 'chain', ...cashier);
    await staff('remove', '<b>Anna</b>', 'chain');
    const manager = await madePerson(office, 'Manager of people', 'manager');
    const looker = new PageClient(office.pageUrl);
    await looker.signIn(manager.name, password, manager.nextCode());
    const revert = (client: PageClient, number: number, more: object = {}, headers = {}) =>
      client.post('/api/till-people/revert', { scope: 'chain', name: '', number, ...more }, headers);
    for (const asked of [looker.ask('/api/till-people'), revert(looker, 2)]) {
      expect((await asked).value).toEqual({ code: 'role-missing' });
    }
    expect((await new PageClient(office.pageUrl).ask('/api/till-people')).status).toBe(401);
    for (const headers of [{ Origin: 'https://evil.example' }, { 'X-Tillbridge-Token': '' }]) {
      expect((await revert(boss(), 2, {}, headers)).status).toBe(403);
    }
    expect((await revert(boss(), 1)).status).toBe(404);
    expect((await revert(boss(), 2, { people: [] })).status).toBe(400);
    expect((await revert(boss(), 2)).status).toBe(200);
    expect((await revert(boss(), 2)).status).toBe(404);
    const shown = await boss().ask('/api/till-people');
    expect(shown.value).toMatchObject([{ number: 3, people: [{ name: '<b>Anna</b>', role: 'cashier' }], before: [] }]);
    expect(shown.text).not.toContain('scrypt');
    await staff('remove', '<b>Anna</b>', 'chain');
    await joined('Till of Anna');
    await staff('add', '<b>аnna</b>', 'shop:North', ...cashier);
    expect(await revert(boss(), 4)).toMatchObject({ status: 409, value: { code: 'layer-refused' } });
    const audit = (await boss().ask('/api/audit')).value as { what: string; person: string }[];
    expect(audit.find(({ what }) => what === 'till-people-put-back')).toMatchObject({ person: 'Ada' });
  });

  it('takes texts as texts, those of a till and those of a person who searches', async () => {
    const name = `<img src=x onerror=alert(1)>'; DROP TABLE till; --`;
    const till = await joined(name);
    till.sell(100);
    const id = till.sell(4_200, 'unknown');
    await send(till);
    const looks = (await boss().ask(`/api/looks?${query(days)}`)).value as {
      tills: { name: string; takenMinor: number }[];
      doubts: { till: string; id: string }[];
    };
    expect(looks.tills).toContainEqual(expect.objectContaining({ name, takenMinor: 100 }));
    expect(looks.doubts).toContainEqual(expect.objectContaining({ till: name, id }));
    const search = async (values: object) => boss().ask(`/api/payments?${query({ zone: 'UTC', ...values })}`);
    for (const reference of [`' OR 1=1 --`, `"; DELETE FROM segment`, '%', '\0', '$1']) {
      expect([reference, (await search({ reference })).value]).toEqual([reference, []]);
    }
    expect((await search({ reference: id, till: name })).value).toMatchObject([{ id, amountMinor: 4_200 }]);
    expect((await search({ amountMinor: '4200' })).value).toMatchObject([{ id }]);
    const refused = [
      { amountMinor: '1; SELECT' },
      { zone: `UTC'; --` },
      { zone: 'No/Such', from: '2026-01-31' },
      { from: 'now()' },
      { other: '1' },
    ];
    for (const values of refused) expect([values, (await search(values)).status]).toEqual([values, 400]);
  });

  it('shows a payment that two tills refunded, and a refund without a payment', async () => {
    const back = (till: FakeTill, kind: string, payId: string | null, value: number) => {
      const id = `op_${randomUUID()}`;
      const asked = { mode: 'test', environment: 'e', kind, messageType: null, origin: 'erp' };
      const amount = { value, currency: 'EUR' };
      const more = { terminalId: null, transId: id, refNr: null, payId };
      till.append('accepted', id, { state: 'accepted', ...asked, amount, ...more });
      const moved = {
        payment: id,
        brand: 'VISA',
        currency: 'EUR',
        taken: 0,
        givenBack: value,
        released: 0,
        authorised: 0,
      };
      till.append('succeeded', id, { state: 'succeeded', payId: `r-${id}`, moved: { ...moved, tip: 0, open: 0 } });
      return id;
    };
    const [one, two] = [await joined('Back 1'), await joined('Back 2')];
    for (const till of [one, two]) back(till, 'refund', 'pay-of-both', 5_000);
    back(one, 'refund', 'pay-of-one', 700);
    const unnumbered = back(two, 'refund-unreferenced', null, 900);
    for (const till of [one, two]) await send(till);
    const looks = (await boss().ask(`/api/looks?${query({ ...days, mode: 'test' })}`)).value as {
      refundedTwice: unknown[];
      unreferenced: { id: string }[];
      brands: { name: string; givenBackMinor: number }[];
    };
    expect(looks.refundedTwice).toMatchObject([
      { payId: 'pay-of-both', tills: ['Back 1', 'Back 2'], givenBackMinor: 10_000, currency: 'EUR' },
    ]);
    expect(looks.unreferenced.map(({ id }) => id)).toEqual([unnumbered]);
    expect(looks.brands).toContainEqual(expect.objectContaining({ name: 'VISA', givenBackMinor: 11_600 }));
  });

  it('shows a person nothing of another chain, and no chain another one’s people', async () => {
    const [chain, till] = [randomUUID(), randomUUID()];
    await asOwner(databaseUrl(), async (tx) => {
      await tx.run('INSERT INTO chain (id, name) VALUES ($1, $2)', [chain, 'Another merchant']);
      await tx.run('INSERT INTO till (chain_id, id, name) VALUES ($1, $2, $3)', [chain, till, 'Theirs']);
    });
    const added = await office.run<{ link: string }>(
      'person',
      'add',
      '--name',
      'Bob',
      '--role',
      'admin',
      '--chain',
      'Another merchant',
    );
    expect(added).toHaveLength(1);
    await expect(
      office.run('person', 'add', '--name', 'Ada', '--role', 'admin', '--chain', 'Another merchant'),
    ).rejects.toThrow('is a person of another chain');
    const looks = await boss().ask(`/api/looks?${query(days)}`);
    expect(looks.text).not.toContain('Theirs');
    expect((await boss().ask('/api/people')).text).not.toContain('Bob');
    expect((await boss().post('/api/people/remove', { name: 'Bob' })).status).toBe(404);
    const database = openDatabase(databaseUrl(), () => undefined, 1);
    try {
      for (const table of ['person', 'person_session', 'page_audit', 'open_authorization', 'operation', 'taking']) {
        const seen = await database.transact(chain, (tx) => tx.row<{ count: number }>(`SELECT count(*) FROM ${table}`));
        expect([table, seen?.count]).toEqual([table, table === 'person' || table === 'page_audit' ? 1 : 0]);
      }
      for (const sql of ['DELETE FROM page_audit', 'UPDATE page_audit SET what = NULL', 'DELETE FROM person']) {
        await expect(database.transact(chain, (tx) => tx.run(sql))).rejects.toThrow('permission denied');
      }
    } finally {
      await database.close();
    }
  });
});
