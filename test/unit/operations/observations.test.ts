// What a payment's record shows of one operation. The dangerous mistake is to see somebody else's operation as ours.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Facts } from '#operations/define.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { reverse } from '#operations/reverse.ts';

const facts: Facts = {
  kind: 'capture',
  input: {},
  payId: 'P1',
  transId: 'C-1',
  refNr: 'ORDER-1',
  refNrUnique: true,
  refNrIsOurs: false,
  xIds: [],
  terminalId: null,
  firstSentWallMs: null,
  conflict: false,
  amount: { value: 500, currency: 'EUR' },
};
const ours: Facts = { ...facts, refNr: 'TB0123456789ABCDEF0123456789ABCD', refNrIsOurs: true };

function record(...operations: JsonObject[]) {
  return readPayment({ payId: 'P1', status: 'CAPTURED', operations }, defaultPaymentPaths);
}

const entry = {
  type: 'CAPTURE',
  xId: 'X1',
  refNr: 'ORDER-1',
  transId: 'C-1',
  amount: { value: 500, currency: 'EUR' },
  status: 'OK',
};

describe('a capture in the record of its payment', () => {
  it('is seen by the refNr that the bridge made', () => {
    expect(capture.observe(ours, record({ ...entry, refNr: ours.refNr, transId: 'other', type: null }))).toBe(
      'applied',
    );
  });

  it('is seen by its xId', () => {
    expect(capture.observe({ ...facts, xIds: ['X1'], refNr: 'none' }, record(entry))).toBe('applied');
  });

  it("is seen by the caller's refNr together with its own transId and type", () => {
    expect(capture.observe(facts, record(entry))).toBe('applied');
  });

  it.each([
    ['the authorization carries the same order number', { ...entry, type: 'AUTHORIZATION' }],
    ['another capture carries the same order number', { ...entry, transId: 'C-2' }],
    ['the record names no type', { ...entry, type: null }],
  ])('cannot be told where %s', (_what, other) => {
    expect(capture.observe(facts, record(other))).toBe('not-open');
  });

  it.each([
    ['with our transId, where the refNr is on other operations too', { refNrUnique: false }, {}],
    ['with our refNr, without a transId', { refNrUnique: false }, { transId: null }],
    ['that does not say what it is', {}, { type: null }],
    ['without a refNr, with our transId', ours, { refNr: null }],
    ['that says nothing of itself', ours, { type: null, refNr: null, transId: null, amount: null }],
  ])('may still be under way while one is open %s', (_what, asked, shown) => {
    const other = { ...entry, xId: 'X2', transId: 'W-1', refNr: 'ORDER-2', type: 'AUTHORIZATION' };
    expect(capture.observe({ ...facts, ...asked }, record(other, { ...entry, ...shown, status: 'PENDING' }))).toBe(
      'pending',
    );
    expect(capture.observe({ ...facts, ...asked }, record({ ...entry, ...shown, status: 'Pending' }))).toBe('pending');
  });

  it.each([
    ['of another kind', { type: 'REFUND' }],
    ['of another operation', { transId: 'C-2' }],
    ['with another reference', { refNr: 'ORDER-2' }],
    ['of another amount', { amount: { value: 400, currency: 'EUR' } }],
  ])('is not taken for one that is open %s', (_what, shown) => {
    const open = { ...entry, ...shown, status: 'PENDING' };
    expect(capture.observe({ ...facts, refNrUnique: false }, record(open))).toBe('not-open');
  });

  it('may be one with an unknown status: then it cannot be told whether it is open', () => {
    const shown = { ...entry, status: 'SOMETHING' };
    expect(capture.observe({ ...facts, refNrUnique: false }, record(shown))).toBe('cannot-tell');
    expect(capture.observe(facts, record(shown))).toBe('cannot-tell');
  });

  it.each([
    [['FAILED', 'PENDING'], 'pending'],
    [['FAILED', 'SOMETHING'], 'cannot-tell'],
    [['FAILED', 'PROCESSING'], 'pending'],
    [['FAILED', 'FAILED'], 'refused'],
    [['FAILED', 'OK'], 'applied'],
    [['PENDING', 'OK'], 'applied'],
  ])('that was sent twice, and is listed as %j in any order, is %s', (statuses, observation) => {
    const entries = statuses.map((status) => ({ ...entry, status }));
    expect(capture.observe(facts, record(...entries))).toBe(observation);
    expect(capture.observe(facts, record(...entries.toReversed()))).toBe(observation);
  });

  it('is open, whatever amount the gateway shows of it meanwhile', () => {
    const other = { amount: { value: 400, currency: 'EUR' } };
    expect(capture.observe(facts, record({ ...entry, ...other, status: 'PENDING' }))).toBe('pending');
    expect(capture.observe(facts, record({ ...entry, ...other }))).toBe('contradicted');
  });

  it('is not absent where one without a refNr may be it', () => {
    const other = { ...entry, xId: 'X2', transId: 'W-1', refNr: 'ORDER-2', type: 'AUTHORIZATION' };
    expect(capture.observe(ours, record(other, { ...entry, refNr: null }))).toBe('not-open');
    expect(capture.observe(ours, record(other, { ...entry, refNr: null, transId: 'C-2' }))).toBe('absent');
  });

  it('cannot be told where another operation here used the same refNr', () => {
    expect(capture.observe({ ...facts, refNrUnique: false }, record(entry))).toBe('not-open');
    expect(capture.observe({ ...facts, refNrUnique: false }, record())).toBe('not-open');
  });

  it('is contradicted where the amount differs', () => {
    expect(capture.observe(facts, record({ ...entry, amount: { value: 499, currency: 'EUR' } }))).toBe('contradicted');
  });

  it('is absent where the record lists operations and none is it', () => {
    expect(capture.observe(facts, record({ ...entry, refNr: 'OTHER' }))).toBe('absent');
  });

  it('cannot be told where the record lists no operations, whatever the totals say', () => {
    const totals = readPayment({ payId: 'P1', status: 'CAPTURED', totals: { captured: 500 } }, defaultPaymentPaths);
    expect(capture.observe(facts, totals)).toBe('cannot-tell');
  });

  it.each([
    ['FAILED', 'refused'],
    ['PENDING', 'pending'],
    ['SOMETHING', 'cannot-tell'],
  ] as const)('with status %s is %s', (status, observation) => {
    expect(capture.observe(facts, record({ ...entry, status }))).toBe(observation);
  });
});

