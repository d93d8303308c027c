// Whoever waits for an operation is told when it changes. Nobody polls the store for it.
import { isFinal } from '#contract/states.ts';
import type { Clock } from './ports/clock.ts';
import type { OperationRecord } from './record.ts';

export class Watchers {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting = new Map<string, Set<(record: OperationRecord) => void>>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  changed(record: OperationRecord): void {
    for (const tell of this.#waiting.get(record.id) ?? []) tell(record);
  }

  /**
   * Resolves when the operation has come to rest (final, or a person must decide), at the time-out, or when
   * `givenUp` calls back; with the operation as it then stands. `enough` may be content with less than rest.
   */
  async settled(
    read: () => OperationRecord | null,
    timeoutMs: number,
    givenUp: (work: () => void) => void,
    enough: (record: OperationRecord) => boolean = atRest,
  ): Promise<OperationRecord | null> {
    const now = read();
    if (now === null || enough(now) || timeoutMs <= 0) return now;
    await new Promise<void>((resolve) => {
      const others = this.#waiting.get(now.id) ?? new Set();
      this.#waiting.set(now.id, others);
      const finish = () => {
        cancelTimer();
        others.delete(tell);
        if (others.size === 0) this.#waiting.delete(now.id);
        resolve();
      };
      const tell = (record: OperationRecord) => {
        if (enough(record)) finish();
      };
      const cancelTimer = this.#clock.after(timeoutMs, finish);
      others.add(tell);
      givenUp(finish);
    });
    return read();
  }
}

export function atRest(record: OperationRecord): boolean {
  return isFinal(record.state) || record.state === 'needs-person';
}

/** At rest, or taken by the gateway, which said so. */
export function isAnswered(record: OperationRecord): boolean {
  const { state, answerStatus } = record;
  return atRest(record) || (state === 'pending' && answerStatus !== null && answerStatus < 300);
}
