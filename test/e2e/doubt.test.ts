import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { Cashier } from './cashier.ts';
import { arrivalAt, clearFaults, done, openCounter, saleHead, steer } from './counter.ts';
import type { TestGateway } from './gateway.ts';
import { openTill } from './till.ts';

const sales = 'POST /cloudpos';
const lookUp = 'GET /payments/getByTransId/{id}';
/** Long enough to look around before the till would ask a person. */
const settings = { processingSeconds: 5 };
const dontKnow = /^We don’t know yet\. Do not charge again\. Checking since /;

it('says that it does not know, what not to do, and finds out by itself', async () => {
  const { cashier, gateway } = await openCounter({ settings });
  await addFaults(gateway.url, [
    { route: sales, fault: 'hang-after', ms: 500, times: 1 },
    { route: lookUp, fault: 'status', status: 500 },
  ]);
  await cashier.startSale('1999', '19.99 EUR');
  await cashier.reads(dontKnow);
  await cashier.finds('Do not take the card again.');
  await cashier.statusSays('1 unknown');
  expect(await cashier.button(/^Charge/).count()).toBe(0);
  await cashier.goTo('Activity');
  await cashier.row(/^Sale Not known yet/).click();
  await cashier.reads('What the bridge is doing to find out');
  await expect.poll(() => cashier.fact('Asked the gateway')).toMatch(/^[1-9]\d* times$/);

  await clearFaults(gateway);
  await cashier.reads('Paid 19.99 EUR');
  await cashier.statusSays('0 unknown');
  await cashier.goTo('Sale');
  await cashier.reads('Paid 19.99 EUR');
  expect(await done(gateway, sales)).toHaveLength(1);
});

it('serves the next customer while an outcome is unknown', async () => {
  const { cashier, gateway } = await openCounter({ settings });
  await addFaults(gateway.url, [
    { route: sales, fault: 'hang-after', ms: 500, times: 1 },
    { route: lookUp, fault: 'status', status: 500 },
  ]);
  await cashier.startSale('1999', '19.99 EUR');
  await cashier.reads(dontKnow);
  await cashier.press('Next customer, keep checking');
  await cashier.reads('How much?');
  await cashier.field('Terminal').selectOption('T2');
  await cashier.sell('300', '3.00 EUR');
  await clearFaults(gateway);
  await cashier.statusSays('0 unknown');
  await cashier.goTo('Activity');
  await expect.poll(() => cashier.row(/^Sale Done/).count()).toBe(2);
  expect(await done(gateway, sales)).toMatchObject([{ value: 1999 }, { value: 300 }]);
});

it('is killed in the middle of a sale and shows after a restart how it ended, once', async () => {
  const { cashier, gateway, till } = await openCounter({ keys: 'keyring', settings });
  await steer(gateway, 'T1', { delayMs: 5_000 });
  const arrived = await arrivalAt(gateway, sales);
  await cashier.startSale('4200', '42.00 EUR');
  await cashier.reads('Ask the customer to present the card');
  await arrived();
  await till.kill();
  await addFaults(gateway.url, [{ route: lookUp, fault: 'status', status: 500 }]);

  const { page } = await openTill({ home: till.home, keys: 'keyring' });
  const again = new Cashier(page);
  await again.reads(dontKnow);
  await clearFaults(gateway);
  await again.reads('Paid 42.00 EUR');
  await again.statusSays('0 unknown');
  await again.goTo('Activity');
  await again.row(/^Sale Done/).waitFor();
  expect(await again.row(/./).count()).toBe(1);
  expect(await done(gateway, sales)).toMatchObject([{ value: 4200 }]);
});

/** Killed in a sale, started again and unlocked by a person. */
async function unlockAfterKill(): Promise<{ readonly cashier: Cashier; readonly gateway: TestGateway }> {
  const passphrase = 'a phrase of the shop';
  const { cashier, gateway, till } = await openCounter({ passphrase });
  // Killed before it was sent, nobody could find out about it, and a person would have to.
  const arrived = await arrivalAt(gateway, sales);
  await cashier.startSale('4200', '42.00 EUR');
  await cashier.reads('Ask the customer to present the card');
  await arrived();
  await till.kill();
  const { page } = await openTill({ home: till.home });
  const again = new Cashier(page);
  await again.reads('Unlock the till');
  await again.typeSecret('Passphrase', 'another phrase');
  await again.press('Unlock the till');
  await page.getByText('That passphrase does not open it.').waitFor();
  await again.typeSecret('Passphrase', passphrase);
  await again.press('Unlock the till');
  await again.statusSays(/^Online since/);
  return { cashier: again, gateway };
}

it('finds out about the sale it was killed in as soon as a person has unlocked it', async () => {
  const { cashier, gateway } = await unlockAfterKill();
  await cashier.statusSays('0 unknown');
  await cashier.goTo('Activity');
  await cashier.row(/^Sale Done/).waitFor();
  expect(await cashier.row(/./).count()).toBe(1);
  expect(await done(gateway, sales)).toMatchObject([{ value: 4200 }]);
});

it('comes back to the sale it was killed in as soon as a person has unlocked it', async () => {
  const { cashier } = await unlockAfterKill();
  const shown = cashier.page.getByRole('heading', { name: 'Paid 42.00 EUR' });
  await expect.poll(() => shown.count()).toBe(1);
});

it('comes back to the running sale after its window is reloaded', async () => {
  const { cashier, gateway, cable } = await openCounter();
  cable.hold(saleHead);
  await cashier.startSale('600', '6.00 EUR');
  await cashier.reads('Ask the customer to present the card');
  await cashier.page.reload();
  await cashier.reads('Ask the customer to present the card');
  cable.release();
  await cashier.reads('Paid 6.00 EUR');
  expect(await done(gateway, sales)).toHaveLength(1);
});
