// The look at the data folder goes on whatever the disk says: what cannot be looked at is said once and ends nothing.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchFolder } from '#assembly/watch/watch-folder.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder } from '#support/store-folder.ts';

const halfMinute = 30_000;

function watched() {
  const dataDir = aFolder();
  const clock = new FakeClock();
  const said: string[] = [];
  const failing = { also: false };
  const also = () => {
    if (failing.also) throw new Error('database is locked');
  };
  const end = watchFolder({ dataDir, clock, also, log: (_level, event) => void said.push(event) });
  const look = async () => {
    said.length = 0;
    await clock.advance(halfMinute);
    return [...said];
  };
  return { settings: join(dataDir, 'settings.json'), clock, failing, end, look };
}

it('says once that it cannot look, goes on, and names what was changed meanwhile', async () => {
  const { settings, clock, end, look } = watched();
  // The system follows it round and round, and says so (ELOOP).
  symlinkSync(settings, settings);
  expect(await look()).toEqual(['data-folder-not-looked-at']);
  expect(await look()).toEqual([]);
  rmSync(settings);
  writeFileSync(settings, '{}');
  expect(await look()).toEqual(['data-folder-changed']);
  rmSync(settings);
  symlinkSync(settings, settings);
  expect(await look()).toEqual(['data-folder-not-looked-at']);
  end();
  expect(clock.pending).toBe(0);
});

it('also where the rows cannot be looked at', async () => {
  const { failing, look, settings } = watched();
  failing.also = true;
  expect(await look()).toEqual(['data-folder-not-looked-at']);
  writeFileSync(settings, '{}');
  expect(await look()).toEqual(['data-folder-changed']);
  failing.also = false;
  expect(await look()).toEqual([]);
});
