// A till that is killed in the middle of a sale finds out after its next start how the sale ended.
import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { Cashier } from './cashier.ts';
import { arrivalAt, clearFaults, done, openCounter, steer } from './counter.ts';
import type { TestGateway } from './gateway.ts';
import { openTill } from './till.ts';

const sales = 'POST /cloudpos';
const lookUp = 'GET /payments/getByTransId/{id}';
/** Long enough to look around before the till would ask a person. */
const settings = { processingSeconds: 60 };
const dontKnow = /^We don’t know yet whether it was paid\. Do not charge again\. Checking since /;

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
  await steer(gateway, 'T1', { delayMs: 1_000 });
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
