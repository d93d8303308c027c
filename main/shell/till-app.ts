// Puts the app together once Electron is ready. The window comes first and takes its process to start; meanwhile all
// that works behind it is read from the disk and started. What the page asks too early is answered when that is there.
import { app, ipcMain, protocol, session } from 'electron';
import { mkdirSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { createLog } from '#host/log.ts';
import { devServer, devSocket } from './dev-page.ts';
import { openDoor } from './door.ts';
import { openLogFile } from './log-file.ts';
import { serveReceipts, serveTill, serveTillInDevelopment } from './pages-protocol.ts';
import type { Places } from './places.ts';
import { Quitting } from './quitting.ts';
import { ReceiptPages } from './receipt-saver.ts';
import { recoverWindow } from './recovery.ts';
import { guardAllContents, guardSession } from './session-guard.ts';
import { TillWindow, pageAnswers } from './till-window.ts';
import { wordsFor } from './words.ts';
import type { Works } from './works.ts';

/** After the last file was asked for, the page's process turns to the graphics within so long. */
const askedForGraphicsMs = 4;

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
  const server = devServer(app.isPackaged, process.env);
  const receipts = new ReceiptPages();
  // The style sheet is the last file that the page names.
  const asked = new Promise<void>((resolve) => {
    const onAsked = (path: string) => {
      if (path.endsWith('.css')) resolve();
    };
    if (server === null) serveTill(protocol, places.pages, onAsked);
    else serveTillInDevelopment(protocol, server, onAsked);
  });
  guardSession(session.defaultSession, log, server === null ? [] : [server.origin, devSocket(server)]);
  guardAllContents(app, log);

  let works: Works | null = null;
  const words = () => works?.words() ?? wordsFor(app.getLocale());
  const till = new TillWindow({
    places,
    mayClose: () => quitting.decided(),
    fillsScreen: () => works?.fillsScreen() ?? false,
    log,
  });
  const quitting: Quitting = new Quitting({
    app,
    window: () => till.live(),
    mayQuit: () => works?.mayQuit() ?? true,
    askInWindow: () => works?.askToQuit(),
    status: () => works?.status() ?? null,
    words,
    log,
    stop: async () => works?.stop(),
  });
  till.each((window) => recoverWindow(window, words, log));

  const working = Promise.withResolvers<Works>();
  openDoor(
    ipcMain,
    working.promise.then(({ answers }) => answers),
  );

  const start = async () => {
    // Whatever main does before holds the page up: its process starts through this one, and then waits in it for the
    // channel to the graphics, which is asked for first and takes a while to be there. Should the page never get so
    // far, the bridge runs all the same.
    const { loaded } = till;
    await Promise.race([asked, loaded]);
    const first = till.live();
    const answered = first === null ? loaded : Promise.race([pageAnswers(first), loaded]);
    await after(askedForGraphicsMs);
    const { startWorks } = await import('./works.ts');
    await answered;
    serveReceipts(protocol, receipts);
    works = startWorks({ places, till, quitting, receipts, log });
    working.resolve(works);
    await works.started;
  };
  return { show: () => till.show(), quitNow: (why) => quitting.now(why), started: start() };
}
