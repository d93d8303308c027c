// The real bridge, killed again and again while it works and while commands work on its folder, against the real
// sandbox: afterwards the gateway's ledger and the bridge's journal agree to the cent, and what a command said holds. `TILLBRIDGE_SEED` repeats a run, `TILLBRIDGE_KILLS` says how many kills.
import { afterAll, describe, expect, it } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { seedOfRun, share } from '#support/share.ts';
import { inWords, killOften } from './series.ts';
import { hasStrace } from './till.ts';

const bench = new Workbench();
afterAll(() => bench.close());

const kills = Number.parseInt(process.env['TILLBRIDGE_KILLS'] ?? share({ small: '4', large: '40' }), 10);
const seed = seedOfRun();
const seeds = share({ small: [seed], large: [seed, seed + 1_000_000] });
process.stdout.write(`TILLBRIDGE_SEED=${seed}\n`);

// In the large share two shops side by side, each with a seed of its own: a start uses one processor.
describe.concurrent('a bridge that is killed again and again', () => {
  it.each(seeds)(
    'loses nothing, does nothing twice, and its journal is the gateway’s ledger to the cent (seed %i)',
    async (each) => {
      const outcome = await killOften(bench, each, Math.ceil(kills / seeds.length), 50);
      process.stdout.write(`${inWords(outcome)}\n`);
      expect(outcome.differences).toEqual([]);
      const struck = outcome.deaths.filter((death) => death.by === 'system call' && death.struck);
      if (hasStrace && outcome.deaths.length >= 20) expect(struck.length).toBeGreaterThan(0);
      // So did the commands: some ended beside it, some did not.
      if (outcome.deaths.length >= 20) expect(Math.min(outcome.commands, outcome.cutOff)).toBeGreaterThan(0);
      // The kills met work: a run in which nothing was in flight would prove nothing.
      expect(outcome.books.succeeded).toBeGreaterThan(outcome.deaths.length);
    },
    3_600_000,
  );
});
