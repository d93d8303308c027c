// What the main process tells the window, always after the commit: the one table of events.
import type { CustomerAnswer } from '../devices/customer-screen.ts';
import type { ConfirmationView } from '../people/confirmation.ts';
import type { TillScan } from '../devices/line-devices.ts';
import type { OperationView } from '../operation/operation.ts';
import type { PairingView } from '../programs/pairing.ts';
import type { PrintingView } from '../devices/printing.ts';
import type { ComparisonView } from '../shift/reconcile.ts';
import type { Preferences, StatusView } from '../till/window.ts';

interface Event<V> {
  /** Whether a locked window gets it, and so a window of a sealed till. */
  readonly whileLocked: boolean;
  /** Never set: it carries the type. */
  readonly type?: V;
}

function event<V>(line: Event<V>): Event<V> {
  return line;
}

export const windowEvents = {
  operationChanged: event<OperationView>({ whileLocked: false }),
  statusChanged: event<StatusView>({ whileLocked: true }),
  preferencesChanged: event<Preferences>({ whileLocked: false }),
  /** All that are open now, oldest first. */
  pairingsChanged: event<readonly PairingView[]>({ whileLocked: false }),
  /** All questions that stand now; they are answered at the lock screen too. */
  confirmationsChanged: event<readonly ConfirmationView[]>({ whileLocked: true }),
  /** A scan of a scanner on a serial line. */
  scanned: event<TillScan>({ whileLocked: false }),
  comparisonChanged: event<ComparisonView | null>({ whileLocked: false }),
  /** A printer's state, what waits for it, or a document in doubt changed. */
  printingChanged: event<PrintingView>({ whileLocked: false }),
  /** Whether a page of ours stands on the customer's screen and answers. */
  customerScreenChanged: event<{ readonly there: boolean }>({ whileLocked: false }),
  /** The customer touched a currency on a screen of their own, or wants to choose again. */
  customerChose: event<CustomerAnswer>({ whileLocked: false }),
  /** Somebody wants to quit by the desktop's own means, and may not without a PIN: the window asks for one. */
  quitAsked: event<null>({ whileLocked: true }),
} as const;

type Table = typeof windowEvents;
export type WindowEvents = { readonly [E in keyof Table]: Table[E] extends Event<infer V> ? V : never };

export const windowEventNames = Object.keys(windowEvents) as readonly (keyof WindowEvents)[];
