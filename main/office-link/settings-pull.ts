// Asks the office for the till's settings where something of the chain's changed, beside the journal's way: an office that
// does not answer about settings still gets the records.
import type { SettingsAnswer, SettingsAsked } from '#contract/office/office-settings.ts';
import type { LinkPorts } from './ports.ts';

interface PullPorts extends Pick<LinkPorts, 'after' | 'log' | 'settings'> {
  readonly ask: (asked: SettingsAsked) => Promise<SettingsAnswer>;
}

/** Between two questions, whatever the office says meanwhile. */
const leastPauseMs = 5_000;
/** After a question without an answer. */
const failedPauseMs = 60_000;

export class SettingsPull {
  readonly #ports: PullPorts;
  /** The chain's number of changes, as the office last said it, and at the last question; null: none was answered yet. */
  #said: number | null = null;
  #seen: number | null = null;
  #asking: Promise<void> | null = null;
  #stopPause: (() => void) | null = null;
  #isEnded = false;

  constructor(ports: PullPorts) {
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
    this.#asking = this.#ask().then((isAnswered) => {
      this.#asking = null;
      if (isAnswered) this.#seen = changes;
      if (this.#isEnded) return;
      this.#stopPause = this.#ports.after(isAnswered ? leastPauseMs : failedPauseMs, () => {
        this.#stopPause = null;
        this.#askWhereNew();
      });
    });
  }

  async #ask(): Promise<boolean> {
    const { ask, settings, log } = this.#ports;
    try {
      const { document } = await ask(settings.asked());
      settings.take(document);
      // The office shows what became of it.
      if (document !== null) await ask(settings.asked());
      return true;
    } catch (error) {
      if (!this.#isEnded) {
        log('warn', 'office-settings-not-asked', { error: error instanceof Error ? error.message : 'unknown' });
      }
      return false;
    }
  }
}
