// An office that was taken over, with its own keys and without them, sends programs that mean harm (ADR 92). What it can: give a
// program of its own the scopes that the till lists, up to the cap of the policy. The till takes no other document, leaves out
// what asks for more or for the name or token of its own, goes on selling, and its own programs stay as they are.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import {
  type OfficeProgramAtTill,
  type ProgramsDocument,
  programsStatement,
} from '#contract/office/office-programs.ts';
import { settingsStatement } from '#contract/office/office-settings.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { Erp } from '#support/erp.ts';
import { aDocument, aProgram, hashOf } from '#support/office-programs.ts';
import { anOfficeInstead } from '#support/office-instead.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

type Send = (response: ServerResponse) => void;

const thief = 'a-token-that-the-attacker-has';
const webhook = { id: 'w', url: 'https://thief.example', from: 0, allowed: true };

describe.skipIf(!officeRuns)('a till whose office sends programs that mean harm', () => {
  const office = new OfficeBench();
  const policyDir = office.bench.folder();
  const policy = join(policyDir, 'policy.json');
  const shop = new Shop({ samePort: true, bridgeArgs: ['--policy', policy] });
  const ofPolicy = 'the-token-of-the-policy-s-program';
  const till = (): string =>
    (JSON.parse(readFileSync(join(shop.dataDir, 'office', 'member.json'), 'utf8')) as { till: string }).till;
  const view = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView | null)?.programs;
  };
  let number = 0;
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 100), `S-${number}`)).state;
  };
  const statusWith = async (token: string) => (await new Erp(shop.bridgeUrl, token).get('/v1/status')).status;
  const restart = async () => {
    await shop.killBridge();
    await shop.startBridge();
  };

  beforeAll(async () => {
    const settings = { office: { programScopes: ['status', 'sale', 'refund'] } };
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    const clients = [{ name: 'Policy ERP', scopes: ['status'], tokenSha256: hashOf(ofPolicy) }];
    const locked = { shopCurrency: 'EUR', loopback: { refundsPerDayMinor: 1_000 } };
    writeFileSync(policy, JSON.stringify({ clients, settings: locked }), { mode: 0o644 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    await until(async () => (await view()) ?? null);
    await office.kill();
  }, 240_000);
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  const says =
    (value: object): Send =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };

  type Said = Omit<ProgramsDocument, 'keyId' | 'signature'>;
  async function signed(
    programs: readonly OfficeProgramAtTill[],
    change: Partial<Said> = {},
    statement: (said: Said) => string = programsStatement,
  ): Promise<Send> {
    const keys = await openOfficeKeys(office.dataDir);
    const said = { till: till(), version: 2, at: '2026-01-31T10:00:00.000Z', programs: [...programs], ...change };
    return says({ document: { ...said, ...keys.signDocument(statement(said)) } });
  }

  /** The till starts and asks the office that sends this; what its view is once `seen` says so. */
  async function under(send: Send, seen: (now: Awaited<ReturnType<typeof view>>) => boolean) {
    const lying = await anOfficeInstead(office, {
      path: '/v1/programs',
      lie: send,
      // Another number of changes each time.
      place: (head, asked) => ({ till: till(), lineage: 1, ...head, countersigned: null, programs: 1_000 + asked }),
    });
    try {
      await restart();
      expect(await sells()).toBe('succeeded');
      await until(async () => (lying.asked() > 0 && seen(await view()) ? true : null));
      expect(await sells()).toBe('succeeded');
      expect(lying.asked()).toBeLessThan(20);
    } finally {
      await lying.close();
    }
  }

  const bad = aProgram('Thief', { tokenSha256: hashOf(thief) });
  const lies: { readonly [what: string]: { send: () => Promise<Send>; why: string | null } } = {
    'another till’s programs': {
      send: () => signed([bad], { till: '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22' }),
      why: 'other-till',
    },
    'programs signed with another key': {
      send: async () =>
        says({ document: aDocument(2, [bad], { till: till() }, generateKeyPairSync('ed25519').privateKey) }),
      why: 'signature',
    },
    'a name that turns the line around': { send: () => signed([{ ...bad, name: 'Tom\u202Eegans' }]), why: 'name' },
    'more than a document may have': {
      send: () => signed(Array.from({ length: 150 }, (_, at) => aProgram(`P${at}`))),
      why: 'too-long',
    },
    'programs signed as people are': {
      send: () => signed([bad], {}, (said) => programsStatement(said).replace('programs v1', 'people v1')),
      why: 'signature',
    },
    'its settings for programs': {
      send: () => signed([bad], {}, (said) => settingsStatement({ ...said, currency: null, settings: {} })),
      why: 'signature',
    },
    'two programs of one look': { send: () => signed([bad, { ...bad, name: 'Тhief' }]), why: 'alike' },
    'one token for two': { send: () => signed([bad, { ...bad, name: 'Other' }]), why: 'token' },
    'a token in the place of its hash': { send: () => signed([{ ...bad, tokenSha256: thief }]), why: 'token' },
    'a sum that is none': {
      send: () => signed([{ ...bad, options: { ...bad.options, refundsPerDayMinor: 1e300 }, currency: 'EUR' }]),
      why: 'limit',
    },
    'a webhook': {
      // An option that the till does not read is none that was signed.
      send: () => signed([{ ...bad, options: { ...bad.options, webhook } } as OfficeProgramAtTill]),
      why: 'signature',
    },
    'ten thousand programs': {
      send: () => signed(Array.from({ length: 10_000 }, (_, at) => aProgram(`P${at}`))),
      why: null,
    },
    'a number that is no version': { send: () => signed([bad], { version: 2 ** 53 }), why: null },
  };

  it.each(share({ small: Object.keys(lies).slice(0, 2), large: Object.keys(lies) }))(
    '%s: the till lets nothing in by it, and goes on selling',
    async (what) => {
      const { send, why } = lies[what]!;
      await under(
        await send(),
        (now) => why === null || now?.refused?.problems.some((each) => each.why === why) === true,
      );
      expect(await statusWith(thief)).toBe(401);
      expect(await view()).toMatchObject({ version: 0 });
    },
    240_000,
  );

  it('a program of its own gets the scopes that the till lists, and pays out no more than the policy’s cap', async () => {
    const options = { ...bad.options, refundsPerDayMinor: 999_999 };
    const send = await signed([{ ...bad, scopes: ['status', 'refund'], options, currency: 'EUR' }]);
    await under(send, (now) => now?.version === 2);
    const program = new Erp(shop.bridgeUrl, thief);
    expect(await statusWith(thief)).toBe(200);
    const post = (kind: string, body: JsonObject) => program.post(`/v1/operations/${kind}`, body, `X-${kind}`);
    const amount = { value: 1_001, currency: 'EUR' };
    expect((await post('refund', { payId: 'P1', transId: 'X-1', amount })).body).toMatchObject({
      code: 'refund-limit',
    });
    for (const kind of ['capture', 'refund-unreferenced']) {
      expect([kind, (await post(kind, { transId: 'X-2', amount })).body['code']]).toEqual([kind, 'scope-missing']);
    }
    expect((await post('cloud-pos', sale('X-3', 100))).body).toMatchObject({ code: 'scope-missing' });
    expect((await program.get('/v1/journal')).status).toBeGreaterThanOrEqual(400);
  }, 240_000);

  it('many programs of its own pay out no more than the policy’s cap together, under whatever names they come next', async () => {
    const paid = await shop.erp.operate('cloud-pos', sale('S-paid', 9_000), 'S-paid');
    const { payId = '' } = (paid.result ?? {}) as { payId?: string };
    const named = (name: string) =>
      aProgram(name, { scopes: ['status', 'refund'], tokenSha256: hashOf(`${thief}-${name}`) });
    const refunds = async (name: string, value: number) => {
      const input = { payId, transId: `R-${name}`, amount: { value, currency: 'EUR' } };
      const { body } = await new Erp(shop.bridgeUrl, `${thief}-${name}`).post(
        '/v1/operations/refund?wait=30',
        input,
        'R',
      );
      return body['code'] ?? body['state'];
    };
    await under(await signed([named('One'), named('Two')], { version: 3 }), (now) => now?.version === 3);
    expect(await refunds('One', 700)).toBe('succeeded');
    expect(await refunds('Two', 400)).toBe('refund-limit');
    // Other names are other programs, and their sum goes on.
    await under(await signed([named('Three')], { version: 4 }), (now) => now?.version === 4);
    expect(await refunds('Three', 301)).toBe('refund-limit');
    // The till's own program has the cap for itself.
    const own = { payId, transId: 'R-own', amount: { value: 900, currency: 'EUR' } };
    expect((await shop.erp.operate('refund', own, 'R-own')).state).toBe('succeeded');
  }, 240_000);

  it('what asks for more, for the name of the till’s own or the policy’s program, or for their tokens is left out', async () => {
    const send = await signed(
      [
        { ...bad, scopes: ['status', 'refund-unreferenced'] },
        aProgram('еrp', { tokenSha256: hashOf('x-1') }),
        aProgram('policy  ERP', { tokenSha256: hashOf('x-2') }),
        aProgram('Heir', { tokenSha256: hashOf(shop.token) }),
        aProgram('Heir of the policy', { tokenSha256: hashOf(ofPolicy) }),
        aProgram('Franc', {
          tokenSha256: hashOf('x-3'),
          options: { ...bad.options, refundsPerDayMinor: 1 },
          currency: 'CHF',
        }),
      ],
      { version: 5 },
    );
    await under(send, (now) => now?.version === 5);
    const left = (await view())?.refused?.problems.map(({ name, why }) => `${name}: ${why}`);
    expect(left).toEqual([
      'Thief: scope-not-allowed',
      'еrp: name-taken',
      'policy  ERP: name-taken',
      'Heir: token-taken',
      'Heir of the policy: token-taken',
      'Franc: currency',
    ]);
    for (const token of [thief, 'x-1', 'x-2', 'x-3']) expect(await statusWith(token)).toBe(401);
    expect([await statusWith(shop.token), await statusWith(ofPolicy)]).toEqual([200, 200]);
    const { clients } = await shop.ask('clients', {});
    expect(clients.find(({ name }) => name === 'ERP')).toMatchObject({ revokedAt: null });
    // What it had before it asked for more it has no longer.
    expect(await sells()).toBe('succeeded');
  }, 240_000);
});
