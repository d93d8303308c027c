// Windows and whoever else is told of what changed. To be told is a reaction, after the commit and often from a timer:
// what goes wrong there (a list that cannot be read while the disk fails) is logged and stops nothing, neither what was
// done nor the others who are told.
import type { EngineEvents } from '#core/ports/engine.ts';
import type { BridgeListener } from './ports.ts';

export class Listeners {
  readonly #all = new Set<BridgeListener>();
  readonly #log: EngineEvents['log'];

  constructor(log: EngineEvents['log']) {
    this.#log = log;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Gives what takes it away again. */
  add(listener: BridgeListener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** `read` is asked once, and not at all where nobody listens. */
  tell<V>(what: string, read: () => V, say: (listener: BridgeListener, value: V) => void): void {
    if (this.#all.size === 0) return;
    this.#guarded(what, () => {
      const value = read();
      for (const listener of this.#all) this.#guarded(what, () => say(listener, value));
    });
  }

  #guarded(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      // Its message may quote what it failed on.
      this.#log('error', 'reaction-failed', { what, error: error instanceof Error ? error.name : 'unknown' });
    }
  }
}
