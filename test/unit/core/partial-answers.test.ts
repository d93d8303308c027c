// A good status beside a word, a flag or a remaining sum that says that only a part was approved: without the sum itself it
// is a doubt.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { readAnswer } from '#core/answers/signals.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { soundsPartial } from '#operations/evidence/sentences.ts';
import { refund } from '#operations/refund.ts';
import { aRecord, aSale, answered, json } from '#support/records.ts';

const amount = { value: 5_000, currency: 'EUR' };
const good = { status: 'OK', responseCode: '00000000', traceNr: '000123', approvalCode: '482913' };
const sale = (shown: JsonObject, messageType = 'SALE') => {
  const record = aSale({ amount, input: { messageType, amount } });
  return readAnswer(cloudPos, record, answered(200, json({ ...good, ...shown })), defaultAnswerReading);
};

describe('a good answer to a sale', () => {
  it.each<JsonObject>([
    { responseDescription: 'PARTIAL APPROVAL' },
    { responseDescription: 'Approved (partial)' },
    { message: 'partially authorized' },
    { title: 'Partial' },
    { responseDescription: 'PARTIAL APPROVAL: not the full amount' },
    { responseDescription: 'Partial approval no. 4711' },
    { responseDescription: 'Teilbetrag genehmigt' },
    { amount, responseDescription: 'PARTIAL APPROVAL' },
    { partialApprovalIndicator: '1' },
    { isPartialPayment: true },
    { remainingAmount: 2_500 },
    { RemainingAmount: { value: 2_500, currency: 'EUR' } },
    { remainingAmount: 5_000 },
    { remaining: '25.00' },
    { balanceDue: 2_500 },
    { amount, outstandingAmount: 2_500 },
    { data: { remainingAmount: 2_500 } },
    { transaction: { message: 'PARTIAL APPROVAL' } },
  ])('is a doubt with %j', (shown) => {
    expect(sale(shown)).toMatchObject({ type: 'unclear', reason: expect.stringContaining('contradiction') });
  });

  it.each<JsonObject>([
    { responseDescription: 'No partial approval' },
    { responseDescription: 'approved, partial approval not supported' },
    { message: 'Partial approval: no' },
    { partial: false },
    { partialApproval: 'N' },
    { partialApprovalAllowed: true },
    { partialRefundPossible: true },
    { partialAmount: 5_000 },
    { remainingAmount: 0 },
    { remainingAmount: { value: 0, currency: 'EUR' } },
    { balanceDue: '0.00' },
    { remaining: null },
    { remainingAttempts: 3 },
    { remainingBalance: 1_200 },
    { remainingRefundableAmount: 5_000 },
    { payments: [{ transId: 'S-9', remainingAmount: 2_500 }, { transId: 'S-1' }] },
  ])('is success with %j', (shown) => {
    expect(sale(shown).type).toBe('success');
  });

  it.each<JsonObject>([{ responseDescription: 'PARTIAL APPROVAL' }, { remainingAmount: 2_500, partialApproval: true }])(
    'that shows the smaller sum is a partial approval with %j',
    (shown) => {
      const less = { value: 2_500, currency: 'EUR' };
      expect(sale({ amount: less, ...shown })).toMatchObject({ type: 'success', approved: less });
    },
  );
});

describe('what remains otherwise', () => {
  it('of an authorization may be all of it', () => {
    const asked = 'AUTHORISATION_OR_RESERVATION';
    expect(sale({ remainingAmount: 5_000 }, asked).type).toBe('success');
    expect(sale({ remainingAmount: 2_500 }, asked).type).toBe('unclear');
  });

  it.each([
    ['capture', capture],
    ['refund', refund],
  ] as const)('of a payment after a %s says nothing', (kind, command) => {
    const record = aRecord({ kind, amount });
    const body = { xId: 'X-1', status: 'OK', remainingAmount: 2_500, message: `Partial ${kind} accepted` };
    expect(readAnswer(command, record, answered(200, json(body)), defaultAnswerReading).type).toBe('success');
  });
});

it('reads a long text at once', () => {
  for (const part of ['partial', 'partial_', 'approved-', 'no part ', 'partial approv'])
    expect(soundsPartial(`${part.repeat(20_000)}!`)).toBeTypeOf('boolean');
});

describe('a terminal that is at work on another command', () => {
  it.each<JsonObject>([
    { detail: 'Terminal is busy' },
    { message: 'The terminal is busy with another command' },
    { responseDescription: 'failed', title: 'Terminal busy' },
    { responseDescription: 'terminal busy' },
  ])('is told by %j', (shown) => {
    const body = json({ status: 'FAILED', ...shown });
    const signal = readAnswer(cloudPos, aSale({ amount }), answered(422, body), defaultAnswerReading);
    expect(signal).toMatchObject({ type: 'refused', failure: { code: 'terminal-busy' } });
  });
});
