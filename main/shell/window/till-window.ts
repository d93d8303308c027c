// The till's window. It holds no state that matters: it may be closed, reloaded or crash at any time, and then asks
// main for everything again. A page can close its window without the `close` event; then a new window replaces it.
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { thereChannel } from '#contract/calls/window-channels.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { windowUrl } from './address.ts';
import { createGrowingPause } from './growing-pause.ts';
import { guardedPage } from './page-preferences.ts';
import type { AppPaths } from '../machine/app-paths.ts';

interface Ports {
  readonly paths: AppPaths;
  /** Whether a close may go through; else the window only hides, and the bridge goes on for the programs. */
  readonly mayClose: () => boolean;
  /** Whether the window fills the screen (kiosk): then it does not hide, so that nothing behind it is seen. */
  readonly fillsScreen: () => boolean;
  readonly log: EngineEvents['log'];
}

export class TillWindow {
  readonly #ports: Ports;
  readonly #each: ((window: BrowserWindow) => void)[] = [];
  readonly #pause = createGrowingPause();
  #window: BrowserWindow;
  /** `show` was called while there was no window. */
  #wanted = false;
  /** Resolves when the first window has something to show. Until then it is hidden. */
  readonly painted: Promise<void>;
  /** Resolves when the first window's page was loaded, or failed to load (recovery.ts logs that). */
  readonly loaded: Promise<void>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#window = this.#newWindow();
    this.painted = painted(this.#window);
    this.loaded = this.#window.loadURL(windowUrl).catch(() => {});
  }

  /** The window, or null while there is none. */
  live(): BrowserWindow | null {
    return this.#window.isDestroyed() ? null : this.#window;
  }

  /** Calls `work` for the window that is there, and for each window that replaces it. */
  each(work: (window: BrowserWindow) => void): void {
    this.#each.push(work);
    if (!this.#window.isDestroyed()) work(this.#window);
  }

  show(): void {
    const window = this.live();
    this.#wanted = window === null;
    if (window === null) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  #newWindow(): BrowserWindow {
    const { mayClose, fillsScreen, log, paths } = this.#ports;
    const window = newWindow(paths);
    window.on('close', (event) => {
      if (mayClose()) return;
      event.preventDefault();
      if (!fillsScreen()) window.hide();
    });
    window.on('closed', () => {
      if (mayClose()) return;
      log('warn', 'window-closed-itself', {});
      setTimeout(() => this.#replace(), this.#pause());
    });
    return window;
  }

  #replace(): void {
    if (this.#ports.mayClose()) return;
    this.#window = this.#newWindow();
    void painted(this.#window).then(() => {
      if (this.#wanted || this.#ports.fillsScreen()) this.show();
    });
    for (const work of this.#each) work(this.#window);
    void this.#window.loadURL(windowUrl).catch(() => {});
  }
}

function painted(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    window.once('ready-to-show', () => resolve());
  });
}

function newWindow(paths: AppPaths): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 560,
    show: false,
    title: 'Tillbridge',
    icon: join(paths.icons, 'icon.png'),
    autoHideMenuBar: true,
    // The dark theme's background, so that the start shows no white flash.
    backgroundColor: '#1a1b1e',
    webPreferences: guardedPage(paths.preload),
  });
  window.removeMenu();
  return window;
}

/** Resolves when the page's thread is free: the preload script answers as soon as it runs. */
export function pageAnswers({ webContents }: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    webContents.ipc.once(thereChannel, () => resolve());
    webContents.send(thereChannel);
  });
}
