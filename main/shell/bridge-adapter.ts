// The bridge's calls in the window's terms. A bridge whose folder is sealed answers too: it says so everywhere.
import type { Bridge, BridgeListener, WindowBridgeCalls } from '#assembly/ports.ts';
import type { JsonObject } from '#contract/json.ts';
import { states } from '#contract/states.ts';
import type { StatusView, TerminalView } from '#contract/window.ts';
import { sealedRefusal } from '#contract/window-roles.ts';
import { CallRefused } from './call-refused.ts';
import { sealedTill, tillCalls } from './till-calls.ts';
import type { RunningBridge, WindowBridge } from './window-bridge.ts';

/**
 * `fixedPort`: where the settings promise the loopback API to be; 0 for anywhere. `signedIn`: who was at the till when
 * the bridge before this one was stopped.
 */
export function adaptBridge(
  bridge: Bridge,
  listener: BridgeListener,
  fixedPort: number,
  signedIn: string | null,
): RunningBridge {
  const { calls } = bridge;
  const window: WindowBridge = {
    ...(bridge.window ?? sealedCalls(calls)),
    ...(bridge.till === undefined ? sealedTill : tillCalls(bridge.till, (id) => calls.operation(id))),
    operation: (id) => calls.operation(id),
    terminals: () => calls.terminals() as unknown as TerminalView[],
    status: () => statusOf(calls.status(), bridge, fixedPort),
    locked: () => bridge.till?.people.isLocked() ?? true,
  };
  if (signedIn !== null) bridge.till?.people.carryOn(signedIn);
  const unsubscribe = window.subscribe(listener);
  return {
    window,
    signedIn: () => bridge.till?.people.current()?.id ?? null,
    async stop() {
      unsubscribe();
      await bridge.stop();
    },
  };
}

function sealedCalls(calls: Bridge['calls']): WindowBridgeCalls {
  const { refusal } = sealedRefusal;
  return {
    operations: () => ({ operations: [], next: null }),
    payments: () => ({ payments: [], next: null }),
    paymentStory: () => ({ payment: null, operations: [] }),
    learnPayId: async () => ({ type: 'refused', refusal }),
    tender: () => null,
    findPayment: async (input) => {
      const outcome = await calls.payment(input);
      return outcome.type === 'refused' ? outcome : { ...outcome, known: null };
    },
    customers: async () => ({ type: 'refused', refusal }),
    customer: async () => ({ type: 'refused', refusal }),
    customerMethods: async () => ({ type: 'refused', refusal }),
    dccOffer: () => ({ type: 'no-offer', why: 'incomplete' }),
    dccSetting: () => ({ atTerminal: 'information', onPages: false }),
    cardBin: () => ({ bin: null }),
    dccReceipt: () => [],
    ends: () => [],
    seeEnd: async () => ({ seen: false }),
    clients: () => [],
    createClient: () => ({ type: 'refused', refusal }),
    revokeClient: () => ({ revoked: false }),
    changeClient: () => ({ type: 'refused', refusal }),
    pairings: () => [],
    answerPairing: async () => ({ type: 'refused', refusal }),
    confirmations: () => [],
    answerConfirmation: async () => ({ type: 'refused', refusal }),
    shiftReport: async () => ({ type: 'refused', refusal }),
    closeShift: async () => ({ type: 'refused', refusal }),
    compareShift: async () => ({ type: 'refused', refusal }),
    comparison: () => null,
    comparisonFindings: () => ({ type: 'refused', refusal }),
    stopComparison: () => ({ type: 'refused', refusal }),
    forgetComparison: () => ({ type: 'refused', refusal }),
    shiftPage: async () => null,
    exportJournal: () => Promise.reject(new CallRefused(refusal.detail)),
    checkConnection: async () => {},
    subscribe: () => () => {},
  };
}

/** A sealed bridge says null where it cannot tell; the window and the tray get what an untried till would say. */
function statusOf(status: JsonObject, { url, till, shifts }: Bridge, fixedPort: number): StatusView {
  const elsewhere = fixedPort !== 0 && Number(new URL(url).port) !== fixedPort;
  const told = Object.fromEntries(Object.entries(status).filter(([, value]) => value !== null));
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
    manned: till?.people.isManned() ?? false,
    signedIn: till?.people.current() ?? null,
    lastShift: shifts?.lastNumber() ?? null,
    loopbackUrl: url,
    loopbackPortTaken: elsewhere ? fixedPort : null,
  } as unknown as StatusView;
}
