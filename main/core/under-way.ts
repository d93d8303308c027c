// What is being sent or looked up right now, and how much more may be. It is all that the engine keeps in memory of
// its work: lost with the process, and found again in the store by the next one.
import type { Context } from './context.ts';
import { logBroken } from './context.ts';

/** After a bug: what is due stays due, and must not be tried in a tight loop. */
export const brokenPauseMs = 1_000;

export class UnderWay {
  readonly #context: Context;
  readonly #ended: () => void;
  /** By operation id. */
  readonly #active = new Map<string, Promise<void>>();
  /** Accepted with their intent in a commit that is still under way: they will be active when it is through. */
  readonly #reserved = new Set<string>();

  /** `ended`: called whenever something came to its end, so that the next may begin. */
  constructor(context: Context, ended: () => void) {
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

  /** Takes a place for an operation that is being accepted; says whether there was one. */
  reserve(id: string): boolean {
    const room = this.hasRoom();
    this.#reserved.add(id);
    return room;
  }

  unreserve(id: string): void {
    this.#reserved.delete(id);
  }

  /** One piece of work an operation at a time; another one asked for meanwhile is not begun. */
  run(id: string, work: () => Promise<void>): void {
    if (this.#active.has(id)) return;
    const { ports } = this.#context;
    const running = work()
      .catch(async (error: unknown) => {
        logBroken(ports, id, error);
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
  async settled(): Promise<void> {
    await Promise.allSettled(this.#active.values());
  }
}
