// A terminal command for a payment that another command holds is told at once what holds it and for how long, instead
// of running into its deadline.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Acceptance } from '#core/acceptance/accept.ts';
import { type ScriptedGateway, type Till, amountOf, aTill, lost, ok, terminalCommand } from '#support/till.ts';

const origin = { type: 'cashier', clientId: 'window' } as const;

async function aSale(answer: ScriptedGateway['answer']) {
  const till = await aTill({ answer });
  const sale = terminalCommand('SALE', 'S-1', { posTerminalId: 'T1', amount: amountOf(5_000) });
  const { id } = await till.submit('cloud-pos', sale);
  return { till, id };
}

async function reverse(till: Till, posTerminalId: string, transId = 'S-1'): Promise<Acceptance | 'waits'> {
  const input = terminalCommand('REVERSE', transId, { posTerminalId, traceNr: '000042', amount: amountOf(5_000) });
  const asked = till.engine.submit({ kind: 'cloud-pos', input, requestId: `V-${posTerminalId}`, origin });
  await till.clock.advance(0);
  const acceptance = await asked;
  await till.clock.advance(0);
  return acceptance.type === 'new' && till.operation(acceptance.record.id).state === 'accepted' ? 'waits' : acceptance;
}

const held = (operationId: string) => ({ type: 'refused', refusal: { code: 'payment-held', operationId } });

it.each(['T1', 'T2'])('while the sale runs, at %s', async (terminal) => {
  const { till, id } = await aSale(() => new Promise(() => {}));
  const refused = await reverse(till, terminal);
  expect(refused).toMatchObject(held(id));
  // The answer of a terminal is waited for for two minutes.
  expect(refused).toMatchObject({ refusal: { retryAfterSeconds: 120 } });
});

it('while the outcome of the sale is not known, at another terminal', async () => {
  const { till, id } = await aSale(({ method }) => (method === 'GET' ? { ...ok({}), status: 404 } : lost));
  expect(till.operation(id).state).toBe('unknown');
  const refused = await reverse(till, 'T2');
  expect(refused).toMatchObject(held(id));
  expect(refused).toHaveProperty('refusal.retryAfterSeconds');
});

it('while a person must decide it, without an end', async () => {
  const { till, id } = await aSale(({ method }) => (method === 'GET' ? { ...ok({}), status: 404 } : lost));
  await till.clock.advance(3_600_000);
  expect(till.operation(id).state).toBe('needs-person');
  const refused = await reverse(till, 'T1');
  expect(refused).toMatchObject(held(id));
  expect(refused).not.toHaveProperty('refusal.retryAfterSeconds');
});

it.each([
  ['with a payId', { payId: 'P1' }],
  ['without one', {}],
])('while a person must decide on its sum, %s, where the void names it by its trace number alone', async (_, more) => {
  const answer = { ...more, status: 'OK', responseCode: '00000000', traceNr: '000042', approvalCode: 'AP1' };
  const { till, id } = await aSale(() => ok({ ...answer, amount: amountOf(3_000) }));
  expect(till.operation(id).state).toBe('needs-person');
  expect(await reverse(till, 'T1', 'V-1')).toMatchObject(held(id));
  expect(till.posts()).toHaveLength(1);
});

it('while a sale at the terminal is in doubt, where no payment has the trace number of the void', async () => {
  const { till, id } = await aSale(({ method }) => (method === 'GET' ? { ...ok({}), status: 404 } : lost));
  await till.clock.advance(3_600_000);
  expect(till.operation(id).state).toBe('needs-person');
  expect(await reverse(till, 'T1', 'V-1')).toMatchObject(held(id));
  // A terminal counts its own trace numbers.
  expect(await reverse(till, 'T2', 'V-2')).toMatchObject({ type: 'new' });
});

it('waits behind what is soon over: a sale whose answer must come before its own deadline', async () => {
  const { till } = await aSale(() => new Promise(() => {}));
  await till.clock.advance(110_000);
  expect(await reverse(till, 'T1')).toBe('waits');
});

describe('a payment of which something is in doubt', () => {
  const refund = { payId: 'P1', transId: 'R-1', amount: amountOf(2_000) };
  const capture = { payId: 'P1', transId: 'K-1', amount: amountOf(2_000) };
  const whole = { posTerminalId: 'T2', traceNr: '000042', amount: amountOf(5_000) };
  const takeBack = terminalCommand('REVERSE', 'S-1', whole);

  /** The payment is taken at the terminal, and what comes after is not answered. */
  async function aPaymentWith(type: 'SALE' | 'AUTHORISATION_OR_RESERVATION', kind: string, input: JsonObject) {
    let isTaken = false;
    const good = { payId: 'P1', status: 'OK', responseCode: '00000000', traceNr: '000042', approvalCode: 'AP1' };
    const till = await aTill({
      answer: ({ method }) => {
        if (method === 'GET') return { ...ok({}), status: 404 };
        if (isTaken) return lost;
        isTaken = true;
        return ok({ ...good, amount: amountOf(5_000) });
      },
    });
    const made = terminalCommand(type, 'S-1', { posTerminalId: 'T1', amount: amountOf(5_000) });
    const { id: sale } = await till.submit('cloud-pos', made);
    const { id, state } = await till.submit(kind, input);
    expect(state).toBe('unknown');
    return { till, sale, id };
  }

  async function submit(till: Till, kind: string, input: JsonObject, refundOf?: string) {
    const credit = refundOf === undefined ? {} : { refundOf };
    const asked = till.engine.submit({ kind, input, requestId: `again-${kind}`, origin, ...credit });
    await till.clock.advance(0);
    return asked;
  }

  it.each([
    ['a refund', 'refund', refund],
    ['a second reversal', 'cloud-pos', takeBack],
  ])('its reversal: %s is told to wait for it, not that the payment was reversed', async (_, kind, input) => {
    const { till, id } = await aPaymentWith('SALE', 'cloud-pos', { ...takeBack, posTerminalId: 'T1' });
    const refused = await submit(till, kind, input);
    expect(refused).toMatchObject(held(id));
    expect(refused).toHaveProperty('refusal.retryAfterSeconds');
    expect(till.posts()).toHaveLength(2);
  });

  it('its reversal: a refund at the terminal is told so as well, and when a person must decide', async () => {
    const { till, sale, id } = await aPaymentWith('SALE', 'cloud-pos', { ...takeBack, posTerminalId: 'T1' });
    await till.clock.advance(3_600_000);
    expect(till.operation(id).state).toBe('needs-person');
    const credit = terminalCommand('CREDIT', 'C-1', { posTerminalId: 'T2', amount: amountOf(1_000) });
    const refused = await submit(till, 'cloud-pos', credit, sale);
    expect(refused).toMatchObject(held(id));
    expect(refused).not.toHaveProperty('refusal.retryAfterSeconds');
  });

  it.each([
    ['its refund', 'SALE', 'refund', refund],
    ['its capture', 'AUTHORISATION_OR_RESERVATION', 'capture', capture],
  ] as const)('%s: a reversal is told to wait for it', async (_, type, kind, input) => {
    const { till, id } = await aPaymentWith(type, kind, input);
    const refused = await submit(till, 'cloud-pos', takeBack);
    expect(refused).toMatchObject(held(id));
    expect(refused).toHaveProperty('refusal.retryAfterSeconds');
  });
});
