// When a bridge starts anew for what its office set, and what its journal says of it at a start.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type SettingsDocument, settingsStatement } from '#contract/office/office-settings.ts';
import { noteOfficeSettings, notedSettings } from '#assembly/base/office-settings-note.ts';
import { officeSettings } from '#assembly/programs/office-settings.ts';
import { watchOfficeSettings } from '#assembly/watch/watch-office-settings.ts';
import { atMostHourly } from '#host/at-most-hourly.ts';
import { settingsInForce } from '#settings/office-settings.ts';
import { settingsSchema } from '#settings/settings.ts';
import { aFolder } from '#support/store-folder.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const idle = { sealed: false, paused: null, operations: { sending: 0, pending: 0, unknown: 0 } };

function aMeta() {
  const facts = new Map<string, string>();
  const records: [string, JsonObject][] = [];
  const tx = {
    get: (key: string) => facts.get(key) ?? null,
    put: (key: string, value: string) => void facts.set(key, value),
    journal: ({ type, data }: { type: string; data: JsonObject }) => void records.push([type, data]),
  };
  return { meta: { ...tx, transact: (work: (writes: typeof tx) => unknown) => work(tx) }, records };
}

describe('a bridge whose office has set something', () => {
  const starts = (
    status: JsonObject,
    { waits = true, printing = 0, touchedMs = null as number | null } = {},
  ): boolean => {
    let started = false;
    const watch = watchOfficeSettings({
      waits: () => waits,
      startAnew: () => (started = true),
      clock: { wallMs: () => noon },
      printing: () => printing,
      touchedMs: () => touchedMs,
    });
    watch.look(status);
    return started;
  };

  it('starts anew once it is at rest', () => {
    expect(starts(idle)).toBe(true);
    expect(starts(idle, { waits: false })).toBe(false);
    expect(starts(idle, { touchedMs: noon - 11 * 60_000 })).toBe(true);
  });

  it.each([
    ['an operation is being sent', { ...idle, operations: { ...idle.operations, sending: 1 } }, {}],
    ['an outcome is not known', { ...idle, operations: { ...idle.operations, unknown: 1 } }, {}],
    ['something is being printed', idle, { printing: 1 }],
    ['somebody has just used the till', idle, { touchedMs: noon - 9 * 60_000 }],
    ['the folder is paused', { ...idle, paused: 'a copy' }, {}],
    ['the folder’s key is not at hand', { ...idle, sealed: true }, {}],
  ])('does not while %s', (_, status, more) => {
    expect(starts(status, more)).toBe(false);
  });

  it('does so once an hour at most, whatever the office sends', () => {
    let nowMs = 1_000;
    let runs = 0;
    const gate = atMostHourly(() => nowMs);
    const run = (): number => {
      gate(() => (runs += 1));
      return runs;
    };
    expect([run(), run()]).toEqual([1, 1]);
    nowMs += 3_599_999;
    expect(run()).toBe(1);
    nowMs += 1;
    expect([run(), run()]).toEqual([2, 2]);
  });
});

describe('the journal of a bridge that starts', () => {
  const document = (version: number, settings: JsonObject): SettingsDocument => ({
    till: '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11',
    version,
    at: '2026-03-01T08:00:00.000Z',
    currency: 'EUR',
    settings: settings,
    keyId: '0'.repeat(32),
    signature: 'AA==',
  });
  function aJournal() {
    const { meta, records } = aMeta();
    const own = settingsSchema.parse({});
    return {
      records,
      noted: () => notedSettings(meta),
      start: (now: SettingsDocument | null): void => {
        const office = now === null ? null : { document: now, officeKey: 'key', locked: [] };
        const folder = { opening: { meta }, clock: { nowMs: () => noon } };
        noteOfficeSettings(folder as never, { officeSettings: { own, office, refused: null } });
      },
    };
  }

  it('says what the office sets where it changed, and remembers the newest version', () => {
    const { start, records, noted } = aJournal();
    start(null);
    expect([records, noted()]).toEqual([[], null]);
    start(document(1, { shopName: 'North' }));
    start(document(1, { shopName: 'North' }));
    const said = { version: 1, currency: 'EUR', settings: { shopName: 'North' } };
    expect(records).toEqual([['office-settings-applied', said]]);
    // The same under another number.
    start(document(2, { shopName: 'North' }));
    expect([records.length, noted()?.version]).toEqual([1, 2]);
    start(document(3, {}));
    expect(records[1]).toEqual(['office-settings-applied', { version: 3, currency: 'EUR', settings: {} }]);
    start(null);
    start(null);
    expect(records.slice(2)).toEqual([['office-settings-removed', { version: 3 }]]);
    expect(noted()).toMatchObject({ version: 3, content: null });
  });
});

describe('a till whose office has new keys', () => {
  const till = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';
  const anOffice = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const officeKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const document = (version: number, settings: JsonObject): SettingsDocument => {
      const said = { till, version, at: '2026-03-01T08:00:00.000Z', currency: null, settings };
      const signature = sign(null, Buffer.from(settingsStatement(said), 'utf8'), privateKey).toString('base64');
      return { ...said, keyId: '0'.repeat(32), signature };
    };
    return { member: { till, officeKey }, document };
  };
  function aTill() {
    const dataDir = aFolder();
    const { meta, records } = aMeta();
    mkdirSync(join(dataDir, 'office'));
    const own = settingsSchema.parse({});
    return {
      records,
      joins: (member: object) => writeFileSync(join(dataDir, 'office', 'member.json'), JSON.stringify(member)),
      start: () => {
        const inForce = settingsInForce(dataDir, own, null);
        const folder = { opening: { meta }, clock: { nowMs: () => noon } };
        noteOfficeSettings(folder as never, { officeSettings: inForce });
        const ports = { dataDir, settings: inForce.settings, officeSettings: inForce, log: () => undefined };
        return { ...officeSettings({ ports, opening: { meta } as never, changed: () => undefined }), inForce };
      },
    };
  }
  const [before, after] = [anOffice(), anOffice()];

  it('lets go of what the former keys signed, counts versions anew, and takes what the new ones sign', async () => {
    const { joins, start, records } = aTill();
    joins(before.member);
    // The last number that there is: nothing could be above it.
    await start()
      .forLink(before.member)
      .take({ document: before.document(1_000_000_000, { shopName: 'Theirs' }) });
    expect(start().inForce.settings.shopName).toBe('Theirs');
    joins(after.member);
    const again = start();
    expect([again.inForce.office, again.inForce.settings.shopName]).toEqual([null, '']);
    const link = again.forLink(after.member);
    expect(link.asked()).toEqual({ has: { version: 0, signature: null }, inForce: 0, refused: null });
    await link.take({ document: after.document(1, { shopName: 'Ours' }) });
    expect(again.view()).toEqual({ version: 1, inForce: 0, refused: null });
    expect(start().inForce.settings.shopName).toBe('Ours');
    expect(records.map(([type]) => type)).toEqual([
      'office-settings-applied',
      'office-settings-removed',
      'office-settings-applied',
    ]);
  });

  it('and a bridge that runs meanwhile does not call the former settings the new office’s, and waits for a start', async () => {
    const { joins, start } = aTill();
    joins(before.member);
    await start()
      .forLink(before.member)
      .take({ document: before.document(7, { shopName: 'Theirs' }) });
    const running = start();
    joins(after.member);
    const link = running.forLink(after.member);
    expect(link.asked()).toEqual({ has: { version: 0, signature: null }, inForce: 0, refused: null });
    expect(running.waits()).toBe(true);
  });
});
