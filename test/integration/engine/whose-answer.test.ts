// Answers that show what the bridge knows to be another operation's, or another sum than the payment has.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const good = { status: 'OK', responseCode: '00000000' };
const minuteMs = 60_000;

/** An authorization of 10.00 known as P1 with the id X1, and what the gateway answers to the next operation on it. */
async function afterAnAuthorization(next: JsonObject, record: JsonObject | null = null) {
  const made = {
    payId: 'P1',
    xId: 'X1',
    status: 'AUTHORIZED',
    responseCode: '00000000',
    traceNr: '7',
    approvalCode: 'A',
  };
  const till = await aTill({
    answer: ({ method, path }) => {
      if (method === 'GET') return record === null ? answered(404, json({ title: 'not found' })) : ok(record);
      return ok(path.startsWith('/payments/P1/') ? next : made);
    },
  });
  await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1', { amount: amountOf(1_000) }));
  return till;
}

const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(400) };

describe('the id that the gateway gave another operation', () => {
  it.each([
    ['at the top', { ...good, payId: 'P1', xId: 'X1' }],
    ['within the answer', { ...good, payId: 'P1', transaction: { xId: 'X1' } }],
  ])('%s says that it is the answer to that one', async (_, next) => {
    const till = await afterAnAuthorization(next);
    const { state, doubt } = await till.submit('capture', capture);
    expect({ state, doubt }).toMatchObject({ state: 'unknown', doubt: expect.stringContaining('contradiction: ') });
    await till.clock.advance(180 * minuteMs);
    expect(till.posts().filter(({ transId }) => transId === 'C-1')).toHaveLength(1);
  });

  it.each([
    ['an id of its own', { ...good, payId: 'P1', xId: 'X2' }],
    ['the id of the sale in what it shows of the payment', { ...good, xId: 'X2', payment: { payId: 'P1', xId: 'X1' } }],
    ['the names of the sale there', { ...good, xId: 'X2', payment: { payId: 'P1', transId: 'A-1', refNr: 'TB-SALE' } }],
    ['the entries of the payment', { ...good, payId: 'P1', operations: [{ xId: 'X1', transId: 'A-1' }] }],
  ])('is not shown by %s', async (_, next) => {
    const till = await afterAnAuthorization(next);
    expect((await till.submit('capture', capture)).state).toBe('succeeded');
  });
});

describe('a reversal that names no sum', () => {
  const reversed = { ...good, status: 'REVERSED', payId: 'P1' };
  it.each([
    ['another sum', { ...reversed, amount: amountOf(1) }],
    ['another currency', { ...reversed, amount: { value: 1_000, currency: 'USD' } }],
    ['a sum that cannot be read', { ...reversed, amount: { value: '10,00', currency: 'EUR' } }],
    ['another sum within', { ...reversed, data: { amount: amountOf(90_000) } }],
  ])('is not done by an answer that shows %s than the payment has', async (_, next) => {
    const till = await afterAnAuthorization(next);
    expect((await till.submit('reverse', { payId: 'P1' })).state).toBe('unknown');
  });

  it('is done by one that shows all of it', async () => {
    const till = await afterAnAuthorization({ ...reversed, amount: amountOf(1_000) });
    expect((await till.submit('reverse', { payId: 'P1' })).state).toBe('succeeded');
  });

  it('is not found done by an entry of its own with another sum', async () => {
    const till = await afterAnAuthorization(good);
    let refNr = '';
    till.gateway.answer = ({ method, body }) => {
      if (method === 'GET') {
        const entry = { type: 'REVERSAL', refNr, status: 'OK', amount: amountOf(1) };
        return ok({ payId: 'P1', transId: 'A-1', status: 'AUTHORIZED', amount: amountOf(1_000), operations: [entry] });
      }
      refNr = textAt(bodyOf(body), 'refNr') ?? '';
      return { type: 'lost', reason: 'reset' };
    };
    const { id } = await till.submit('reverse', { payId: 'P1' });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', doubt: 'contradiction' });
  });
});

