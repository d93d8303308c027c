// Adapts a bridge to the window's types. A bridge whose folder is sealed refuses every call.
import type { Bridge, BridgeListener, OpenBridge, SealedBridge } from '#assembly/ports.ts';
import { nothingTold } from '#contract/customer-screen.ts';
import { type Implementations, type WindowCall, windowCallNames } from '#contract/calls/table.ts';
import { states } from '#contract/states.ts';
import type { StatusView } from '#contract/window.ts';
import { sealedRefusal } from '#contract/window-roles.ts';
import { CallRefused, refuseCall } from './call-refused.ts';
import type { RunningBridge, WindowBridge } from './window-bridge.ts';

/**
 * `fixedPort`: the loopback API's port in the settings; 0 for any. `signedIn`: the person who was signed in when the
 * bridge before this one was stopped.
 */
export function adaptBridge(
  bridge: Bridge,
  listener: BridgeListener,
  fixedPort: number,
  signedIn: string | null,
): RunningBridge {
  return bridge.type === 'open'
    ? adaptOpen(bridge, listener, fixedPort, signedIn)
    : adaptSealed(bridge, listener, fixedPort);
}

function adaptOpen(
  bridge: OpenBridge,
  listener: BridgeListener,
  fixedPort: number,
  signedIn: string | null,
): RunningBridge {
  const { shifts } = bridge;
  const { calls, session } = bridge.openWindow(signedIn);
  // What the bridge before this one had turned to a customer is gone.
  listener.customerTold(calls.customerTold());
  const unsubscribe = calls.subscribe(listener);
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
    // The window outlives this bridge and must hear what ends with it, as who asked to be paired.
    async stop() {
      try {
        await bridge.stop();
      } finally {
        unsubscribe();
      }
    },
  };
}

function adaptSealed(bridge: SealedBridge, listener: BridgeListener, fixedPort: number): RunningBridge {
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
    stop: () => bridge.stop(),
  };
}

type CallsAtWindow = Omit<WindowBridge, 'status' | 'locked' | 'seat' | 'verify'>;

/**
 * ipc.ts refuses all of these while the till is sealed. They also refuse where the bridge was replaced after its check.
 */
function sealedCalls(): CallsAtWindow {
  const barred = { code: 'sealed' } as const;
  const refuse = (call: WindowCall) => [call, async () => refuseCall(call, barred)] as const;
  return {
    ...(Object.fromEntries(windowCallNames.map(refuse)) as unknown as Implementations),
    dccReceipt: () => [],
    compare: async () => sealedRefusal,
    shiftPage: async () => null,
    exportJournal: () => Promise.reject(new CallRefused(sealedRefusal.refusal.detail)),
    checkConnection: async () => {},
  };
}

/** The status for the window and the tray. Values that a sealed bridge does not know (null) get those of a new till. */
function statusOf(
  { calls, url }: Bridge,
  fixedPort: number,
  known: Pick<StatusView, 'manned' | 'signedIn' | 'lastShift'>,
): StatusView {
  const elsewhere = fixedPort !== 0 && Number(new URL(url).port) !== fixedPort;
  const told = Object.fromEntries(Object.entries(calls.status()).filter(([, value]) => value !== null));
  return {
    connection: { state: 'unchecked', since: new Date().toISOString(), reason: null },
    credentials: { state: 'unchecked', message: '' },
    waiting: 0,
    inDoubt: 0,
    needsPerson: 0,
    otherEnvironments: 0,
    operations: Object.fromEntries(states.map((state) => [state, 0])),
    paused: null,
    ...told,
    ...known,
    loopbackUrl: url,
    loopbackPortTaken: elsewhere ? fixedPort : null,
  } as unknown as StatusView;
}
