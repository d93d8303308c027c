// What is known of a payment's sums stays readable, whatever sums a gateway takes.
import { expect, it } from 'vitest';
import { aTill, amountOf, ok, terminalCommand } from '#support/till.ts';

it('a sum is never more than can be counted exactly, and is still read', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const till = await aTill({
    answer: () => ok({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7' }),
  });
  await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1', { amount: amountOf(most) }));
  const { id } = await till.submit('incremental', { payId: 'P1', transId: 'A-2', amount: amountOf(most) });
  expect(till.operation(id).state).toBe('succeeded');
  expect(till.store.payment(till.operation(id).environmentId, 'P1')).toMatchObject({ authorised: most });
});
