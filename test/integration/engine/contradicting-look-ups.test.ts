// A gateway whose answer disagrees, and whose record then shows something else under our own reference: another sum, or
// money that went the other way. No such operation is done, and none is sent again.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const hourMs = 3_600_000;

/** A till whose gateway answers `answer`, and shows `record`, once it knows the reference that the request had. */
async function lookedUp(
  kind: string,
  input: JsonObject,
  answer: JsonObject | null,
  record: (refNr: string) => JsonObject,
) {
  let refNr = '';
  const till = await aTill({
    answer: ({ method, body }) => {
      if (method === 'GET') return ok({ ...record(refNr) });
      refNr = textAt(bodyOf(body), 'refNr') ?? '';
      return answer === null ? lost : ok({ ...answer });
    },
  });
  const { id } = await till.submit(kind, input);
  await till.clock.advance(12 * hourMs);
  const { state, approved, doubt } = till.operation(id);
  const watched = till.store.offers(till.environment.id, 10).length;
  return { state, approved, doubt, sent: till.posts().length, watched };
}

const made = { state: 'succeeded', approved: null, doubt: null, sent: 1, watched: 1 };
const doubted = { state: 'needs-person', approved: null, doubt: 'contradiction', sent: 1, watched: 0 };

it('a reversal of 700 is not done where its entry shows 70000', async () => {
  const input = terminalCommand('REVERSE', 'S-1', { amount: amountOf(700), traceNr: '000123' });
  const answer = { status: 'REVERSED', responseCode: '00000000', originalTraceNr: '999999' };
  const reversed = (refNr: string) => ({
    payId: 'P1',
    transId: 'S-1',
    status: 'REVERSED',
    amount: amountOf(700),
    operations: [{ type: 'REVERSAL', refNr, amount: amountOf(70_000), status: 'REVERSED' }],
  });
  expect(await lookedUp('cloud-pos', input, answer, reversed)).toEqual(doubted);
});

it('a sale is not done where the money was paid out', async () => {
  const input = terminalCommand('SALE', 'S-1', { amount: amountOf(100) });
  const answer = { status: 'REFUNDED', responseCode: '00000000', traceNr: '000124' };
  const paidOut = (refNr: string) => ({
    payId: 'P1',
    transId: 'S-1',
    refNr,
    status: 'REFUNDED',
    amount: amountOf(100),
    totals: { authorized: 0, captured: 0, refunded: 100 },
    operations: [{ type: 'CREDIT', refNr, amount: amountOf(100), status: 'REFUNDED' }],
  });
  expect(await lookedUp('cloud-pos', input, answer, paidOut)).toEqual(doubted);
});

it.each([
  ['capture', 'REFUND', 500],
  ['capture', 'CAPTURE', 50_000],
  ['refund', 'CAPTURE', 500],
  ['refund', 'REFUND', 50_000],
])(
  'a %s whose answer was lost is not sent again where %s of %i stands under its reference',
  async (kind, type, sum) => {
    const input = { payId: 'P1', transId: 'X-1', amount: amountOf(500) };
    const shown = (refNr: string) => ({
      payId: 'P1',
      status: 'CAPTURED',
      operations: [{ type, refNr, amount: amountOf(sum), status: 'OK' }],
    });
    expect(await lookedUp(kind, input, null, shown)).toEqual(doubted);
  },
);

it('what disagreed once is not sent again where the record shows nothing any more', async () => {
  let lookUps = 0;
  const input = { payId: 'P1', transId: 'X-1', amount: amountOf(500) };
  const shown = (refNr: string) => {
    if (refNr === '') return { payId: 'P1', status: 'AUTHORIZED' };
    lookUps += 1;
    const entry = { type: 'REFUND', refNr, amount: amountOf(500), status: 'OK' };
    return { payId: 'P1', status: 'AUTHORIZED', ...(lookUps === 1 ? { operations: [entry] } : {}) };
  };
  expect(await lookedUp('capture', input, null, shown)).toEqual({ ...doubted, doubt: 'look-up-cannot-tell' });
  expect(lookUps).toBeGreaterThan(1);
});

it.each([
  ['1 minor unit of it', { amount: { value: 1, currency: 'EUR', capturedValue: 1, refundedValue: 0 } }],
  ['another currency', { amount: { value: 60_081, currency: 'USD', capturedValue: 60_081, refundedValue: 0 } }],
])(
  'a hosted payment that was paid with %s is made, and its sum is watched: a person is told (offers/other-amount.test.ts)',
  async (_, paid) => {
    const input = {
      transId: 'S-1',
      amount: amountOf(60_081),
      paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
      urls: { return: 'https://a.example/', cancel: 'https://a.example/', webhook: 'https://a.example/' },
    };
    const answer = { payId: 'P1', transId: 'S-1', status: 'CREATED', responseCode: '60000000' };
    const record = (refNr: string) => ({
      payId: 'P1',
      transId: 'S-1',
      refNr,
      status: 'OK',
      responseCode: '00000000',
      ...paid,
    });
    expect(await lookedUp('create-payment', input, answer, record)).toEqual(made);
  },
);

describe('a sale that its record shows as refused', () => {
  const numbers = { traceNr: '000123', approvalCode: 'A12345' };
  const good = { status: 'OK', responseCode: '00000000', ...numbers, amount: amountOf(1_000) };
  const failed = { status: 'FAILED', responseCode: '20300051', amount: amountOf(1_000) };

  async function refusedLater(answer: GatewayAnswer) {
    let refNr = '';
    const till = await aTill({
      answer: ({ method, body }) => {
        if (method === 'GET') return ok({ payId: 'P1', transId: 'S-1', refNr, ...failed });
        refNr = textAt(bodyOf(body), 'refNr') ?? '';
        return answer;
      },
    });
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1_000) }));
    await till.clock.advance(12 * hourMs);
    const { state, failure } = till.operation(id);
    return { state, failure: failure?.code ?? null, sent: till.posts().length };
  }

  it.each<[string, GatewayAnswer]>([
    ['202 with an approval', answered(202, json(good))],
    ['an approval in another currency', ok({ ...good, amount: { value: 1_000, currency: 'USD' } })],
    ['an approval and a refunded sum', ok({ ...good, refundedAmount: 1_000 })],
    ['an approval within a 503', answered(503, json(good))],
    ['an open word and an approval code', ok({ status: 'PENDING', responseCode: '60000000', ...numbers })],
    ['a code of success alone', answered(202, json({ responseCode: '00000000' }))],
  ])('has not failed after %s: a person decides', async (_, answer) => {
    expect(await refusedLater(answer)).toEqual({ state: 'needs-person', failure: null, sent: 1 });
  });

  it.each<[string, GatewayAnswer]>([
    ['no answer', lost],
    ['202 without a body', answered(202)],
    ['an open word', ok({ status: 'PENDING', responseCode: '60000000', traceNr: '000123' })],
    [
      'an open word and a code by which the request was taken',
      ok({ status: 'PENDING', responseCode: '00000000', responseDescription: 'success', traceNr: '000123' }),
    ],
    ['an approval that names another terminal', ok({ ...good, posTerminalId: 'T9' })],
  ])('has failed after %s', async (_, answer) => {
    expect(await refusedLater(answer)).toEqual({ state: 'failed', failure: 'declined', sent: 1 });
  });
});
