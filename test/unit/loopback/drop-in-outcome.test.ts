// An operation as the gateway's answer, where the gateway's own answer is not what settled it.
import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { outcomeAnswer } from '#loopback/drop-in/outcome.ts';
import { refusalAnswer } from '#loopback/drop-in/shapes.ts';
import { capture } from '#operations/capture.ts';
import { template } from '../../integration/loopback/fake-bridge.ts';

const input = { payId: 'P1', transId: 'C-1', amount: { value: 100, currency: 'EUR' } };

function told(change: Partial<OperationView>) {
  const answer = outcomeAnswer(capture, { ...template, kind: 'capture', input, ...change }, 'M');
  const text = typeof answer.body === 'string' ? answer.body : '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: (text === '' ? {} : JSON.parse(text)) as JsonObject,
  };
}

describe('a refusal', () => {
  it.each([
    ['terminal-held', 409],
    ['terminal-resting', 503],
  ] as const)('says in Retry-After when %s may be over', (code, status) => {
    const answer = refusalAnswer({ code, detail: 'It is held.', operationId: 'op_1', retryAfterSeconds: 42 });
    expect(answer).toMatchObject({ status, headers: { 'Retry-After': '42', 'Tillbridge-Problem': code } });
    expect(refusalAnswer({ code, detail: 'It is held.' }).headers).not.toHaveProperty('Retry-After');
  });
});

describe('a success', () => {
  it('that a look-up showed has no code that speaks against it', async () => {
    const result = { payId: 'P1', status: 'CAPTURED', responseCode: '40010001', responseDescription: 'internal error' };
    expect(told({ state: 'succeeded', result })).toMatchObject({
      status: 200,
      body: { payId: 'P1', status: 'CAPTURED', responseCode: '00000000', responseDescription: 'success' },
    });
  });

  it.each(['FAILED', 'PENDING', 'anything'])('that a person settled after an answer that said %s is good', (status) => {
    const result = { payId: 'P1', status, responseCode: '00000000' };
    expect(told({ state: 'succeeded', result }).body).toMatchObject({ payId: 'P1', status: 'OK' });
  });

  it('that a person settled names the payment and the operation', async () => {
    const { body } = told({ state: 'succeeded' });
    expect(body).toMatchObject({ payId: 'P1', merchantId: 'M', transId: 'C-1', xId: 'op-0', status: 'OK' });
  });

  it('without a body stays without one, under its own status', async () => {
    expect(told({ state: 'succeeded', answerStatus: 204 })).toMatchObject({ status: 204, text: '' });
  });
});

describe('a failure', () => {
  const statuses: { readonly [code in FailureCode]: number } = {
    declined: 422,
    rejected: 422,
    'not-executed': 422,
    'payment-reversed': 422,
    'payment-refunded': 422,
    'payment-captured': 422,
    'nothing-left': 422,
    'payment-unknown': 422,
    'terminal-busy': 422,
    decided: 422,
    'given-back': 422,
    cancelled: 422,
    busy: 429,
    'credentials-refused': 503,
    'not-permitted': 503,
    'not-sent-in-time': 503,
    'card-number-gone': 503,
    'payment-token-gone': 503,
    'no-answer': 502,
  };

  it.each(Object.entries(statuses))('%s, which the gateway did not answer itself: %i', async (code, status) => {
    const failure = { code: code as FailureCode, message: 'Words.' };
    const { body, ...answer } = told({ state: 'failed', failure });
    expect(answer.status).toBe(status);
    if (status === 422) expect(body).toMatchObject({ status: 'FAILED', responseCode: '2TB00422', xId: 'op-0' });
  });

  it.each([
    ['cancelled', 'not-sent'],
    ['payment-reversed', 'payment-reversed'],
    ['declined', 'gateway-refused'],
  ] as const)('%s is named %s', (code, problem) => {
    const { headers } = told({ state: 'failed', failure: { code, message: 'Words.' } });
    expect(headers).toMatchObject({ 'Tillbridge-Problem': problem });
  });

  it('that the gateway answered without a readable body keeps its status', async () => {
    const failure = { code: 'rejected', message: 'Words.', status: 404 } as const;
    const answer = told({ state: 'failed', failure, answerStatus: 404 });
    expect(answer).toMatchObject({ status: 404, body: { status: 404, errors: { request: ['Words.'] } } });
  });
});

describe('what is not over', () => {
  it.each([
    ['sending', {}, 504],
    ['unknown', { result: { responseCode: '40010001' } }, 504],
    ['needs-person', {}, 504],
    ['pending', {}, 504],
    ['pending', { answerStatus: 422, result: { responseCode: '60000000' } }, 504],
    ['pending', { answerStatus: 201, result: { status: 'PENDING' } }, 201],
    ['accepted', { mayWait: true }, 202],
    ['accepted', { mayWait: false }, 504],
  ] as const)('%s %o: %i', async (state, change, status) => {
    const { body, ...answer } = told({ state, ...change });
    expect(answer.status).toBe(status);
    if (status === 504) expect(body).toMatchObject({ responseCode: '6TB00504' });
  });
});
