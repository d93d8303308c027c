// The cable is pulled: what the real window says, keeps, refuses, and does when it is back.
import { expect, it } from 'vitest';
import { done, openCounter } from './counter.ts';

const sales = 'POST /cloudpos';
const refunds = 'POST /payments/{id}/refunds';

it('says that it is offline, keeps a refund for later, refuses a sale, and carries on when the cable is back', async () => {
  const { cashier, gateway, cable } = await openCounter();
  await cashier.sell('8000', '80.00 EUR');
  await cashier.press('Open the payment');
  await cashier.statusSays(/^Online since/);

  await cable.pullOut();
  await cashier.press('Refund money');
  await cashier.fill('Amount', '25.00');
  await cashier.press('Refund 25.00 EUR');
  await cashier.reads('Will be sent when the connection is back');
  await cashier.statusSays(/^Offline since/);
  await cashier.statusSays('1 waiting');
  await cashier.press('Back to the payment');
  await expect.poll(() => cashier.fact('Refunds under way')).toBe('25.00 EUR');
  expect(await cashier.fact('Can still be refunded')).toBe('55.00 EUR');

  await cashier.goTo('Sale');
  await cashier.keyIn('700');
  await cashier.finds('Offline. Nothing was charged. When “Online” is shown below, press again.');
  expect(await cashier.button('Charge 7.00 EUR').isDisabled()).toBe(true);
  await cashier.goTo('Refund');
  await cashier.press('Manual refund (no receipt)');
  await cashier.finds('Offline. Nothing was given back. When “Online” is shown below, press again.');
  expect(await done(gateway, refunds)).toEqual([]);

  await cashier.goTo('Activity');
  await cashier.row(/^Refund Waiting/).click();
  await cable.putIn();
  await cashier.statusSays(/^Online since/);
  await cashier.reads('Refunded 25.00 EUR');
  await cashier.statusSays('0 waiting');
  await cashier.row(/^Refund Done/).waitFor();
  expect(await done(gateway, refunds)).toMatchObject([{ value: 2500 }]);
  expect(await done(gateway, sales)).toHaveLength(1);
});

it('refuses a sale in words when the line broke unnoticed', async () => {
  const { cashier, gateway, cable } = await openCounter();
  await cashier.keyIn('700');
  await cashier.statusSays(/^Online since/);
  await cable.pullOut();
  await cashier.press('Charge 7.00 EUR');
  await cashier.finds(/^Offline\. (Nothing was sent and no money moved|Card payments need the connection)/);
  await cashier.statusSays(/^Offline since/);
  await cable.putIn();
  await cashier.statusSays(/^Online since/);
  await cashier.press('Charge 7.00 EUR');
  await cashier.reads('Paid 7.00 EUR');
  expect(await done(gateway, sales)).toHaveLength(1);
});

it('lets the cashier take back what has not been sent', async () => {
  const { cashier, gateway, cable } = await openCounter();
  await cashier.sell('8000', '80.00 EUR');
  await cashier.press('Open the payment');
  await cable.pullOut();
  await cashier.press('Refund money');
  await cashier.press('Refund 80.00 EUR');
  await cashier.reads('Will be sent when the connection is back');
  await cashier.page.keyboard.press('Alt+4');
  await cashier.row(/^Refund Waiting/).click();
  await cashier.press('Cancel this refund');
  await cashier.reads('Cancelled before it was sent. Nothing was given back.');
  await cable.putIn();
  await cashier.statusSays(/^Online since/);
  await cashier.statusSays('0 waiting');
  expect(await done(gateway, refunds)).toEqual([]);
});
