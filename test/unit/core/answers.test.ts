// What each answer of the gateway means and where it leads: every row of docs/answers.md.
import { describe, expect, it } from 'vitest';
import { decide } from '#core/sending/decide.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { readAnswer } from '#core/answers/signals.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { createPayment } from '#operations/create-payment.ts';
import type { Command } from '#operations/define.ts';
import { dccQuote } from '#operations/dcc-quote.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { aMoment, aRecord, aSale, anAttempt, answered, json, startMs } from '../../support/records.ts';

function after(command: Command, record: OperationRecord, answer: GatewayAnswer, nowMs = startMs + 100) {
  return decide(command, record, readAnswer(command, record, answer, defaultAnswerReading), aMoment(nowMs));
}

const declined = answered(422, json({ status: 'FAILED', responseCode: '22000305', responseDescription: 'declined' }));
const notFound = json({ type: 'about:blank', title: 'Not Found', status: 404, traceId: '00-1' });
const lost: GatewayAnswer = { type: 'lost', reason: 'reset' };
const unsent: GatewayAnswer = { type: 'unsent', reason: 'refused' };
const quote = aRecord({ kind: 'dcc-quote', key: null, interactive: true, sendByMs: startMs + 15_000, input: {} });

describe('an answer to a capture (2xx by "complete without contrary status")', () => {
  it.each([
    ['an empty 2xx', answered(204), 'succeeded'],
    ['a 2xx with an unknown status', answered(200, json({ status: 'SOMETHING' })), 'unknown'],
    ['a 202', answered(202), 'pending'],
    ['a 2xx whose payment failed', answered(200, json({ payment: { status: 'FAILED' } })), 'unknown'],
    ['a 406', answered(406), 'unknown'],
    ['a 2xx with code 00000000', answered(200, json({ responseCode: '00000000' })), 'succeeded'],
    ['a 2xx that says FAILED', answered(200, json({ status: 'FAILED', responseCode: '22000305' })), 'failed'],
    ['a 2xx that says PENDING', answered(200, json({ status: 'PENDING' })), 'pending'],
    ['a 2xx with a code of 6', answered(200, json({ status: 'OK', responseCode: '60000000' })), 'pending'],
    ['a 2xx with a code of 4', answered(200, json({ status: 'FAILED', responseCode: '40000000' })), 'unknown'],
    ['a 2xx that contradicts itself', answered(200, json({ status: 'CAPTURED', responseCode: '22000305' })), 'unknown'],
    ['a 2xx with a status of the list of refusals', answered(200, json({ status: 'DECLINED' })), 'failed'],
    ['a 2xx with a status that sounds like a refusal', answered(200, json({ status: 'HOST_ERROR' })), 'unknown'],
    ['a 2xx cut short', answered(200, { type: 'cut' }), 'unknown'],
    ['an unreadable 2xx', answered(200, { type: 'unreadable' }), 'unknown'],
    ['a 400', answered(400, json({ errors: { amount: ['wrong'] } })), 'failed'],
    ['a 404 in the gateway’s words', answered(404, notFound), 'failed'],
    ['a 404 without a word', answered(404), 'unknown'],
    ['a 422', declined, 'failed'],
    ['a 422 with a code of 4', answered(422, json({ status: 'FAILED', responseCode: '42000305' })), 'unknown'],
    ['a 422 with a code of 6', answered(422, json({ status: 'FAILED', responseCode: '62000305' })), 'pending'],
    ['another 4xx', answered(451), 'failed'],
    ['a 401 that a new token did not cure', answered(401), 'accepted'],
    ['a 403', answered(403), 'accepted'],
    ['a 429', answered(429), 'accepted'],
    ...[300, 302, 307, 408, 409, 425, 500, 501, 502, 503, 504].map(
      (status) => [`a ${status}`, answered(status), 'unknown'] as const,
    ),
    ['no answer in time', { type: 'lost', reason: 'timeout' }, 'unknown'],
    ['a reset', lost, 'unknown'],
    ['a connection that never came about', unsent, 'accepted'],
    ['a refused token', { type: 'credentials-refused', reason: 'refused' }, 'accepted'],
  ] as const)('%s: %s', (_name, answer, state) => {
    expect(after(capture, aRecord(), answer).state).toBe(state);
  });

  it('with fields names them in the failure', () => {
    const change = after(capture, aRecord(), answered(400, json({ title: 'Bad', errors: { amount: ['too small'] } })));
    expect(change.failure).toMatchObject({ code: 'rejected', status: 400, fields: { amount: ['too small'] } });
  });
});

