// The way out. Nothing is lost by quitting, but what waits is not sent and what is in doubt is not found out, so a
// person is told first, and a till with people is ended by one of them. A session that ends (shutdown, SIGTERM) is not
// asked: it could not wait for the answer.
import { type App, type BrowserWindow, dialog } from 'electron';
import type { StatusView, WindowOutputs } from '#contract/window.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Words } from './words.ts';

interface Ports {
  readonly app: App;
  readonly window: () => BrowserWindow | null;
  readonly status: () => StatusView | null;
  /** Whether whoever is at the till may end it. */
  readonly mayQuit: () => boolean;
  /** Has the window ask for the PIN of somebody who may. */
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
      // Not within the event: Electron forgets a quit that begins before this one was taken back.
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

  /** What the window's own quit button does; the window asks the person itself. */
  request(evenIfWaiting: boolean): Exclude<WindowOutputs['quit'], { type: 'refused' }> {
    const { waiting, inDoubt } = this.#open();
    const quitting = evenIfWaiting || waiting + inDoubt === 0;
    // After the answer has reached the window.
    if (quitting) setTimeout(() => this.now('window'), 50);
    return { quitting, waiting, inDoubt };
  }

  /** Without a question. `why` is for the log. Asked for again, it has no further effect. */
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
    const parent = this.#ports.window();
    const { response } = await (parent === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(parent, options));
    this.#asking = false;
    // While the question stood it may all have come to rest, or a shutdown may have answered it.
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
    // Not quit: a second one is lost where the first has only just been put off.
    this.#ports.app.exit(0);
  }
}
