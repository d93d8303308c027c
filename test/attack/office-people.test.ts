// A hostile office, with the office's own keys and without them, sends lists of people. The till refuses a list that is not
// signed for this till or is older than the one it has, and people whom it could not have itself. It goes on selling, and
// its own people stay as they are.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PeopleDocument, peopleStatement } from '#contract/office/office-people.ts';
import { settingsStatement } from '#contract/office/office-settings.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { aWindowAt, addPeople } from '#support/joined-window.ts';
import { anOfficeInstead } from '#support/office-instead.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

type Said = Omit<PeopleDocument, 'keyId' | 'signature'>;
type Send = (response: ServerResponse) => void;

const pin = `scrypt$${'0'.repeat(32)}$${'1'.repeat(64)}`;
const thief = { name: 'Thief', role: 'manager', pin };

describe.skipIf(!officeRuns)('a till whose office sends people who mean harm', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  let pinKey = '';
  let elsewhere = '';
  const heardElsewhere: string[] = [];
  const other = createHttpServer((request, response) => {
    heardElsewhere.push(request.url ?? '');
    response.end('{}');
  });
  const till = (): string =>
    (JSON.parse(readFileSync(join(shop.dataDir, 'office', 'member.json'), 'utf8')) as { till: string }).till;
  const view = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView | null)?.people;
  };
  const people = async () => {
    const window = await aWindowAt(shop.dataDir);
    return (await window.ask('operators', {})).map(({ name, role }) => `${name}: ${role}`);
  };
  let number = 0;
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 100), `S-${number}`)).state;
  };
  const restart = async () => {
    await shop.killBridge();
    await shop.startBridge();
  };

  beforeAll(async () => {
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ office: { people: true } }), { mode: 0o600 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    office.pins.push('4839');
    await office.run('staff', 'add', '--name', 'Anna', '--role', 'cashier', '--scope', 'chain', '--by', 'Ada');
    pinKey = (await openOfficeKeys(office.dataDir)).pinKey.toString('base64');
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/people`;
  });
  afterAll(async () => {
    other.close();
    await Promise.all([office.close(), shop.close()]);
  });

  /** It answers the question for people with `send`, each time. */
  async function liar(send: Send) {
    return anOfficeInstead(office, {
      path: '/v1/people',
      lie: send,
      // Another number of changes each time.
      place: (head, asked) => ({ till: till(), lineage: 1, ...head, countersigned: null, people: 1_000 + asked }),
    });
  }

  const says =
    (value: object): Send =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };

  async function signed(change: Partial<Said>, statement: (said: Said) => string = peopleStatement): Promise<Send> {
    const keys = await openOfficeKeys(office.dataDir);
    const said = { till: till(), version: 2, at: '2026-01-31T10:00:00.000Z', people: [thief], ...change };
    return says({ document: { ...said, ...keys.signDocument(statement(said)) }, pinKey });
  }

  const endless: Send = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(65_536, 0x20);
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };

  const lies: { readonly [what: string]: { send: () => Promise<Send>; why: string | null } } = {
    'the version that it has, with others': { send: () => signed({ version: 1 }), why: 'older' },
    'another till’s people': {
      send: () => signed({ till: '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22' }),
      why: 'other-till',
    },
    'people signed with another key': {
      async send() {
        const said = { till: till(), version: 2, at: '2026-01-31T10:00:00.000Z', people: [thief] };
        const { privateKey } = generateKeyPairSync('ed25519');
        const signature = sign(null, Buffer.from(peopleStatement(said), 'utf8'), privateKey).toString('base64');
        return says({ document: { ...said, keyId: '0'.repeat(32), signature }, pinKey });
      },
      why: 'signature',
    },
    'people signed as settings are': {
      send: () => signed({}, (said) => peopleStatement(said).replace('office people v1', 'office settings v1')),
      why: 'signature',
    },
    'its settings for people': {
      send: () => signed({}, (said) => settingsStatement({ ...said, currency: null, settings: {} })),
      why: 'signature',
    },
    'a hash that names a cost of gigabytes': {
      send: () =>
        signed({ people: [{ ...thief, pin: `scrypt$1073741824$64$64$${'0'.repeat(32)}$${'1'.repeat(64)}` }] }),
      why: 'pin',
    },
    'a role that there is not': { send: () => signed({ people: [{ ...thief, role: 'constructor' }] }), why: 'role' },
    'a name that turns the line around': {
      send: () => signed({ people: [{ ...thief, name: 'Tom\u202Eegans' }] }),
      why: 'name',
    },
    'two people of one look': { send: () => signed({ people: [thief, { ...thief, name: 'Тhief' }] }), why: 'alike' },
    'more than a document may have': {
      send: () => signed({ people: Array.from({ length: 400 }, (_, at) => ({ ...thief, name: `P${at}` })) }),
      why: 'too-long',
    },
    'ten thousand people': {
      send: () => signed({ people: Array.from({ length: 10_000 }, (_, at) => ({ ...thief, name: `P${at}` })) }),
      why: null,
    },
    'people without the key of their PINs': {
      async send() {
        const keys = await openOfficeKeys(office.dataDir);
        const said = { till: till(), version: 2, at: '2026-01-31T10:00:00.000Z', people: [thief] };
        return says({ document: { ...said, ...keys.signDocument(peopleStatement(said)) }, pinKey: null });
      },
      why: 'pin',
    },
    'a number that is no version': { send: () => signed({ version: 2 ** 53 }), why: null },
    'lists in lists without an end': {
      send: async () => (response) => void response.end(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
      why: null,
    },
    'an answer without an end': { send: async () => endless, why: null },
    'the way to another server': {
      send: async () => (response) => {
        response.writeHead(307, { location: elsewhere });
        response.end();
      },
      why: null,
    },
  };

  it('takes them of its office, and keeps neither PIN nor the key of their hashes where it can be read', async () => {
    const window = await aWindowAt(shop.dataDir);
    await addPeople(window);
    await until(async () => {
      await sells();
      return (await view())?.version === 1 ? true : null;
    });
    expect(await people()).toContain('Anna: cashier');
    await office.kill();
    const key = Buffer.from(pinKey, 'base64');
    const shown = [shop.program.stderrText, office.logText, JSON.stringify((await shop.erp.get('/v1/status')).body)];
    for (const text of shown) expect(text).not.toMatch(/scrypt|4839/);
    for (const folder of [shop.dataDir, join(office.dataDir, 'postgres')]) {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      for (const { parentPath, name } of files) {
        const bytes = readFileSync(join(parentPath, name));
        const found = [key, pinKey, key.toString('hex')].some((each) => bytes.includes(each));
        expect([name, found]).toEqual([name, false]);
      }
    }
  });

  // One for each reason.
  const first = Object.keys(lies).filter(
    (what, at, all) => all.findIndex((one) => lies[one]?.why === lies[what]?.why) === at,
  );
  it.each(share({ small: first.slice(0, 4), large: Object.keys(lies) }))(
    '%s: the till signs nobody in by it, and goes on selling',
    async (what) => {
      const before = await people();
      const { send, why } = lies[what]!;
      const lying = await liar(await send());
      try {
        await restart();
        expect(await sells()).toBe('succeeded');
        await until(async () => (lying.asked() > 0 ? true : null));
        if (why !== null) {
          const refused = await until(async () => (await view())?.refused ?? null);
          expect(refused.problems.map((each) => each.why)).toContain(why);
        }
        for (let times = 0; times < 3; times += 1) expect(await sells()).toBe('succeeded');
        expect(lying.asked()).toBeLessThan(20);
      } finally {
        await lying.close();
      }
      expect(await people()).toEqual(before);
      expect(await view()).toMatchObject({ version: 1 });
      expect(heardElsewhere).toEqual([]);
    },
    120_000,
  );

  it('the names of its own people, as they are or look: those stay who they are, and the office’s are left out', async () => {
    const before = await people();
    const names = ['MANAGER', 'mаnager', 'rnanager', 'mana ger', 'ｍanager'];
    for (const [at, name] of names.entries()) {
      const send = await signed({ version: 10 + at, people: [{ ...thief, name }] });
      const lying = await liar(send);
      try {
        await restart();
        await sells();
        await until(async () => ((await view())?.version === 10 + at ? true : null));
      } finally {
        await lying.close();
      }
      expect((await view())?.refused?.problems).toEqual([{ name, why: 'name-taken', detail: null }]);
      expect(await people()).toEqual(before.filter((each) => !each.startsWith('Anna')));
    }
  }, 240_000);
});
