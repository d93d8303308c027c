// Loads the page again when it dies or hangs; it then asks main for what is under way. Errors of the page that nothing
// caught are logged by their place; `log` counts equal lines, which a page can cause without end.
import { type BrowserWindow, dialog } from 'electron';
import type { EngineEvents } from '#core/ports/engine.ts';
import { isWindowUrl, windowUrl } from './address.ts';
import { createGrowingPause } from './growing-pause.ts';
import type { Words } from './words.ts';

export function recoverWindow(window: BrowserWindow, words: () => Words, log: EngineEvents['log']): void {
  const pause = createGrowingPause();
  let asking = false;

  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    log('error', 'window-gone', { reason, exitCode });
    setTimeout(() => reload(window), pause());
  });
  window.webContents.on('did-fail-load', (_, code, description, url, isMainFrame) => {
    if (isMainFrame) log('error', 'window-failed-to-load', { code, description });
  });
  window.webContents.on('console-message', (event, _level, said, saidLine, saidSource) => {
    // Older runtimes give the parts one by one, and an event without them.
    const named: Partial<typeof event> = event;
    const { message = said, lineNumber = saidLine, sourceId = saidSource } = named;
    // What the error says stays here: it may hold what somebody typed.
    if (message.startsWith('Uncaught')) log('error', 'window-error', { source: sourceId, line: lineNumber });
  });
  window.on('unresponsive', () => {
    if (asking) return;
    asking = true;
    log('warn', 'window-unresponsive', {});
    void askToReload(window, words()).finally(() => {
      asking = false;
    });
  });
}

async function askToReload(window: BrowserWindow, words: Words): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: words.stuck,
    detail: words.stuckDetail,
    buttons: [words.reload, words.wait],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0 || window.isDestroyed()) return;
  // A hung page cannot be reloaded, so its process is ended; the listener of `render-process-gone` loads it again.
  window.webContents.forcefullyCrashRenderer();
}

/** Reloads the screen that the page's address names; a page without an address of the till is loaded from the start. */
function reload(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (isWindowUrl(window.webContents.getURL())) window.webContents.reload();
  else void window.loadURL(windowUrl);
}
