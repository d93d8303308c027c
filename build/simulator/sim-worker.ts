// One core's share of the simulator: takes seeds, runs them, sends back what came of them. Runs share nothing, so that
// a seed means the same alone and among a million.
import { parentPort } from 'node:worker_threads';
import { type CoverageTable, Coverage } from '../../test/sim/coverage.ts';
import type { CharacterName } from '../../test/sim/gateway/characters.ts';
import { type RunResult, characterOf, run } from '../../test/sim/run.ts';

export interface Share {
  readonly seeds: readonly number[];
  /** Null: each seed has its own. */
  readonly character: CharacterName | null;
  readonly without: readonly string[];
  readonly operations: number;
  readonly diskSyncs: boolean;
}

export interface ShareResult {
  /** Runs by character. */
  readonly runs: readonly (readonly [CharacterName, number])[];
  readonly failures: readonly Pick<RunResult, 'seed' | 'character' | 'violations'>[];
  readonly coverage: CoverageTable;
}

export async function runShare({ seeds, character, without, ...options }: Share): Promise<ShareResult> {
  const runs = new Map<CharacterName, number>();
  const failures: ShareResult['failures'][number][] = [];
  const coverage = new Coverage();
  const left = new Set(without);
  for (const seed of seeds) {
    const chosen = character ?? characterOf(seed);
    const result = await run({ ...options, seed, character: chosen, without: left, traced: false });
    runs.set(chosen, (runs.get(chosen) ?? 0) + 1);
    coverage.add(result.coverage);
    if (result.violations.length > 0) failures.push({ seed, character: chosen, violations: result.violations });
  }
  return { runs: [...runs], failures, coverage: coverage.table() };
}

parentPort?.on('message', (share: Share) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin.
  void runShare(share).then((result) => parentPort?.postMessage(result));
});