describe('an answer to a refund', () => {
  const saying = (text: string) => answered(422, json({ status: 'FAILED', responseDescription: text }));

  it.each([
    [answered(404, notFound), 'payment-unknown'],
    [saying('there is no such payment'), 'payment-unknown'],
    [saying('Transaction could not be found.'), 'payment-unknown'],
    [saying('unknown payment P-1'), 'payment-unknown'],
    [saying('The payment was refunded. The card is not known'), 'declined'],
    [saying('declined by the issuer'), 'declined'],
    [answered(400), 'rejected'],
  ] as const)('that refuses it tells an unknown payment from a refusal: %j is %s', (answer, code) => {
    expect(after(refund, aRecord({ kind: 'refund', input: { payId: 'P-1' } }), answer).failure?.code).toBe(code);
  });

  it('of another kind has no payment to be unknown', () => {
    const quoted = after(dccQuote, quote, saying('there is no such payment'));
    expect(quoted.failure?.code).not.toBe('payment-unknown');
  });

  it('an empty 2xx does not say what happened', () => {
    expect(after(refund, aRecord({ kind: 'refund' }), answered(200)).state).toBe('unknown');
  });
});

const good = { responseCode: '00000000' };
const sold = { status: 'OK', traceNr: '000007', approvalCode: '123456' };

describe('an answer to a sale at a terminal (positive evidence only)', () => {
  it.each([
    ['a good status and a trace number', answered(200, json({ status: 'CAPTURED', traceNr: 7 })), 'succeeded'],
    ['a good code and an approval code', answered(200, json({ ...good, approvalCode: '123456' })), 'succeeded'],
    ['a good status alone', answered(200, json({ status: 'CAPTURED' })), 'unknown'],
    ['a good code alone: delivered to the terminal', answered(200, json(good)), 'unknown'],
    ['a good code and zeros for a trace number', answered(200, json({ ...good, traceNr: '000000' })), 'unknown'],
    ['a short code of a refusal', answered(200, json({ responseCode: '05', traceNr: 7 })), 'unknown'],
    ['a good status around a bad one', answered(200, json({ ...sold, card: { status: 'DECLINED' } })), 'unknown'],
    ['another terminal', answered(200, json({ ...sold, posTerminalId: 'T9' })), 'unknown'],
    ['another currency', answered(200, json({ ...sold, amount: { value: 1234, currency: 'USD' } })), 'unknown'],
    ['half of the amount', answered(200, json({ ...sold, amount: { value: 617, currency: 'EUR' } })), 'needs-person'],
    ['a 202 with all of it', answered(202, json(sold)), 'pending'],
    ['an unknown status alone', answered(200, json({ status: 'BOOKED' })), 'unknown'],
    ['an object that says nothing', answered(200, json({ traceNr: '000001' })), 'unknown'],
    ['an empty 2xx', answered(200), 'unknown'],
    ['a code of 2 and no status', answered(200, json({ responseCode: '22000305' })), 'failed'],
    ['a code of 7', answered(200, json({ responseCode: '70000000' })), 'unknown'],
    ['a decline', declined, 'failed'],
    ['a 500', answered(500), 'unknown'],
    ['a 429, since it cannot wait', answered(429), 'failed'],
    ['a 401 again, since it cannot wait', answered(401), 'failed'],
    ['a connection that never came about, with time left', unsent, 'accepted'],
  ] as const)('%s: %s', (_name, answer, state) => {
    expect(after(cloudPos, aSale(), answer).state).toBe(state);
  });

  it('that was never sent expires when its deadline comes before the next try', () => {
    const change = after(cloudPos, aSale(), unsent, startMs + 14_900);
    expect(change).toMatchObject({ state: 'expired', failure: { code: 'not-sent-in-time' } });
  });
});

