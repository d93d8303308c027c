// What the disk of the data folder takes for a sync, and how many of them the bridge makes for one operation.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#support/until.ts';

/** A small write and its sync, ms each. */
export function syncTimes(folder: string, count: number): number[] {
  const file = openSync(join(folder, 'bench-sync'), 'a');
  try {
    return Array.from({ length: count }, () => {
      const begun = performance.now();
      writeSync(file, Buffer.alloc(4_096, 120));
      fsyncSync(file);
      return performance.now() - begun;
    });
  } finally {
    closeSync(file);
  }
}

/** Syncs of the process while `work` runs; null where strace is not there or may not look. */
export async function countSyncs(pid: number, trace: string, work: () => Promise<void>): Promise<number | null> {
  if (spawnSync('strace', ['-V']).error !== undefined) return null;
  const strace = spawn('strace', ['-f', '-q', '-e', 'trace=fsync,fdatasync', '-o', trace, '-p', String(pid)], {
    stdio: 'ignore',
  });
  const tracing = await until(async () => traced(pid) ?? (strace.exitCode === null ? null : false));
  if (!tracing) return null;
  await work();
  await ended(strace);
  return readFileSync(trace, 'utf8').match(/f(data)?sync\(/g)?.length ?? 0;
}

function traced(pid: number): true | null {
  return /^TracerPid:\s*[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? true : null;
}

async function ended(program: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => {
    program.once('close', resolve);
  });
  program.kill('SIGINT');
  await gone;
}
