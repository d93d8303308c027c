// The fake of window.tillbridge: every call of the contract, over a world that the holder may steer.
import { readScan } from '#contract/devices/aim.ts';
import { confirmationCalls } from '#assembly/calls/confirmation-calls.ts';
import { type GuardPorts, guarded } from '#assembly/window/window-guard.ts';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { type WindowApi, type WindowCall, windowCalls } from '#contract/calls/table.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { paymentRecordOf } from './records.ts';
import { createWorld } from './create-world.ts';
import { learnPayId, run, setOnline, storyOf } from './perform.ts';
import { type Handlers, statusOf, tell, type World, withQueue } from './world.ts';
import { shiftCallsOf } from './shift.ts';
import { withOpen } from './answers.ts';
import { deviceCalls } from './devices.ts';
import { dccAnswer } from './dcc.ts';
import { comparisonCallsOf } from './comparison.ts';
import { endCalls } from './ends.ts';
import { staffOf } from './people.ts';
import { printingCalls } from './printing.ts';
import { programCalls } from './programs.ts';
import { findHosted } from './hosted.ts';
import { listOperations, listPayments, openAuthorizations } from './lists.ts';
import { tenderCalls } from './tender.ts';
import { vaultHandlers } from './vault.ts';
import { refuse } from '#contract/programs/problems.ts';

export interface FakeBridge {
  readonly api: WindowApi;
  readonly world: World;
  setOnline(online: boolean): void;
  /** Lets operations go on that a test put into the world. */
  run(id: string): void;
  /** How often each call was made. */
  readonly calls: Map<WindowCall, number>;
}

