// What a till takes of programs from its office: only of its own office, only forwards, only the scopes that it lists, beside its
// own programs and its policy's; how a manager switches one off; and when it lets them go.
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProgramsDocument } from '#contract/office/office-programs.ts';
import { enterMode } from '#assembly/programs/end-of-practice.ts';
import { officeSettable } from '#contract/office/office-settings.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { settingsSchema } from '#settings/settings.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { createSeal } from '#store/database/seal.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { startMs } from '#support/records.ts';
import { aDocument, aProgram, aTillWithPrograms, hashOf, manager } from '#support/office-programs.ts';
import { aMadeFolder } from '#support/store-folder.ts';
import { testKey } from '#support/store-data.ts';

const otherTill = '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22';
const erp = aProgram('ERP');

let dataDir: string;
beforeEach(() => {
  dataDir = aMadeFolder();
});

const verified = () => verifyDatabase(dataDir, null, () => startMs, createSeal(testKey)).ok;

describe('a till that takes programs of its office', () => {
  it('lets them in and out at once, under a version that rises, as rows of which the journal tells', async () => {
    const till = await aTillWithPrograms(dataDir);
    expect(await till.takes(aDocument(5, [erp, aProgram('Kiosk', { origin: 'https://kiosk.example' })]))).toEqual([]);
    const { id, ...client } = till.letIn('ERP') ?? { id: '' };
    expect(client).toMatchObject({ name: 'ERP', scopes: ['status', 'sale'], origin: null, revokedAt: null });
    expect(id).toMatch(/^office_[0-9a-f]{32}$/);
    expect(till.asked()).toMatchObject({ has: { version: 5 }, takes: true, refused: null });
    // Other scopes and another token leave it the same program, with its request ids.
    const other = { ...erp, scopes: ['status', 'refund'], tokenSha256: hashOf('ERP 2') };
    expect(await till.takes(aDocument(6, [other]))).toEqual([]);
    expect([till.letIn('ERP'), till.letIn('Kiosk')]).toEqual([null, null]);
    expect(till.letIn('ERP 2')).toMatchObject({ id, scopes: ['status', 'refund'] });
    expect(await till.takes(aDocument(7, []))).toEqual([]);
    expect(till.letIn('ERP 2')).toBe(null);
    expect(await till.takes(aDocument(8, [erp]))).toEqual([]);
    expect(till.letIn('ERP')).toMatchObject({ id });
    const told = till.journal().filter(([type]) => type.startsWith('client-'));
    expect(told.map(([type, { name, fromOffice }]) => [type, name, fromOffice])).toEqual([
      ['client-added', 'ERP', true],
      ['client-added', 'Kiosk', true],
      ['client-revoked', 'Kiosk', true],
      ['client-changed', 'ERP', true],
      ['client-revoked', 'ERP', true],
      ['client-changed', 'ERP', true],
    ]);
    for (const said of [JSON.stringify(till.journal()), till.logged.join('')]) {
      for (const token of ['ERP', 'ERP 2', 'Kiosk']) expect(said).not.toContain(hashOf(token));
    }
    // What says the same changes no row.
    expect(await till.takes(aDocument(9, [erp]))).toEqual([]);
    expect(till.journal().filter(([type]) => type.startsWith('client-'))).toHaveLength(told.length);
    till.close();
    expect(verified()).toBe(true);
  });

  it.each<[what: string, sent: ProgramsDocument, why: string]>([
    ['the same version again', aDocument(2, [erp]), ': older'],
    ['an older version', aDocument(1, [erp]), ': older'],
    ['another till’s document', aDocument(5, [erp], { till: otherTill }), ': other-till'],
    ['another key', aDocument(5, [erp], {}, generateKeyPairSync('ed25519').privateKey), ': signature'],
    [
      'a token that was changed on its way',
      { ...aDocument(5, [erp]), programs: [aProgram('ERP', { tokenSha256: hashOf('thief') })] },
      ': signature',
    ],
    ['a name with signs that are not seen', aDocument(5, [aProgram('E\u202ERP')]), '#1: name'],
    ['a name with a card number', aDocument(5, [aProgram('ERP 4111111111111111')]), '#1: name'],
    ['no scopes', aDocument(5, [{ ...erp, scopes: [] }]), 'ERP: scopes'],
    ['an origin that is none', aDocument(5, [{ ...erp, origin: 'null' }]), 'ERP: origin'],
    [
      'a limit below nothing',
      aDocument(5, [{ ...erp, options: { ...erp.options, refundsPerDayMinor: -1 }, currency: 'EUR' }]),
      'ERP: limit',
    ],
    [
      'a limit without a currency',
      aDocument(5, [{ ...erp, options: { ...erp.options, refundsPerDayMinor: 1 } }]),
      'ERP: limit',
    ],
    ['a hash that is none', aDocument(5, [aProgram('ERP', { tokenSha256: 'tb_secret' })]), 'ERP: token'],
    ['one token for two', aDocument(5, [erp, aProgram('Kiosk', { tokenSha256: hashOf('ERP') })]), 'Kiosk: token'],
    ['two of one look', aDocument(5, [erp, aProgram('ЕRP')]), 'ЕRP: alike'],
    [
      'too many',
      aDocument(
        5,
        Array.from({ length: 200 }, (_, at) => aProgram(`Program ${at}`)),
      ),
      ': too-long',
    ],
  ])('takes nothing of %s, and goes on as before', async (_, sent, why) => {
    const till = await aTillWithPrograms(dataDir);
    await till.takes(aDocument(2, [aProgram('Before')]));
    expect(await till.takes(sent)).toContain(why);
    expect(till.names()).toEqual(['Before']);
    expect(till.logged.join('')).not.toMatch(/4111|\u202E/);
    // The office has put it right: nothing newer.
    expect(await till.takes(null)).toEqual([]);
  });

  it('leaves out, by name, what asks for more than its own setting lists, and takes the others', async () => {
    const till = await aTillWithPrograms(dataDir, { scopes: ['status', 'sale'] });
    const sums = { ...erp.options, refundsPerDayMinor: 5_000 };
    expect(
      await till.takes(
        aDocument(1, [
          erp,
          aProgram('Exporter', { scopes: ['status', 'export'] }),
          aProgram('Newer', { scopes: ['a-scope-of-a-newer-version'] }),
          aProgram('Swiss', { options: sums, currency: 'CHF' }),
          aProgram('German', { options: sums, currency: 'EUR' }),
        ]),
      ),
    ).toEqual(['Exporter: scope-not-allowed', 'Newer: scope-not-allowed', 'Swiss: currency']);
    expect(till.names()).toEqual(['ERP', 'German']);
    expect(till.letIn('German')).toMatchObject({ options: { refundsPerDayMinor: 5_000 } });
    // One that asks for more later is out, and does not go on with what it had.
    expect(await till.takes(aDocument(2, [{ ...erp, scopes: ['status', 'refund'] }]))).toEqual([
      'ERP: scope-not-allowed',
    ]);
    expect(till.letIn('ERP')).toBe(null);
  });

  it('takes none where its own setting lists no scope, which the office cannot set', async () => {
    const till = await aTillWithPrograms(dataDir, { scopes: [] });
    expect(till.asked()).toEqual({ has: { version: 0, signature: null }, takes: false, refused: null });
    await till.takes(aDocument(1, [erp]));
    expect(till.names()).toEqual([]);
    expect(officeSettable).not.toContain('office.programScopes');
    expect(settingsSchema.parse({}).office.programScopes).toEqual([]);
  });

  it('keeps its own program where both have the name or the token, and takes the office’s once it is free', async () => {
    const till = await aTillWithPrograms(dataDir);
    till.pair('erp', 'own');
    expect(await till.takes(aDocument(1, [erp, aProgram('Kiosk', { tokenSha256: hashOf('own') })]))).toEqual([
      'ERP: name-taken',
      'Kiosk: token-taken',
    ]);
    expect([till.letIn('ERP'), till.letIn('own')?.name]).toEqual([null, 'erp']);
    till.opening.clients.revoke('paired-erp', '2026-03-01T09:00:00.000Z', manager);
    till.programs.look();
    expect(till.letIn('ERP')).not.toBe(null);
    // And where a person pairs one of that name, the till's own is the only one again.
    till.pair('Erp', 'own again');
    till.programs.look();
    expect([till.letIn('ERP'), till.letIn('own again')?.name]).toEqual([null, 'Erp']);
  });

  it('lets the policy’s program win where names or tokens are the same', async () => {
    const named = { scopes: ['status'], options: plainClientOptions } as const;
    const clients = [
      { ...named, scopes: [...named.scopes], name: 'ERP', tokenSha256: hashOf('policy') },
      { ...named, scopes: [...named.scopes], name: 'Other', tokenSha256: hashOf('Kiosk') },
    ];
    const first = await aTillWithPrograms(dataDir);
    expect(await first.takes(aDocument(1, [erp, aProgram('Kiosk')]))).toEqual([]);
    first.close();
    const till = await aTillWithPrograms(dataDir, {
      policy: { file: 'policy.json', clients, settings: {}, locked: [] },
    });
    expect(till.asked().refused?.problems.map(({ name, why }) => `${name}: ${why}`)).toEqual([
      'ERP: name-taken',
      'Kiosk: token-taken',
    ]);
    expect([till.letIn('ERP'), till.letIn('Kiosk')?.name]).toEqual([null, 'Other']);
  });

  it('keeps one off that a manager switched off, until a manager lets it in again', async () => {
    const till = await aTillWithPrograms(dataDir);
    await till.takes(aDocument(1, [erp]));
    const id = till.idOf('ERP');
    expect(till.revoke('ERP')).toBe(true);
    expect(till.letIn('ERP')).toBe(null);
    const off = ['ERP: switched-off'];
    expect(await till.takes(aDocument(2, [{ ...erp, scopes: ['status'], tokenSha256: hashOf('ERP 2') }]))).toEqual(off);
    // Also where the office takes it away and gives it again, and after a start.
    await till.takes(aDocument(3, []));
    expect(await till.takes(aDocument(4, [erp]))).toEqual(off);
    till.close();
    const again = await aTillWithPrograms(dataDir);
    expect([again.letIn('ERP'), again.clients.byId(id)?.switchedOff]).toEqual([null, true]);
    expect(again.programs.letIn(id, manager)).toMatchObject({ type: 'changed', client: { id, revokedAt: null } });
    expect(again.letIn('ERP')).toMatchObject({ id });
    expect(again.asked().refused).toBe(null);
    const [type, data] = again.journal().at(-1) ?? [];
    expect([type, data?.['by'], data?.['fromOffice']]).toEqual(['client-changed', manager, true]);
    // Nothing else is let in so.
    for (const other of [id, 'paired-x', 'office_x']) {
      expect(again.programs.letIn(other, manager)).toMatchObject({ refusal: { code: 'client-unknown' } });
    }
    again.close();
    expect(verified()).toBe(true);
  });

  it('does not let in again what it leaves out for another reason', async () => {
    const till = await aTillWithPrograms(dataDir);
    await till.takes(aDocument(1, [erp]));
    const id = till.idOf('ERP');
    till.revoke('ERP');
    await till.takes(aDocument(2, [{ ...erp, scopes: ['export'] }]));
    expect(till.programs.letIn(id, manager)).toMatchObject({ refusal: { code: 'client-unknown' } });
    expect(till.letIn('ERP')).toBe(null);
  });

  it('keeps the webhook that the program asked for, over what the office changes', async () => {
    const till = await aTillWithPrograms(dataDir);
    await till.takes(aDocument(1, [erp]));
    const webhook = { id: 'w', url: 'https://erp.example/events', from: 1, allowed: true };
    till.opening.clients.change(till.idOf('ERP'), { options: { webhook } }, '2026-03-01T09:00:00.000Z');
    expect(till.letIn('ERP')?.options.webhook).toEqual(webhook);
    await till.takes(aDocument(2, [{ ...erp, scopes: ['status'] }]));
    expect(till.letIn('ERP')).toMatchObject({ scopes: ['status'], options: { webhook } });
    // One that was removed in between is let in anew, and asks anew.
    await till.takes(aDocument(3, []));
    await till.takes(aDocument(4, [erp]));
    expect(till.letIn('ERP')?.options.webhook).toBe(undefined);
  });

  it('asks the more seldom, the more programs the office ever had here: each left a row and records', async () => {
    const till = await aTillWithPrograms(dataDir);
    till.pair('Own', 'own');
    for (let version = 1; version <= 5; version += 1) {
      await till.takes(aDocument(version, [aProgram(`One ${version}`), aProgram(`Two ${version}`)]));
    }
    expect(till.names()).toEqual(['One 5', 'Own', 'Two 5']);
    expect(till.known()).toBe(10);
  });

  it('keeps the document sealed, has its programs after a start, and lets them go with the setting or the office', async () => {
    const first = await aTillWithPrograms(dataDir);
    await first.takes(aDocument(5, [erp]));
    const sealed = first.opening.clients.officeKept()?.sealed ?? '';
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ERP');
    first.close();
    const again = await aTillWithPrograms(dataDir);
    expect(again.letIn('ERP')).not.toBe(null);
    expect(await again.takes(aDocument(4, []))).toEqual([': older']);
    again.close();
    const off = await aTillWithPrograms(dataDir, { scopes: [] });
    expect(off.names()).toEqual([]);
    off.close();
    // What the office removed meanwhile must not come back with the setting.
    const on = await aTillWithPrograms(dataDir);
    expect([on.names(), on.asked().has]).toEqual([[], { version: 5, signature: null }]);
    expect(await on.takes(aDocument(5, [erp]))).toEqual([]);
    const id = on.idOf('ERP');
    on.close();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const elsewhere = await aTillWithPrograms(dataDir, { key });
    expect([elsewhere.names(), elsewhere.asked().has]).toEqual([[], { version: 0, signature: null }]);
    expect(await elsewhere.takes(aDocument(1, [erp], {}, privateKey))).toEqual([]);
    // A program of the same name is another one there.
    expect(elsewhere.letIn('ERP')?.id).not.toBe(id);
    elsewhere.close();
    expect(verified()).toBe(true);
  });

  it('keeps them where it goes live, unlike the programs that people let in for practice', async () => {
    const till = await aTillWithPrograms(dataDir);
    const ports = { opening: till.opening, clock: new FakeClock(), log: () => undefined, keyEnteredBy: null };
    enterMode('training', ports);
    till.pair('Own', 'own');
    expect(await till.takes(aDocument(1, [erp]))).toEqual([]);
    expect(till.names()).toHaveLength(2);
    enterMode('live', ports);
    expect(till.names()).toEqual(['ERP']);
    expect(till.asked().refused).toBe(null);
  });

  it('has a smaller list than before where a scope is taken from its setting', async () => {
    const first = await aTillWithPrograms(dataDir);
    await first.takes(aDocument(1, [erp, aProgram('Refunder', { scopes: ['refund'] })]));
    first.close();
    const till = await aTillWithPrograms(dataDir, { scopes: ['status', 'sale'] });
    expect(till.names()).toEqual(['ERP']);
    expect(till.programs.view()).toMatchObject({ takes: true, version: 1, refused: { version: 1 } });
  });
});
