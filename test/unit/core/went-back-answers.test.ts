// Members whose names speak of a reversal or refund: what may be done says nothing, and what was done speaks against a payment.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { readAnswer } from '#core/answers/signals.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { aRecord, aSale, answered, json } from '#support/records.ts';

const amount = { value: 5_000, currency: 'EUR' };
const good = { status: 'OK', responseCode: '00000000', traceNr: '000123', approvalCode: '482913' };
const told = (shown: JsonObject) => answered(200, json({ ...good, ...shown }));

function sale(shown: JsonObject) {
  const record = aSale({ amount, input: { messageType: 'SALE', amount } });
  return readAnswer(cloudPos, record, told(shown), defaultAnswerReading).type;
}

describe('a good answer to a sale', () => {
  it.each<JsonObject>([
    { reversal_reason: null },
    { reversal_reason: '' },
    { reversalReason: 'NONE' },
    { reversible: true },
    { refundable: true },
    { refundable: false },
    { refund_policy: 'Declined goods are refunded within 14 days' },
    { cancellable: true },
    { reversalIndicator: 'N' },
    { reversedAt: null },
    { transactionType: 'REVERSIBLE_SALE' },
    { transactionType: 'SALE (refundable)' },
    { reversal: {} },
  ])('is one with %j', (shown) => {
    expect(sale(shown)).toBe('success');
  });

  it.each<JsonObject>([
    { reversal_reason: 'CUSTOMER' },
    { reversalReason: 'TIMEOUT' },
    { reversalReasonCode: '68' },
    { voidReason: 'card removed' },
    { cancellationReason: 'CUSTOMER' },
    { refundReason: 'CUSTOMER' },
    { reversedAt: '2026-11-30T00:00:00Z' },
    { reversalIndicator: 'Y' },
    { autoReversal: true },
    { transaction: { reversalReason: 'CUSTOMER' } },
  ])('is a doubt with %j', (shown) => {
    expect(sale(shown)).toBe('unclear');
  });
});

it('a reason for a reversal or refund is part of a good answer to one', () => {
  const shown = told({ reversalReason: 'CUSTOMER', refundReason: 'CUSTOMER' });
  const read = (command: Parameters<typeof readAnswer>[0], kind: string) =>
    readAnswer(command, aRecord({ kind, amount, input: { payId: 'P1', amount } }), shown, defaultAnswerReading).type;
  expect([read(reverse, 'reverse'), read(refund, 'refund'), read(capture, 'capture')]).toEqual([
    'success',
    'success',
    'unclear',
  ]);
});
