// What happens when the page dies or hangs: it is loaded again and asks main for what is under way. A page that dies
// again and again is loaded ever more slowly, so that a broken build does not eat the machine.
import { type BrowserWindow, dialog } from 'electron';
import type { EngineEvents } from '#core/ports/engine.ts';
import { isWindowUrl, windowUrl } from './address.ts';
import type { Words } from './words.ts';

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** A page that lived this long died of something new. */
const calmAfterMs = 60_000;

export function recoverWindow(window: BrowserWindow, words: () => Words, log: EngineEvents['log']): void {
  let delayMs = firstDelayMs;
  let diedAt = 0;
  let asking = false;

  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    log('error', 'window-gone', { reason, exitCode });
    const now = performance.now();
    delayMs = now - diedAt > calmAfterMs ? firstDelayMs : Math.min(delayMs * 2, longestDelayMs);
    diedAt = now;
    setTimeout(() => reload(window), delayMs);
  });
  window.webContents.on('did-fail-load', (_, code, description, url, isMainFrame) => {
    if (isMainFrame) log('error', 'window-failed-to-load', { code, description });
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
  // A hung page does not take part in a reload; its process is ended, and `render-process-gone` brings it back.
  window.webContents.forcefullyCrashRenderer();
}

/** With the screen that its address names; a page that never came so far is asked for anew. */
function reload(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (isWindowUrl(window.webContents.getURL())) window.webContents.reload();
  else void window.loadURL(windowUrl);
}
