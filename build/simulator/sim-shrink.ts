// Makes a failing seed smaller: fewer operations, fewer sorts of faults, as long as the same promise stays broken.
// Then runs what is left once more with a trace.
import { lookUpFaults, sendFaults, worldFaults } from '../../test/sim/coverage.ts';
import { type CharacterName, characters } from '../../test/sim/gateway/characters.ts';
import { type RunResult, run } from '../../test/sim/run.ts';

export interface Shrunk {
  readonly without: readonly string[];
  readonly operations: number;
  readonly result: RunResult;
}

export async function shrink(
  seed: number,
  character: CharacterName,
  start: { readonly without: readonly string[]; readonly operations: number; readonly diskSyncs: boolean },
): Promise<Shrunk> {
  const { diskSyncs } = start;
  const go = (operations: number, without: readonly string[], traced: boolean) =>
    run({ seed, character, operations, without: new Set(without), diskSyncs, traced });
  const first = await go(start.operations, start.without, false);
  const broken = first.violations[0]?.invariant;
  const stillBroken = async (operations: number, without: readonly string[]): Promise<boolean> => {
    const { violations } = await go(operations, without, false);
    return violations.some((each) => each.invariant === broken);
  };
  let { operations } = start;
  for (let fewer = Math.floor(operations / 2); fewer > 0; fewer = Math.floor(fewer / 2)) {
    if (await stillBroken(fewer, start.without)) operations = fewer;
  }
  let { without } = start;
  const says = characters[character].says.map((saying) => `says ${saying}`);
  for (const fault of new Set<string>([...worldFaults, ...sendFaults, ...lookUpFaults, 'probe', ...says])) {
    if (await stillBroken(operations, [...without, fault])) without = [...without, fault];
  }
  return { without, operations, result: await go(operations, without, true) };
}
