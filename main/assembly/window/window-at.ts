// Opens a window at a bridge. A bridge whose folder is sealed refuses every call.
import type { BridgeListener, OpenBridge, SealedBridge } from '../base/ports.ts';
import { nothingTold } from '#contract/devices/customer-screen.ts';
import { type Implementations, type WindowCall, windowCallNames } from '#contract/calls/table.ts';
import { type StatusView, unknownStatus } from '#contract/till/window.ts';
import { sealedRefusal } from '#contract/calls/window-roles.ts';
import { CallRefused, refuseCall } from '../calls/call-refused.ts';
import type { OpenedWindow, WindowBridge } from './window-bridge.ts';

/** What a window needs of a bridge. */
type Open = Omit<OpenBridge, 'stop' | 'people' | 'managedLive'>;
type Sealed = Omit<SealedBridge, 'stop'>;
export type AnyBridge = Open | Sealed;

interface Given {
  readonly listener: BridgeListener;
  /** The loopback API's port in the settings; 0 for any. */
  readonly fixedPort: number;
  /** The id of the person who was signed in when the bridge before this one was stopped. */
  readonly signedIn: string | null;
}

export function openWindowAt(bridge: AnyBridge, given: Given): OpenedWindow {
  return bridge.type === 'open' ? atOpen(bridge, given) : atSealed(bridge, given);
}

function atOpen(bridge: Open, { listener, fixedPort, signedIn }: Given): OpenedWindow {
  const { shifts } = bridge;
  const { calls, session, close } = bridge.openWindow(signedIn);
  // What the bridge before this one had turned to a customer is gone.
  listener.customerTold(calls.customerTold());
  const detach = calls.subscribe(listener);
  const seat = () => ({ person: session.current(), manned: session.isManned() });
  return {
    window: {
      ...calls,
      status: () => {
        const { manned, person } = seat();
        return statusOf(bridge, fixedPort, { manned, signedIn: person, lastShift: shifts.lastNumber() });
      },
      locked: () => session.isLocked(),
      seat: () => ({ ...seat(), sealed: false }),
      verify: (approval, needed) => session.verify(approval, needed),
    },
    signedIn: () => session.current()?.id ?? null,
    detach,
    close() {
      detach();
      close();
    },
  };
}

function atSealed(bridge: Sealed, { listener, fixedPort }: Given): OpenedWindow {
  listener.customerTold(nothingTold);
  return {
    window: {
      ...sealedCalls(),
      status: () => statusOf(bridge, fixedPort, { manned: false, signedIn: null, lastShift: null }),
      locked: () => true,
      seat: () => ({ person: null, manned: false, sealed: true }),
      verify: async () => sealedRefusal,
    },
    signedIn: () => null,
    detach: () => undefined,
    close: () => undefined,
  };
}

type CallsAtWindow = Omit<WindowBridge, 'status' | 'locked' | 'seat' | 'verify'>;

/**
 * window-guard.ts refuses all of these while the till is sealed. They also refuse where the bridge was replaced after its check.
 */
function sealedCalls(): CallsAtWindow {
  const denial = { code: 'sealed' } as const;
  const refuse = (call: WindowCall) => [call, async () => refuseCall(call, denial)] as const;
  return {
    ...(Object.fromEntries(windowCallNames.map(refuse)) as unknown as Implementations),
    dccReceipt: () => [],
    compare: async () => sealedRefusal,
    shiftPage: async () => null,
    exportJournal: () => Promise.reject(new CallRefused(sealedRefusal.refusal.detail)),
  };
}

/** The status for the window and the tray. Values that a sealed bridge does not know (null) get those of a new till. */
function statusOf(
  { calls, url }: AnyBridge,
  fixedPort: number,
  known: Pick<StatusView, 'manned' | 'signedIn' | 'lastShift'>,
): StatusView {
  const elsewhere = fixedPort !== 0 && Number(new URL(url).port) !== fixedPort;
  const told = Object.fromEntries(Object.entries(calls.status()).filter(([, value]) => value !== null));
  return {
    ...unknownStatus(new Date().toISOString()),
    ...told,
    ...known,
    loopbackUrl: url,
    loopbackPortTaken: elsewhere ? fixedPort : null,
  } as unknown as StatusView;
}
