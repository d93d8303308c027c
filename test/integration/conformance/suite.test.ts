// The conformance suite sees what it is there to see: each gateway here does one thing otherwise than the specification.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultAnswerPaths } from '#operations/evidence/reading.ts';
import { defaultStatusWords } from '#operations/evidence/words.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { settingsSchema } from '#settings/settings.ts';
import { conformanceCases } from '../../conformance/cases/index.ts';
import { speechText } from '../../conformance/report.ts';
import { SpeechListener } from '../../conformance/speech/speech.ts';
import { type Report, runSuite } from '../../conformance/suite.ts';
import { type Told, startLiar } from './liar.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, merchantId: 'SHOP', apiKey: 'key', terminalDelayMs: 0 });
});
afterAll(() => sandbox.close());

let runs = 0;
function runAt(root: string, ids: readonly string[]): Promise<Report> {
  const card = { number: '4111111111111111', cardholderName: 'Test', expiryDate: '203012', brand: 'visa' };
  return runSuite({
    address: { root, authRoot: root, merchantId: 'SHOP', apiKey: 'key' },
    cases: conformanceCases.filter(({ id }) => ids.includes(id)),
    startedAt: '2026-01-31T18:05:00Z',
    options: { terminalId: 'T1', card, declineCode: '22060101', run: `LIAR${(runs += 1)}X` },
  });
}

let fresh = 0;
const renamed = (errors: object): object =>
  Object.fromEntries(Object.entries(errors).map(([, messages]) => ['field', messages]));

const lies: readonly (readonly [what: string, id: string, change: (told: Told) => void])[] = [
  ['a payment is answered with 200', 'payment.hosted', (told) => void (told.status === 201 && (told.status = 200))],
  ['a result has no xId', 'payment.hosted', ({ body }) => void delete body['xId']],
  ['a transId comes back changed', 'payment.hosted', ({ body }) => void (body['transId'] = 'another')],
  ['metadata comes back changed', 'payment.whole', ({ body }) => void (body['metadata'] = {})],
  ['a session has no link', 'session.least', ({ body }) => void delete body['_links']],
  ['a token has no lifetime', 'token.ok', ({ body }) => void delete body['expires_in']],
  ['a wrong key is taken', 'token.wrong-key', (told) => void (told.status = 200)],
  ['a 400 names no field', 'session.refused.no-amount', ({ body }) => void delete body['errors']],
  [
    'a 400 names another field',
    'session.refused.no-amount',
    ({ body }) => void (body['errors'] = renamed(body['errors'] ?? {})),
  ],
  ['697 hours are taken', 'session.refused.697-hours', (told) => void (told.status = 202)],
  ['1 hour is refused', 'session.delay-bounds', (told) => void (told.status = told.path.includes('token') ? 200 : 400)],
  ['too much is captured', 'capture.too-much', (told) => void (told.status === 422 && (told.status = 200))],
  ['a decline is a 400', 'payment.declined', (told) => void (told.status === 422 && (told.status = 400))],
  [
    'a key is not looked at',
    'key.capture',
    ({ body }) => void ('xId' in body && (body['xId'] = `fresh-${(fresh += 1)}`)),
  ],
  [
    "a stored card's scheme is in capitals",
    'vault.stored-card',
    ({ body }) => void ('brand' in body && (body['brand'] = 'VISA')),
  ],
  [
    'a time in the vault has a zone',
    'vault.customer',
    ({ body }) => void ('createdAt' in body && (body['createdAt'] = '2026-01-31T18:05:00.000Z')),
  ],
  ['a page does not say its size', 'vault.list', ({ body }) => void delete body['pageSize']],
  [
    'a country has two letters',
    'bin-check.country',
    ({ body }) => void ('cardInfo' in body && (body['cardInfo'] = { country: 'US' })),
  ],
];

describe('a gateway where', () => {
  test.each(lies)('%s differs in %s', async (_what, id, change) => {
    const root = await startLiar(sandbox.url, change);
    const [honest, lied] = [await runAt(sandbox.url, [id]), await runAt(root, [id])];
    expect(honest.cases.map(({ outcome }) => outcome)).toEqual(['passed']);
    expect(lied.cases.map(({ outcome }) => outcome)).toEqual(['differs']);
    expect(lied.cases[0]?.differences[0]).toEqual({
      expected: expect.stringMatching(/\S/),
      seen: expect.stringMatching(/\S/),
    });
  });
});