describe('a sale in the record of its payment', () => {
  const sale: Facts = { ...ours, kind: 'cloud-pos', input: { messageType: 'SALE' }, transId: 'S-1', payId: null };
  const payment = { transId: 'S-1', refNr: ours.refNr, status: 'CAPTURED', amount: { value: 500, currency: 'EUR' } };
  const see = (body: JsonObject) => cloudPos.observe(sale, readPayment(body, defaultPaymentPaths));

  it('is seen by transId, amount and refNr', () => {
    expect(see(payment)).toBe('applied');
  });

  it.each([
    ['a record that names no payment', { status: 'OK', payments: [] }],
    ['another refNr: an older payment under the same transId', { ...payment, refNr: 'OLD' }],
    ['another amount without our refNr', { ...payment, refNr: null, amount: { value: 1, currency: 'EUR' } }],
    ['another currency', { ...payment, amount: { value: 500, currency: 'USD' } }],
    ['another transId', { ...payment, transId: 'S-2' }],
  ])('cannot be told from %s', (_what, body) => {
    expect(see(body)).toBe('cannot-tell');
  });

  it('is seen under our refNr with what was approved, where that is another amount', () => {
    const less = readPayment({ ...payment, amount: { value: 200, currency: 'EUR' } }, defaultPaymentPaths);
    expect(cloudPos.observe(sale, less)).toBe('applied');
    expect(cloudPos.approved(sale, less)).toEqual({ value: 200, currency: 'EUR' });
    const split = { ...payment, amount: { value: 500, currency: 'EUR', authorizedValue: 300 } };
    expect(cloudPos.approved(sale, readPayment(split, defaultPaymentPaths))).toEqual({ value: 300, currency: 'EUR' });
  });

  it('without our refNr takes the terminal and a creation after the sending', () => {
    const sent = { ...sale, terminalId: 'T1', firstSentWallMs: 1_769_853_600_000 };
    const seen = (body: JsonObject) => cloudPos.observe(sent, readPayment(body, defaultPaymentPaths));
    const shown = { ...payment, refNr: null, posTerminalId: 'T1', creationDate: '2026-01-31T10:00:05Z' };
    expect(seen(shown)).toBe('applied');
    expect(seen({ ...shown, posTerminalId: 'T2' })).toBe('cannot-tell');
    expect(seen({ ...shown, creationDate: '2026-01-10T10:00:05Z' })).toBe('cannot-tell');
    expect(seen({ ...shown, creationDate: null })).toBe('cannot-tell');
    expect(seen({ ...shown, posTerminalId: null })).toBe('cannot-tell');
  });

  it('is read in any capitals', () => {
    const shown = { TransId: 'S-1', RefNr: ours.refNr, Status: 'captured', Amount: { Value: '500', Currency: 'eur' } };
    expect(see(shown)).toBe('applied');
    expect(see({ ...shown, TransId: 'S-2' })).toBe('cannot-tell');
    expect(see({ ...shown, transId: 'S-2' })).toBe('cannot-tell');
    expect(see({ ...shown, Amount: { Value: '5.00' } })).toBe('cannot-tell');
  });

  it.each<[JsonObject]>([
    [{ success: false }],
    [{ responseDescription: 'Declined' }],
    [{ status: 'FAILED', responseCode: '00000000' }],
    [{ status: 'FAILED', responseCode: '40000000' }],
    [{ status: 'FAILED', card: { status: 'OK' } }],
    [{ Status: 'FAILED' }],
  ])('cannot be told from a record that speaks against itself: %j', (change) => {
    expect(see({ ...payment, ...change })).toBe('cannot-tell');
  });

  it('is refused where the record says so all through', () => {
    expect(see({ ...payment, status: 'FAILED', responseCode: '22000001', card: { status: 'DECLINED' } })).toBe(
      'refused',
    );
    expect(see({ ...payment, status: 'FAILED', responseCode: '60000000' })).toBe('pending');
  });

  it('after a 409 is seen by our refNr only', () => {
    const sent = { ...sale, terminalId: 'T1', firstSentWallMs: 1_769_853_600_000, conflict: true };
    const seen = (body: JsonObject) => cloudPos.observe(sent, readPayment(body, defaultPaymentPaths));
    const shown = { ...payment, refNr: null, posTerminalId: 'T1', creationDate: '2026-01-31T10:00:05Z' };
    expect(seen(shown)).toBe('cannot-tell');
    expect(seen(payment)).toBe('applied');
  });

  it('cannot be told from a reversed payment either, which the terminal may have taken back: only that it is over', () => {
    expect(see({ ...payment, status: 'REVERSED' })).toBe('not-open');
  });
});

