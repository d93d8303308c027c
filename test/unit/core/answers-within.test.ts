// What an answer says within another object, or at a place that the shop's settings name, beside words of success.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { defaultAnswerPaths, defaultAnswerReading } from '#operations/evidence/reading.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { aTill, amountOf, ok, terminalCommand } from '#support/till.ts';

const good = { status: 'OK', responseCode: '00000000', payId: 'P1' };
const numbers = { traceNr: '000001', approvalCode: '77AB01' };

describe('a sale whose answer is good at its top', () => {
  const sold = async (more: JsonObject): Promise<string> => {
    const till = await aTill({
      answer: ({ method }) => (method === 'GET' ? ok({}) : ok({ ...good, ...numbers, ...more })),
    });
    return (await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'))).state;
  };

  it.each<[string, JsonObject]>([
    ['says no within', { data: { approved: false } }],
    ['says no in words within', { result: { success: 'false' } }],
    ['says no by another name within', { terminalResult: { isApproved: 'no' } }],
    ['says that it failed within', { transaction: { declined: true } }],
    ['says so two objects deep', { response: { data: { approved: false } } }],
    ['shows another sum of the terminal', { terminalResponse: { amount: amountOf(500) } }],
    ['shows another terminal within', { terminalResponse: { posTerminalId: 'T2' } }],
    ['shows another payment within', { data: { payId: 'P2' } }],
    ['says that it was taken back within', { transaction: { reversed: true } }],
    ['says that it is not done', { done: false }],
    ['shows a smaller sum by a bare name', { approved: amountOf(500) }],
    ['shows a smaller number by a bare name', { charged: 500 }],
    ['has a refusal for an approval code', { approvalCode: 'DECLINED' }],
  ])('is not done where it %s', async (_name, more) => {
    expect(await sold(more)).not.toBe('succeeded');
  });

  it.each<[string, JsonObject]>([
    ['says yes', { data: { approved: true } }],
    ['has sums by the names of flags', { payment: { authorized: 0, refunded: 0, captured: 1_000 } }],
    ['shows the same payment', { data: { payId: 'P1' } }],
    ['has flags as numbers', { data: { approved: 1, total: 1 }, authorized: 1 }],
    ['shows the same sum by a bare name', { data: {}, approved: amountOf(1_000) }],
    ['shows the same sum of the terminal', { terminalResponse: { amount: amountOf(1_000), posTerminalId: 'T1' } }],
  ])('is done where an object within %s', async (_name, more) => {
    expect(await sold(more)).toBe('succeeded');
  });
});

describe('a capture whose answer is good at its top', () => {
  it.each<[string, JsonObject]>([
    ['says that it took nothing', { captured: false }],
    ['says no within', { capture: { success: false } }],
  ])('is not done where it %s', async (_name, more) => {
    const done = { status: 'CAPTURED', responseCode: '00000000', payId: 'P1', ...more };
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? ok({}) : ok(done)) });
    const { state } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    expect(state).not.toBe('succeeded');
  });
});

describe('a terminal that is busy', () => {
  it.each(['TERMINAL_BUSY', 'Terminal ist belegt'])('is no decline: %s', async (providerResponseText) => {
    const refused = { status: 'FAILED', responseCode: '20000001', providerResponseText };
    const till = await aTill({ answer: () => ok(refused) });
    expect((await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'))).failure?.code).toBe('terminal-busy');
  });
});

describe('where the settings name other places', () => {
  const paths = { ...defaultAnswerPaths, traceNr: ['slip.number'], amount: ['slip.minor'], currency: ['slip.iso'] };
  const answers = { ...defaultAnswerReading, paths, wrappers: ['envelope'] };

  it('a trace number within another object proves a sale', async () => {
    const answer = { ...good, envelope: { slip: { number: '000001' } } };
    const till = await aTill({ policy: { answers }, answer: () => ok(answer) });
    expect((await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'))).state).toBe('succeeded');
  });

  it('the sum of a payment is read there in its record, too', () => {
    const record = { payId: 'P1', status: 'CAPTURED', slip: { minor: 4_999, iso: 'EUR' } };
    expect(readPayment(record, defaultPaymentPaths, answers)).toMatchObject({ value: 4_999, currency: 'EUR' });
  });
});
