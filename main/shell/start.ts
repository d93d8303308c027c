// The beginning: what Electron wants to hear before it is ready, one instance only, and what to say when the till
// cannot start.
import { Menu, app, dialog } from 'electron';
import { join, resolve } from 'node:path';
import { useCodeCaches } from './code-cache.ts';
import { registerSchemes } from './pages-protocol.ts';
import { placesOf } from './places.ts';
import { openTill } from './till-app.ts';
import { wordsFor } from './words.ts';

/** Errors with a message for the person at the till; all others are bugs. */
const known =
  /^(?:Damaged\w+|NewerDatabase|StorageFailed|FolderInUse|CannotOpen|KeyProblem|InvalidAddress|InsecureAddress|StartProblem|PolicyProblem)$/;

export async function startApp(): Promise<void> {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  if (named !== '') app.setPath('userData', resolve(named));
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  useCodeCaches();
  registerSchemes();
  // The default one takes time to make and is never shown; only macOS copies and pastes by it.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  // Every page is sandboxed, whatever its window says. Where the whole sandbox was switched off from outside (tests
  // as root), Chromium's own processes would not start with this.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.setAppUserModelId('io.github.tillbridge');
  // The bridge goes on without a window; only the way out that is asked for ends it.
  app.on('window-all-closed', () => {});
  await app.whenReady();
  try {
    const till = openTill(placesOf(app.getPath('userData'), join(app.getAppPath(), 'out')));
    app.on('second-instance', () => till.show());
    app.on('activate', () => till.show());
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => till.quitNow(signal));
    await till.started;
  } catch (error) {
    giveUp(error);
  }
}

function giveUp(error: unknown): void {
  const failure = error instanceof Error ? error : new Error('unknown');
  const text = known.test(failure.name) ? failure.message : (failure.stack ?? failure.message);
  process.stderr.write(`Tillbridge cannot start: ${text}\n`);
  dialog.showErrorBox(wordsFor(app.getLocale()).cannotStart, text);
  app.exit(1);
}
