// The till's window. It holds no state that matters: it may be closed, reloaded or crash at any time, and asks main
// for everything again.
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { thereChannel } from '#contract/window-channels.ts';
import { windowUrl } from './address.ts';
import type { Places } from './places.ts';

export interface TillWindow {
  readonly window: BrowserWindow;
  /** Resolves when there is something to show. Until then the window is hidden. */
  readonly painted: Promise<void>;
  /** Resolves when its page has been loaded, or could not be (recovery.ts says so in the log). */
  readonly loaded: Promise<void>;
}

/** `mayClose` lets a close go through; else the window only hides, and the bridge goes on for the ERPs. */
export function createTillWindow(places: Places, mayClose: () => boolean): TillWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 560,
    show: false,
    title: 'Tillbridge',
    icon: join(places.icons, 'icon.png'),
    autoHideMenuBar: true,
    // The dark theme's ground: a white flash at the start would be the first thing anybody sees.
    backgroundColor: '#1a1b1e',
    webPreferences: {
      preload: places.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A hidden till still shows the truth at once when it comes back.
      backgroundThrottling: false,
      v8CacheOptions: 'code',
    },
  });
  window.removeMenu();
  const painted = new Promise<void>((resolve) => {
    window.once('ready-to-show', () => resolve());
  });
  window.on('close', (event) => {
    if (mayClose()) return;
    event.preventDefault();
    window.hide();
  });
  const loaded = window.loadURL(windowUrl).catch(() => {});
  return { window, painted, loaded };
}

/** Resolves when the page's own thread is free: the preload script answers as soon as it has its turn. */
export function pageAnswers({ webContents }: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    webContents.ipc.once(thereChannel, () => resolve());
    webContents.send(thereChannel);
  });
}

export function showTillWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
