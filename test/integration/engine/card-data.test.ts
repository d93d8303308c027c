// A gateway whose answers hold what may never be kept of a card: nothing of it is stored, shown or told.
import { expect, it } from 'vitest';
import type { Json } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const number = '4111111111111111';
const track = `${number}=30121010000000000000`;
// What may be shown of the same card stands beside it.
const card = { number, track2: track, cvv: '987', pinBlock: '8FA2', brand: 'VISA', last4Digits: '1111' };
const refNr = 'SHOP-1';
const sale = terminalCommand('SALE', 'S-1', { refNr });

/** All that is known of the operation afterwards, and what the window and programs are told. */
async function known(first: GatewayAnswer, shown: GatewayAnswer = answered(404)) {
  const till = await aTill({ answer: ({ method }) => (method === 'GET' ? shown : first) });
  const { id } = await till.submit('cloud-pos', sale);
  await till.clock.advance(10 * 60_000);
  const record = till.operation(id);
  return { record, text: JSON.stringify([record, till.log]) };
}

function expectNone(text: string): void {
  expect(text).not.toContain(number);
  expect(text).not.toContain('987');
  expect(text).not.toContain('8FA2');
}

it('an answer that says what a terminal read', async () => {
  const { record, text } = await known(
    ok({ status: 'OK', payId: 'P1', traceNr: '7', card, receipt: `CARD ${number}` }),
  );
  expectNone(text);
  expect(record).toMatchObject({ state: 'succeeded', payId: 'P1' });
  expect(record.result).toEqual({
    status: 'OK',
    payId: 'P1',
    traceNr: '7',
    card: { number: '[card number removed]', brand: 'VISA', last4Digits: '1111' },
    receipt: 'CARD [card number removed]',
  });
});

it.each<[string, GatewayAnswer]>([
  ['a field and its message', refusal({ errors: { 'card.number': [`${number} is not valid`] }, echo: card })],
  ['the name of a field', refusal({ errors: { [number]: ['is not valid'] } })],
  ['its words', refusal({ title: `No ${number}`, responseDescription: `${track} was read`, status: 'FAILED' })],
])('a refusal that holds it in %s', async (_where, answer) => {
  const { record, text } = await known(answer);
  expectNone(text);
  expect(record.state).toBe('failed');
  expect(record.failure).toMatchObject({ code: 'rejected', status: 400 });
});

it('an answer that settles nothing', async () => {
  const { record, text } = await known(answered(500, json({ card, hint: 'try again' })));
  expectNone(text);
  expect(record).toMatchObject({ state: 'needs-person', result: { hint: 'try again', card: { brand: 'VISA' } } });
});

it('a record that is found after the answer was lost', async () => {
  const made = { posTerminalId: 'T1', creationDate: '2026-01-02T03:04:05Z' };
  const payment = { payId: 'P1', transId: 'S-1', refNr, amount: amountOf(1_000), status: 'CAPTURED', card, ...made };
  const { record, text } = await known(lost, ok(payment));
  expectNone(text);
  expect(record).toMatchObject({ state: 'succeeded', payId: 'P1' });
  expect(record.result).toMatchObject({ card: { brand: 'VISA', last4Digits: '1111' } });
});

function refusal(body: { readonly [name: string]: Json }): GatewayAnswer {
  return answered(400, json({ ...body }));
}