// A terminal numbers a capture and a reversal too. Their numbers name no payment, and are known by their answers alone.
describe('the trace number of a capture or reversal before it at the terminal', () => {
  const hold = terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1');
  const about = (traceNr: string) => ({ traceNr, approvalCode: 'A' });
  const following: readonly (readonly [string, JsonObject])[] = [
    ['a sale', terminalCommand('SALE', 'S-1')],
    ['a capture', terminalCommand('CAPTURE', 'A-1', { amount: amountOf(300), ...about('7') })],
    ['a reversal', terminalCommand('REVERSE', 'A-2', { amount: amountOf(1_000), traceNr: '6' })],
    ['a credit', terminalCommand('CREDIT', 'R-1')],
  ];

  /** Two authorizations by the numbers 6 and 7, and the number 8 for a capture, or reversal, of the second one. */
  async function afterIts(number8: 'CAPTURE' | 'REVERSE', over: JsonObject = {}) {
    const till = await aTill();
    let next: JsonObject = {};
    till.gateway.answer = ({ method, body }) => {
      if (method === 'GET') return answered(404, json({ title: 'not found' }));
      const command = bodyOf(body);
      const isMade = command['messageType'] === 'AUTHORISATION_OR_RESERVATION';
      const traceNr = command['transId'] === 'A-2' ? '6' : '7';
      const made = { ...good, payId: `P-${traceNr}`, traceNr, approvalCode: 'A' };
      return ok(isMade ? made : next);
    };
    await till.submit('cloud-pos', { ...hold, transId: 'A-2' });
    await till.submit('cloud-pos', hold);
    const own = { ...good, traceNr: '8', originalTraceNr: '7', approvalCode: 'C' };
    next = { ...own, ...over };
    const amount = amountOf(number8 === 'CAPTURE' ? 400 : 1_000);
    const done = await till.submit('cloud-pos', terminalCommand(number8, 'A-1', { amount, ...about('7') }));
    const send = async (input: JsonObject, answer: JsonObject = {}) => {
      const { transId, messageType } = input;
      const isAbout = messageType === 'CAPTURE' || messageType === 'REVERSE';
      const original = isAbout ? { originalTraceNr: input['traceNr'] ?? null } : {};
      next = { ...good, transId: transId ?? null, traceNr: '0008', approvalCode: 'D', ...original, ...answer };
      return till.submit('cloud-pos', input);
    };
    return { till, done, send };
  }

  it.each(following)('says that the answer to %s is that of the capture again', async (_name, input) => {
    const { done, send } = await afterIts('CAPTURE');
    expect(done.state).toBe('succeeded');
    expect(await send(input)).toMatchObject({ state: 'unknown', doubt: 'contradiction: traceNr' });
  });

  it('says that the answer to a sale is that of the reversal again', async () => {
    const { done, send } = await afterIts('REVERSE');
    expect(done.state).toBe('succeeded');
    const sale = terminalCommand('SALE', 'S-1');
    expect(await send(sale)).toMatchObject({ state: 'unknown', doubt: 'contradiction: traceNr' });
  });

  it.each(following)('says nothing against %s with a number of its own', async (_name, input) => {
    const { send } = await afterIts('CAPTURE');
    expect((await send(input, { traceNr: '9' })).state).toBe('succeeded');
  });

  it('says nothing at another terminal, after half a day, or where that command failed', async () => {
    const sale = (transId: string, rest: JsonObject = {}) => terminalCommand('SALE', transId, rest);
    const { send } = await afterIts('CAPTURE');
    expect((await send(sale('S-1', { posTerminalId: 'T2' }))).state).toBe('succeeded');
    const late = await afterIts('CAPTURE');
    await late.till.clock.advance(13 * 60 * minuteMs);
    expect((await late.send(sale('S-1'))).state).toBe('succeeded');
    const refused = await afterIts('CAPTURE', { status: 'FAILED', responseCode: '22000001', approvalCode: null });
    expect(refused.done.state).toBe('failed');
    expect((await refused.send(sale('S-1'))).state).toBe('succeeded');
  });

  it('is known for fifty commands', async () => {
    const { send } = await afterIts('CAPTURE');
    const credit = (number: number) => terminalCommand('CREDIT', `R-${number}`);
    for (let number = 1; number < 50; number += 1) await send(credit(number), { traceNr: String(100 + number) });
    expect(await send(credit(50))).toMatchObject({ state: 'unknown' });
  });
});

it('a record of another merchant proves nothing, and its sums are not the payment’s', async () => {
  const till = await aTill();
  till.gateway.answer = ({ method }) => {
    if (method !== 'GET') return lost;
    const totals = { authorized: 1_000, captured: 1_000, refunded: 0 };
    const operations = [{ type: 'CAPTURE', refNr: 'C-1', status: 'CAPTURED', amount: amountOf(1_000) }];
    return ok({ payId: 'P1', merchantId: 'OTHER', status: 'CAPTURED', totals, operations });
  };
  const { id } = await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(400) });
  await till.clock.advance(10 * minuteMs);
  expect(till.operation(id)).toMatchObject({ state: 'unknown', lookUps: { absences: 0 } });
  expect(till.store.payment(till.environment.id, 'P1')?.captured ?? null).toBeNull();
});
