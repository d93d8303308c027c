// The bridge as the shell uses it, with the window's types. The shell replaces the bridge behind it when the shop
// changes its settings or environment.
import type { WindowBridgeCalls } from '#assembly/ports.ts';
import type { Implementations, WindowCall } from '#contract/calls/table.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import type { Preferences, StatusView } from '#contract/window.ts';
import type { Seat } from '#contract/window-roles.ts';
import type { Verified } from '#core/ports/operators.ts';

/** The calls of the window that the bridge carries out; the others are the shell's own (handlers.ts). */
export type BridgeCall = Extract<WindowCall, keyof WindowBridgeCalls>;

export interface WindowBridge
  extends
    Implementations<BridgeCall>,
    Pick<WindowBridgeCalls, 'dccReceipt' | 'checkConnection' | 'compare' | 'shiftPage' | 'exportJournal'> {
  readonly status: () => StatusView;
  /** Whether there are operators and none of them is signed in, or the folder is sealed. */
  locked(): boolean;
  /** The person who is signed in; `manned`: whether there are operators, so that one has to be signed in. */
  seat(): { readonly manned: boolean; readonly person: Person | null; readonly sealed: boolean };
  /** The person whose PIN it is, where that person may act as `needed`. */
  verify(approval: Approval, needed: Role): Promise<Verified>;
}

export interface RunningBridge {
  readonly window: WindowBridge;
  /** The id of the person who is signed in, or null. */
  signedIn(): string | null;
  stop(): Promise<void>;
}

/** The person at the till, for the table of calls. `bridge` null: the bridge does not run, and no person is known. */
export function seatAt(bridge: Pick<WindowBridge, 'seat'> | null, preferences: Preferences): Seat {
  const { manned, person, sealed } = bridge?.seat() ?? { manned: false, person: null, sealed: false };
  return { manned, role: person?.role ?? null, preferences, sealed };
}
