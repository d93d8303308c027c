// The machine sleeps and wakes.
import { expect, it } from 'vitest';
import { openCounter } from './counter.ts';
import type { Till } from './till.ts';

const hourMs = 3_600_000;

/** What the system tells the app when a lid is closed and opened again, `hours` later on the clock on the wall. */
async function sleepAndWake({ app }: Till, hours: number): Promise<void> {
  await app.evaluate(({ powerMonitor }, slept) => {
    powerMonitor.emit('suspend');
    // What a sleep changes for a program: the clock on the wall, and the time since the machine was booted.
    const { now } = Date;
    Date.now = () => now() + slept;
    const os = process.getBuiltinModule?.('node:os') ?? process.mainModule?.require('node:os');
    const { uptime } = os;
    os.uptime = () => uptime() + slept / 1_000;
    powerMonitor.emit('resume');
  }, hours * hourMs);
}

const connection = ({ page }: Till) =>
  page.evaluate(async () => {
    const { connection: now } = await window.tillbridge.status({});
    return { state: now.state, since: Date.parse(now.since) };
  });

it('asks after the connection as soon as it wakes, and says what it is and since when', async () => {
  const { cashier, cable, till } = await openCounter();
  // After a sale nothing of the start is still being asked.
  await cashier.sell('500', '5.00 EUR');
  await cashier.press('Start the next sale');
  await cashier.statusSays(/^Online since/);
  // An idle till asks nobody, so it cannot know.
  await cable.pullOut();
  expect((await connection(till)).state).toBe('online');
  const before = Date.now();
  await sleepAndWake(till, 8);
  await cashier.statusSays(/^Offline since/);
  expect((await connection(till)).since - before).toBeGreaterThanOrEqual(8 * hourMs);

  await cable.putIn();
  await sleepAndWake(till, 1);
  await cashier.statusSays(/^Online since/);
  await cashier.sell('700', '7.00 EUR');
});
