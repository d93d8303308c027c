// A till that the system ends does not ask: it ends cleanly and keeps what waits.
import { expect, it } from 'vitest';
import { asked } from './dialogs.ts';
import { endOf, expectKept, quit, waitingRefund } from './waiting-refund.ts';

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'asks nobody on %s, ends cleanly and keeps what waits',
  async (signal) => {
    const counter = await waitingRefund();
    const { till } = counter;
    const end = endOf(till);
    till.app.process().kill(signal);
    expect(await end).toBe(0);
    await expect.poll(() => till.log()).toContain(`"why":"${signal}"`);
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
