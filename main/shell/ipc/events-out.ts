// Sends changes to the window, after the commit. Operations are sent one by one with their revision, so that the window
// can drop an older revision than it has. The status and the printers are read at most every 100 ms and sent only when
// they changed.
import type { BrowserWindow } from 'electron';
import type { BridgeListener } from '#assembly/ports.ts';
import { type WindowEvents, windowEvents } from '#contract/window-events.ts';
import { eventChannel } from '#contract/window-channels.ts';
import type { CustomerTold } from '#contract/customer-screen.ts';
import type { TillScan } from '#contract/line-devices.ts';
import type { PairingView } from '#contract/pairing.ts';
import type { ConfirmationView } from '#contract/confirmation.ts';
import type { ComparisonView } from '#contract/reconcile.ts';
import type { OperationView } from '#contract/operation.ts';
import type { PrintingView } from '#contract/printing.ts';
import type { StatusView } from '#contract/window.ts';
import type { Attention } from '../window/attention.ts';

const gatherMs = 100;

interface EventsPorts {
  readonly status: () => StatusView | null;
  /** Null while no bridge runs. */
  readonly printing: () => PrintingView | Promise<PrintingView> | null;
  /** For the tray and the taskbar, as `attention` is. */
  readonly onStatus: (status: StatusView) => void;
  readonly attention: Attention;
  /** For the window on the customer's screen. */
  readonly customer: (told: CustomerTold) => void;
  /** Whether a person has to sign in: then only the events that the lock screen needs are sent. */
  readonly locked: () => boolean;
}

export class EventsOut implements BridgeListener {
  readonly #ports: EventsPorts;
  #window: BrowserWindow | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastStatus = '';
  #lastPrinting = '';

  constructor(ports: EventsPorts) {
    this.#ports = ports;
  }

  attach(window: BrowserWindow): void {
    this.#window = window;
    // A page that was loaded again has no status yet, so the next one is sent even where it did not change.
    window.webContents.on('did-finish-load', () => {
      this.#lastStatus = '';
      this.#lastPrinting = '';
    });
  }

  operationChanged(operation: OperationView): void {
    this.send('operationChanged', operation);
    this.statusMayHaveChanged();
  }

  statusMayHaveChanged(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#notifyStatus();
      // A bridge that stops meanwhile cannot be read; the next one is asked anew.
      this.#notifyPrinting().catch(() => undefined);
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

  scanned(scan: TillScan): void {
    this.send('scanned', scan);
  }

  customerTold(told: CustomerTold): void {
    this.#ports.customer(told);
  }

  comparisonChanged(comparison: ComparisonView | null): void {
    this.send('comparisonChanged', comparison);
  }

  send<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    const window = this.#window;
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return;
    if (!windowEvents[event].whileLocked && this.#ports.locked()) return;
    window.webContents.send(eventChannel(event), value);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #notifyPrinting(): Promise<void> {
    const { printing, locked } = this.#ports;
    // The window asks for it when a person signs in.
    if (locked()) return;
    const view = await printing();
    if (view === null) return;
    const text = JSON.stringify(view);
    if (text === this.#lastPrinting) return;
    this.#lastPrinting = text;
    this.send('printingChanged', view);
  }

  #notifyStatus(): void {
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
