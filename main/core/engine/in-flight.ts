// What is being sent or looked up right now, and how much more may be. It is all that the engine keeps in memory of
// its work: a crash loses it, and the next run reads it from the store again.
import type { EngineContext } from '../gateway/context.ts';
import { logBroken } from '../gateway/context.ts';

/** The pause after a bug: the operation stays due, and would be tried again in a tight loop. */
export const brokenPauseMs = 1_000;

export class InFlight {
  readonly #context: EngineContext;
  readonly #ended: () => void;
  /** By operation id. */
  readonly #active = new Map<string, Promise<void>>();
  /** Accepted with their intent in a commit that is still under way: they will be active when it is through. */
  readonly #reserved = new Set<string>();

  /** `ended`: called when a piece of work has ended, so that the next may begin. */
  constructor(context: EngineContext, ended: () => void) {
    this.#context = context;
    this.#ended = ended;
  }

  get size(): number {
    return this.#active.size;
  }

  has(id: string): boolean {
    return this.#active.has(id);
  }

  hasRoom(): boolean {
    const { connection, ports } = this.#context;
    return this.#active.size + this.#reserved.size < connection.limit(ports.policy.concurrency);
  }

  /** Counts an operation that is being accepted as under way; says whether there was room for it. */
  reserve(id: string): boolean {
    const room = this.hasRoom();
    this.#reserved.add(id);
    return room;
  }

  unreserve(id: string): void {
    this.#reserved.delete(id);
  }

  /** Runs one piece of work per operation at a time; a second one is not begun. */
  run(id: string, work: () => Promise<void>): void {
    if (this.#active.has(id)) return;
    const { ports } = this.#context;
    const running = work()
      .catch(async (error: unknown) => {
        logBroken(ports, 'operation', error, { operation: id });
        await new Promise<void>((rested) => {
          ports.clock.after(brokenPauseMs, rested);
        });
      })
      .finally(() => {
        this.#active.delete(id);
        this.#ended();
      });
    this.#active.set(id, running);
  }

  /** Resolves when all that is under way now has come to its end. */
  async untilEnded(): Promise<void> {
    await Promise.allSettled(this.#active.values());
  }
}
