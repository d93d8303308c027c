// Generated calls of the window to main, over a whole bridge: whatever a page that was taken over asks, it is
// answered or refused in words. Nothing breaks inside, no secret comes out, and no money moves that no accepted operation
// stands for. TILLBRIDGE_PROPERTY_SEED=7 makes another run.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import type { App, IpcMainInvokeEvent } from 'electron';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { windowCallNames, type WindowCall } from '#contract/calls/table.ts';
import { type Role, roles } from '#contract/people/roles.ts';
import type { Seat } from '#contract/calls/window-roles.ts';
import type { Preferences } from '#contract/till/window.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import type { EmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { startSandbox } from '#sandbox/server.ts';
import { workerEntry } from '#support/bundled.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { ledgerOf } from '#support/erp.ts';
import { preferences } from '#support/preferences.ts';
import { factor, seed } from '#support/specification/runs.ts';
import { aFolder } from '#support/store-folder.ts';
import { merchant } from '#support/whole-bridge.ts';
import { aCallOf } from '#support/window-calls.ts';
import { silentListener } from '#support/silent-listener.ts';
import { BridgeHost } from '../../main/shell/bridge/bridge-host.ts';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { createParkedSales } from '../../main/shell/machine/parked-sales.ts';
import { createHandlers } from '../../main/shell/ipc/handlers.ts';
import { createAnswerer } from '../../main/shell/ipc/ipc.ts';
import type { KeyStore } from '../../main/shell/machine/key-store.ts';
import { appPathsOf } from '../../main/shell/machine/app-paths.ts';
import { Quitting } from '../../main/shell/lifecycle/quitting.ts';
import { createReceiptFolder } from '../../main/shell/documents/receipt-folder.ts';
import { createReceiptMailer } from '../../main/shell/documents/receipt-mail.ts';
import { createReceiptSaver } from '../../main/shell/documents/receipt-saver.ts';
import { createSaveDialog } from '../../main/shell/documents/save-dialog.ts';
import { SettingsCalls } from '../../main/shell/ipc/settings-calls.ts';
import { createShiftSaver } from '../../main/shell/documents/shift-saver.ts';
import { Vault } from '../../main/shell/credentials/vault.ts';
import { wordsIn } from '../../main/shell/window/words.ts';
import { nearly } from './fuzz/schema-values.ts';

const total = 10_000 * factor;
const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;

const nobodyYet = { code: 'not-signed-in', detail: 'Nobody yet.' } as const;

const seats: readonly Seat[] = [
  { manned: false, role: null, preferences, sealed: false },
  { manned: true, role: null, preferences, sealed: false },
  { manned: false, role: null, preferences, sealed: true },
  ...roles.map((role: Role) => ({ manned: true, role, preferences, sealed: false })),
];

const anyCall = fc.constantFrom(...windowCallNames).chain((call) => {
  const schema = z.toJSONSchema(inputSchemas[call], { io: 'input', unrepresentable: 'any' });
  return fc.record({ call: fc.constant(call), input: nearly(schema), seat: fc.constantFrom(...seats) });
});

/** Sales that are really carried out, each pressed a few times, by the person who is signed in. */
const sale = fc.record({
  call: fc.constant('submit' as const),
  input: fc.integer({ min: 1, max: 40 }).map((number) => ({
    kind: 'cloud-pos',
    requestId: `sale-${number}`,
    input: {
      messageType: 'SALE',
      transId: `S-${number}`,
      posTerminalId: `T${number}`,
      amount: { value: 100 + number, currency: 'EUR' },
    },
  })),
  seat: fc.constantFrom(...seats),
});

const savesSettings: readonly WindowCall[] = ['saveGatewayChoice', 'saveShopSettings', 'saveDeviceChoice'];

/** What a generated value hardly ever is: settings that are taken, so that the bridge starts again with others. */
const saving = fc
  .record({
    call: fc.constantFrom(...savesSettings),
    seat: fc.constantFrom(...seats),
  })
  .map(({ call, seat }) => ({ call, seat, input: aCallOf[call] }));

