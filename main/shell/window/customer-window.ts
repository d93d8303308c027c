// The window on the customer's screen: a page and a preload script of its own, which can only show what it is told and say
// what the customer touched. It stands on the screen that is not the main one, never takes the keyboard from the
// till, and goes when that screen goes; the till hears of both and asks the customer itself then.
import { BrowserWindow, type Screen } from 'electron';
import { customerChannels } from '#contract/devices/customer-channels.ts';
import {
  type CustomerAnswer,
  type CustomerScene,
  type CustomerTold,
  customerCurrencies,
  nothingTold,
} from '#contract/devices/customer-screen.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { CountedLog } from '#http/limits/counted-log.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import { customerUrl, isCustomerUrl } from './address.ts';
import { createGrowingPause } from './growing-pause.ts';
import { guardedPage } from './page-preferences.ts';

interface Ports {
  readonly paths: AppPaths;
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on' | 'off'>;
  /** Whether the app is quitting, so that no window is made any more. */
  readonly ending: () => boolean;
  /** The page stands there and answers, or does not any more. */
  readonly onThere: (there: boolean) => void;
  readonly onChose: (answer: CustomerAnswer) => void;
  /** A page was made: its keys pass by the keyboard scanner first. */
  readonly onMade: (contents: Electron.WebContents) => void;
  readonly log: EngineEvents['log'];
  /** For lines that the page causes. */
  readonly countedLog: CountedLog;
}

const screenEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const;

export class CustomerWindow {
  readonly #ports: Ports;
  readonly #pause = createGrowingPause();
  readonly #look = () => this.#place();
  #window: BrowserWindow | null = null;
  #wanted = false;
  #there = false;
  #told: CustomerTold = nothingTold;
  #again: NodeJS.Timeout | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    // Typed one by one: Electron names each event's listener.
    for (const name of screenEvents) this.#ports.screen.on(name as 'display-added', this.#look);
  }

  /** Whether the shop wants it at all. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    this.#place();
  }

  tell(told: CustomerTold): void {
    this.#told = told;
    if (this.#there) this.#window?.webContents.send(customerChannels.told, told);
  }

  there(): boolean {
    return this.#there;
  }

  end(): void {
    this.#wanted = false;
    for (const name of screenEvents) this.#ports.screen.off(name as 'display-added', this.#look);
    this.#place();
  }

  #place(): void {
    const { screen, ending } = this.#ports;
    const main = screen.getPrimaryDisplay().id;
    const display = this.#wanted && !ending() ? screen.getAllDisplays().find(({ id }) => id !== main) : undefined;
    if (display === undefined) {
      this.#leave();
      return;
    }
    if (this.#window === null) this.#open(display.bounds);
    else this.#window.setBounds(display.bounds);
  }

  #open(bounds: Electron.Rectangle): void {
    const { paths, log, countedLog, ending, onMade } = this.#ports;
    const window = new BrowserWindow({
      ...bounds,
      show: false,
      frame: false,
      resizable: false,
      // A touch on it leaves the keyboard, and so a scanner, with the till.
      focusable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Tillbridge',
      backgroundColor: '#1a1b1e',
      webPreferences: guardedPage(paths.customerPreload),
    });
    window.removeMenu();
    this.#window = window;
    const { webContents } = window;
    onMade(webContents);
    // Only of this window's own page: no other page reaches these listeners.
    webContents.ipc.on(customerChannels.ready, ({ senderFrame }) => {
      if (!isOwn(webContents, senderFrame)) return;
      this.#setThere(true);
      webContents.send(customerChannels.told, this.#told);
    });
    webContents.ipc.on(customerChannels.chose, ({ senderFrame }, given: unknown) => {
      const answer = answerIn(given);
      const isAsked = answer !== null && answers(this.#told.scene, answer);
      if (isAsked && isOwn(webContents, senderFrame)) this.#ports.onChose(answer);
      else countedLog.line('warn', 'customer-answer-refused', {});
    });
    window.once('ready-to-show', () => window.showInactive());
    webContents.on('render-process-gone', (_, { reason }) => {
      log('error', 'customer-window-gone', { reason });
      this.#setThere(false);
      this.#later(() => {
        if (!window.isDestroyed()) window.webContents.reload();
      });
    });
    // A hung page cannot be loaded again, so its process is ended first.
    window.on('unresponsive', () => webContents.forcefullyCrashRenderer());
    window.on('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      this.#setThere(false);
      if (this.#wanted && !ending()) this.#later(() => this.#place());
    });
    void window.loadURL(customerUrl).catch(() => log('error', 'customer-window-failed-to-load', {}));
  }

  #leave(): void {
    const window = this.#window;
    this.#window = null;
    this.#setThere(false);
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
    // Without the page's `beforeunload`, which could keep it open.
    if (window !== null && !window.isDestroyed()) window.destroy();
  }

  #later(work: () => void): void {
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = setTimeout(work, this.#pause());
  }

  #setThere(there: boolean): void {
    if (there === this.#there) return;
    this.#there = there;
    this.#ports.onThere(there);
  }
}

function isOwn(contents: Electron.WebContents, frame: Electron.WebFrameMain | null): boolean {
  return frame !== null && frame === contents.mainFrame && isCustomerUrl(frame.url);
}

/** A touch on a question that is no longer shown counts for nothing. */
function answers(scene: CustomerScene, answer: CustomerAnswer): boolean {
  if ('currency' in answer) return scene.step === 'choose' && scene.quoteOperationId === answer.quoteOperationId;
  // More than what is sold is no tip that anybody meant.
  return scene.step === 'tip' && scene.questionId === answer.questionId && (answer.tipMinor ?? 0) <= scene.amount.value;
}

/** What the page said, where it is an answer at all: the page is trusted with nothing. */
function answerIn(given: unknown): CustomerAnswer | null {
  if (typeof given !== 'object' || given === null) return null;
  const { quoteOperationId, currency, questionId, tipMinor } = given as { readonly [name: string]: unknown };
  if (typeof questionId === 'string' && questionId.length <= 64) {
    if (tipMinor === null) return { questionId, tipMinor };
    return typeof tipMinor === 'number' && Number.isSafeInteger(tipMinor) && tipMinor >= 0
      ? { questionId, tipMinor }
      : null;
  }
  const known = customerCurrencies.find((each) => each === currency) ?? null;
  if (typeof quoteOperationId !== 'string' || quoteOperationId.length > 128) return null;
  return known === null && currency !== null ? null : { quoteOperationId, currency: known };
}
