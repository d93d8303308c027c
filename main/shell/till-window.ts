// The till's window. It holds no state that matters: it may be closed, reloaded or crash at any time, and asks main
// for everything again. A page can close its window past the question whether it may; then there is another one.
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { thereChannel } from '#contract/window-channels.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { windowUrl } from './address.ts';
import { createGrowingPause } from './growing-pause.ts';
import type { Places } from './places.ts';

interface Ports {
  readonly places: Places;
  /** Lets a close go through; else the window only hides, and the bridge goes on for the ERPs. */
  readonly mayClose: () => boolean;
  /** Full screen (kiosk): nothing behind the window may be seen, so it does not hide either. */
  readonly fillsScreen: () => boolean;
  readonly log: EngineEvents['log'];
}

export class TillWindow {
  readonly #ports: Ports;
  readonly #each: ((window: BrowserWindow) => void)[] = [];
  readonly #pause = createGrowingPause();
  #window: BrowserWindow;
  /** Somebody wanted to see it while there was none. */
  #wanted = false;
  /** Resolves when the first one has something to show. Until then it is hidden. */
  readonly painted: Promise<void>;
  /** Resolves when the first one's page has been loaded, or could not be (recovery.ts says so in the log). */
  readonly loaded: Promise<void>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#window = this.#made();
    this.painted = painted(this.#window);
    this.loaded = this.#window.loadURL(windowUrl).catch(() => {});
  }

  /** Null while there is none. */
  live(): BrowserWindow | null {
    return this.#window.isDestroyed() ? null : this.#window;
  }

  /** For the window that is there, and for each that takes its place. */
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

  #made(): BrowserWindow {
    const { mayClose, fillsScreen, log, places } = this.#ports;
    const window = newWindow(places);
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
    this.#window = this.#made();
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

function newWindow(places: Places): BrowserWindow {
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
  return window;
}

/** Resolves when the page's own thread is free: the preload script answers as soon as it has its turn. */
export function pageAnswers({ webContents }: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    webContents.ipc.once(thereChannel, () => resolve());
    webContents.send(thereChannel);
  });
}
