// What a look-up shows of an operation whose answer was lost is its own: never what the payment was made with, and nothing
// of the customer who made it.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Facts } from '#operations/define.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { updatePayment } from '#operations/update-payment.ts';

const amount = { value: 40, currency: 'EUR' };
const facts: Facts = {
  kind: 'refund',
  input: {},
  payId: 'P1',
  transId: 'T-2',
  refNr: 'REFUND-7',
  refNrUnique: true,
  refNrIsOurs: false,
  xIds: [],
  terminalId: null,
  firstSentWallMs: null,
  conflict: false,
  amount,
};
const made = {
  payId: 'P1',
  transId: 'T-1',
  refNr: 'SALE-1',
  xId: 'X-1',
  status: 'CAPTURED',
  amount: { value: 1000, currency: 'EUR' },
  metadata: { of: 'the sale' },
  customerInfo: { email: 'sam@sample.example' },
  totals: { captured: 1000, refunded: 40 },
};
const mine = { type: 'REFUND', xId: 'X-2', refNr: 'REFUND-7', transId: 'T-2', amount, status: 'REFUNDED' };

function record(operations: readonly JsonObject[], more: JsonObject = {}) {
  return readPayment({ ...made, ...more, operations: [...operations] }, defaultPaymentPaths);
}

describe('what a look-up shows of an operation on a payment', () => {
  it('is its entry in the list, and the id of the payment', () => {
    expect(refund.shown(facts, record([mine]))).toEqual({ payId: 'P1', ...mine });
  });

  it('is the entry that was done, where it was sent twice', () => {
    const refused = { ...mine, xId: 'X-3', status: 'FAILED' };
    expect(refund.shown(facts, record([mine, refused]))).toMatchObject({ xId: 'X-2' });
    expect(refund.shown(facts, record([refused, mine]))).toMatchObject({ xId: 'X-2' });
    expect(refund.shown(facts, record([refused]))).toMatchObject({ xId: 'X-3', status: 'FAILED' });
  });

  it("is never somebody else's entry", () => {
    expect(refund.shown(facts, record([{ ...mine, refNr: 'REFUND-8' }]))).toEqual({ payId: 'P1' });
    const taken = { ...mine, type: 'CAPTURE' };
    expect(capture.shown(facts, record([mine, taken]))).toEqual({ payId: 'P1', ...taken });
    expect(updatePayment.shown(facts, record([mine]))).toEqual({ payId: 'P1' });
  });

  it('is the status of a payment that is reversed, also where another till did it', () => {
    const reversed = record([{ type: 'REVERSAL', refNr: 'OTHER', status: 'OK' }], { status: 'REVERSED' });
    expect(reverse.shown(facts, reversed)).toEqual({ payId: 'P1', status: 'REVERSED' });
    const own = { ...mine, type: 'REVERSAL', status: 'OK' };
    expect(reverse.shown(facts, record([own], { status: 'REVERSED' }))).toEqual({ payId: 'P1', ...own });
  });

  it.each(['CAPTURE', 'REVERSE'])('at the terminal is the same: %s', (messageType) => {
    const own = { ...mine, type: messageType };
    expect(cloudPos.shown({ ...facts, input: { messageType } }, record([own]))).toEqual({ payId: 'P1', ...own });
  });
});

describe('what a look-up shows of what made the payment', () => {
  it("is the payment's record: all of it is what it asked for", () => {
    const seen = record([mine]);
    expect(cloudPos.shown({ ...facts, input: { messageType: 'SALE' } }, seen)).toEqual(seen.raw);
  });
});
