// The end of an engine that cannot write: another program keeps the database.
import { expect, it } from 'vitest';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { aTill, terminalCommand } from '#support/till.ts';

it('is not held up by a round that waits for the database', async () => {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  const till = await aTill({ folder, policy: { sendDeadlineMs: 10_000 }, answer: () => new Promise(() => {}) });
  await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
  const waiting = await till.submit('cloud-pos', terminalCommand('SALE', 'S-2'));
  expect(waiting.state).toBe('accepted');

  const other = rawDatabase(dataDir);
  other.exec('BEGIN IMMEDIATE');
  await till.clock.advance(10_000);
  const stopped = till.engine.stop(5_000);
  await till.clock.advance(5_000);
  await stopped;
  expect(till.operation(waiting.id).state).toBe('accepted');
  other.exec('ROLLBACK');
  folder.close();
});
