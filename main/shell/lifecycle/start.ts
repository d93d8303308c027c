// Starts the app: settings that Electron needs before it is ready, the check for a single instance, and the message
// where the till cannot start.
import { Menu, app, dialog } from 'electron';
import { url as inspectorUrl } from 'node:inspector';
import { join, resolve } from 'node:path';
import { closeProcess, takeEnvironment } from '#host/close-process.ts';
import { crashLoop, exitCodes } from '#host/crashes.ts';
import { useCodeCaches } from '../machine/code-cache.ts';
import { registerSchemes } from './pages-protocol.ts';
import { appPathsOf } from '../machine/app-paths.ts';
import { foreignSwitch } from '../machine/switches.ts';
import { openTill } from './till-app.ts';
import { wordsFor } from '../window/words.ts';

/** Names of errors whose message is for the person at the till; all others are bugs. */
const known =
  /^(?:Damaged\w+|NewerDatabase|StorageFailed|FolderInUse|FolderMoved|CannotOpen|KeyProblem|InvalidAddress|InsecureAddress|StartProblem|PolicyProblem|UnsafeFolder)$/;

/** Exit code for wrong arguments, as of the bridge's commands. */
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
  const environment = takeEnvironment(process.env);
  const named = app.commandLine.getSwitchValue('user-data-dir');
  if (named !== '') app.setPath('userData', resolve(named));
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  useCodeCaches();
  registerSchemes();
  // The default menu takes time to make and is never shown; only macOS needs it, for copy and paste.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  // Sandboxes every page, whatever its window sets. It is left out where an argument disabled the sandbox (tests as
  // root), because Chromium's own processes would not start.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.setAppUserModelId('io.github.tillbridge');
  // The bridge goes on without a window; only quitting.ts ends it.
  app.on('window-all-closed', () => {});
  await app.whenReady();
  const paths = appPathsOf(app.getPath('userData'), join(app.getAppPath(), 'out'));
  const looping = crashLoop(paths.dataDir, Date.now());
  if (looping !== null) {
    giveUp(looping, exitCodes.crashLoop);
    return;
  }
  try {
    const till = openTill(paths, environment);
    app.on('second-instance', () => till.show());
    app.on('activate', () => till.show());
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => till.quitNow(signal));
    await till.started;
  } catch (error) {
    giveUp(reasonOf(error), 1);
  }
}

/** Call it before the first `await`: Chromium acts on its switches only after the first turn of this script. */
function refuseToStart(foreign: string): void {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
  const { cannotStart, foreignSwitch: words } = wordsFor(new Intl.DateTimeFormat().resolvedOptions().locale);
  process.stderr.write(`${cannotStart}: ${words(foreign)}\n`);
  // On Linux the dialog would only repeat the line.
  if (process.platform !== 'linux') dialog.showErrorBox(cannotStart, words(foreign));
  app.exit(wrongCall);
}

function reasonOf(error: unknown): string {
  const failure = error instanceof Error ? error : new Error('unknown');
  return known.test(failure.name) ? failure.message : (failure.stack ?? failure.message);
}

function giveUp(reason: string, exitCode: number): void {
  process.stderr.write(`Tillbridge cannot start: ${reason}\n`);
  dialog.showErrorBox(wordsFor(app.getLocale()).cannotStart, reason);
  app.exit(exitCode);
}
