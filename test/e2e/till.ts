// The app as a person starts it: real Electron, the packaged folder, a home of its own. Every app that a test starts
// is ended with the test; its log and a picture of its window are kept where the test failed.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, type Page, _electron } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { keepOnFailure, shownName } from '#support/evidence.ts';

/** Where build/testing/test-e2e.ts put what is tested. */
export interface Subject {
  readonly executable: string;
  /** The folder to run, for an Electron that is not packaged with the app. */
  readonly args: readonly string[];
}

/** On a machine with much else to do, a start or a state may be long in coming; what never comes is still named. */
const patienceMs = 60_000;

export const packaged: Subject = { executable: named('TILLBRIDGE_E2E_APP'), args: [] };
export const built: Subject = {
  executable: named('TILLBRIDGE_E2E_ELECTRON'),
  args: [named('TILLBRIDGE_E2E_PROJECT')],
};
/** What a shop gets: it takes none of the switches that a test needs, and nobody can drive it. */
export const shops = named('TILLBRIDGE_E2E_FUSED');

function named(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: run npm run test:e2e`);
  return value;
}

export interface TillOptions {
  readonly subject?: Subject;
  /** A home that an earlier start left; else a new one. */
  readonly home?: string;
  /** `keyring`: the session's key store; `none`: as where there is no keyring. */
  readonly keys?: 'keyring' | 'none';
  readonly args?: readonly string[];
  /** Beside the test's own. */
  readonly environment?: { readonly [name: string]: string };
}

export interface Till {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly home: string;
  /** What it wrote to stderr so far. */
  log(): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Quits without a question. */
  close(): Promise<void>;
}

export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));
  // Electron's helpers outlive it by a moment and may still write.
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return home;
}

/**
 * The switches and the environment under which an app is started for a test. The first is how a driver comes in; the
 * packaged app takes the others only with it (main/shell/machine/switches.ts), so that it stands here also where no driver is.
 */
export function launchOptions(
  home: string,
  { subject = packaged, keys = 'none', args = [], environment: more = {} }: TillOptions,
) {
  const { DBUS_SESSION_BUS_ADDRESS: bus, ...rest } = process.env;
  const environment = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    executablePath: subject.executable,
    args: [
      ...subject.args,
      '--inspect=0',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${home}`,
      `--password-store=${keys === 'keyring' ? 'gnome-libsecret' : 'basic'}`,
      '--lang=en-US',
      ...args,
    ],
    env: {
      ...Object.fromEntries(environment),
      ...more,
      XDG_CONFIG_HOME: join(home, 'config'),
      ...(keys === 'keyring' && bus !== undefined ? { DBUS_SESSION_BUS_ADDRESS: bus } : {}),
    },
  };
}

export async function openTill(options: TillOptions = {}): Promise<Till> {
  const home = options.home ?? newHome();
  const app = await _electron.launch({ ...launchOptions(home, options), timeout: patienceMs });
  const child = app.process();
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  app.context().setDefaultTimeout(patienceMs);
  keepOnFailure('app.log', () => output);
  const page = await app.firstWindow();
  keepOnFailure(shownName, () => page.locator('body').innerText({ timeout: 5_000 }));
  keepOnFailure('window.png', () => page.screenshot({ timeout: 5_000 }));
  return {
    app,
    page,
    home,
    log: () => output,
    kill,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits for what only asking can tell; the test's own time-out is the clock. */
export async function until<T>(ask: () => Promise<T | null> | T | null): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((turn) => {
      setTimeout(turn, 25);
    });
  }
}

/** Every file below a folder, with its bytes; sockets and the like are left out. */
export function filesBelow(folder: string): { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path, bytes: readFileSync(path) }));
}
