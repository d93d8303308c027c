// The world may not be kinder or harsher than the product's own: what is modelled of the folder is held to it here.
import { describe, expect, it } from 'vitest';
import { defaultOperations } from './run.ts';
import { World } from './world.ts';

describe('a backup that was taken before the first operation', () => {
  it('starts paused when it is put back: it was started in, however little its journal holds', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const world = worldOf(seed);
      await world.start();
      expect(world.disk.folder.paused).toBeNull();
      world.takeBackup();
      void world.restore(1_000);
      await goOn(world, 20_000);
      expect(world.coverage.counts.get('starts')).toBe(2);
      expect(world.disk.folder.paused).not.toBeNull();
    }
  });
});

function worldOf(seed: number): World {
  const smallest = { without: new Set<string>(), operations: defaultOperations, diskSyncs: true, traced: false };
  return new World({ ...smallest, seed, character: 'honest' });
}

async function goOn(world: World, untilMs: number): Promise<void> {
  for (;;) {
    await new Promise((turn) => {
      setImmediate(turn);
    });
    const work = world.schedule.next(untilMs);
    if (work === null) return;
    work();
  }
}
