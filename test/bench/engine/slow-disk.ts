// A disk whose syncs take as long as a till's own take. Where the machine at hand answers a sync from a cache in a
// tenth of a millisecond, a ratio to it says how fast the processor is, not what a shop waits for. strace holds every
// sync of the whole process back for so long when it returns; whatever is compared in the run meets the same.
import { spawnSync } from 'node:child_process';

const underStrace = 'TILLBRIDGE_BENCH_SLOW_DISK';

/** Starts this program again on such a disk and ends with its code; returns where it is on one, or none is wanted. */
export function onDiskWithSyncsOf(ms: number): void {
  if (ms === 0 || process.env[underStrace] !== undefined) return;
  const syncs = 'fsync,fdatasync';
  const delay = `inject=${syncs}:delay_exit=${Math.round(ms * 1_000)}`;
  const strace = ['-f', '--seccomp-bpf', '-o', '/dev/null', '-e', `trace=${syncs}`, '-e', delay];
  const { status, error } = spawnSync('strace', [...strace, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [underStrace]: String(ms) },
  });
  if (error !== undefined) throw new Error('strace is needed: apt-get install strace', { cause: error });
  process.exit(status ?? 1);
}
