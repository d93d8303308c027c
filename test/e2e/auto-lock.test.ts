// A till that is left alone locks by itself, and a person who signs in again is where they were. The shortest time that
// the settings allow is a minute, and that minute is waited for: nothing in the product shortens it for a test.
import { expect, it } from 'vitest';
import { goToPeople, openManned, pins, signIn } from './staff.ts';

/** A minute, the heartbeat by which the window hears of it, and what a busy machine adds. */
const lockMs = 85_000;

it('locks after a minute without a touch, shows nothing, and opens with the PIN where it was', async () => {
  const { cashier, till } = await openManned();
  await cashier.goTo('Settings');
  await cashier.button('Shop').click();
  await cashier.fill('Minutes without a touch until the till locks', '1');
  await cashier.press('Save the shop settings');
  await cashier.finds('Saved');
  await goToPeople(cashier);
  await cashier.goTo('Activity');
  await cashier.reads('Activity');

  const locked = cashier.page.getByRole('heading', { name: 'Who is at the till?' });
  await locked.waitFor({ timeout: lockMs });
  expect(await cashier.page.getByRole('navigation').count()).toBe(0);
  const asked = await cashier.page.evaluate(() =>
    window.tillbridge.operations({ limit: 10 }).then(
      () => 'answered',
      (error: unknown) => String(error),
    ),
  );
  expect(asked).toContain('till-locked');
  await signIn(cashier, 'Manager');
  await cashier.reads('Activity');
  expect(await cashier.page.evaluate(() => document.documentElement.outerHTML)).not.toContain(pins.Manager);
  await till.close();
}, 180_000);
