// The beginning: what Electron wants to hear before it is ready, one instance only, and what to say when the till
// cannot start.
import { Menu, app, dialog } from 'electron';
import { url as inspectorUrl } from 'node:inspector';
import { join, resolve } from 'node:path';
import { closeProcess } from '#host/close-process.ts';
import { useCodeCaches } from './code-cache.ts';
import { registerSchemes } from './pages-protocol.ts';
import { placesOf } from './places.ts';
import { foreignSwitch } from './switches.ts';
import { openTill } from './till-app.ts';
import { wordsFor } from './words.ts';

/** Errors with a message for the person at the till; all others are bugs. */
const known =
  /^(?:Damaged\w+|NewerDatabase|StorageFailed|FolderInUse|CannotOpen|KeyProblem|InvalidAddress|InsecureAddress|StartProblem|PolicyProblem|UnsafeFolder)$/;

/** The call itself was wrong, as of the bridge's commands. */
const wrongCall = 2;

export async function startApp(): Promise<void> {
  const foreign = foreignSwitch({
    argv: process.argv,
    environment: process.env,
    platform: process.platform,
    isPackaged: app.isPackaged,
    isDebugged: inspectorUrl() !== undefined,
  });
  if (foreign !== null) {
    refuseToStart(foreign);
    return;
  }
  closeProcess();
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

/** Before anything is awaited: Chromium opens its doors only after the first turn of this script. */
function refuseToStart(foreign: string): void {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
  const { cannotStart, foreignSwitch: words } = wordsFor(new Intl.DateTimeFormat().resolvedOptions().locale);
  process.stderr.write(`${cannotStart}: ${words(foreign)}\n`);
  // On Linux it would only repeat that.
  if (process.platform !== 'linux') dialog.showErrorBox(cannotStart, words(foreign));
  app.exit(wrongCall);
}

function giveUp(error: unknown): void {
  const failure = error instanceof Error ? error : new Error('unknown');
  const text = known.test(failure.name) ? failure.message : (failure.stack ?? failure.message);
  process.stderr.write(`Tillbridge cannot start: ${text}\n`);
  dialog.showErrorBox(wordsFor(app.getLocale()).cannotStart, text);
  app.exit(1);
}
