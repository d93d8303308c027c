// The simulated world's time line: what happens when, in one order that never depends on the machine. Things of the
// till can be held up (the laptop sleeps) or lost (it crashes); the world goes on meanwhile.

/** The world's day zero as wall clock. */
export const epochMs = Date.UTC(2026, 0, 5, 8);

export type Owner = 'till' | 'world';

interface Happening {
  atMs: number;
  readonly order: number;
  readonly owner: Owner;
  work: (() => void) | null;
}

export class Schedule {
  /** True time, ms since the run began. */
  nowMs = 0;
  #heap: Happening[] = [];
  #order = 0;

  after(ms: number, owner: Owner, work: () => void): () => void {
    const happening: Happening = { atMs: this.nowMs + Math.max(0, ms), order: (this.#order += 1), owner, work };
    this.#push(happening);
    return () => {
      happening.work = null;
    };
  }

  /** What the till has before it comes so much later: it slept. */
  delay(owner: Owner, ms: number): void {
    for (const each of this.#heap) if (each.owner === owner) each.atMs += ms;
    this.#rebuild();
  }

  drop(owner: Owner): void {
    this.#heap = this.#heap.filter((each) => each.owner !== owner);
    this.#rebuild();
  }

  /** When the next happening is, ms; null where nothing is left. */
  nextMs(): number | null {
    while (this.#heap[0]?.work === null) this.#pop();
    return this.#heap[0]?.atMs ?? null;
  }

  /** Moves time to the next happening and returns it, or null where nothing is left up to `untilMs`. */
  next(untilMs: number): (() => void) | null {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || first.atMs > untilMs) return null;
      this.#pop();
      if (first.work === null) continue;
      this.nowMs = Math.max(this.nowMs, first.atMs);
      return first.work;
    }
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let index = heap.push(happening) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(happening, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = happening;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }

  #rebuild(): void {
    this.#heap.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
  }
}

function before(a: Happening, b: Happening): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