describe('a reversal of a part', () => {
  it('cannot be told from a status', () => {
    expect(reverse.observe(facts, readPayment({ status: 'AUTHORIZED' }, defaultPaymentPaths))).toBe('cannot-tell');
  });
});

describe('a reversal in the record of its payment', () => {
  const see = (status: string | null) =>
    reverse.observe({ ...facts, amount: null }, readPayment({ status }, defaultPaymentPaths));

  it.each([
    ['REVERSED', 'applied'],
    ['AUTHORIZED', 'absent'],
    ['CAPTURED', 'absent'],
    ['FAILED', 'cannot-tell'],
    ['ODD', 'cannot-tell'],
    [null, 'cannot-tell'],
  ] as const)('with status %s is %s', (status, observation) => {
    expect(see(status)).toBe(observation);
  });

  it.each([
    ['an open reversal', { type: 'REVERSAL', status: 'PENDING' }, 'pending'],
    ['something open that does not say what it is', { status: 'PENDING' }, 'pending'],
    ['an open refund', { type: 'REFUND', status: 'PENDING' }, 'absent'],
    ['a reversal that failed', { type: 'REVERSAL', status: 'FAILED' }, 'absent'],
  ])('where it lists %s', (_, listed, wanted) => {
    const payment = { status: 'AUTHORIZED', operations: [listed] };
    expect(reverse.observe({ ...facts, amount: null }, readPayment(payment, defaultPaymentPaths))).toBe(wanted);
  });

  it('is open where the record lists it as open, though all of the payment is captured', () => {
    const open = { type: 'REVERSAL', status: 'PENDING', amount: { value: 500, currency: 'EUR' } };
    const shown = { status: 'CAPTURED', totals: { authorized: 500, captured: 500 } };
    const seen = (operations: JsonObject[]) =>
      reverse.observe({ ...facts, amount: null }, readPayment({ ...shown, operations }, defaultPaymentPaths));
    expect([seen([open]), seen([])]).toEqual(['pending', 'impossible']);
  });

  it.each([
    [{ status: 'CAPTURED', totals: { authorized: 500, captured: 500, refunded: 0 } }, 'impossible'],
    [{ status: 'REFUNDED', totals: { authorized: 500, captured: 500 } }, 'cannot-tell'],
    [{ status: 'REFUNDED', totals: { authorized: 500, captured: 500, refunded: 500 } }, 'cannot-tell'],
    [{ status: 'CAPTURED', totals: { authorized: 500, captured: 500, refunded: 500 } }, 'cannot-tell'],
    [{ status: 'CAPTURED', totals: { authorized: 500, captured: 500, refunded: 200 } }, 'cannot-tell'],
  ])('may be what gave the money back, where any was given back: %j', (shown, observation) => {
    for (const asked of [null, facts.amount]) {
      expect(reverse.observe({ ...facts, amount: asked }, readPayment(shown, defaultPaymentPaths))).toBe(observation);
    }
  });
});