/** Calls that reach the printer, the drawer and the display of this till, which stand for `address`. */
function atDevices(address: string) {
  const calls: readonly (readonly [WindowCall, object])[] = [
    ['printing', {}],
    ['openDrawer', { drawer: 'COUNTER', reason: 'change', approval: null }],
    ['tryDrawer', { address }],
    ['tryDisplay', { id: 'POLE', text: 'x' }],
    ['tryPrinter', { address }],
    ['tryConfirmation', { address }],
    ['printTrial', { address, sheet: 'ruler', language: 'en' }],
    ['printShift', { number: null, reason: null }],
    ['cancelPrints', { device: 'COUNTER' }],
    ['deviceChoice', {}],
  ];
  return fc
    .record({ chosen: fc.constantFrom(...calls), seat: fc.constantFrom(...seats) })
    .map(({ chosen: [call, input], seat }) => ({ call, input, seat }));
}

const madeWith = (address: string) =>
  fc.oneof(
    { arbitrary: anyCall, weight: 274 },
    { arbitrary: sale, weight: 15 },
    { arbitrary: atDevices(address), weight: 10 },
    { arbitrary: saving, weight: 1 },
  );

/** What is there without a keyring. */
const noKeyStore: KeyStore = {
  protects: async () => false,
  seal: () => Promise.reject(new Error('there is none')),
  open: () => Promise.reject(new Error('there is none')),
};

/** What a person does in the system's dialogs: one after the other, over and over. */
function inTurn<T>(...answers: readonly [T, ...T[]]): () => T {
  let asked = 0;
  return () => answers[(asked += 1) % answers.length] ?? answers[0];
}

/** The shell's calls over a real bridge, as main-services.ts puts them together; Electron's own windows and dialogs are ours. */
async function aTill(root: string, printer: string) {
  const home = aFolder();
  const documents = aFolder();
  const paths = { ...appPathsOf(home, home), worker: fileURLToPath(workerEntry()) };
  const vault = new Vault(paths.vault, noKeyStore);
  let likings: Preferences = preferences;
  let receipts: string | null = null;
  const store = {
    preferences: () => likings,
    save: (wanted: Preferences) => void (likings = wanted),
    loopbackPort: () => 0,
    rememberPort: () => {},
    receiptFolder: () => receipts,
    chooseReceiptFolder: (chosen: string) => void (receipts = chosen),
  };
  const common = { paths, vault, environment: {}, version: '0.0.0', log: () => {} };
  const host = new BridgeHost({ ...common, preferences: store, listener: silentListener, isFolderNamed: true });
  onTestFinished(() => host.stop());
  await host.restart(() => vault.openSystem());
  const settings = new SettingsCalls({ ...common, host });
  const own = { mode: 'test', root, ...merchant, passphrase: null } as const;
  const shop = settings.calls.shopSettings();
  const none = settings.calls.deviceChoice();
  const devices = {
    ...none,
    printers: { COUNTER: { address: printer, role: 'slips' } },
    displays: { POLE: { address: 'serial:/dev/no-such-line?baud=9600' } },
    receipts: { ...none.receipts, customer: 'always', drawer: 'always' },
  } as const;
  const database = join(paths.dataDir, 'tillbridge.db');
  const folders = inTurn([documents], [paths.dataDir], []);
  const files = inTurn(join(documents, 'saved'), database, '');
  const dialog = {
    showOpenDialog: async () => ({ canceled: false, filePaths: folders() }),
    showSaveDialog: async () => ({ canceled: false, filePath: files() }),
    showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  };
  const shown = { dialog, window: () => null, words: () => wordsIn('en'), paths };
  const receiptFolder = createReceiptFolder({ ...shown, preferences: store, documents: () => documents });
  const ask = createSaveDialog({ ...shown, folder: () => documents });
  const print = async () => Buffer.from('%PDF-1.7');
  const quitting = new Quitting({
    dialog,
    app: { on: () => {}, quit: () => {}, exit: () => {} } as unknown as App,
    window: () => null,
    status: () => host.bridge()?.status() ?? null,
    mayQuit: () => true,
    askInWindow: () => {},
    words: () => wordsIn('en'),
    stop: async () => {},
    log: () => {},
  });
  const handlerOf = createHandlers({
    host,
    settings,
    preferences: store,
    applyPreferences: () => {},
    receiptFolder,
    saveReceipt: createReceiptSaver({ print, folder: receiptFolder, paths, ask, title: () => 'Receipt' }),
    mailReceipt: createReceiptMailer({
      open: async (url) => expect(url).toMatch(/^mailto:\?subject=/),
      isAllowed: async () => settings.calls.shopSettings().receiptsByMail,
      subject: async () => 'Receipt',
    }),
    saveShift: createShiftSaver({ print, ask, words: () => wordsIn('en'), language: () => likings.language }),
    openList: async () => ({ type: 'cancelled' }) as never,
    status: (bridge) => bridge.status(),
    customerScreen: () => ({ there: false }),
    makeBundle: () => ({ outcome: 'machine', file: '' }),
    prepareMove: () => ({ outcome: 'not-here', command: '' }),
    parkedSales: createParkedSales(() => host.bridge()?.status() ?? null),
    quit: ({ evenIfWaiting }) => quitting.request(evenIfWaiting),
  });
  return {
    handlerOf,
    stop: () => host.stop(),
    /** As the shop wants it, whatever was saved. */
    async putRight() {
      const [choice, wanted] = [
        await settings.calls.saveGatewayChoice(own),
        await settings.calls.saveShopSettings(shop),
      ];
      const counter = await settings.calls.saveDeviceChoice(devices);
      expect([choice.type, wanted.type, counter.type]).toEqual(['saved', 'saved', 'saved']);
    },
  };
}

