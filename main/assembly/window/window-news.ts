// The events that a bridge sends to one window, after the commit: a locked window gets none that it may not know.
// Operations are sent one by one with their revision, so that the window can drop an older revision than it has. The
// status and the printers are read at most every 100 ms and sent only when they changed.
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import type { TillScan } from '#contract/devices/line-devices.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PairingView } from '#contract/programs/pairing.ts';
import type { PrintingView } from '#contract/devices/printing.ts';
import type { ComparisonView } from '#contract/shift/reconcile.ts';
import { type WindowEvents, windowEvents } from '#contract/calls/window-events.ts';
import type { StatusView } from '#contract/till/window.ts';
import type { BridgeListener } from '../base/ports.ts';

const gatherMs = 100;

export interface NewsPorts {
  /** Null while no bridge runs. */
  readonly status: () => StatusView | null;
  readonly printing: () => PrintingView | Promise<PrintingView> | null;
  /** Whether a person has to sign in: then only the events that the lock screen needs are sent. */
  readonly locked: () => boolean;
  readonly tell: <E extends keyof WindowEvents>(event: E, value: WindowEvents[E]) => void;
  /** For the window on the customer's screen. */
  readonly customer: (told: CustomerTold) => void;
}

export class WindowNews implements BridgeListener {
  readonly #ports: NewsPorts;
  #timer: NodeJS.Timeout | null = null;
  #lastStatus = '';
  #lastPrinting = '';

  constructor(ports: NewsPorts) {
    this.#ports = ports;
  }

  operationChanged(operation: OperationView): void {
    this.tell('operationChanged', operation);
    this.statusMayHaveChanged();
  }

  statusMayHaveChanged(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#tellStatus();
      // A bridge that stops meanwhile cannot be read; the next one is asked anew.
      this.#tellPrinting().catch(() => undefined);
    }, gatherMs);
  }

  pairingsChanged(pairings: readonly PairingView[]): void {
    this.tell('pairingsChanged', pairings);
  }

  confirmationsChanged(questions: readonly ConfirmationView[]): void {
    this.tell('confirmationsChanged', questions);
  }

  scanned(scan: TillScan): void {
    this.tell('scanned', scan);
  }

  customerTold(told: CustomerTold): void {
    this.#ports.customer(told);
  }

  comparisonChanged(comparison: ComparisonView | null): void {
    this.tell('comparisonChanged', comparison);
  }

  tell<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void {
    if (!windowEvents[event].whileLocked && this.#ports.locked()) return;
    this.#ports.tell(event, value);
  }

  /** The window's page was loaded again: the next status is told even where it did not change. */
  forget(): void {
    this.#lastStatus = '';
    this.#lastPrinting = '';
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #tellPrinting(): Promise<void> {
    const { printing, locked } = this.#ports;
    // The window asks for it when a person signs in.
    if (locked()) return;
    const view = await printing();
    if (view === null) return;
    const text = JSON.stringify(view);
    if (text === this.#lastPrinting) return;
    this.#lastPrinting = text;
    this.tell('printingChanged', view);
  }

  #tellStatus(): void {
    const status = this.#ports.status();
    if (status === null) return;
    const text = JSON.stringify(status);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.tell('statusChanged', status);
  }
}
