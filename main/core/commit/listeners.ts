// Everything that is notified when something has changed: callers that wait for an operation or a print job, windows, programs
// that follow the events, the print queue. All are notified after the commit. A listener's error is logged and never
// propagates: not into the commit, and not to the other listeners.
import type { JsonObject } from '#contract/data/json.ts';
import type { EngineEvents } from '../ports/engine.ts';

export class Listeners<L> {
  readonly #all = new Set<L>();
  readonly #log: EngineEvents['log'];

  constructor(log: EngineEvents['log']) {
    this.#log = log;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Returns a function that ends the listening. */
  add(listener: L): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** `what` and `facts` are for the log; `facts` names the operation, where it is about one. */
  notify(what: string, say: (listener: L) => void, facts: JsonObject = {}): void {
    for (const listener of this.#all) this.#guarded(what, facts, () => say(listener));
  }

  /** `read` is called once, and not at all without listeners. */
  show<V>(what: string, read: () => V, say: (listener: L, value: V) => void, facts: JsonObject = {}): void {
    if (this.#all.size === 0) return;
    this.#guarded(what, facts, () => {
      const value = read();
      this.notify(what, (listener) => say(listener, value), facts);
    });
  }

  #guarded(what: string, facts: JsonObject, work: () => void): void {
    try {
      work();
    } catch (error) {
      // Its message may quote what it failed on.
      this.#log('error', 'listener-failed', { what, ...facts, error: error instanceof Error ? error.name : 'unknown' });
    }
  }
}
