// The services behind the window: the bridge, the answers to the window's calls, the tray, the machine's sleep. They
// are a separate module, loaded while the window's process starts, so that the window does not wait for them.
import { app, dialog, nativeTheme, powerMonitor, screen, shell } from 'electron';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import type { Preferences, StatusView } from '#contract/till/window.ts';
import { accessDenial } from '#contract/calls/window-roles.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Environment } from '#host/close-process.ts';
import type { CountedLog } from '#http/limits/counted-log.ts';
import { createAttention } from '../window/attention.ts';
import { CustomerWindow } from '../window/customer-window.ts';
import { BridgeHost } from '../bridge/bridge-host.ts';
import { EventsOut } from '../ipc/events-out.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { type Answerer, createAnswerer } from '../ipc/ipc.ts';
import { createKeyboardScanner } from '../window/keyboard-scanner.ts';
import { createKeyStore } from '../machine/key-store.ts';
import { createBundleSaver } from '../documents/bundle-saver.ts';
import { createListOpener } from '../documents/list-opener.ts';
import { setStartAtLogin } from '../machine/login-item.ts';
import { createPagePrinter } from '../documents/page-printer.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import { createParkedSales } from '../machine/parked-sales.ts';
import { openPreferences } from '../machine/preferences.ts';
import type { Quitting } from './quitting.ts';
import { createReceiptFolder } from '../documents/receipt-folder.ts';
import { createReceiptMailer } from '../documents/receipt-mail.ts';
import { createReceiptSaver } from '../documents/receipt-saver.ts';
import type { ReceiptPages } from '../documents/receipt-pages.ts';
import { withRuntimeAlarm } from '../window/runtime-alarm.ts';
import { createSaveDialog } from '../documents/save-dialog.ts';
import { SettingsCalls } from '../ipc/settings-calls.ts';
import { createShiftSaver } from '../documents/shift-saver.ts';
import type { TillWindow } from '../window/till-window.ts';
import { createTillMove } from '../ipc/till-move.ts';
import { createTray } from '../window/tray.ts';
import { Vault } from '../credentials/vault.ts';
import { type WindowBridge, seatAt } from '#assembly/window/window-bridge.ts';
import { type Words, wordsIn } from '../window/words.ts';

interface Ports {
  readonly paths: AppPaths;
  readonly environment: Environment;
  readonly till: TillWindow;
  readonly quitting: Quitting;
  readonly receipts: ReceiptPages;
  readonly log: EngineEvents['log'];
  /** For log lines that pages cause. */
  readonly countedLog: CountedLog;
}

export interface MainServices {
  /** Answers the window's calls. */
  readonly answers: Answerer;
  /** Resolves when the bridge runs. */
  readonly started: Promise<void>;
  /** The status of the bridge that ends with this app; null while none runs here. */
  status(): StatusView | null;
  words(): Words;
  fillsScreen(): boolean;
  /** Whether the person at the till may quit the app. */
  mayQuit(): boolean;
  /** Makes the window ask for the PIN of a person who may quit the app. */
  askToQuit(): void;
  stop(): Promise<void>;
}

