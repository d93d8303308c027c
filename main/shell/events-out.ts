// Tells the window what changed, after the commit. Operations go out one by one with their revision, so that the
// window can drop what is older than what it has. The status is put together at most every 100 ms and only sent when
// it says something new.
import type { BrowserWindow } from 'electron';
import type { BridgeListener } from '#assembly/ports.ts';
import { eventChannel } from '#contract/window-channels.ts';
import type { PairingView } from '#contract/pairing.ts';
import type { ConfirmationView } from '#contract/confirmation.ts';
import type { ComparisonView } from '#contract/reconcile.ts';
import type { OperationView } from '#contract/operation.ts';
import type { StatusView, WindowEvents } from '#contract/window.ts';
import { eventsWhileLocked } from '#contract/window-roles.ts';
import type { Attention } from './attention.ts';

const gatherMs = 100;

interface EventsPorts {
  readonly status: () => StatusView | null;
  /** For the shell's own signs of it (tray, taskbar), as `attention` is. */
  readonly onStatus: (status: StatusView) => void;
  readonly attention: Attention;
  /** Whether somebody has to sign in: then the window is told what its lock screen shows, and no more. */
  readonly locked: () => boolean;
}

export class EventsOut implements BridgeListener {
  readonly #ports: EventsPorts;
  #window: BrowserWindow | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastStatus = '';

  constructor(ports: EventsPorts) {
    this.#ports = ports;
  }

  attach(window: BrowserWindow): void {
    this.#window = window;
    // A page that was loaded again starts from what it asks for; whatever changes from then on is news to it.
    window.webContents.on('did-finish-load', () => {
      this.#lastStatus = '';
    });
  }

  operationChanged(operation: OperationView): void {
    this.send('operationChanged', operation);
    this.statusMayHaveChanged();
  }

  statusMayHaveChanged(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#tellStatus();
    }, gatherMs);
  }

  pairingsChanged(pairings: readonly PairingView[]): void {
    this.send('pairingsChanged', pairings);
    const waiting = pairings.filter(({ state }) => state === 'waiting');
    this.#ports.attention(
      'pairings',
      waiting.map(({ id }) => id),
    );
  }

  confirmationsChanged(questions: readonly ConfirmationView[]): void {
    this.send('confirmationsChanged', questions);
    this.#ports.attention(
      'confirmations',
      questions.map(({ id }) => id),
    );
  }

  comparisonChanged(comparison: ComparisonView | null): void {
    this.send('comparisonChanged', comparison);
  }

  send<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    const window = this.#window;
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return;
    if (!eventsWhileLocked[event] && this.#ports.locked()) return;
    window.webContents.send(eventChannel(event), value);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #tellStatus(): void {
    const { status: read, onStatus } = this.#ports;
    const status = read();
    if (status === null) return;
    const text = JSON.stringify(status);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    onStatus(status);
    this.send('statusChanged', status);
  }
}
