// The fake of window.tillbridge: every call of the contract, over a world that the holder may steer.
import { readScan } from '#contract/aim.ts';
import type { WindowApi, WindowCall, WindowInput } from '#contract/calls/table.ts';
import { textAt } from '#contract/json.ts';
import { type Seat, answerBarred, barredFrom, roleFor, standInOf } from '#contract/window-roles.ts';
import { paymentRecordOf } from './records.ts';
import { learnPayId, run, setOnline, storyOf, submit } from './perform.ts';
import { change, createWorld, type Handlers, statusOf, tell, type World, withQueue } from './world.ts';
import { closeShift, shiftReport } from './shift.ts';
import { withOpen } from './answers.ts';
import { deviceCalls } from './devices.ts';
import { dccAnswer } from './dcc.ts';
import { comparisonCalls } from './comparison.ts';
import { endCalls } from './ends.ts';
import { confirmationCalls } from './confirmations.ts';
import { barredFrom as barredByDesk, peopleCalls, verify } from './people.ts';
import { printingCalls } from './printing.ts';
import { programCalls } from './programs.ts';
import { findHosted } from './hosted.ts';
import { terminalsOf } from './held.ts';
import { listOperations, listPayments, openAuthorizations } from './lists.ts';
import { tenderCalls } from './tender.ts';
import { vaultHandlers } from './vault.ts';
import { refuse } from '#contract/problems.ts';

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
  return {
    ...peopleCalls(world),
    ...tenderCalls(world),
    ...endCalls(world),
    ...confirmationCalls(world),
    ...comparisonCalls(world),
    ...printingCalls(world),
    ...deviceCalls(world),
    scanned: ({ code: text }) => {
      const code = readScan(text, false)?.data;
      if (code === undefined) return { to: 'nothing', reason: 'broken' };
      const isPayment = [...world.payments.values()].some(({ payId, transId }) => payId === code || transId === code);
      if (isPayment) return { to: 'payment', code };
      return world.programsListen ? { to: 'programs' } : { to: 'screen', code };
    },
    submit: (input) => barredByDesk(world, input) ?? submit(world, input),
    operation: ({ id }) => {
      const held = world.operations.get(id);
      return held === undefined ? null : withQueue(world, held);
    },
    operations: (input) => listOperations(world, input),
    cancel: ({ id }) => {
      const before = world.operations.get(id);
      const failure = { code: 'cancelled', message: 'It was cancelled before it was sent.' } as const;
      const operation = before?.state === 'accepted' ? change(world, id, { state: 'cancelled', failure }) : null;
      if (operation !== null) return { type: 'accepted', operation };
      return refuse('not-cancellable', 'It was sent already.');
    },
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
    terminals: () => terminalsOf(world),
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
    ...programCalls(world),
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
      entries: world.parked.get(world.signedIn ?? '') ?? [],
      others: [...world.parked].flatMap(([id, entries]) => (id === (world.signedIn ?? '') ? [] : entries)).length,
    }),
    parkSales: ({ entries }) => {
      world.parked.set(world.signedIn ?? '', entries);
      return { kept: true };
    },
    turnToCustomer: (turned) => {
      world.customerScreen.turned = turned;
      return { shown: turned.type !== 'nothing' };
    },
    cardBin: ({ operationId }) => ({
      bin: textAt(world.operations.get(operationId)?.result ?? {}, 'paymentMethods.card.bin'),
    }),
    shiftReport: ({ number }) => ({ report: shiftReport(world, number), lastClosed: world.closedShifts.length }),
    printShift: ({ number, reason }) => {
      const isCopy = number !== null && world.printedShifts.some((each) => each.number === number);
      if (isCopy && reason === null) return refuse('invalid-input', 'Say why it is printed again.');
      world.printedShifts.push({ number, reason });
      return { type: 'accepted', isCopy };
    },
    closeShift: ({ evenIfOpen }) => closeShift(world, evenIfOpen),
    saveShift: ({ number, format }) => ({ saved: true, file: `shift-${number ?? 'running'}.${format}` }),
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

/** As main does before each call. */
function stoppedAt<C extends WindowCall>(world: World, call: C, input: WindowInput<C>) {
  const { preferences } = world;
  const status = statusOf(world);
  const seat: Seat = { manned: status.manned, role: status.signedIn?.role ?? null, preferences, sealed: world.sealed };
  const barred = barredFrom(call, input, seat);
  if (barred === null) return null;
  const approval = standInOf(call, input);
  const needed = roleFor(call, input, preferences);
  if (approval !== null && needed !== 'anyone') {
    const verified = verify(world, approval, needed);
    return 'refusal' in verified ? verified : null;
  }
  const answer = answerBarred(call, barred);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

export function createFakeBridge(now: () => number = Date.now): FakeBridge {
  const world = createWorld(now);
  const calls = new Map<WindowCall, number>();
  const table = handlers(world);
  const names = Object.keys(table) as WindowCall[];
  const answering = Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        // As over IPC: the answer comes in a later turn, and is a copy.
        await Promise.resolve();
        if (world.silent) return new Promise(() => {});
        const stopped = stoppedAt(world, name, input);
        if (stopped !== null) return structuredClone(stopped);
        return structuredClone((table[name] as (given: never) => unknown)(input));
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
