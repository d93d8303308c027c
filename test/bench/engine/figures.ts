// Figures for people: medians, and one line for each goal. A goal that is missed fails the run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export async function timed(work: () => Promise<unknown> | void): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Processor time, ms: for work of one thread on a machine that does other work as well. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

export function judge(what: string, value: number, goal: 'at most' | 'at least', limit: number): void {
  const met = goal === 'at most' ? value <= limit : value >= limit;
  process.stdout.write(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (goal: ${goal} ${limit})\n`);
  if (!met) process.exitCode = 1;
}

/** On the disk that a data folder would be on; TMPDIR names another. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
