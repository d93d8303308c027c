// Asks the office for a document of the till, its settings, people or programs, where something of the chain's changed, beside the
// journal's way: an office that does not answer about them still gets the records.
import type { LinkDocument, LinkPorts } from './ports.ts';

interface PullPorts<Asked, Answer> extends Pick<LinkPorts, 'after' | 'log'> {
  /** As the log names it. */
  readonly what: 'settings' | 'people' | 'programs';
  readonly ask: (asked: Asked) => Promise<Answer>;
  readonly till: LinkDocument<Asked, Answer>;
  /** Between two questions, whatever the office says meanwhile. */
  readonly pauseMs: (answer: Answer) => number;
}

/**
 * Each change of a person or program is a record of the journal, which an office that lies must not fill quickly. `named`: in
 * the document; `known`: which the till ever had. All of these are read after each document, so an office that gives others
 * each time slows itself down and not the till. An hour at most, since one with new keys has to be heard as well.
 */
export function pauseMsAfter(named: number, known: number): number {
  return Math.min(longestPauseMs, 5_000 + 1_000 * Math.max(named, known));
}

const longestPauseMs = 3_600_000;
/** After a question without an answer. */
const failedPauseMs = 60_000;

export class DocumentPull<Asked, Answer extends { readonly document: object | null }> {
  readonly #ports: PullPorts<Asked, Answer>;
  /** The chain's number of changes, as the office last said it, and at the last question; null: none was answered yet. */
  #said: number | null = null;
  #seen: number | null = null;
  #asking: Promise<void> | null = null;
  #stopPause: (() => void) | null = null;
  #isEnded = false;

  constructor(ports: PullPorts<Asked, Answer>) {
    this.#ports = ports;
  }

  /** `changes`: the chain's number; an office of an older version does not say. */
  look(changes: number | undefined): void {
    this.#said = changes ?? this.#said;
    this.#askWhereNew();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#stopPause?.();
    await this.#asking;
  }

  #askWhereNew(): void {
    const isBusy = this.#asking !== null || this.#stopPause !== null || this.#isEnded;
    if (isBusy || this.#said === null || this.#said === this.#seen) return;
    const changes = this.#said;
    this.#asking = this.#ask().then((answer) => {
      this.#asking = null;
      if (answer !== null) this.#seen = changes;
      if (this.#isEnded) return;
      this.#stopPause = this.#ports.after(answer === null ? failedPauseMs : this.#ports.pauseMs(answer), () => {
        this.#stopPause = null;
        this.#askWhereNew();
      });
    });
  }

  /** Null: it was not answered. */
  async #ask(): Promise<Answer | null> {
    const { what, ask, till, log } = this.#ports;
    try {
      const answer = await ask(till.asked());
      await till.take(answer);
      // The office shows what became of it.
      if (answer.document !== null) await ask(till.asked());
      return answer;
    } catch (error) {
      if (!this.#isEnded) {
        log('warn', `office-${what}-not-asked`, { error: error instanceof Error ? error.message : 'unknown' });
      }
      return null;
    }
  }
}
