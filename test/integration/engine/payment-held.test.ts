// A terminal command for a payment that another command holds is told at once what holds it and for how long, instead
// of running into its deadline.
import { expect, it } from 'vitest';
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
