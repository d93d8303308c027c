// The alarm of an archive that is gone: what sells reads no archive, so nothing else would say so.
import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { watchArchives } from '#assembly/watch/watch-archives.ts';
import { aTill, archiveAll, fileOf } from '#support/archived-till.ts';
import { startMs } from '#support/records.ts';

it('names the archive that is gone until it is back', async () => {
  const till = await aTill();
  const { archiver, journal } = till.folder;
  await archiveAll(till);
  const clock = { ms: startMs, nowMs: () => clock.ms, wallMs: () => clock.ms };
  const log = () => undefined;
  const watch = watchArchives({ archiver, journal, settings: { archiveMonths: null }, clock, log });
  const status = () => (watch.lookForFiles(), watch.addTo({ alarms: [] }));
  expect(status()).toEqual({ alarms: [] });
  renameSync(fileOf(till, 2), `${fileOf(till, 2)}-away`);
  clock.ms += 3_600_000;
  const message = expect.stringMatching(/shift-000002.* is missing.* put the file back from a backup/);
  expect(status()).toEqual({ alarms: [{ code: 'archive-lost', message }] });
  renameSync(`${fileOf(till, 2)}-away`, fileOf(till, 2));
  expect(status()).toEqual({ alarms: [] });
});
