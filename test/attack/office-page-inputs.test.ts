// What a person who is signed in may send to the page of an office, with values that mean to break it: each answer is one
// that the page knows, and nothing goes wrong inside.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { PageClient, buildPage, madePerson, password } from '#support/office-page.ts';
import { seedOfRun, share } from '#support/share.ts';

const days = [
  '2026-01-31',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-02-29',
  'infinity',
  '-infinity',
];
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/Nowhere',
  'posixrules',
  'GMT+99',
  'EST5EDT',
  'America/../UTC',
  'localtime',
];
const texts = [
  '',
  'x',
  '%',
  '_',
  "' OR 1=1 --",
  '\0',
  '\uD800',
  '__proto__',
  '1e308',
  '0x10',
  '-0',
  '9007199254740993',
];

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 250 }));
const value = fc.oneof(fc.constantFrom(...days), fc.constantFrom(...zones), text);
const name = fc.constantFrom(
  'from',
  'to',
  'day',
  'zone',
  'mode',
  'shop',
  'reference',
  'amountMinor',
  'till',
  'language',
);
const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: digits, maxLength: digits });
const day = fc.constantFrom(...days);
const zone = fc.constantFrom(...zones);
const paths = [
  'looks',
  'day',
  'payments',
  'alarms',
  'approvals',
  'recipients',
  'people',
  'audit',
  'session',
  'nothing',
];
const settlementPaths = ['settlement', 'settlement/lines', 'settlement/export', 'settlement/mappings'];
/** With the names that the address takes, and with any. */
const question: fc.Arbitrary<[string, Record<string, string>]> = fc.oneof(
  fc.tuple(fc.constant('looks'), fc.record({ from: day, to: day, zone })),
  fc.tuple(fc.constant('day'), fc.record({ day, zone, shop: text }, { requiredKeys: ['day', 'zone'] })),
  fc.tuple(
    fc.constant('payments'),
    fc.record({ zone, from: day, to: day, reference: text, till: text, amountMinor: text }, { requiredKeys: ['zone'] }),
  ),
  fc.tuple(
    fc.constantFrom(...settlementPaths),
    fc.record({ from: day, to: day, zone, till: text, outcome: text }, { requiredKeys: ['from', 'to', 'zone'] }),
  ),
  fc.tuple(fc.constantFrom(...paths, ...settlementPaths), fc.dictionary(name, value, { maxKeys: 5 })),
);
const change = fc.tuple(
  fc.constantFrom(
    'sign-out/',
    'people/remove',
    'approvals/answer',
    'recipients/add',
    'recipients/remove',
    'setup',
    'setup/end',
    'sign-in',
    'settlement/mapping',
    'settlement/take-back',
    'settlement/match',
    'settlement/import',
  ),
  fc.oneof(
    fc.record({ name: text }),
    fc.record({ address: text, language: fc.constantFrom('en', 'xx') }),
    fc.record({ number: fc.oneof(fc.integer(), fc.double()) }),
    fc.record({ name: text, mapping: fc.json() }),
    fc.record({ till: fc.uuid(), id: hex(32), digest: hex(64), verdict: fc.constantFrom('approved', 'declined') }),
    fc.record({ secret: text, password: text, code: text }),
    fc.json(),
  ),
);

describe.skipIf(!officeRuns)('the page of an office', () => {
  const office = new OfficeBench({ withPage: true });
  const till = new FakeTill();
  let page: PageClient;

  beforeAll(async () => {
    buildPage();
    await office.start();
    const { nextCode } = await madePerson(office, 'Ada', 'admin');
    page = new PageClient(office.pageUrl);
    await page.signIn('Ada', password, nextCode());
    await till.join(office.url, await office.enrol('Till 1'));
    till.sell(1_000);
    till.signHead();
    await till.client().send('/v1/stretches', 1, 0, till.lines());
  });
  afterAll(async () => {
    till.close();
    await office.close();
  });

  it('answers every question and every change, and nothing goes wrong inside', async () => {
    await fc.assert(
      fc.asyncProperty(question, async ([where, query]) => {
        const { status } = await page.ask(`/api/${where}?${new URLSearchParams(Object.entries(query)).toString()}`);
        expect([200, 400, 404]).toContain(status);
      }),
      { seed: seedOfRun(), numRuns: share({ small: 60, large: 150 }) },
    );
    await fc.assert(
      fc.asyncProperty(change, async ([where, body]) => {
        const { status } = await page.post(`/api/${where}`, body);
        expect([200, 400, 403, 404, 429]).toContain(status);
      }),
      { seed: seedOfRun(), numRuns: share({ small: 30, large: 60 }) },
    );
    expect(office.logText).not.toContain('page-request-failed');
    expect((await page.ask('/api/session')).status).toBe(200);
  });
});
