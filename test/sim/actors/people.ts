// The people who decide what nobody could find out: hours later, when nothing can be running any more, they read the
// gateway's back office (here: the ledger) and say what happened. Money out takes two of them.
import type { Person } from '#contract/people.ts';
import type { OperationRecord } from '#core/record.ts';
import { tagIn } from '../tag.ts';
import type { World } from '../world.ts';

const supervisors: readonly Person[] = [
  { id: 'person-1', name: 'First supervisor', role: 'supervisor' },
  { id: 'person-2', name: 'Second supervisor', role: 'supervisor' },
];

const roundMs = 3_600_000;
/** Longer than anything stays open at the gateway. */
const leastAgeMs = 7_200_000;

export class People {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Comes round every hour as long as `goesOn`. */
  begin(goesOn: () => boolean): void {
    this.#world.schedule.after(roundMs, 'world', () => {
      this.#round().catch(this.#world.unlessStorage);
      if (goesOn()) this.begin(goesOn);
    });
  }

  /** Whether somebody still has to decide something for the gateway that the till works with now. */
  hasWork(): boolean {
    const { disk, place } = this.#world;
    if (disk.folder.paused !== null) return true;
    return disk.tables.openOnes.some(
      (each) => each.state === 'needs-person' && each.environmentId === place.environment.id,
    );
  }

  async #round(): Promise<void> {
    const { disk, place, present: life } = this.#world;
    if (life === null) return;
    const { neededSinceMs, schedule } = this.#world;
    const due = disk.tables.openOnes.filter(
      (each) =>
        each.state === 'needs-person' &&
        each.environmentId === place.environment.id &&
        schedule.nowMs - (neededSinceMs.get(each.id) ?? 0) > leastAgeMs,
    );
    for (const record of due) {
      const outcome = this.#happened(record) ? 'succeeded' : 'failed';
      for (const by of supervisors) {
        if (!life.alive || disk.tables.operation(record.id)?.state !== 'needs-person') break;
        const said = { outcome, reason: 'as the back office shows', evidence: 'back office', by } as const;
        await life.engine.decide(record.id, said).catch(this.#world.unlessStorage);
      }
      this.#world.coverage.count(`decided by people: ${outcome}`);
    }
  }

  #happened(record: OperationRecord): boolean {
    const tag = tagIn(record.input) ?? '';
    return this.#world.places.some(({ server }) => server.ledger.byTag.has(tag));
  }
}
