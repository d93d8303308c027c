// Who stands before the till, as far as main can tell: what its door goes by (ipc.ts).
import type { Preferences } from '#contract/window.ts';
import type { Seat } from '#contract/window-roles.ts';
import type { WindowBridge } from './window-bridge.ts';

/** `bridge` null: a till that cannot run. It knows nobody, and must be put right. */
export function seatAt(bridge: Pick<WindowBridge, 'seat'> | null, preferences: Preferences): Seat {
  const { manned, person, sealed } = bridge?.seat() ?? { manned: false, person: null, sealed: false };
  return { manned, role: person?.role ?? null, preferences, sealed };
}