/** What happens at the printer, one after the other, over and over. */
const atTheCounter: readonly ((printer: EmulatedPrinter) => void)[] = [
  (printer) => printer.paperIn(),
  (printer) => printer.paperOut(),
  (printer) => printer.paperIn(),
  (printer) => printer.openCover(),
  (printer) => printer.closeCover(),
  (printer) => printer.powerOff(),
  (printer) => printer.powerOn(),
];

it(`${total} generated calls of the window`, { timeout: 600_000 * Math.max(factor, 1) }, async () => {
  const sandbox = await startSandbox({ port: 0, ...merchant });
  onTestFinished(() => sandbox.close());
  const counter = await emulatedCounter();
  onTestFinished(counter.close);
  const printer = `tcp://127.0.0.1:${counter.server.port}`;
  const till = await aTill(sandbox.url, printer);
  await till.putRight();
  const broken: string[] = [];
  let seat: Seat = { manned: false, role: null, preferences, sealed: false };
  // A till with people takes nothing from nobody: there are some from the second half on.
  let asked = 0;
  const ask = createAnswerer({
    schemas: inputSchemas,
    handlerOf: (call) =>
      call === 'saveOperator' && asked < total / 2
        ? () => ({ type: 'refused', refusal: nobodyYet })
        : till.handlerOf(call),
    windowId: () => 7,
    seat: async () => seat,
    verify: async () => ({ type: 'refused', refusal: { code: 'pin-wrong', detail: 'The PIN is wrong.' } }),
    countedLog: createCountedLog((_level, what, details) => {
      if (what === 'window-call-failed') broken.push(JSON.stringify(details));
    }, unheldTimer),
  });

  let saved = 0;
  const answered = new Map<WindowCall, number>();
  const leaked: string[] = [];
  for (const each of fc.sample(madeWith(printer), { seed, numRuns: total })) {
    ({ seat } = each);
    asked += 1;
    // The paper ends and comes back, the cover and the cable too, while calls arrive.
    atTheCounter[Math.floor(asked / 50) % atTheCounter.length]?.(counter.paper);
    try {
      const told = await ask(each.call, event, [each.input]);
      const text = JSON.stringify(told) ?? '';
      answered.set(each.call, (answered.get(each.call) ?? 0) + 1);
      if (text.includes(merchant.apiKey) || /scrypt\$/.test(text)) leaked.push(`${each.call}: ${text.slice(0, 200)}`);
      if (savesSettings.includes(each.call) && text.includes('"type":"saved"')) {
        saved += 1;
        await till.putRight();
      }
    } catch (error) {
      if (!(error instanceof CallRefused)) broken.push(`${each.call}: ${String(error)}`);
    }
  }
  expect(broken).toEqual([]);
  expect(leaked).toEqual([]);
  // The run proves something: every call came through to an answer.
  expect(windowCallNames.filter((call) => !answered.has(call))).toEqual([]);
  console.log(
    `settings were saved ${saved} times; calls that were answered: ${[...answered.values()].reduce((sum, each) => sum + each, 0)}`,
  );
  await till.stop();
  expect(counter.paper.paper.length).toBeGreaterThan(0);
  expect(JSON.stringify(counter.paper.paper)).not.toContain(merchant.apiKey);
  const { executions } = await ledgerOf(sandbox.url);
  const transIds = executions.map(({ transId }) => transId);
  expect(transIds.length).toBeGreaterThan(0);
  expect(new Set(transIds).size).toBe(transIds.length);
});
