// A notification is acknowledged only where what the gateway says of its payment was taken over.
import { expect, it } from 'vitest';
import { notified } from '#core/notified.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const paid = {
  payId: 'P1',
  transId: 'L-1',
  status: 'CAPTURED',
  amount: amountOf(1_999),
  totals: { authorised: 1_999, captured: 1_999, refunded: 0 },
};

/** A link, and a refund of another payment that is done during each of so many look-ups of it. */
async function told(overtakenTimes: number) {
  const shows: (() => void)[] = [];
  const till = await aTill({
    answer: ({ method, path }) => {
      if (method === 'GET')
        return new Promise((resolve) => {
          shows.push(() => resolve(ok(paid)));
        });
      return path.endsWith('/refunds')
        ? ok({ payId: 'P9', status: 'REFUNDED', xId: 'R' })
        : ok({ transId: 'L-1', _links: {} });
    },
  });
  const { id } = await till.submit('create-link', { transId: 'L-1', amount: amountOf(1_999) });
  const acknowledged = notified(till, 'P1');
  for (let each = 0; each < 2; each += 1) {
    await till.clock.advance(0);
    if (each < overtakenTimes)
      await till.submit('refund', { payId: 'P9', transId: `R-${each}`, amount: amountOf(100) });
    shows[each]?.();
  }
  await till.clock.advance(0);
  return { acknowledged: await acknowledged, offer: till.operation(id).offer?.state };
}

it('what is overtaken once is asked for again, and counts', async () => {
  expect(await told(1)).toEqual({ acknowledged: true, offer: 'paid' });
});

it('what is overtaken again is not acknowledged, so that it is told once more', async () => {
  expect(await told(2)).toEqual({ acknowledged: false, offer: 'open' });
});
