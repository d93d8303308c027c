// What a till takes from its office: only what is on the list, only from its own office, only forwards, whole or not at all.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '#contract/data/json.ts';
import {
  type SettingsDocument,
  mostLayerBytes,
  mostDocumentBytes,
  officeSettable,
  officeSums,
  settingsStatement,
} from '#contract/office/office-settings.ts';
import {
  changedOfOffice,
  keepOfficeSettings,
  keepingOwn,
  problemsWith,
  readOfficeSettings,
  settingsInForce,
} from '#settings/office-settings.ts';
import type { ItPolicy } from '#settings/policy.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import { aFolder } from '#support/store-folder.ts';

const till = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';
const otherTill = '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const officeKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const own = (given: object = {}): Settings => settingsSchema.parse(given);

function document(settings: JsonObject, change: Partial<SettingsDocument> = {}, key = privateKey): SettingsDocument {
  const said = { till, version: 5, at: '2026-03-01T08:00:00.000Z', currency: 'EUR', settings, ...change };
  const signature = sign(null, Buffer.from(settingsStatement(said), 'utf8'), key).toString('base64');
  return { ...said, keyId: '0'.repeat(32), signature };
}

const judged = (given: SettingsDocument, change: Partial<Parameters<typeof problemsWith>[0]> = {}) =>
  problemsWith({ document: given, officeKey, till, had: { version: 4, isKept: true }, own: own(), ...change }).map(
    ({ name, why }) => [name, why],
  );

const limit = { 'people.refundLimitMinor': 500 };

describe('the list of what an office may set', () => {
  it('holds settings that there are, and nothing that decides where keys, data and updates go', () => {
    const schema = JSON.stringify(z.toJSONSchema(settingsSchema, { io: 'input' }));
    const paths = officeSettable.map((name) => name.split('.').at(-1) ?? '');
    expect(paths.filter((name) => !schema.includes(`"${name}"`))).toEqual([]);
    const never = /^(?:gateway|updates|webhooks|answers|paymentPaths|receiptPaths|dcc|support|timeouts|retention)\b/;
    expect(officeSettable.filter((name) => never.test(name))).toEqual([]);
    const others = [
      'terminals',
      'shopCurrency',
      'keysTrusted',
      'loopbackPort',
      'idsMayLookLikeCards',
      'tips',
      'backup.to',
    ];
    const closed = [
      'people.cardNumbersTyped',
      'office.approvals',
      'devices.receipts.link',
      'devices.printers',
      'processingSeconds',
      'queueLimit',
    ];
    expect([...others, ...closed].filter((name) => (officeSettable as readonly string[]).includes(name))).toEqual([]);
    expect(officeSums.filter((name) => !(officeSettable as readonly string[]).includes(name))).toEqual([]);
    expect(3 * mostLayerBytes).toBeLessThan(mostDocumentBytes);
  });
});

describe('a document of the office', () => {
  it('is taken where it is signed, for this till, newer, and fits', () => {
    expect(judged(document(limit))).toEqual([]);
    expect(judged(document({}))).toEqual([]);
  });

  it('is refused whole, and the till says which name is wrong', () => {
    expect(judged(document({ ...limit, 'gateway.root': 'https://x.example' }))).toEqual([
      ['gateway.root', 'not-settable'],
    ]);
    expect(judged(document({ ...limit, 'backup.at': 'noon', tipPercentages: [0] }))).toEqual([
      ['backup.at', 'value'],
      ['tipPercentages', 'value'],
    ]);
    expect(judged(document(JSON.parse('{"__proto__":{"root":"x"}}') as JsonObject))).not.toEqual([]);
  });

  it('is refused where its sums are of another currency than the till has', () => {
    expect(judged(document(limit, { currency: 'CHF' }))).toEqual([['people.refundLimitMinor', 'currency']]);
    expect(judged(document({ shopName: 'North' }, { currency: null }))).toEqual([]);
  });

  it('is refused where it is another till’s, forged, changed after it was signed, replayed or too long', () => {
    const { privateKey: forged } = generateKeyPairSync('ed25519');
    expect(judged(document(limit, { till: otherTill }))).toEqual([['', 'other-till']]);
    expect(judged(document(limit, {}, forged))).toEqual([['', 'signature']]);
    for (const change of [{ version: 6 }, { at: '2026-03-02T08:00:00.000Z' }, { currency: 'USD' }, { settings: {} }]) {
      expect(judged({ ...document(limit), ...change })).toEqual([['', 'signature']]);
    }
    expect(judged(document(limit, { version: 4 }))).toEqual([['', 'older']]);
    expect(judged(document(limit, { version: 3 }))).toEqual([['', 'older']]);
    expect(judged(document({ shopAddress: 'a'.repeat(mostDocumentBytes) }))).toEqual([['', 'too-long']]);
  });

  it('is taken at the version that the till had, where the till lost it, and never below', () => {
    const had = { version: 5, isKept: false };
    expect(judged(document(limit), { had })).toEqual([]);
    expect(judged(document(limit, { version: 4 }), { had })).toEqual([['', 'older']]);
  });

  it('is none by a signature that the office made for another purpose', () => {
    const given = document(limit);
    const statement = settingsStatement(given).replace('office settings v1', 'office head v1');
    const signature = sign(null, Buffer.from(statement, 'utf8'), privateKey).toString('base64');
    expect(judged({ ...given, signature })).toEqual([['', 'signature']]);
  });
});

