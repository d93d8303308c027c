// Spreads seeds over the cores and adds up what comes back. It goes on until there were enough seeds and enough
// seconds, and stops early once something failed.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Coverage } from '../../test/sim/coverage.ts';
import type { CharacterName } from '../../test/sim/gateway/characters.ts';
import type { Share, ShareResult } from './sim-worker.ts';

export interface Plan extends Omit<Share, 'seeds'> {
  readonly firstSeed: number;
  readonly seeds: number;
  /** Goes on past `seeds` until so many seconds are over. */
  readonly seconds: number;
  /** Goes on past both until so many operations were accepted. */
  readonly mostOperations: number;
  readonly stopAtFailures: number;
}

export interface Total {
  readonly seeds: number;
  readonly seconds: number;
  readonly runs: ReadonlyMap<CharacterName, number>;
  readonly failures: readonly ShareResult['failures'][number][];
  readonly coverage: Coverage;
}

const shareSize = 17;

/** `before`: a run that this one is added to. */
export async function runAll(
  plan: Plan,
  onProgress: (total: Total) => void,
  before: Total | null = null,
): Promise<Total> {
  const beganMs = performance.now() - (before?.seconds ?? 0) * 1_000;
  const runs = new Map<CharacterName, number>(before?.runs);
  const failures: ShareResult['failures'][number][] = [...(before?.failures ?? [])];
  const coverage = new Coverage();
  if (before !== null) coverage.add(before.coverage.table());
  let given = 0;
  let done = before?.seeds ?? 0;
  const total = (): Total => ({
    seeds: done,
    seconds: (performance.now() - beganMs) / 1_000,
    runs,
    failures,
    coverage,
  });
  const { firstSeed, seeds, seconds, mostOperations, stopAtFailures, ...share } = plan;
  const wanted = (): number => {
    if (failures.length >= stopAtFailures) return 0;
    const enough = total().seconds >= seconds && (coverage.counts.get('operations') ?? 0) >= mostOperations;
    return enough ? Math.max(0, Math.min(shareSize, seeds - given)) : shareSize;
  };
  const nextShare = (): Share | null => {
    const size = seeds - given > 0 && seconds === 0 ? Math.min(shareSize, seeds - given) : wanted();
    if (size === 0 || failures.length >= stopAtFailures) return null;
    const from = firstSeed + given;
    given += size;
    return { ...share, seeds: Array.from({ length: size }, (_, index) => from + index) };
  };
  const take = (result: ShareResult): void => {
    for (const [name, count] of result.runs) {
      runs.set(name, (runs.get(name) ?? 0) + count);
      done += count;
    }
    failures.push(...result.failures);
    coverage.add(result.coverage);
    onProgress(total());
  };
  const workers = Math.max(1, Math.min(availableParallelism(), Math.ceil(seeds / shareSize)));
  await Promise.all(Array.from({ length: workers }, () => work(nextShare, take)));
  return total();
}

async function work(nextShare: () => Share | null, take: (result: ShareResult) => void): Promise<void> {
  const worker = new Worker(new URL('./sim-worker.ts', import.meta.url));
  try {
    for (let share = nextShare(); share !== null; share = nextShare()) {
      // Rejects where the worker broke.
      const result = once(worker, 'message') as Promise<[ShareResult]>;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
      worker.postMessage(share);
      take((await result)[0]);
    }
  } finally {
    await worker.terminate();
  }
}
