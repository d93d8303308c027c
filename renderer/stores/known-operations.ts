// The operations that the window has seen. There may be a hundred thousand, so a change must not copy them: each makes
// a new door to the same room, and whoever compares doors sees that something changed.
import type { OperationView } from '#contract/operation.ts';
import type { State } from '#contract/states.ts';

/** What a reader may do. A new object after each change. */
export interface KnownOperations {
  readonly size: number;
  get(id: string): OperationView | undefined;
  values(): Iterable<OperationView>;
  /** Those that are not final; few, however many are known. */
  open(): readonly OperationView[];
}

function isNewer(held: OperationView | undefined, given: OperationView): boolean {
  if (held === undefined || given.revision > held.revision) return true;
  // A place in the queue moves without a revision: it is as old as the reading.
  const { queue } = given;
  const moved = queue?.ahead !== held.queue?.ahead || queue?.after !== held.queue?.after;
  return given.revision === held.revision && moved;
}

const openStates: readonly State[] = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'];

export class OperationRoom {
  readonly #byId = new Map<string, OperationView>();
  readonly #open = new Set<string>();
  readonly #most: number;

  /** Beyond `most` those seen first are forgotten, since main has them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** False where nothing of it was new: a lower revision never replaces a higher one. */
  take(operations: readonly OperationView[]): boolean {
    const fresh = operations.filter((each) => isNewer(this.#byId.get(each.id), each));
    for (const each of fresh) {
      this.#byId.set(each.id, each);
      if (openStates.includes(each.state)) this.#open.add(each.id);
      else this.#open.delete(each.id);
    }
    for (const id of this.#byId.keys()) {
      if (this.#byId.size <= this.#most) break;
      this.#byId.delete(id);
      this.#open.delete(id);
    }
    return fresh.length > 0;
  }

  door(): KnownOperations {
    const byId = this.#byId;
    const open = this.#open;
    return {
      get size() {
        return byId.size;
      },
      get: (id) => byId.get(id),
      values: () => byId.values(),
      open: () => [...open].flatMap((id) => byId.get(id) ?? []),
    };
  }
}