describe('an answer to a payment that a customer completes', () => {
  const hosted = aRecord({
    payId: null,
    transId: 'A1',
    kind: 'create-payment',
    input: {
      transId: 'A1',
      amount: { value: 1234, currency: 'EUR' },
      paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
    },
  });
  const direct = { ...hosted, input: { ...hosted.input, paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } } };
  const follows = { payId: 'P1', transId: 'A1', responseCode: '60000000' };
  const link = { _links: { redirect: { href: 'https://gateway.example/pay/1' } } };

  it.each([
    ['an open status', { status: 'PENDING' }, 'succeeded'],
    ['an open status and a code of 6', { ...follows, status: 'PENDING' }, 'succeeded'],
    ['a code of 6 alone', follows, 'succeeded'],
    ['the link to its form alone', { transId: 'A1', ...link }, 'succeeded'],
    ['a link beside another transId', { transId: 'A2', ...link }, 'unknown'],
    ['a link beside a refusal', { transId: 'A1', status: 'FAILED', ...link }, 'failed'],
    ['a link without an address', { transId: 'A1', _links: { redirect: null } }, 'unknown'],
    // Whether it is paid already, the two say differently.
    ['a good status and a code of 6', { ...follows, status: 'CAPTURED' }, 'pending'],
    ['a refusal and a code of 6', { ...follows, status: 'FAILED' }, 'pending'],
    ['an open status and a code of 6 around a refusal', { ...follows, card: { status: 'DECLINED' } }, 'unknown'],
  ] as const)('%s: %s', (_name, body, state) => {
    expect(after(createPayment, hosted, answered(201, json(body))).state).toBe(state);
  });

  it('of another kind of payment, a code of 6 leaves it open', () => {
    expect(after(createPayment, direct, answered(201, json({ ...follows, status: 'PENDING' }))).state).toBe('pending');
  });
});

describe('an answer to a question that moves no money', () => {
  it.each([
    ['a lost answer', lost],
    ['a 500', answered(500)],
    ['an unreadable body', answered(200, { type: 'unreadable' })],
  ] as const)('%s: it failed and may be asked again', (_name, answer) => {
    expect(after(dccQuote, quote, answer)).toMatchObject({ state: 'failed', failure: { code: 'no-answer' } });
  });
});

describe('while an earlier attempt is unresolved, nothing that says "no" is final', () => {
  const twice = aRecord({
    attempts: [anAttempt({ fate: 'unresolved' }), anAttempt({ number: 2, sentAtMs: startMs + 60_000 })],
  });
  it.each([
    ['a decline', declined],
    ['a 400', answered(400)],
    ['a 404', answered(404, notFound)],
    ['a 401', answered(401)],
    ['a 429', answered(429)],
    ['no connection', unsent],
    ['a reset', lost],
  ] as const)('%s leaves it unknown', (_name, answer) => {
    expect(after(capture, twice, answer).state).toBe('unknown');
  });

  it('success is success', () => {
    expect(after(capture, twice, answered(200, json({ status: 'CAPTURED' }))).state).toBe('succeeded');
  });

  it('a disproved attempt still stands in the way of a refusal: the proof may have erred', () => {
    const [first, second] = twice.attempts;
    const record = { ...twice, attempts: [{ ...first!, fate: 'disproved' as const }, second!] };
    expect(after(capture, record, declined).state).toBe('unknown');
  });
});

describe('a reversal that was sent again on proof', () => {
  const record = aRecord({
    kind: 'reverse',
    key: null,
    attempts: [anAttempt({ fate: 'disproved' }), anAttempt({ number: 2, sentAtMs: startMs + 60_000 })],
  });

  it('and is refused then may have been done before: it is looked up', () => {
    expect(after(reverse, record, declined).state).toBe('unknown');
  });
});

describe('waiting', () => {
  it('Retry-After is the floor of the next try', () => {
    const change = after(capture, aRecord(), answered(429, { type: 'empty' }, 60_000));
    expect(change.nextAtMs).toBeGreaterThanOrEqual(startMs + 100 + 60_000);
  });

  it('an unknown outcome may be resolved only after the processing time', () => {
    const change = after(capture, aRecord(), lost);
    expect(change.processingUntilMs).toBe(startMs + 100 + 180_000);
  });
});
