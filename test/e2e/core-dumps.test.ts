// Nothing of what lies in memory is written to a core dump, of the app and of all that it starts: its zygotes, the page,
// the graphics and network processes, and the check of the database, also where the app is started by its own file.
import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { listProc, readProc } from '#support/proc.ts';
import { openTill } from './till.ts';

/** The process and all that it started. */
function treeOf(pid: number): number[] {
  const children = listProc(`${pid}/task`).flatMap((task) =>
    readProc(`${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** None of a process that has ended meanwhile. */
function dumpOf(pid: number) {
  const [, soft] = /^Max core file size +(\S+)/m.exec(readProc(`${pid}/limits`)) ?? [];
  return soft === undefined ? [] : [{ what: /--type=[a-z-]+/.exec(readProc(`${pid}/cmdline`))?.[0] ?? 'main', soft }];
}

it.skipIf(process.platform !== 'linux')('no process of the app leaves a core dump', async () => {
  const before = /^Max core file size +(\S+) +(\S+)/m.exec(readProc('self/limits')) ?? [];
  const limit = (value: string) => execFileSync('prlimit', [`--core=${value}`, '--pid', String(process.pid)]);
  // As a desktop starts it, with whatever limit the session has.
  limit('unlimited:');
  onTestFinished(() => void limit(`${before[1] ?? '0'}:`));
  const till = await openTill();
  const processes = treeOf(till.app.process().pid ?? 0).flatMap(dumpOf);
  expect(new Set(processes.map(({ what }) => what))).toEqual(
    new Set(['main', '--type=zygote', '--type=gpu-process', '--type=utility', '--type=renderer']),
  );
  expect(processes.filter(({ soft }) => soft !== '0')).toEqual([]);
});
