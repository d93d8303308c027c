// Sends a bridge's events to the window, and tells the tray, the taskbar and the customer's screen what they show of them.
// Which events a locked window gets is decided before (assembly/window/window-news.ts).
import type { BrowserWindow } from 'electron';
import type { BridgeListener } from '#assembly/base/ports.ts';
import { WindowNews } from '#assembly/window/window-news.ts';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import type { TillScan } from '#contract/devices/line-devices.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PairingView } from '#contract/programs/pairing.ts';
import type { PrintingView } from '#contract/devices/printing.ts';
import type { ComparisonView } from '#contract/shift/reconcile.ts';
import { eventChannel } from '#contract/calls/window-channels.ts';
import type { WindowEvents } from '#contract/calls/window-events.ts';
import type { StatusView } from '#contract/till/window.ts';
import type { Attention } from '../window/attention.ts';

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
  readonly #news: WindowNews;
  #window: BrowserWindow | null = null;

  constructor(ports: EventsPorts) {
    this.#ports = ports;
    this.#news = new WindowNews({ ...ports, tell: (event, value) => this.#out(event, value) });
  }

  attach(window: BrowserWindow): void {
    this.#window = window;
    window.webContents.on('did-finish-load', () => this.#news.forget());
  }

  operationChanged(operation: OperationView): void {
    this.#news.operationChanged(operation);
  }

  statusMayHaveChanged(): void {
    this.#news.statusMayHaveChanged();
  }

  pairingsChanged(pairings: readonly PairingView[]): void {
    this.#news.pairingsChanged(pairings);
    this.#askForPairings(pairings);
  }

  confirmationsChanged(questions: readonly ConfirmationView[]): void {
    this.#news.confirmationsChanged(questions);
    this.#askForAnswers(questions);
  }

  scanned(scan: TillScan): void {
    this.#news.scanned(scan);
  }

  customerTold(told: CustomerTold): void {
    this.#news.customerTold(told);
  }

  comparisonChanged(comparison: ComparisonView | null): void {
    this.#news.comparisonChanged(comparison);
  }

  send<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    this.#news.tell(event, value);
  }

  stop(): void {
    this.#news.stop();
  }

  /** What a bridge says that this window has joined: it has left out already what a locked window may not know. */
  relay<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    if (event === 'statusChanged') {
      // The status as this app shows it.
      this.#news.statusMayHaveChanged();
      return;
    }
    if (event === 'pairingsChanged') this.#askForPairings(value as WindowEvents['pairingsChanged']);
    if (event === 'confirmationsChanged') this.#askForAnswers(value as WindowEvents['confirmationsChanged']);
    this.#out(event, value);
  }

  #askForPairings(pairings: readonly PairingView[]): void {
    const waiting = pairings.filter(({ state }) => state === 'waiting');
    this.#ports.attention(
      'pairings',
      waiting.map(({ id }) => id),
    );
  }

  #askForAnswers(questions: readonly ConfirmationView[]): void {
    this.#ports.attention(
      'confirmations',
      questions.map(({ id }) => id),
    );
  }

  #out<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    if (event === 'statusChanged') this.#ports.onStatus(value as WindowEvents['statusChanged']);
    const window = this.#window;
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return;
    window.webContents.send(eventChannel(event), value);
  }
}
