// What lives in memory only is gone after a restart. The caller is told what to give again: the card, or the token of
// the payment method, which cannot be read from a card.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder } from '#support/store-folder.ts';
import { aTill, amountOf, unsent } from '#support/till.ts';

const card = { number: '4111111111111111', cardholderName: 'Sample', expiryDate: '203012', brand: 'visa' };
const amount = amountOf(500);

/** Why an operation failed that was not sent yet when the bridge was restarted. */
async function afterRestart(kind: string, input: JsonObject) {
  const dataDir = aFolder();
  const before = await aTill({ dataDir, answer: () => unsent });
  const { id } = await before.submit(kind, input);
  expect(before.operation(id)).toMatchObject({ state: 'accepted', hasSecrets: true });
  await before.engine.stop(0);
  const clock = FakeClock.startingAt(before.clock.nowMs() + 1);
  const after = await aTill({ dataDir, clock, answer: () => unsent });
  await clock.advance(60_000);
  expect(after.posts()).toEqual([]);
  return after.operation(id).failure;
}

it('the card of a refund without reference is to be entered again', async () => {
  const failure = await afterRestart('refund-unreferenced', { transId: 'R-1', amount, paymentMethods: { card } });
  expect(failure).toMatchObject({ code: 'card-number-gone' });
  expect(failure?.message).toMatch(/Enter the card again/);
});

it('of a confirmation it is the token that is gone, and nothing is said of a card', async () => {
  const paymentMethods = { klarna: { accessToken: 'a-token-of-the-method' } };
  const failure = await afterRestart('confirm', { payId: 'P1', transId: 'K-1', amount, paymentMethods });
  expect(failure).toMatchObject({ code: 'payment-token-gone' });
  expect(failure?.message).not.toMatch(/card/i);
});
