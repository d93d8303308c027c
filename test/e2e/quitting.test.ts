// A till that is asked to quit while money is open asks back.
import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { clearFaults, openCounter } from './counter.ts';
import { asked, holdDialogs, press } from './dialogs.ts';
import { endOf, expectKept, quit, waitingRefund } from './waiting-refund.ts';

const sales = 'POST /cloudpos';

it('asks before it quits while money waits, and stays where it is told to', async () => {
  const { till, cashier } = await waitingRefund();
  await quit(till);
  await expect.poll(() => asked(till)).toHaveLength(1);
  const [question] = await asked(till);
  expect(question?.message).toBe('Quit although money is still open?');
  expect(question?.detail).toContain('1 waiting to be sent, 0 in doubt');
  // Enter and Escape both stay.
  expect(question?.buttons?.[question.defaultId ?? -1]).toBe('Keep running');
  expect(question?.cancelId).toBe(question?.defaultId);
  await quit(till);
  await press(till, 'Keep running');
  await cashier.statusSays('1 waiting');
  expect(await asked(till)).toHaveLength(1);
});

it('quits all the same where a person wants it, and keeps what waits', async () => {
  const counter = await waitingRefund();
  const { till } = counter;
  const end = endOf(till);
  await quit(till);
  await expect.poll(() => asked(till)).toHaveLength(1);
  await press(till, 'Quit anyway');
  expect(await end).toBe(0);
  await expectKept(counter);
});

it('asks before it quits while an outcome is in doubt', async () => {
  const { cashier, gateway, till } = await openCounter({ settings: { processingSeconds: 60 } });
  await addFaults(gateway.url, [
    { route: sales, fault: 'hang-after', ms: 500, times: 1 },
    { route: 'GET /payments/getByTransId/{id}', fault: 'status', status: 500 },
  ]);
  await cashier.startSale('1999', '19.99 EUR');
  await cashier.statusSays('1 unknown');
  await holdDialogs(till);
  await quit(till);
  await expect.poll(() => asked(till)).toHaveLength(1);
  expect((await asked(till))[0]?.detail).toContain('0 waiting to be sent, 1 in doubt');
  await press(till, 'Keep running');
  await clearFaults(gateway);
  await cashier.reads('Paid 19.99 EUR');
});

it('says in its own window what is open when its own button quits', async () => {
  const { cashier, till } = await waitingRefund();
  await cashier.goTo('Settings');
  await cashier.press('This till');
  await cashier.press('Quit the till');
  await cashier.page.getByRole('dialog', { name: 'Quit the till' }).waitFor();
  await cashier.press('Keep the till open');
  await cashier.statusSays('1 waiting');
  expect(await asked(till)).toEqual([]);
});
