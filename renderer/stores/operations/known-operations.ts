// The operations that the window has seen. There may be a hundred thousand, so a change does not copy them: it makes a
// new view object (`view`) over the same map (`OperationCache`), and React sees a change by the new object.
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';

/** The read-only view. A new object after each change. */
export interface KnownOperations {
  readonly size: number;
  get(id: string): OperationView | undefined;
  values(): Iterable<OperationView>;
  /** The operations that are not final; always few. */
  open(): readonly OperationView[];
}

function isNewer(held: OperationView | undefined, given: OperationView): boolean {
  if (held === undefined || given.revision > held.revision) return true;
  // Main counts the place in the queue at each reading, so it changes without a new revision.
  const { queue } = given;
  const before = held.queue;
  const moved =
    queue?.ahead !== before?.ahead || queue?.after !== before?.after || queue?.busyUntil !== before?.busyUntil;
  return given.revision === held.revision && moved;
}

const openStates: readonly State[] = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'];

export class OperationCache {
  readonly #byId = new Map<string, OperationView>();
  readonly #open = new Set<string>();
  readonly #most: number;

  /** `most`: how many operations it holds; the ones seen first are dropped then, and main still has them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** False where nothing changed: a lower revision never replaces a higher one. */
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

  view(): KnownOperations {
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
