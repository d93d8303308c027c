// What the simulated store changes can be taken back: a piece of work that throws, and a commit that a crash caught
// before it was synced. Copying a whole database for that would be the slowest thing in the simulator.

export class Undo {
  readonly #steps: (() => void)[] = [];

  get mark(): number {
    return this.#steps.length;
  }

  note(step: () => void): void {
    this.#steps.push(step);
  }

  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()?.();
  }

  /** Steps before `mark` can no longer be taken back. */
  forget(): void {
    this.#steps.length = 0;
  }
}

/** A map whose changes can be taken back. */
export class Table<K, V> {
  readonly #map = new Map<K, V>();
  readonly #undo: Undo;

  constructor(undo: Undo) {
    this.#undo = undo;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  copyFrom(other: Table<K, V>): void {
    for (const [key, value] of other.#map) this.#map.set(key, value);
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  get size(): number {
    return this.#map.size;
  }

  set(key: K, value: V): void {
    const map = this.#map;
    const before = map.get(key);
    this.#undo.note(before === undefined ? () => map.delete(key) : () => map.set(key, before));
    map.set(key, value);
  }

  delete(key: K): void {
    const map = this.#map;
    const before = map.get(key);
    if (before === undefined) return;
    this.#undo.note(() => map.set(key, before));
    map.delete(key);
  }
}

/** Finds what ever had a name; what has another one by now is left out by the reader. */
export class Index {
  readonly #named: Table<string, readonly string[]>;

  constructor(undo: Undo) {
    this.#named = new Table(undo);
  }

  copyFrom(other: Index): void {
    this.#named.copyFrom(other.#named);
  }

  /** In the order in which they were added. */
  of(name: string): readonly string[] {
    return this.#named.get(name) ?? [];
  }

  add(name: string | null | undefined, id: string): void {
    if (name === null || name === undefined) return;
    const before = this.of(name);
    if (!before.includes(id)) this.#named.set(name, [...before, id]);
  }
}
