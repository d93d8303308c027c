// What works behind the window: the bridge, the answers to the window's calls, the tray, the machine's sleep. It is a
// part of its own, read from the disk while the window's process starts, because the window would wait for it else.
import { app, nativeTheme, powerMonitor } from 'electron';
import type { Preferences, StatusView } from '#contract/window.ts';
import { barredFrom } from '#contract/window-roles.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { createAttention } from './attention.ts';
import { BridgeHost } from './bridge-host.ts';
import type { Answerer } from './door.ts';
import { EventsOut } from './events-out.ts';
import { createHandlers } from './handlers.ts';
import { createAnswerer } from './ipc.ts';
import { createKeyStore } from './key-store.ts';
import { createListOpener } from './list-opener.ts';
import { setStartAtLogin } from './login-item.ts';
import type { Places } from './places.ts';
import { openPreferences } from './preferences.ts';
import type { Quitting } from './quitting.ts';
import { createReceiptFolder } from './receipt-folder.ts';
import { type ReceiptPages, createPagePrinter, createReceiptSaver } from './receipt-saver.ts';
import { withRuntimeAlarm } from './runtime-alarm.ts';
import { createSaveDialog } from './save-dialog.ts';
import { seatAt } from './seat.ts';
import { SettingsCalls } from './settings-calls.ts';
import { createShiftSaver } from './shift-saver.ts';
import type { TillWindow } from './till-window.ts';
import { createTray } from './tray.ts';
import { Vault } from './vault.ts';
import type { WindowBridge } from './window-bridge.ts';
import { type Words, wordsIn } from './words.ts';

interface Ports {
  readonly places: Places;
  readonly till: TillWindow;
  readonly quitting: Quitting;
  readonly receipts: ReceiptPages;
  readonly log: EngineEvents['log'];
}

export interface Works {
  /** What the window asks. */
  readonly answers: Answerer;
  /** Resolves when the bridge runs. */
  readonly started: Promise<void>;
  /** Null while no bridge runs. */
  status(): StatusView | null;
  words(): Words;
  fillsScreen(): boolean;
  /** Whether whoever is at the till may quit it. */
  mayQuit(): boolean;
  /** The window asks for the PIN of somebody who may. */
  askToQuit(): void;
  stop(): Promise<void>;
}

export function startWorks({ places, till, quitting, receipts, log }: Ports): Works {
  const version = app.getVersion();
  const preferences = openPreferences(places.home, app.getLocale());
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
  const events = new EventsOut({
    status,
    onStatus: (now) => tray.say(now),
    attention,
    locked: () => host.bridge()?.locked() ?? false,
  });
  till.each((window) => events.attach(window));
  const vault = new Vault(places.vault, createKeyStore());
  // What was slept counts by itself (host/clock.ts); on waking only the network is in question.
  powerMonitor.on('resume', () => {
    log('info', 'resumed', {});
    void host.bridge()?.checkConnection();
    events.statusMayHaveChanged();
  });
  const host = new BridgeHost({ places, vault, preferences, version, log, listener: events });
  const liveWindow = () => till.live();
  const seat = (bridge: WindowBridge | null) => seatAt(bridge, preferences.preferences());
  const folder = () => app.getPath('documents');
  const askWhere = createSaveDialog({ window: liveWindow, words, places, folder });
  const receiptFolder = createReceiptFolder({ places, preferences, documents: folder, window: liveWindow, words });
  const answers = createAnswerer({
    windowId: () => liveWindow()?.webContents.id ?? null,
    seat: async () => seat(await host.running().catch(() => null)),
    verify: async (approval, needed) => (await host.running()).verify(approval, needed),
    log,
    handlers: createHandlers({
      host,
      preferences,
      settings: new SettingsCalls({ places, vault, host, version, log }),
      applyPreferences: (wanted) => apply(wanted),
      status: statusOf,
      receiptFolder,
      saveReceipt: createReceiptSaver(receipts, {
        ask: askWhere,
        title: () => words().receipt,
        folder: receiptFolder,
        places,
      }),
      saveShift: createShiftSaver({
        print: createPagePrinter(receipts),
        ask: askWhere,
        words,
        language: () => preferences.preferences().language,
      }),
      openList: createListOpener({ window: liveWindow, words, folder }),
      quit: ({ evenIfWaiting }) => quitting.request(evenIfWaiting),
    }),
  });
  const started = host.restart(() => vault.openSystem());

  const tray = createTray(places, words(), { open: () => till.show(), quit: () => app.quit() });
  // Linux and macOS say so before they go down; Windows tells the window.
  powerMonitor.on('shutdown', () => quitting.now('shutdown'));
  const apply = (wanted: Preferences): void => {
    nativeTheme.themeSource = wanted.theme;
    const window = till.live();
    if (window !== null && window.isKiosk() !== wanted.kiosk) window.setKiosk(wanted.kiosk);
    setStartAtLogin(app, wanted.startAtLogin);
    tray.setWords(words());
    events.send('preferencesChanged', wanted);
  };
  return {
    answers,
    started,
    status,
    words,
    fillsScreen: () => preferences.preferences().kiosk,
    mayQuit: () => barredFrom('quit', { evenIfWaiting: true }, seat(host.bridge())) === null,
    askToQuit() {
      till.show();
      events.send('quitAsked', null);
    },
    async stop() {
      events.stop();
      await host.stop();
    },
  };
}
