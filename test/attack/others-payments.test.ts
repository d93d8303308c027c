// A program that may only sell and change payments, and names a payment that another program made. A change whose answer
// is lost waits for a person and holds the payment, so that its maker could neither capture nor reverse it.
import { expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { type Reply, aWholeBridge } from '#support/whole-bridge.ts';
import { addFaults } from '#support/erp.ts';
import { sale } from '#support/shop.ts';

const amount = { value: 8_000, currency: 'EUR' };
const reservation = (transId: string): JsonObject => ({
  ...sale(transId, amount.value),
  messageType: 'AUTHORISATION_OR_RESERVATION',
});
const codeOf = ({ body }: Reply) => textAt(body, 'code') ?? textAt(body, 'state');
const payIdOf = ({ body }: Reply) => textAt(body, 'result.payId') ?? '';

it('does not keep it from its maker', async () => {
  const till = await aWholeBridge();
  const erp = till.program(['sale', 'capture', 'refund']);
  const small = till.program(['status', 'sale']);
  const payId = payIdOf(await erp.post('cloud-pos', reservation('A-1'), 'A-1'));
  await addFaults(till.sandboxUrl, [{ route: 'PATCH /payments/{id}', fault: 'reset-after', times: 1 }]);

  const update = { payId, order: { merchantReference: 'x' } };
  expect(codeOf(await small.post('update-payment', update, 'U-1'))).toBe('scope-missing');
  expect(codeOf(await small.post('incremental', { payId, transId: 'I-1', amount }, 'I-1'))).toBe('scope-missing');
  expect(codeOf(await erp.post('capture', { payId, transId: 'C-1', amount }, 'C-1'))).toBe('succeeded');
});

it('changes its own payments, and those that were made elsewhere', async () => {
  const till = await aWholeBridge();
  const small = till.program(['status', 'sale']);
  const payId = payIdOf(await small.post('cloud-pos', reservation('A-1'), 'A-1'));
  const update = { order: { merchantReference: 'x' } };
  expect(codeOf(await small.post('update-payment', { payId, ...update }, 'U-1'))).toBe('succeeded');
  // The gateway's own answer: no payment of this till has that number.
  expect(codeOf(await small.post('update-payment', { payId: 'P-elsewhere', ...update }, 'U-2'))).toBe('failed');
});

it('changes those of others where it may move their money, too', async () => {
  const till = await aWholeBridge();
  const payId = payIdOf(await till.program().post('cloud-pos', reservation('A-1'), 'A-1'));
  const update = { payId, order: { merchantReference: 'x' } };
  expect(codeOf(await till.program(['sale', 'capture']).post('update-payment', update, 'U-1'))).toBe('succeeded');
});
