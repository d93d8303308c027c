// The IT department's policy: read from one place, refused whole where anything in it is wrong, and laid over the
// shop's own settings.
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import type { JsonObject } from '#contract/data/json.ts';
import {
  assertAllowed,
  lockedIn,
  lockedRefundsPerDay,
  ownPart,
  policyPaths,
  readPolicy,
  refundsPerDayOf,
  type ItPolicy,
  refundsSetByPolicy,
  withPolicy,
} from '#settings/policy.ts';
import { settingsSchema } from '#settings/settings.ts';
import { weakPath } from '#settings/paths/weak-path.ts';
import { aFolder } from '#support/store-folder.ts';
import { needSecondUser } from '#support/second-user.ts';

const tokenSha256 = 'a'.repeat(64);
const client = { name: 'Till ERP', scopes: ['sale', 'refund'], tokenSha256 };
const plain = settingsSchema.parse({});

function written(content: JsonObject | string, mode = 0o644): string {
  const file = join(aFolder(), 'policy.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
}

const system = join('/nowhere', 'policy.json');
const read = (content: JsonObject | string, mode?: number) => {
  const given = written(content, mode);
  return { given, read: () => readPolicy({ given, system }) };
};

describe('the policy file', () => {
  it('lies where only administrators write, on Windows at a place that no variable moves', () => {
    expect(policyPaths('linux', {}).system).toBe('/etc/tillbridge/policy.json');
    expect(policyPaths('darwin', {}).system).toBe('/Library/Application Support/Tillbridge/policy.json');
    const fixed = String.raw`C:\ProgramData\Tillbridge\policy.json`;
    expect(policyPaths('win32', {})).toEqual({ system: fixed, notHere: null });
    expect(policyPaths('win32', { ProgramData: String.raw`c:\programdata` })).toEqual({
      system: fixed,
      notHere: null,
    });
    const elsewhere = { ProgramData: String.raw`D:\Mine`, SystemDrive: 'D:', ALLUSERSPROFILE: String.raw`D:\Mine` };
    const notHere = String.raw`D:\Mine\Tillbridge\policy.json`;
    expect(policyPaths('win32', elsewhere)).toEqual({ system: fixed, notHere });
  });

  it('where a variable names another place is neither used nor passed over in silence', () => {
    const notHere = written({ clients: [client] });
    expect(() => readPolicy({ given: undefined, system, notHere })).toThrow(`move it to ${system}`);
    expect(readPolicy({ given: undefined, system, notHere: `${notHere}.none` })).toBeNull();
  });

  it('need not be there, unless it was named', () => {
    expect(readPolicy({ given: undefined, system })).toBeNull();
    expect(() => readPolicy({ given: '/nowhere/mine.json', system })).toThrow(
      'The policy file /nowhere/mine.json does not exist.',
    );
  });

  it('is as docs/policy.md shows it', () => {
    const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');
    const example = /```json\n([^`]+)```/.exec(page)?.[1] ?? '';
    const policy = read(example).read();
    expect(policy?.clients.map(({ name }) => name)).toEqual(['Central ERP', 'Shop page']);
    expect(policy?.locked).toContain('loopback.confirmUnreferenced');
  });

  it('of the machine is not replaced by another', () => {
    const machine = written({ settings: { queueLimit: 5 } });
    const administrator = process.getuid?.() ?? 0;
    const readAs = (given: string | undefined) => readPolicy({ given, system: machine }, administrator);
    expect(readAs(undefined)?.locked).toEqual(['queueLimit']);
    expect(() => readAs(written({}))).toThrow('has a policy of its own');
    expect(readAs(machine)?.file).toBe(machine);
  });

  it.each<[string, JsonObject | string, string]>([
    ['is no JSON', '{', 'it is not valid JSON'],
    ['is no object', '[]', 'it must be one JSON object'],
    ['has a name that is not known', { lock: true }, 'lock is not the name of a setting'],
    ['has a part twice', '{"settings":{"queueLimit":5},"settings":{}}', 'settings is given twice'],
    [
      'gives a program its scopes twice, and has a lock twice',
      `{"clients":[{"name":"a","scopes":["status"],"scopes":["refund"],"tokenSha256":"${tokenSha256}"}],
        "settings":{"loopback":{"refundsPerDayMinor":100,"refundsPerDay\\u004dinor":null}}}`,
      'clients.0.scopes is given twice; settings.loopback.refundsPerDayMinor is given twice',
    ],
    ['has a name that no object can have', '{"__proto__":{}}', '__proto__ must not be called so'],
    [
      'is nested without end',
      `{"settings":{"a":${'['.repeat(9_999)}${']'.repeat(9_999)}}}`,
      'the file is nested deeper than 32 levels',
    ],
    ['locks a setting that does not exist', { settings: { shopCurency: 'EUR' } }, 'in settings, shopCurency is not'],
    ['locks a setting at a wrong value', { settings: { queueLimit: 0 } }, 'in settings, queueLimit is too small'],
    ['names a scope that does not exist', { clients: [{ ...client, scopes: ['all'] }] }, 'clients.0.scopes.0'],
    ['holds a token', { clients: [{ ...client, token: 'tb_x' }] }, 'clients.0.token is not the name'],
    ['has a digest that is none', { clients: [{ ...client, tokenSha256: 'x' }] }, 'must be 64 hex digits'],
    ['has an origin with a path', { clients: [{ ...client, origin: 'https://erp.example/x' }] }, 'clients.0.origin'],
    ['has a name twice', { clients: [client, { ...client, tokenSha256: 'b'.repeat(64) }] }, 'names that differ'],
    ['has a token twice', { clients: [client, { ...client, name: 'Other' }] }, 'a token each'],
  ])('that %s stops the start, and says why', (_, content, words) => {
    const policy = read(content);
    expect(policy.read).toThrow(words);
    expect(policy.read).toThrow(`The policy file ${policy.given} cannot be used`);
    expect(policy.read).toThrow('start again');
  });

  it('locks the currency of each limit that it locks', () => {
    const capped = { ...client, options: { refundsPerDayMinor: 500 } };
    const missing = 'in settings, shopCurrency is missing: ';
    expect(read({ settings: { loopback: { refundsPerDayMinor: 500 } } }).read).toThrow(
      `${missing}loopback.refundsPerDayMinor is a sum of it`,
    );
    expect(read({ settings: { people: { refundLimitMinor: 500 } } }).read).toThrow(`${missing}people.refundLimitMinor`);
    expect(read({ clients: [capped] }).read).toThrow(`${missing}the limit of Till ERP`);
    // Nothing is nothing in every currency.
    expect(read({ settings: { loopback: { refundsPerDayMinor: 0 } } }).read()).not.toBeNull();
    const policy = read({ clients: [capped], settings: { shopCurrency: 'CHF' } }).read();
    expect(lockedIn(settingsSchema.parse({ shopCurrency: 'KWD' }), policy)).toEqual(['shopCurrency']);
  });

  it('locks all that decides where the API key goes, or nothing of it', () => {
    const part = read({ settings: { gateway: { root: 'https://gateway.example' } } });
    expect(part.read).toThrow('gateway lacks merchantId, mode');
    expect(read({ settings: { gateway: { scheme: 'basic' } } }).read).toThrow('gateway lacks root, merchantId, mode');
    const gateway = { root: 'https://gateway.example', merchantId: 'SHOP-1', mode: 'live' } as const;
    const policy = read({ settings: { gateway } }).read();
    const names = ['root', 'authRoot', 'merchantId', 'mode', 'scheme', 'caFile'].map((name) => `gateway.${name}`);
    expect([...(policy?.locked ?? [])].toSorted()).toEqual(names.toSorted());
    const own = settingsSchema.parse({ gateway: { authRoot: 'https://thief.example', scheme: 'basic', caFile: 'x' } });
    const together = withPolicy(own, policy);
    expect(together.gateway).toEqual({ ...gateway, scheme: 'oauth' });
    expect(lockedIn(together, policy)).toEqual([]);
    const changed = { ...together, gateway: { ...together.gateway, authRoot: 'https://thief.example' } };
    expect(lockedIn(changed, policy)).toEqual(['gateway.authRoot']);
    expect(ownPart(together, own, policy).gateway).toEqual(own.gateway);
    expect(() => assertAllowed(policy, { 'gateway.authRoot': 'https://thief.example' })).toThrow('gateway.authRoot');
  });

  it.each([0o664, 0o646, 0o666])('that others can write is refused (%o)', (mode) => {
    const policy = read({}, mode);
    expect(policy.read).toThrow(`${policy.given} can be written by others than its owner`);
  });

  it.each([0, 1, 2])('below a folder that others can write is refused, %i folders above its own', (above) => {
    const folders = ['a', 'b', 'c'].reduce<string[]>((all, name) => [...all, join(all.at(-1) ?? aFolder(), name)], []);
    // Whatever the umask of the user who runs the tests.
    for (const folder of folders) mkdirSync(folder, { mode: 0o755 });
    const file = join(folders[2] ?? '', 'policy.json');
    writeFileSync(file, '{}', { mode: 0o644 });
    expect(readPolicy({ given: file, system })).not.toBeNull();
    const open = folders[2 - above] ?? '';
    chmodSync(open, 0o777);
    expect(() => readPolicy({ given: file, system })).toThrow(`${open} can be written by others`);
  });

  it('behind a link that somebody else could turn is refused, though where it leads is safe', () => {
    const safe = written({});
    const open = aFolder();
    symlinkSync(safe, join(open, 'policy.json'));
    expect(readPolicy({ given: join(open, 'policy.json'), system })?.file).toBe(join(open, 'policy.json'));
    chmodSync(open, 0o777);
    expect(() => readPolicy({ given: join(open, 'policy.json'), system })).toThrow(`${open} can be written by others`);
  });

  it('of the machine has to be an administrator’s, its folders too', () => {
    const file = written({});
    const running = process.getuid?.() ?? 0;
    expect(readPolicy({ given: undefined, system: file }, running)?.file).toBe(file);
    expect(weakPath(file, { owners: [], platform: 'linux' })).toEqual(
      running === 0 ? null : { path: join(file, '..'), why: 'owner' },
    );
  });

  it('of another user, or in a folder of theirs, is refused', (context) => {
    needSecondUser(context);
    const file = written({});
    chownSync(file, 12_345, 12_345);
    expect(() => readPolicy({ given: undefined, system: file })).toThrow(`${file} belongs to another user`);
    chownSync(file, 0, 0);
    const folder = join(file, '..');
    chownSync(folder, 12_345, 12_345);
    expect(() => readPolicy({ given: undefined, system: file })).toThrow(`${folder} belongs to another user`);
    // Only the machine's own must be an administrator's.
    expect(weakPath(file, { owners: [12_345], platform: 'linux' })).toBeNull();
  });

  it('may lie in a folder that the administrators of a Mac write, and only there', (context) => {
    needSecondUser(context);
    const file = written({});
    const folder = join(file, '..');
    chownSync(folder, 0, 80);
    chmodSync(folder, 0o775);
    expect(weakPath(file, { owners: [], platform: 'darwin' })).toBeNull();
    expect(weakPath(file, { owners: [], platform: 'linux' })).toEqual({ path: folder, why: 'writable' });
    chmodSync(folder, 0o777);
    expect(weakPath(file, { owners: [], platform: 'darwin' })).toEqual({ path: folder, why: 'writable' });
  });
});

describe('updates that a policy names', () => {
  const url = 'https://updates.example/stable/update.json';
  const key = `${'A'.repeat(43)}=`;

  it('are locked as a whole, at their defaults where it is silent', () => {
    const policy = read({ settings: { updates: { url } } }).read();
    const own = settingsSchema.parse({ updates: { key, hold: true, hours: '12:00-13:00' }, shopName: 'Mine' });
    expect(withPolicy(own, policy)).toMatchObject({ updates: { ...plain.updates, url }, shopName: 'Mine' });
    expect(lockedIn({ ...own, updates: { ...plain.updates, url, key } }, policy)).toEqual(['updates.key']);
    expect(policy?.locked.toSorted()).toEqual(
      Object.keys(plain.updates)
        .map((name) => `updates.${name}`)
        .toSorted(),
    );
  });

  it('name their server, which may be none', () => {
    expect(read({ settings: { updates: { key } } }).read).toThrow('updates lacks url');
    const none = read({ settings: { updates: { url: null } } }).read();
    expect(withPolicy(settingsSchema.parse({ updates: { url, key } }), none).updates).toEqual(plain.updates);
  });

  it.each([
    ['http://updates.example/update.json', /https:/],
    ['https://user:secret@updates.example/update.json', /no user name/],
    ['file:///etc/passwd', /https:/],
    ['https://updates.example/update.json?a', /without \?/],
  ])('come from no address like %s', (address, words) => {
    const parse = read({ settings: { updates: { url: address } } }).read;
    expect(parse).toThrow(words);
    expect(parse).not.toThrow('secret');
  });
});

describe('locked settings', () => {
  const aPolicy = () =>
    read({
      settings: { shopCurrency: 'CHF', people: { refundLimitMinor: 500 }, terminals: ['T1'] },
    }).read();

  it('hold whatever the shop has set, the others stay the shop’s', () => {
    const policy = aPolicy();
    const own = settingsSchema.parse({ shopCurrency: 'EUR', queueLimit: 7, people: { autoLockMinutes: 3 } });
    expect(withPolicy(own, policy)).toMatchObject({
      shopCurrency: 'CHF',
      queueLimit: 7,
      terminals: ['T1'],
      people: { refundLimitMinor: 500, autoLockMinutes: 3 },
    });
    expect(withPolicy(own, null)).toBe(own);
  });

  it('are known by name when somebody would change them', () => {
    const policy = aPolicy();
    const now = withPolicy(plain, policy);
    expect(lockedIn(now, policy)).toEqual([]);
    expect(lockedIn({ ...now, queueLimit: 3 }, policy)).toEqual([]);
    expect(lockedIn({ ...now, terminals: [], people: { ...now.people, refundLimitMinor: 501 } }, policy)).toEqual([
      'people.refundLimitMinor',
      'terminals',
    ]);
  });

  it('leave the shop’s own values in its file, for the day they are unlocked', () => {
    const policy = aPolicy();
    const own = settingsSchema.parse({ shopCurrency: 'EUR', people: { refundLimitMinor: 99 } });
    const saved = ownPart({ ...withPolicy(own, policy), queueLimit: 3 }, own, policy);
    expect(saved).toMatchObject({
      shopCurrency: 'EUR',
      terminals: [],
      queueLimit: 3,
      people: { refundLimitMinor: 99 },
    });
  });

  it('refuse an option of the command line that says something else', () => {
    const policy = aPolicy();
    expect(() => assertAllowed(policy, { terminals: ['T1'] })).not.toThrow();
    expect(() => assertAllowed(policy, { queueLimit: 3 })).not.toThrow();
    expect(() => assertAllowed(policy, { terminals: ['T2'] })).toThrow('sets terminals to ["T1"]: leave the option');
    expect(() => assertAllowed(null, { terminals: ['T2'] })).not.toThrow();
  });
});

describe('a locked limit of refunds', () => {
  const paired: Client = {
    id: 'client-1',
    name: 'ERP',
    scopes: ['refund'],
    origin: null,
    options: plainClientOptions,
    createdAt: '2026-01-31T18:05:00.000Z',
    lastUsedAt: null,
    revokedAt: null,
  };
  const locked = () => read({ settings: { shopCurrency: 'EUR', loopback: { refundsPerDayMinor: 1_000 } } }).read();

  it.each([
    [null, 1_000],
    [undefined, 1_000],
    [500, 500],
    [0, 0],
    [1_000, 1_000],
    [999_999, 1_000],
  ])('caps a program whose own is %s at %s', (own, most) => {
    const policy = locked();
    expect(refundsPerDayOf(own, 'EUR', withPolicy(plain, policy), policy)).toBe(most);
  });

  it('is the shop’s default, and no cap, where nothing locks it', () => {
    const shop = settingsSchema.parse({ loopback: { refundsPerDayMinor: 1_000 } });
    const other = read({ settings: { queueLimit: 5 } }).read();
    for (const policy of [null, other]) {
      expect(lockedRefundsPerDay(policy)).toBeNull();
      expect(refundsPerDayOf(5_000, 'EUR', shop, policy)).toBe(5_000);
      expect(refundsPerDayOf(null, 'EUR', shop, policy)).toBe(1_000);
      expect(refundsPerDayOf(null, 'EUR', plain, policy)).toBeNull();
    }
  });

  it.each<[string, number | null, boolean, boolean]>([
    ['at the cap', null, false, true],
    ['above the cap, which counts', 5_000, false, true],
    ['below the cap, with room to raise it', 500, false, false],
    ['below the cap, named by the policy itself', 500, true, true],
  ])('is for the IT department to raise for a program %s', (_what, own, managed, only) => {
    const policy = locked();
    const options = { ...paired.options, refundsPerDayMinor: own };
    const program = { ...paired, options, ...(managed ? { managed } : {}) };
    expect(refundsSetByPolicy(program, withPolicy(plain, policy), policy)).toBe(only);
  });

  it('is for the till to raise where the policy says nothing of it', () => {
    const shop = settingsSchema.parse({ loopback: { refundsPerDayMinor: 1_000 } });
    const other = read({ settings: { queueLimit: 5 } }).read();
    for (const policy of [null, other]) expect(refundsSetByPolicy(paired, shop, policy)).toBe(false);
    expect(refundsSetByPolicy({ ...paired, managed: true }, shop, other)).toBe(false);
  });

  it('is named in the shop’s currency: nothing goes out in another one that has no limit of its own', () => {
    const limits = { refundsPerDayMinor: 1_000, refundsPerDayIn: { USD: 300 } };
    const shop = settingsSchema.parse({ loopback: limits });
    const of = (own: number | null, currency: string, policy: ItPolicy | null = null, settings = shop) =>
      refundsPerDayOf(own, currency, withPolicy(settings, policy), policy);
    expect([of(null, 'EUR'), of(null, 'USD'), of(null, 'CHF')]).toEqual([1_000, 300, 0]);
    expect([of(50, 'EUR'), of(50, 'USD'), of(50, 'CHF')]).toEqual([50, 300, 0]);
    // What may refund nothing may refund nothing in any currency.
    expect([of(0, 'EUR'), of(0, 'USD')]).toEqual([0, 0]);
    expect([of(null, 'EUR', null, plain), of(null, 'CHF', null, plain)]).toEqual([null, null]);
    // A locked limit takes none from the shop's own settings.
    const capped = read({ settings: { shopCurrency: 'EUR', loopback: { refundsPerDayMinor: 500 } } }).read();
    expect([of(null, 'EUR', capped), of(null, 'USD', capped)]).toEqual([500, 0]);
    const two = { refundsPerDayMinor: 500, refundsPerDayIn: { CHF: 70 } };
    const both = read({ settings: { shopCurrency: 'EUR', loopback: two } }).read();
    expect([of(9_999, 'EUR', both), of(9_999, 'USD', both), of(9_999, 'CHF', both)]).toEqual([500, 0, 70]);
  });

  it('locked at none caps no program', () => {
    const policy = read({ settings: { loopback: { refundsPerDayMinor: null } } }).read();
    expect(refundsPerDayOf(5_000, 'EUR', withPolicy(plain, policy), policy)).toBe(5_000);
  });
});
