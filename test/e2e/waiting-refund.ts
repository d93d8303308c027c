// A till on which a refund waits for the connection, for tests of how it quits: the ways it is asked to, its end, and
// what is there after the next start.
import { expect } from 'vitest';
import { Cashier } from './cashier.ts';
import { type Counter, done, openCounter } from './counter.ts';
import { holdDialogs } from './dialogs.ts';
import { type Till, openTill } from './till.ts';

const refunds = 'POST /payments/{id}/refunds';
const passphrase = 'a phrase of the shop';

/** A refund that waits for the connection, and a till whose questions wait for an answer. */
export async function waitingRefund(): Promise<Counter> {
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
export async function quit({ app }: Till): Promise<void> {
  await app.evaluate(({ app: electron }) => electron.quit());
}

export function endOf({ app }: Till): Promise<number | null> {
  const child = app.process();
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });
}

/** Started again and unlocked, the refund is there and goes out when the cable is in. */
export async function expectKept({ till, gateway, cable }: Counter): Promise<void> {
  const { page } = await openTill({ home: till.home });
  const again = new Cashier(page);
  await again.typeSecret('Passphrase', passphrase);
  await again.press('Unlock the till');
  await again.statusSays('1 waiting');
  await cable.putIn();
  await again.statusSays('0 waiting');
  // It waits no more once it is under way.
  await expect.poll(() => done(gateway, refunds)).toMatchObject([{ value: 8000 }]);
}