export function startMainServices({
  paths,
  environment,
  till,
  quitting,
  receipts,
  log,
  countedLog,
}: Ports): MainServices {
  const version = app.getVersion();
  const preferences = openPreferences(paths.home, app.getLocale());
  nativeTheme.themeSource = preferences.preferences().theme;
  till.each((window) => {
    if (preferences.preferences().kiosk) window.setKiosk(true);
    window.on('session-end', () => quitting.now('session-end'));
  });
  void till.painted.then(() => till.live()?.show());

  const words = () => wordsIn(preferences.preferences().language);
  const statusOf = (bridge: WindowBridge) => withRuntimeAlarm(bridge.status(), process.versions.electron);
  const status = () => {
    const bridge = host.bridge();
    return bridge === null ? null : statusOf(bridge);
  };
  const attention = createAttention(till);
  const hearScanner = createKeyboardScanner({
    prefix: () => host.scanPrefix(),
    bridge: () => host.bridge(),
    tell: (scan) => events.scanned(scan),
  });
  const customer = new CustomerWindow({
    paths,
    screen,
    ending: () => quitting.decided(),
    onThere: (there) => events.send('customerScreenChanged', { there }),
    onChose: (answer) => events.send('customerChose', answer),
    onMade: hearScanner,
    log,
    countedLog,
  });
  const events = new EventsOut({
    status,
    // A bridge that was joined tells of it by itself.
    printing: () => (host.joined() === null ? (host.bridge()?.printing({}) ?? null) : null),
    onStatus: (now) => tray.say(now),
    attention,
    customer: (told) => customer.tell(told),
    locked: () => host.bridge()?.locked() ?? false,
  });
  till.each((window) => {
    events.attach(window);
    hearScanner(window.webContents);
    // A page that is loaded again has turned nothing to the customer.
    const forget = () => void host.bridge()?.turnToCustomer({ type: 'nothing' });
    window.webContents.on('render-process-gone', forget);
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) forget();
    });
  });
  const vault = new Vault(paths.vault, createKeyStore());
  // The clock includes the time asleep (host/clock.ts); after waking only the network has to be checked.
  powerMonitor.on('resume', () => {
    log('info', 'resumed', {});
    void checkConnection(host.bridge());
    events.statusMayHaveChanged();
  });
  const isFolderNamed = app.commandLine.hasSwitch('user-data-dir');
  const given = { paths, vault, environment, preferences, version, log };
  const host = new BridgeHost({ ...given, listener: events, isFolderNamed });
  const liveWindow = () => till.live();
  const seat = (bridge: WindowBridge | null) => seatAt(bridge, preferences.preferences());
  const folder = () => app.getPath('documents');
  const askWhere = createSaveDialog({ dialog, window: liveWindow, words, paths, folder });
  const receiptFolder = createReceiptFolder({
    paths,
    preferences,
    documents: folder,
    dialog,
    window: liveWindow,
    words,
  });
  const print = createPagePrinter(receipts);
  const settingsCalls = new SettingsCalls({ paths, vault, environment, host, version, log });
  const shop = async () => (await host.joined()?.ask('shopSettings', {})) ?? settingsCalls.calls.shopSettings();
  const answers = createAnswerer({
    windowId: () => liveWindow()?.webContents.id ?? null,
    seat: async () => seat(await host.running().catch(() => null)),
    verify: async (approval, needed) => (await host.running()).verify(approval, needed),
    countedLog,
    schemas: inputSchemas,
    handlerOf: createHandlers({
      host,
      preferences,
      settings: settingsCalls,
      applyPreferences: (wanted) => apply(wanted),
      status: statusOf,
      parkedSales: createParkedSales(status),
      customerScreen: () => ({ there: customer.there() }),
      receiptFolder,
      saveReceipt: createReceiptSaver({
        print,
        ask: askWhere,
        title: () => words().receipt,
        folder: receiptFolder,
        paths,
      }),
      mailReceipt: createReceiptMailer({
        open: (url) => shell.openExternal(url),
        isAllowed: async () => (await shop()).receiptsByMail && !preferences.preferences().kiosk,
        subject: async () => words().receiptMail((await shop()).shopName),
      }),
      saveShift: createShiftSaver({
        print,
        ask: askWhere,
        words,
        language: () => preferences.preferences().language,
      }),
      makeBundle: createBundleSaver({
        ...given,
        documents: folder,
        isJoined: () => host.joined() !== null,
        nowMs: Date.now,
      }),
      prepareMove: createTillMove({
        paths,
        platform: process.platform,
        isJoined: () => host.joined() !== null,
        status,
        dataKey: () => host.dataKey(),
        log,
      }),
      openList: createListOpener({ window: liveWindow, words, folder }),
      quit: ({ evenIfWaiting }) => quitting.request(evenIfWaiting),
    }),
  });
  const started = host.restart(() => vault.openSystem());

  const tray = createTray(paths, words(), { open: () => till.show(), quit: () => app.quit() });
  // Linux and macOS announce a shutdown here; Windows announces it to the window.
  powerMonitor.on('shutdown', () => quitting.now('shutdown'));
  const apply = (wanted: Preferences): void => {
    nativeTheme.themeSource = wanted.theme;
    const window = till.live();
    if (window !== null && window.isKiosk() !== wanted.kiosk) window.setKiosk(wanted.kiosk);
    setStartAtLogin(app, wanted.startAtLogin);
    tray.setWords(words());
    customer.want(wanted.customerScreen);
    events.send('preferencesChanged', wanted);
  };
  // After the till's own window, which people wait for.
  void till.loaded.then(() => customer.want(preferences.preferences().customerScreen));
  return {
    answers,
    started,
    status: () => (host.joined() === null ? status() : null),
    words,
    fillsScreen: () => preferences.preferences().kiosk,
    mayQuit: () => accessDenial('quit', { evenIfWaiting: true }, seat(host.bridge())) === null,
    askToQuit() {
      till.show();
      events.send('quitAsked', null);
    },
    async stop() {
      events.stop();
      customer.end();
      await host.stop();
    },
  };
}

/** A sealed bridge, and a service that is not there, have no connection to check. */
async function checkConnection(bridge: WindowBridge | null): Promise<void> {
  try {
    await bridge?.checkConnection({});
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
  }
}
