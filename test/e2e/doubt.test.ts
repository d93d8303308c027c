// A sale whose outcome is not known: what the till says and does not do, and that it finds out by itself.
import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { onlyLarge } from '#support/share.ts';
import { clearFaults, done, openCounter, saleHead } from './counter.ts';

const sales = 'POST /cloudpos';
const lookUp = 'GET /payments/getByTransId/{id}';
/** Long enough to look around before the till would ask a person. */
const settings = { processingSeconds: 60 };
const dontKnow = /^We don’t know yet whether it was paid\. Do not charge again\. Checking since /;

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
  await cashier.reads('How the till finds out');
  await expect.poll(() => cashier.fact('Checked')).toMatch(/^[1-9]\d* times$/);

  await clearFaults(gateway);
  await cashier.reads('Paid 19.99 EUR');
  await cashier.statusSays('0 unknown');
  await cashier.goTo('Sale');
  await cashier.reads('Paid 19.99 EUR');
  expect(await done(gateway, sales)).toHaveLength(1);
});

onlyLarge(() => {
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
});
