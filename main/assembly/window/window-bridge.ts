// One window's view of the till: its calls, its status, and who is signed in there. The app's own bridge gives it in the
// same process (window-at.ts); where the window has joined another program's bridge, it stands for a connection.
import type { WindowBridgeCalls } from '../base/ports.ts';
import type { Implementations, WindowCall } from '#contract/calls/table.ts';
import type { Approval, Person } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import type { Preferences, StatusView } from '#contract/till/window.ts';
import type { Seat } from '#contract/calls/window-roles.ts';
import type { Verified } from '#core/ports/operators.ts';

/** The calls of the window that the bridge carries out; the others are the shell's own (handlers.ts). */
export type BridgeCall = Extract<WindowCall, keyof WindowBridgeCalls>;

/** Functions beside the calls of the table, for the shell. */
type Further = 'compare' | 'shiftPage' | 'exportJournal';

export interface WindowBridge extends Implementations<BridgeCall>, Pick<WindowBridgeCalls, Further> {
  /** What stands beneath a receipt where the currency of the card was chosen. */
  dccReceipt(
    ...asked: Parameters<WindowBridgeCalls['dccReceipt']>
  ): Promise<readonly string[]> | ReturnType<WindowBridgeCalls['dccReceipt']>;
  readonly status: () => StatusView;
  /** Whether there are operators and none of them is signed in, or the folder is sealed. */
  locked(): boolean;
  /** The person who is signed in; `manned`: whether there are operators, so that one has to be signed in. */
  seat(): { readonly manned: boolean; readonly person: Person | null; readonly sealed: boolean };
  /** The person whose PIN it is, where that person may act as `needed`. */
  verify(approval: Approval, needed: Role): Promise<Verified>;
}

export interface OpenedWindow {
  readonly window: WindowBridge;
  /** The id of the person who is signed in, or null. */
  signedIn(): string | null;
  /** Ends what the listener hears. */
  detach(): void;
  /** The same, and ends the session. */
  close(): void;
}

/** The person at the till, for the table of calls. `bridge` null: the bridge does not run, and no person is known. */
export function seatAt(bridge: Pick<WindowBridge, 'seat'> | null, preferences: Preferences): Seat {
  const { manned, person, sealed } = bridge?.seat() ?? { manned: false, person: null, sealed: false };
  return { manned, role: person?.role ?? null, preferences, sealed };
}
