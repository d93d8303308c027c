// Puts the app together once Electron is ready: bridge, window, tray and what connects them. The window opens while
// the bridge still starts; what it asks meanwhile is answered as soon as the bridge is there.
import { type BrowserWindow, app, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import { mkdirSync } from 'node:fs';
import type { Preferences } from '#contract/window.ts';
import { createLog } from '#host/log.ts';
import { BridgeHost } from './bridge-host.ts';
import { devServer, devSocket } from './dev-page.ts';
import { EventsOut } from './events-out.ts';
import { createHandlers } from './handlers.ts';
import { openDoor } from './ipc.ts';
import { createKeyStore } from './key-store.ts';
import { openLogFile } from './log-file.ts';
import { setStartAtLogin } from './login-item.ts';
import { servePages } from './pages-protocol.ts';
import type { Places } from './places.ts';
import { openPreferences } from './preferences.ts';
import { Quitting } from './quitting.ts';
import { ReceiptPages, createPagePrinter, createReceiptSaver } from './receipt-saver.ts';
import { recoverWindow } from './recovery.ts';
import { withRuntimeAlarm } from './runtime-alarm.ts';
import { guardAllContents, guardSession } from './session-guard.ts';
import { SettingsCalls } from './settings-calls.ts';
import { createShiftSaver } from './shift-saver.ts';
import { createTillWindow, showTillWindow } from './till-window.ts';
import { createTray } from './tray.ts';
import { Vault } from './vault.ts';
import type { WindowBridge } from './window-bridge.ts';
import { wordsIn } from './words.ts';

export interface TillApp {
  show(): void;
  quitNow(why: string): void;
  /** Resolves when the bridge runs. */
  readonly started: Promise<void>;
}

export function openTill(places: Places): TillApp {
  mkdirSync(places.dataDir, { recursive: true, mode: 0o700 });
  const writeLog = openLogFile(places.logDir);
  const log = createLog((line) => {
    process.stderr.write(line);
    writeLog(line);
  });
  const version = app.getVersion();
  const preferences = openPreferences(places.home, app.getLocale());
  const words = () => wordsIn(preferences.preferences().language);
  const statusOf = (bridge: WindowBridge) => withRuntimeAlarm(bridge.status(), process.versions.electron);
  const status = () => {
    const bridge = host.bridge();
    return bridge === null ? null : statusOf(bridge);
  };

  const events = new EventsOut(status, (now) => tray.say(now));
  const vault = new Vault(places.vault, createKeyStore());
  const host = new BridgeHost({ places, vault, preferences, version, log, listener: events });
  const started = vault.openSystem().then(() => host.restart());

  const server = devServer(app.isPackaged, process.env);
  const receipts = new ReceiptPages();
  servePages(protocol, places.pages, receipts, server);
  guardSession(session.defaultSession, log, server === null ? [] : [server.origin, devSocket(server)]);
  guardAllContents(app, log);

  const liveWindow = () => (window.isDestroyed() ? null : window);
  const quitting = new Quitting({
    app,
    window: liveWindow,
    status,
    words,
    log,
    async stop() {
      events.stop();
      await host.stop();
    },
  });
  openDoor({
    ipc: ipcMain,
    windowId: () => liveWindow()?.webContents.id ?? null,
    log,
    handlers: createHandlers({
      host,
      preferences,
      settings: new SettingsCalls({ places, vault, host, version, log }),
      applyPreferences: (wanted) => apply(wanted),
      status: statusOf,
      saveReceipt: createReceiptSaver(receipts, {
        window: liveWindow,
        title: () => words().receipt,
        folder: () => app.getPath('documents'),
      }),
      saveShift: createShiftSaver({
        print: createPagePrinter(receipts),
        window: liveWindow,
        words,
        language: () => preferences.preferences().language,
        folder: () => app.getPath('documents'),
      }),
      quit: ({ evenIfWaiting }) => quitting.request(evenIfWaiting),
    }),
  });

  const { kiosk, theme } = preferences.preferences();
  nativeTheme.themeSource = theme;
  const window: BrowserWindow = createTillWindow({ places, kiosk, mayClose: () => quitting.decided() });
  events.attach(window);
  recoverWindow(window, words, log);
  const show = () => showTillWindow(window);
  const tray = createTray(places, words(), { open: show, quit: () => app.quit() });
  powerMonitor.on('resume', () => {
    log('info', 'resumed', {});
    void host.bridge()?.checkConnection();
  });

  const apply = (wanted: Preferences): void => {
    nativeTheme.themeSource = wanted.theme;
    if (window.isKiosk() !== wanted.kiosk) window.setKiosk(wanted.kiosk);
    setStartAtLogin(app, wanted.startAtLogin);
    tray.setWords(words());
    events.send('preferencesChanged', wanted);
  };
  return { show, started, quitNow: (why) => quitting.now(why) };
}
