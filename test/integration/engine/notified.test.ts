// A notification is acknowledged only where what the gateway says of its payment was taken over.
import { expect, it } from 'vitest';
import { notified } from '#core/recovery/notified.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { aPolicy, answered, json } from '#support/records.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const paid = {
  payId: 'P1',
  transId: 'L-1',
  status: 'CAPTURED',
  amount: amountOf(1_999),
  totals: { authorized: 1_999, captured: 1_999, refunded: 0 },
};

/** A link, and a refund of its payment that is done during each of so many look-ups of it. */
async function told(overtakenTimes: number) {
  const looks: ((answer: GatewayAnswer) => void)[] = [];
  const refunds: ((answer: GatewayAnswer) => void)[] = [];
  const till = await aTill();
  const later = (list: ((answer: GatewayAnswer) => void)[]) =>
    new Promise<GatewayAnswer>((resolve) => {
      list.push(resolve);
    });
  till.gateway.answer = ({ method, path }) => {
    if (path.endsWith('/refunds')) return later(refunds);
    return method === 'GET' ? answered(404, json({ title: 'not found' })) : ok({ transId: 'L-1', _links: {} });
  };
  const { id } = await till.submit('create-link', { transId: 'L-1', amount: amountOf(1_999) });
  await till.submit('refund', { payId: 'P1', transId: 'R-0', amount: amountOf(100) });
  await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(100) });
  till.gateway.answer = ({ method }) => later(method === 'GET' ? looks : refunds);
  const acknowledged = notified({ ...till, policy: aPolicy() }, 'P1');
  for (let each = 0; each < 2; each += 1) {
    await till.clock.advance(0);
    const own = looks.at(-1);
    if (each < overtakenTimes) refunds[each]?.(ok({ payId: 'P1', status: 'REFUNDED', responseCode: '00000000' }));
    await till.clock.advance(0);
    // The refunds look their payment up as well, before and after.
    for (const other of looks.slice(looks.length - 2))
      if (other !== own) other(answered(404, json({ title: 'not found' })));
    await till.clock.advance(0);
    own?.(ok(paid));
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