test('more than the specification shows is no difference, but it is told', async () => {
  const root = await startLiar(sandbox.url, ({ body }) => void (body['brandNew'] = 1));
  const { cases } = await runAt(root, ['payment.hosted', 'bin-check.country', 'vault.customer', 'token.ok']);
  expect(cases.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed']);
  for (const { remarks } of cases) expect(remarks.join()).toContain('brandNew');
});

test('where the fields of a direct card payment are not known, what needs one is skipped and says why', async () => {
  const root = await startLiar(sandbox.url, (told) => {
    if (told.method === 'POST' && told.path === '/api/v2/payments') told.status = 400;
  });
  const { cases } = await runAt(root, ['capture.whole', 'refund.part-and-rest', 'reverse.uncaptured']);
  expect(cases.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped']);
  for (const { because } of cases) expect(because).toContain('--card-data');
});

test('what cannot be given back is named', async () => {
  const root = await startLiar(sandbox.url, (told) => {
    if (told.path.endsWith('/reversals') || told.path.endsWith('/refunds')) told.status = 500;
  });
  expect((await runAt(root, ['look-up.both'])).leftOpen).toHaveLength(1);
});

const money = ['payment.direct', 'payment.declined', 'capture.whole', 'refund.part-and-rest', 'look-up.changes'];

test('a gateway that speaks as the bridge expects needs no settings', async () => {
  const { speech } = await runAt(sandbox.url, money);
  expect([speech.proposal, speech.sums.paymentPaths]).toEqual([null, null]);
  expect(speech.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['CAPTURED', 'FAILED']));
  expect(speech.shows).toContainEqual({ what: 'approvalCode', paths: ['paymentMethods.card.providerApprovalCode'] });
});

test('words and paths of its own are proposed as settings', async () => {
  const own: { [word: string]: string } = { CAPTURED: 'Fine', FAILED: 'Sorry' };
  const root = await startLiar(sandbox.url, ({ body }) => {
    const { status } = body;
    if (typeof status === 'string' && own[status] !== undefined) body['status'] = own[status];
    if (body['payId'] !== undefined) body['stan'] = '000123';
  });
  const { proposal } = (await runAt(root, money)).speech;
  expect(proposal?.statuses?.succeeded).toEqual([...defaultStatusWords.succeeded, 'FINE']);
  expect(proposal?.statuses?.failed).toEqual([...defaultStatusWords.failed, 'SORRY']);
  expect(proposal?.statuses?.open).toEqual(defaultStatusWords.open);
  expect(proposal?.paths).toEqual({ traceNr: [...defaultAnswerPaths.traceNr, 'stan'] });
  // What is proposed is what the bridge takes.
  expect(settingsSchema.parse({ answers: proposal }).answers.statuses).toEqual(proposal?.statuses);
});

test('another name for the amount is known by what was asked', () => {
  const listener = new SpeechListener();
  const answer = { method: 'POST', path: '/api/v2/payments/P/captures', status: 200, contentType: '', text: '' };
  const json = { responseCode: '00000000', charge: { total: 1234, other: 1234 }, amount: { capturedValue: 1234 } };
  listener.hear({ ...answer, json }, { amount: { value: 1_234, currency: 'EUR' } });
  expect(listener.speech().shows).toEqual([
    { what: 'amount', paths: ['charge.total'] },
    { what: 'captured', paths: ['amount.capturedValue'] },
  ]);
});

test('sums and lists that records show at other places are proposed as settings', async () => {
  const root = await startLiar(sandbox.url, ({ path, body }) => {
    if (!path.includes('/payments/getBy')) return;
    const { totals, operations, ...rest } = body;
    for (const name of Object.keys(body)) delete body[name];
    const { captured, refunded } = totals as { captured: number; refunded: number };
    Object.assign(body, { ...rest, sums: { sumCaptured: captured, sumRefunded: refunded }, events: operations });
  });
  const report = await runAt(root, [...money, 'look-up.both']);
  const { paymentPaths } = report.speech.sums;
  expect(paymentPaths).toEqual({
    captured: [...defaultPaymentPaths.captured, 'sums.sumCaptured'],
    refunded: [...defaultPaymentPaths.refunded, 'sums.sumRefunded'],
    operations: [...defaultPaymentPaths.operations, 'events'],
  });
  expect(settingsSchema.parse({ paymentPaths }).paymentPaths).toMatchObject(paymentPaths ?? {});
  expect(speechText(report)).toContain('"sums.sumCaptured"');
});

test.each([
  [1_234, 'minor units'],
  ['1234', 'minor units as text'],
  [12.34, 'major units'],
  ['12,34', 'major units'],
])('an amount that is written as %j is told as %s', (value, form) => {
  const listener = new SpeechListener();
  const answer = { method: 'POST', path: '/api/v2/cloudpos', status: 200, contentType: '', text: '' };
  listener.hear({ ...answer, json: { amount: { value } } }, { amount: { value: 1_234, currency: 'EUR' } });
  expect(listener.speech().sums.amounts).toEqual([{ path: 'amount.value', forms: [form] }]);
});

test('the suite rests on the specification alone: only its proposal of settings knows the product', () => {
  const folder = join(import.meta.dirname, '../../conformance');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(15);
  for (const file of files.filter((name) => !name.startsWith('speech/'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path]) => path ?? '');
    expect(
      imported.filter((path) => !path.startsWith('node:') && !/^\.\.?\/(?!.*\.\.\/)/.test(path)),
      file,
    ).toEqual([]);
  }
});
