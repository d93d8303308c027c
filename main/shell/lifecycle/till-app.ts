// Puts the app together once Electron is ready. The window is made first; while its process starts, the main services
// are loaded from the disk and started. Calls that the page makes too early wait for them.
import { app, dialog, ipcMain, protocol, session } from 'electron';
import { mkdirSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { hearCrashes } from '#host/crashes.ts';
import { createLog } from '#host/log.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { devServer, devSocket } from '../window/dev-page.ts';
import { registerIpcChannels } from '../ipc/ipc.ts';
import { openLogFile } from '#host/files/log-file.ts';
import { servePages, servePagesInDevelopment, serveReceipts } from './pages-protocol.ts';
import type { Environment } from '#host/close-process.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import { Quitting } from './quitting.ts';
import { ReceiptPages } from '../documents/receipt-pages.ts';
import { recoverWindow } from '../window/recovery.ts';
import { guardAllContents, guardSession } from '../window/session-guard.ts';
import { TillWindow, pageAnswers } from '../window/till-window.ts';
import { wordsFor } from '../window/words.ts';
import type { MainServices } from './main-services.ts';

/** The page's process asks for the graphics within this time after its request for the last file. */
const askedForGraphicsMs = 4;

export interface TillApp {
  show(): void;
  quitNow(why: string): void;
  /** Resolves when the bridge runs. */
  readonly started: Promise<void>;
}

/** `environment`: the process's variables at the start. */
export function openTill(paths: AppPaths, environment: Environment): TillApp {
  mkdirSync(paths.dataDir, { recursive: true, mode: 0o700 });
  const toStderr = (line: string) => void process.stderr.write(line);
  const writeFile = openLogFile(paths.logDir, (reason) =>
    createLog(toStderr)('warn', 'log-file-not-written', { reason }),
  );
  const log = createLog((line) => {
    toStderr(line);
    writeFile(line);
  });
  const server = devServer(app.isPackaged, environment);
  const receipts = new ReceiptPages();
  // The style sheet is the last file that the page names.
  const asked = new Promise<void>((resolve) => {
    const onAsked = (path: string) => {
      if (path.endsWith('.css')) resolve();
    };
    if (server === null) servePages(protocol, paths, onAsked);
    else servePagesInDevelopment(protocol, server, onAsked);
  });
  const countedLog = createCountedLog(log, unheldTimer);
  guardSession(session.defaultSession, countedLog, server === null ? [] : [server.origin, devSocket(server)]);
  guardAllContents(app, countedLog);

  let services: MainServices | null = null;
  const words = () => services?.words() ?? wordsFor(app.getLocale());
  const till = new TillWindow({
    paths,
    mayClose: () => quitting.decided(),
    fillsScreen: () => services?.fillsScreen() ?? false,
    log,
  });
  const quitting: Quitting = new Quitting({
    app,
    dialog,
    window: () => till.live(),
    mayQuit: () => services?.mayQuit() ?? true,
    askInWindow: () => services?.askToQuit(),
    status: () => services?.status() ?? null,
    words,
    log,
    stop: async () => {
      await services?.stop();
      countedLog.end();
    },
  });
  till.each((window) => recoverWindow(window, words, countedLog.line));
  hearCrashes({
    dataDir: paths.dataDir,
    version: app.getVersion(),
    log,
    status: () => services?.status() ?? null,
    end() {
      app.relaunch();
      quitting.now('crashed');
    },
  });

  const working = Promise.withResolvers<MainServices>();
  registerIpcChannels(
    ipcMain,
    working.promise.then(({ answers }) => answers),
  );

  const start = async () => {
    // Work of main before this point would delay the page: its process starts through main, and then waits in main for
    // the channel to the graphics, which takes a while. Where the page never gets so far, `loaded` starts the bridge.
    const { loaded } = till;
    await Promise.race([asked, loaded]);
    const first = till.live();
    const answered = first === null ? loaded : Promise.race([pageAnswers(first), loaded]);
    await after(askedForGraphicsMs);
    const { startMainServices } = await import('./main-services.ts');
    await answered;
    serveReceipts(protocol, receipts);
    services = startMainServices({ paths, environment, till, quitting, receipts, log, countedLog });
    working.resolve(services);
    await services.started;
  };
  return { show: () => till.show(), quitNow: (why) => quitting.now(why), started: start() };
}
