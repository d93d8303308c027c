// One run: from a seed to the broken promises, if any. First the faults and the work, then rest, then the checks.
import { isFinal } from '#contract/operation/states.ts';
import { Desk } from './actors/desk.ts';
import { People } from './actors/people.ts';
import { Workload } from './actors/workload.ts';
import { checkAtRest } from './check/at-rest.ts';
import type { Violation } from './check/violation.ts';
import type { CoverageTable } from './coverage.ts';
import { leastFaults } from './faults.ts';
import { type CharacterName, characterNames } from './gateway/characters.ts';
import { type RunOptions, World } from './world.ts';

export interface RunResult {
  readonly seed: number;
  readonly character: CharacterName;
  readonly violations: readonly Violation[];
  readonly operations: number;
  readonly faults: number;
  readonly coverage: CoverageTable;
  readonly lines: readonly string[];
}

export const defaultOperations = 50;
/** After the faults everything has so long to come to rest: a day for what is pending, and the way to a person. */
const restMs = 80 * 3_600_000;
/** A look-up is over by then. */
const notifiedMs = 600_000;
/** A payment's lane can hold so many that each need a person. */
const mostDecisions = 200;
const mostHappenings = 60_000;

export function characterOf(seed: number): CharacterName {
  return characterNames[seed % characterNames.length]!;
}

export async function run(options: RunOptions): Promise<RunResult> {
  const world = new World(options);
  const desk = new Desk(world);
  const workload = new Workload(world, desk);
  workload.begin();
  const people = new People(world, desk);
  people.begin(() => !workload.done);
  void world.start();
  await turn(world, () => workload.done, Infinity);
  const small = world.violations.length > 0 ? null : tooSmall(desk.accepted, world.faults.happened, options);
  if (small !== null) world.report(0, small);
  if (world.violations.length === 0) await comeToRest(world, people);
  if (world.violations.length === 0) checkAtRest(world, desk);
  world.coverage.count('operations', desk.accepted);
  world.coverage.count(`operations with ${options.character}`, desk.accepted);
  world.coverage.count('faults', world.faults.happened);
  return {
    seed: options.seed,
    character: options.character,
    violations: world.violations,
    operations: desk.accepted,
    faults: world.faults.happened,
    coverage: world.coverage.table(),
    lines: world.lines,
  };
}

/**
 * A run in which little was asked and little went wrong proves little: it is a failure of the simulator, except where
 * somebody made it smaller on purpose (the shrinker, `--operations`, `--without`).
 */
export function tooSmall(
  accepted: number,
  faults: number,
  { without, operations }: Pick<RunOptions, 'without' | 'operations'>,
): string | null {
  if (without.size > 0 || operations < defaultOperations) return null;
  if (accepted >= operations && faults >= leastFaults) return null;
  return `a run of ${accepted} operations and ${faults} faults is too small`;
}

/** No more faults; then each gateway's operations get their time, those of the other one first. */
async function comeToRest(world: World, people: People): Promise<void> {
  world.faults.on = false;
  world.disarm();
  world.trace(() => '== no more faults');
  for (const place of [world.place, ...world.places]) {
    const { tables } = world.disk;
    const { id } = place.environment;
    // What customers pay by a link is seen in its own environment only.
    const waits =
      tables.openOnes.some(({ environmentId }) => environmentId === id) ||
      tables.offers(id, 1).length > 0 ||
      (world.character.paysTwice > 0 && linksPaid(place).length > 0);
    if (place !== world.place && !waits) continue;
    if (place !== world.place) {
      while (world.present === null) if (!(await oneTurn(world, Infinity))) break;
      void world.restart(place, 1_000);
    }
    await turn(world, () => false, world.schedule.nowMs + restMs);
    // What waited behind a decision goes on after it, and may need another one.
    for (let rounds = 0; rounds < mostDecisions && people.hasWork(); rounds += 1) {
      people.begin(() => false);
      await turn(world, () => false, world.schedule.nowMs + restMs);
    }
    // Before a person has decided whether a page was made, what was paid by it belongs to nothing.
    if (world.character.paysTwice > 0) await notifyOfLinks(world, place);
    if (world.violations.length > 0) return;
  }
}

/** The gateway notifies of each payment by a link once more: of a second one nothing else tells the till. */
async function notifyOfLinks(world: World, place: World['places'][number]): Promise<void> {
  for (const { payId } of linksPaid(place)) {
    world.present?.engine.payment({ by: 'payId', id: payId }).catch(world.unlessStorage);
    await turn(world, () => false, world.schedule.nowMs + notifiedMs);
  }
}

function linksPaid(place: World['places'][number]) {
  return [...place.server.ledger.payments.values()].filter(({ link }) => link !== null);
}

async function turn(world: World, done: () => boolean, untilMs: number): Promise<void> {
  for (let happenings = 0; !done() && world.violations.length === 0; happenings += 1) {
    if (!(await oneTurn(world, untilMs))) return;
    if (happenings > mostHappenings) {
      const open = world.disk.tables.openOnes.filter((each) => !isFinal(each.state)).length;
      world.report(0, `no end after ${mostHappenings} happenings; ${open} operations are open`);
    }
  }
}

async function oneTurn(world: World, untilMs: number): Promise<boolean> {
  // Whatever the last happening set going has run before the next one is chosen.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  const work = world.schedule.next(untilMs);
  if (work === null) return false;
  work();
  return true;
}
