import { expect, it } from 'vitest';
import { addFaults } from '#support/erp.ts';
import { Cashier } from './cashier.ts';
import { type Counter, clearFaults, done, openCounter } from './counter.ts';
import { asked, holdDialogs, press } from './dialogs.ts';
import { type Till, openTill } from './till.ts';

const sales = 'POST /cloudpos';
const refunds = 'POST /payments/{id}/refunds';
const passphrase = 'a phrase of the shop';

/** A refund that waits for the connection, and a till whose questions wait for an answer. */
async function waitingRefund(): Promise<Counter> {
  const counter = await openCounter({ passphrase });
  const { cashier, cable, till } = counter;
  await cashier.sell('8000', '80.00 EUR');
  await cashier.press('Open the payment');
  await cable.pullOut();
  await cashier.press('Refund money');
  await cashier.press('Refund 80.00 EUR');
  await cashier.reads('Will be sent when the connection is back');
  await cashier.statusSays('1 waiting');
  await holdDialogs(till);
  return counter;
}

/** What a window manager, a dock or a menu does. */
async function quit({ app }: Till): Promise<void> {
  await app.evaluate(({ app: electron }) => electron.quit());
}

function endOf({ app }: Till): Promise<number | null> {
  const child = app.process();
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}

/** Started again and unlocked, the refund is there and goes out when the cable is in. */
async function expectKept({ till, gateway, cable }: Counter): Promise<void> {
  const { page } = await openTill({ home: till.home });
  const again = new Cashier(page);
  await again.typeSecret('Passphrase', passphrase);
  await again.press('Unlock the till');
  await again.statusSays('1 waiting');
  await cable.putIn();
  await again.statusSays('0 waiting');
  expect(await done(gateway, refunds)).toMatchObject([{ value: 8000 }]);
}

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
  const { cashier, gateway, till } = await openCounter({ settings: { processingSeconds: 5 } });
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

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'asks nobody on %s, ends cleanly and keeps what waits',
  async (signal) => {
    const counter = await waitingRefund();
    const { till } = counter;
    const end = endOf(till);
    till.app.process().kill(signal);
    expect(await end).toBe(0);
    expect(till.log()).toContain(`"why":"${signal}"`);
    await expectKept(counter);
  },
);

it('lets a shutdown go past a question that stands', async () => {
  const { till } = await waitingRefund();
  await quit(till);
  await expect.poll(() => asked(till)).toHaveLength(1);
  const end = endOf(till);
  await till.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('shutdown');
  });
  expect(await end).toBe(0);
});
