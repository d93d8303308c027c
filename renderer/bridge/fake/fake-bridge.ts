// The fake of window.tillbridge: every call of the contract, over a world that the holder may steer.
import { readScan } from '#contract/devices/aim.ts';
import { type GuardPorts, guarded } from '#assembly/window/window-guard.ts';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { type WindowApi, type WindowCall, windowCalls } from '#contract/calls/table.ts';
import { createWorld } from './create-world.ts';
import { type Handlers, setOnline, statusOf, tell, type World } from './world.ts';
import { shiftCallsOf } from './shift.ts';
import { deviceCalls } from './devices.ts';
import { comparisonCallsOf } from './comparison.ts';
import { printingCalls } from './printing.ts';
import { programCalls } from './programs.ts';

export interface FakeBridge {
  readonly api: WindowApi;
  readonly world: World;
  setOnline(online: boolean): void;
  /** Answers the request of an operation that hangs, by the fate of now. */
  answer(id: string): void;
  /** How often each call was made. */
  readonly calls: Map<WindowCall, number>;
}

function handlers(world: World): Handlers {
  const actions = world.till.staffActions;
  return {
    ...world.till.handlers(),
    ...comparisonCallsOf(world, actions),
    ...printingCalls(world),
    ...deviceCalls(world),
    scanned: ({ code: text }) => {
      const code = readScan(text, false)?.data;
      if (code === undefined) return { to: 'nothing', reason: 'broken' };
      const { tables, environment } = world.till;
      const isPayment =
        tables.payment(environment.id, code) !== null || tables.paymentByTransId(environment.id, code) !== null;
      if (isPayment) return { to: 'payment', code };
      return world.programsListen ? { to: 'programs' } : { to: 'screen', code };
    },
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
    lockedSettings: () => ({
      names: [...world.locked],
      byOffice: [...world.lockedByOffice],
      refundsPerDayMinor: world.mostRefundsPerDay,
    }),
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
    tipSetting: () => ({ percentages: world.tipPercentages }),
    makeBundle: () => ({ outcome: 'made', file: '/home/shop/Documents/tillbridge-bundle.html' }),
    prepareMove: () => ({ outcome: 'ready', command: 'sudo tillbridge folder move' }),
    joinOffice({ url, code }) {
      if (code.trim() === '') return { type: 'not-joined', why: 'code' };
      world.office = { url, name: 'Till 1', takenAt: null, waiting: null, trouble: null };
      tell(world, 'statusChanged', statusOf(world));
      return { type: 'joined', name: 'Till 1' };
    },
    giveUpdateMoment({ at }) {
      world.update = { ...world.update, moment: at };
      tell(world, 'statusChanged', statusOf(world));
      return { at };
    },
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
  // Not `start`: nothing is left of an earlier run, and what a test puts into the world is no such thing.
  void world.till.engine.connection.check();
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
    setOnline: (online) => void setOnline(world, online),
    answer: (id) => world.till.gateway.answer(id),
  };
}
