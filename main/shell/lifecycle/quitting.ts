// Quits the app. Quitting loses nothing, but waiting operations are not sent and unknown outcomes are not looked up, so
// the person is asked first; where a till has people, one of them must confirm. The end of a session (shutdown,
// SIGTERM) quits without a question, because the system does not wait for the answer.
import type { App, BrowserWindow, Dialog } from 'electron';
import type { WindowOutputs } from '#contract/calls/table.ts';
import type { StatusView } from '#contract/till/window.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Words } from '../window/words.ts';

interface Ports {
  readonly app: App;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly window: () => BrowserWindow | null;
  readonly status: () => StatusView | null;
  /** Whether the person at the till may quit the app. */
  readonly mayQuit: () => boolean;
  /** Makes the window ask for the PIN of a person who may quit the app. */
  readonly askInWindow: () => void;
  readonly words: () => Words;
  readonly stop: () => Promise<void>;
  readonly log: EngineEvents['log'];
}

export class Quitting {
  readonly #ports: Ports;
  #decided = false;
  #asking = false;
  #stopping = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    ports.app.on('before-quit', (event) => {
      if (this.#decided) return;
      event.preventDefault();
      // Deferred, because Electron ignores a quit that begins before this event has ended.
      setImmediate(() => void this.#ask());
    });
    ports.app.on('will-quit', (event) => {
      event.preventDefault();
      void this.#stop();
    });
  }

  /** True once the window may close for good. */
  decided(): boolean {
    return this.#decided;
  }

  /** The window's quit button. The window asks the person itself. */
  request(evenIfWaiting: boolean): Exclude<WindowOutputs['quit'], { type: 'refused' }> {
    const { waiting, inDoubt } = this.#open();
    const quitting = evenIfWaiting || waiting + inDoubt === 0;
    // Delayed, so that the answer reaches the window first.
    if (quitting) setTimeout(() => this.now('window'), 50);
    return { quitting, waiting, inDoubt };
  }

  /** Quits without a question. `why` is for the log. A second call does nothing. */
  now(why: string): void {
    if (this.#decided) return;
    this.#ports.log('info', 'quitting', { why });
    this.#decided = true;
    this.#ports.app.quit();
  }

  #open(): { readonly waiting: number; readonly inDoubt: number } {
    const status = this.#ports.status();
    if (status === null) return { waiting: 0, inDoubt: 0 };
    const { accepted, sending } = status.operations;
    return { waiting: accepted + sending, inDoubt: status.inDoubt + status.needsPerson };
  }

  async #ask(): Promise<void> {
    if (!this.#ports.mayQuit()) {
      this.#ports.log('info', 'quit-needs-person', {});
      this.#ports.askInWindow();
      return;
    }
    const { waiting, inDoubt } = this.#open();
    if (waiting + inDoubt === 0) {
      this.now('nothing-open');
      return;
    }
    if (this.#asking) return;
    this.#asking = true;
    const words = this.#ports.words();
    const options = {
      type: 'warning' as const,
      message: words.quitQuestion,
      detail: words.quitDetail(waiting, inDoubt),
      buttons: [words.stay, words.quitAnyway],
      defaultId: 0,
      cancelId: 0,
    };
    const { dialog } = this.#ports;
    const parent = this.#ports.window();
    const { response } = await (parent === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(parent, options));
    this.#asking = false;
    // A shutdown may have quit the app while the dialog was open: then `now` does nothing.
    if (response === 1) this.now('person');
  }

  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    try {
      await this.#ports.stop();
    } catch (error) {
      this.#ports.log('error', 'stop-failed', { error: error instanceof Error ? error.name : 'unknown' });
    }
    // `exit` and not `quit`: Electron ignores a second quit just after the first was prevented.
    this.#ports.app.exit(0);
  }
}