function handlers(world: World): Handlers {
  const { actions, calls } = staffOf(world);
  return {
    ...calls,
    ...confirmationCalls(world.confirmations, ({ id }) => heldAt(world, id)),
    ...tenderCalls(world),
    ...endCalls(world),
    ...comparisonCallsOf(world, actions),
    ...printingCalls(world),
    ...deviceCalls(world),
    scanned: ({ code: text }) => {
      const code = readScan(text, false)?.data;
      if (code === undefined) return { to: 'nothing', reason: 'broken' };
      const isPayment = [...world.payments.values()].some(({ payId, transId }) => payId === code || transId === code);
      if (isPayment) return { to: 'payment', code };
      return world.programsListen ? { to: 'programs' } : { to: 'screen', code };
    },
    operations: (input) => listOperations(world, input),
    findPayment: ({ by, id }) => {
      const known = [...world.payments.values()].find((each) => each[by] === id);
      const hosted = findHosted(world, by, id);
      if (hosted !== null) return hosted;
      if (known !== undefined) {
        return { type: 'found', payment: paymentRecordOf(known), known: withOpen(world, known), offer: null };
      }
      return refuse('payment-not-found', 'The gateway knows no such payment.');
    },
    payments: (input) => listPayments(world, input),
    openAuthorizations: () => openAuthorizations(world),
    paymentStory: ({ id }) => storyOf(world, id),
    learnPayId: ({ id }) => learnPayId(world, id),
    ...vaultHandlers(world),
    status: () => statusOf(world),
    gatewayChoice: () => world.gateway,
    testConnection: ({ apiKey }) =>
      apiKey === 'wrong'
        ? { ok: false, code: 'refused', message: 'The gateway refuses the API key.' }
        : { ok: true, code: 'accepted', message: 'The gateway accepts the API key.' },
    saveGatewayChoice: ({ mode, root, merchantId, apiKey, passphrase }) => {
      const keptBy = passphrase === null ? (world.gateway.systemProtects ? 'system' : 'memory') : 'passphrase';
      const hasApiKey = mode !== 'training' && (apiKey !== null || world.gateway.hasApiKey);
      const isKey = mode !== 'training' && root !== null && merchantId !== null;
      const destination = isKey
        ? { root, authRoot: root, merchantId, mode, scheme: 'oauth' as const, caSha256: null }
        : null;
      world.gateway = {
        ...world.gateway,
        mode,
        root,
        merchantId,
        hasApiKey,
        keptBy: hasApiKey ? keptBy : 'none',
        destination,
        keyIsForAnother: world.gateway.keyIsForAnother && apiKey === null,
      };
      world.mode = mode;
      tell(world, 'statusChanged', statusOf(world));
      return { type: 'saved', choice: world.gateway };
    },
    shopSettings: () => world.shop,
    lockedSettings: () => ({ names: [...world.locked], refundsPerDayMinor: world.mostRefundsPerDay }),
    saveShopSettings: (settings) => {
      const port = settings.loopbackPort;
      if (port === world.portInUse) {
        return { type: 'refused', refusal: { code: 'port-in-use', detail: `Port ${port} is used.`, facts: { port } } };
      }
      world.shop = settings;
      return { type: 'saved', settings };
    },
    preferences: () => world.preferences,
    savePreferences: (preferences) => {
      world.preferences = preferences;
      return preferences;
    },
    ...programCalls(world, actions),
    saveReceipt({ operationId, copy, lines }) {
      const { folder, isThere } = world.receipts;
      if (!isThere) return { saved: false, file: null, missing: folder };
      world.receipts.saved.push(lines ?? []);
      return { saved: true, file: `${folder}/receipt-${operationId}-${copy}.pdf`, missing: null };
    },
    mailReceipt({ lines }) {
      if (!world.shop.receiptsByMail || world.preferences.kiosk) return { outcome: 'off' };
      world.receipts.mailed.push(lines ?? []);
      return { outcome: 'opened' };
    },
    receiptFolder: () => ({ folder: world.receipts.folder, isThere: world.receipts.isThere }),
    chooseReceiptFolder() {
      world.receipts = { ...world.receipts, folder: '/shop/receipts', isThere: true };
      return { type: 'chosen', folder: world.receipts.folder };
    },
    dccOffer: ({ quoteOperationId }) => dccAnswer(world, world.operations.get(quoteOperationId)),
    dccSetting: () => ({ atTerminal: world.dccAtTerminal, onPages: world.dccOnPages }),
    customerScreen: () => ({ there: world.customerScreen.there }),
    parkedSales: () => ({
      entries: world.parked.get(world.session.current()?.id ?? '') ?? [],
      others: [...world.parked].flatMap(([id, entries]) => (id === (world.session.current()?.id ?? '') ? [] : entries))
        .length,
    }),
    parkSales: ({ entries }) => {
      world.parked.set(world.session.current()?.id ?? '', entries);
      return { kept: true };
    },
    turnToCustomer: (turned) => {
      world.customerScreen.turned = turned;
      return { shown: turned.type !== 'nothing' };
    },
    cardBin: ({ operationId }) => ({
      bin: textAt(world.operations.get(operationId)?.result ?? {}, 'paymentMethods.card.bin'),
    }),
    ...shiftCallsOf(world, actions),
    unlock: ({ passphrase }) => {
      const unlocked = passphrase === 'open sesame';
      if (unlocked) world.sealed = false;
      tell(world, 'statusChanged', statusOf(world));
      return { unlocked, message: '' };
    },
    quit: ({ evenIfWaiting }) => {
      const { waiting, inDoubt } = statusOf(world);
      return { quitting: evenIfWaiting || waiting + inDoubt === 0, waiting, inDoubt };
    },
  };
}

function heldAt(world: World, id: string): OperationView {
  const held = world.operations.get(id);
  if (held === undefined) throw new Error(`The fake has no operation ${id}.`);
  return withQueue(world, held);
}

/** The checks before each call are the bridge's own. */
function guardOf(world: World): GuardPorts {
  return {
    schemas: inputSchemas,
    async seat() {
      const { people, session, preferences, sealed } = world;
      return { manned: people.isManned(), role: session.current()?.role ?? null, preferences, sealed };
    },
    verify: (approval, needed) => world.people.verify(approval, needed),
    countedLog: { line: () => {}, end: () => {} },
  };
}

export function createFakeBridge(now: () => number = Date.now): FakeBridge {
  const world = createWorld(now);
  const calls = new Map<WindowCall, number>();
  const guard = guardOf(world);
  const names = Object.keys(windowCalls) as WindowCall[];
  const answering = Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        // As over IPC: the answer comes in a later turn, and is a copy.
        await Promise.resolve();
        if (world.silent) return new Promise(() => {});
        return structuredClone(await guarded(guard, name, [input], (call) => handlers(world)[call]));
      },
    ]),
  ) as unknown as Omit<WindowApi, 'on'>;
  const on: WindowApi['on'] = (event, listener) => {
    const listeners = world.listeners[event] as Set<typeof listener>;
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    api: { ...answering, on },
    world,
    calls,
    setOnline: (online) => setOnline(world, online),
    run: (id) => run(world, id),
  };
}