describe('a till that has a document', () => {
  const withKept = (given: SettingsDocument, member: string | null = JSON.stringify({ till, officeKey })): string => {
    const dataDir = aFolder();
    mkdirSync(join(dataDir, 'office'));
    keepOfficeSettings(dataDir, { document: given, officeKey });
    if (member !== null) writeFileSync(join(dataDir, 'office', 'member.json'), member);
    return dataDir;
  };
  const policy = (settings: JsonObject, locked: string[]): ItPolicy => ({
    file: 'policy.json',
    clients: [],
    settings,
    locked,
  });

  it('goes by the policy, then the office, then its own settings, then the default', () => {
    const dataDir = withKept(
      document({ 'people.refundLimitMinor': 500, 'people.autoLockMinutes': 3, shopName: 'North' }),
    );
    const shops = own({ shopName: 'Own', shopAddress: 'Own', people: { refundLimitMinor: 1, autoLockMinutes: 1 } });
    const ofIt = policy({ people: { autoLockMinutes: 2 } }, ['people.autoLockMinutes']);
    const { settings, office, own: without } = settingsInForce(dataDir, shops, ofIt);
    expect(settings.people).toMatchObject({ refundLimitMinor: 500, autoLockMinutes: 2, approverPinDigits: 6 });
    expect([settings.shopName, settings.shopAddress]).toEqual(['North', 'Own']);
    expect(office?.locked).toEqual(['people.refundLimitMinor', 'shopName', 'shopCurrency']);
    expect(without.people.refundLimitMinor).toBe(1);
  });

  it('goes by its own settings where the document does not fit any more, and says why', () => {
    const dataDir = withKept(document(limit));
    const swiss = own({ shopCurrency: 'CHF' });
    const { settings, office, refused } = settingsInForce(dataDir, swiss, null);
    expect([settings.people.refundLimitMinor, office, refused?.version]).toEqual([10_000, null, 5]);
    expect(refused?.problems).toMatchObject([{ name: 'people.refundLimitMinor', why: 'currency' }]);
    const byPolicy = settingsInForce(dataDir, own(), policy({ shopCurrency: 'CHF' }, ['shopCurrency']));
    expect([byPolicy.office, byPolicy.settings.shopCurrency]).toEqual([null, 'CHF']);
  });

  it('reads none that was changed, is another till’s, or of an office that it left', () => {
    expect(readOfficeSettings(withKept(document(limit)))?.document.version).toBe(5);
    expect(readOfficeSettings(withKept(document(limit), JSON.stringify({ till: otherTill, officeKey })))).toBe(null);
    const dataDir = withKept(document(limit));
    const file = join(dataDir, 'office', 'settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(':500', ':50000'));
    expect(readOfficeSettings(dataDir)).toBe(null);
    writeFileSync(file, '{');
    expect(readOfficeSettings(dataDir)).toBe(null);
    expect(readOfficeSettings(aFolder())).toBe(null);
  });

  it('reads none of an office whose keys are new, although it has the same id there', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(readOfficeSettings(withKept(document(limit), JSON.stringify({ till, officeKey: other })))).toBe(null);
    const same = withKept(document(limit), JSON.stringify({ till, officeKey }));
    expect(readOfficeSettings(same)?.document.version).toBe(5);
  });

  it('reads it where its membership cannot be read', () => {
    expect(readOfficeSettings(withKept(document(limit), '{'))?.document.version).toBe(5);
    expect(readOfficeSettings(withKept(document(limit), null))?.document.version).toBe(5);
  });

  it('keeps its own values for the day on which the office lets go, and says what would change the office’s', () => {
    const dataDir = withKept(document(limit));
    const before = own({ people: { refundLimitMinor: 7 } });
    const { settings, office } = settingsInForce(dataDir, before, null);
    const saved = own({ ...settings, shopName: 'New' });
    expect(changedOfOffice(saved, office, before)).toEqual([]);
    expect(keepingOwn(saved, before, office)).toMatchObject({ shopName: 'New', people: { refundLimitMinor: 7 } });
    const raised = own({ ...settings, shopCurrency: 'CHF', people: { ...settings.people, refundLimitMinor: 9_000 } });
    expect(changedOfOffice(raised, office, before)).toEqual(['people.refundLimitMinor', 'shopCurrency']);
  });
});
