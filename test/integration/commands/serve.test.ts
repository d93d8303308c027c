// `bridge serve` and the signals that ask it to end. A signal without a handler kills a program where it stands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';
import { endSignals, endSignalsHere } from '#support/end-signals.ts';
import { aFolder } from '#support/store-folder.ts';

/** Serves in this process, on a folder of its own. */
function served() {
  const signals = endSignalsHere();
  const dataDir = aFolder();
  const outside = aFolder();
  const printed: string[] = [];
  const ready = Promise.withResolvers<string>();
  const ended = runCommand(['serve', '--data-dir', dataDir, '--port', '0'], {
    program: 'bridge',
    version: '0.0.0',
    worker: workerSource(),
    environment: { XDG_CONFIG_HOME: outside, XDG_STATE_HOME: outside },
    stdout(line) {
      printed.push(line);
      ready.resolve(line);
    },
    secret: () => Promise.reject(new Error('nobody is asked here')),
    stderr: () => {},
  });
  return { signals, printed, ready: ready.promise, ended, locked: () => existsSync(join(dataDir, 'bridge.pid')) };
}

it.each(endSignals)('hears a second %s as it heard the first', async (signal) => {
  const { signals, printed, ready, ended, locked } = served();
  await ready;
  signals.send(signal);
  expect(endSignals.map((each) => signals.hearing(each))).toEqual([1, 1]);
  signals.send(signal);
  expect(await ended).toBe(0);
  expect([printed.length, locked()]).toEqual([1, false]);
  expect(endSignals.map((each) => signals.hearing(each))).toEqual([1, 1]);
});

it.each(endSignals)('ends by %s while it starts, and is never ready', async (signal) => {
  const { signals, printed, ended, locked } = served();
  expect(locked()).toBe(true);
  signals.send(signal);
  expect(await ended).toBe(0);
  expect([printed, locked()]).toEqual([[], false]);
});
