// Runs the one bridge of this app, and replaces it when the shop changes its settings or environment. The listener gets
// the events of the bridge that runs now; operations of another environment wait in the store.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bridge, BridgeListener, BridgePorts, DestinationNote } from '#assembly/base/ports.ts';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { openWindowAt } from '#assembly/window/window-at.ts';
import type { OpenedWindow, WindowBridge } from '#assembly/window/window-bridge.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { createClock } from '#host/clock.ts';
import type { Environment } from '#host/close-process.ts';
import { atMostHourly } from '#host/at-most-hourly.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { installedProgram } from '#host/own-program.ts';
import { packageKindOf } from '#host/package-kind.ts';
import { lookAtSettings, readSettings } from '#settings/file.ts';
import { groupAbove, unsafeFolder } from '#settings/paths/own-folder.ts';
import { settingsInForce } from '#settings/office-settings.ts';
import type { DataKey } from '#secrets/data-key.ts';
import { asBound, boundDestination, keyName, saidBy, targetFrom } from '../credentials/environment.ts';
import { readItPolicy } from '../machine/it-policy.ts';
import { openFolderKey } from '../credentials/folder-key.ts';
import { machineTill } from '../machine/machine-till.ts';
import { type JoinedListener, JoinedTill } from './joined-till.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import type { PreferenceStore } from '../machine/preferences.ts';
import { withTerminals } from '#settings/terminals.ts';
import type { Vault } from '../credentials/vault.ts';

export interface HostPorts {
  readonly paths: AppPaths;
  readonly vault: Vault;
  readonly environment: Environment;
  readonly preferences: PreferenceStore;
  readonly version: string;
  readonly log: EngineEvents['log'];
  readonly listener: BridgeListener & JoinedListener;
  /** Whether the app was started with a folder that was named for it. */
  readonly isFolderNamed: boolean;
}

interface RunningBridge extends Pick<OpenedWindow, 'window' | 'signedIn'> {
  /** Set where it is another program's. */
  readonly joined: JoinedTill | null;
  readonly managedLive: (keyEnteredBy: string | null) => boolean;
  stop(): Promise<void>;
}

export class BridgeHost {
  readonly #ports: HostPorts;
  #running: RunningBridge | null = null;
  /** The person who was signed in when the bridge was last replaced. */
  #signedIn: string | null = null;
  /** The same person, where the API key was entered for the start that is under way. */
  #keyEnteredBy: string | null = null;
  /** What a scanner that types sends before each code, by the settings of the last start. */
  #scanPrefix: string | null = null;
  #dataKey: DataKey = { type: 'sealed', reason: 'The bridge has not started yet.' };
  /** Aborted by `stop`, for all starts requested before it. */
  #ending = new AbortController();
  readonly #startable = atMostHourly();
  /** Starts and stops run one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: HostPorts) {
    this.#ports = ports;
  }

  /** Null while it starts, restarts or has stopped. */
  bridge(): WindowBridge | null {
    return this.#running?.window ?? null;
  }

  /** The bridge, after the start that is under way: an early call of the window waits for it. */
  async running(): Promise<WindowBridge> {
    await this.#turn;
    if (this.#running === null) throw new CallRefused('The bridge does not run.');
    return this.#running.window;
  }

  /** The till of another program, where this window has joined one. */
  joined(): JoinedTill | null {
    return this.#running?.joined ?? null;
  }

  /**
   * Whether the till would keep a manager of its own if it went live now, `keyEntered` by the person who is signed in. Of a
   * bridge that is sealed or does not run it is not known, and nothing is in the way.
   */
  managedLive({ keyEntered }: { readonly keyEntered: boolean }): boolean {
    const running = this.#running;
    return running?.managedLive(keyEntered ? running.signedIn() : null) ?? true;
  }

  scanPrefix(): string | null {
    return this.joined()?.scanPrefix() ?? this.#scanPrefix;
  }

  dataKey(): DataKey {
    return this.#dataKey;
  }

  /**
   * Stops the bridge and starts it with the settings on disk. `first` runs as part of the start: `running()` waits for
   * both. `keyEntered`: with the API key of this gateway, by the person who is signed in.
   */
  restart(first?: () => Promise<void>, { keyEntered = false } = {}): Promise<void> {
    const { signal } = this.#ending;
    return this.#next(async () => {
      await first?.();
      // Kept also after a failed start: the next one goes back to the settings from before.
      if (this.#running !== null) this.#signedIn = this.#running.signedIn();
      this.#keyEnteredBy = keyEntered ? this.#signedIn : null;
      await this.#stopRunning();
      this.#running = await this.#startUnless(signal);
      this.#ports.listener.statusMayHaveChanged();
    });
  }

  /** Gives up a start that waits for another program; the caller of that start gets no error. */
  stop(): Promise<void> {
    this.#ending.abort();
    this.#ending = new AbortController();
    return this.#next(() => this.#stopRunning());
  }

  /** The office has set something, and the till is at rest. */
  async #startAnew(): Promise<void> {
    const { paths, environment, log } = this.#ports;
    try {
      // A till that works is not stopped for a start that cannot be.
      readItPolicy(environment);
      if (lookAtSettings(paths.dataDir).type === 'fine') await this.restart();
    } catch (error) {
      log('error', 'not-started-anew', { error: error instanceof Error ? error.name : 'unknown' });
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    // The caller gets the failure; the next start or stop runs in any case.
    this.#turn = done.catch(() => {});
    return done;
  }

  async #stopRunning(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  /** Null where the start was given up: its error is logged, so that it does not stop the app from quitting. */
  async #startUnless(ending: AbortSignal): Promise<RunningBridge | null> {
    try {
      return await this.#start(ending);
    } catch (error) {
      if (!ending.aborted) throw error;
      this.#ports.log('warn', 'start-given-up', { error: error instanceof Error ? error.message : 'unknown' });
      return null;
    }
  }

  async #start(ending: AbortSignal): Promise<RunningBridge> {
    const { paths, environment, isFolderNamed } = this.#ports;
    const { dataDir } = paths;
    const machine = machineTill({ environment, platform: process.platform, dataDir, isFolderNamed });
    if (machine !== null) {
      const joined = this.#joinedTill(machine);
      await joined.begin();
      return asRunning(joined);
    }
    try {
      return await this.#startOwn(ending);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'FolderInUse') throw error;
      const joined = this.#joinedTill(dataDir);
      if (await joined.beginIfThere()) return asRunning(joined);
      throw error;
    }
  }

  #joinedTill(folder: string): JoinedTill {
    const { version, log, listener } = this.#ports;
    return new JoinedTill({ folder, version, log, listener });
  }

  async #startOwn(ending: AbortSignal): Promise<RunningBridge> {
    const { paths, vault, environment, version, log, listener } = this.#ports;
    const itPolicy = readItPolicy(environment);
    const unsafe = unsafeFolder(paths.dataDir, [paths.home, paths.vault]);
    const own = readSettings(paths.dataDir, new Date().toISOString().replaceAll(/[:.]/g, '-'));
    const inForce = settingsInForce(paths.dataDir, own, itPolicy);
    const saved = inForce.settings;
    this.#scanPrefix = saved.devices.scanPrefix;
    const target = targetFrom(saved);
    const settings = withTerminals(saved, target.type === 'sandbox');
    if (unsafe !== null && target.type === 'gateway') throw unsafe;
    const reason = unsafe?.message ?? groupAbove(paths.dataDir);
    if (reason !== null) log('warn', 'data-folder-not-safe', { reason });
    const name = keyName(target);
    const program = installedProgram(process.resourcesPath);
    const bridge = await this.#listen({
      dataDir: paths.dataDir,
      seenDir: paths.seenDir,
      settings,
      target,
      runtimeDir: environment['XDG_RUNTIME_DIR'] || null,
      asksPeople: true,
      keyEnteredBy: this.#keyEnteredBy,
      itPolicy,
      officeSettings: inForce,
      startAnew: () => this.#startable(() => void this.#startAnew()),
      webhookKey: () => environment['TILLBRIDGE_WEBHOOK_KEY'] || null,
      apiKey: () => {
        const held = name === null ? null : vault.held(name);
        return held?.type === 'open' ? held.secret : null;
      },
      ...(name === null ? {} : { destinationNote: noteIn(vault, name) }),
      destinationSaid: saidBy(itPolicy, saved),
      dataKey: async () => (this.#dataKey = await openFolderKey(vault, paths)),
      version,
      workerEntry: paths.worker,
      ownProgram: program,
      packageKind: program === null ? null : packageKindOf(program[0] ?? ''),
      chance: createChance(),
      createClock,
      createDigests,
      environmentId,
      log,
      ending,
    });
    const { loopbackPort: fixedPort } = settings;
    const opened = openWindowAt(bridge, { listener, fixedPort, signedIn: this.#signedIn });
    return {
      ...opened,
      joined: null,
      managedLive: (keyEnteredBy) => bridge.type === 'sealed' || bridge.managedLive(keyEnteredBy),
      // The window outlives this bridge and must hear what ends with it, as who asked to be paired. Its session is not
      // ended: the person stays signed in at the next bridge.
      async stop() {
        try {
          await bridge.stop();
        } finally {
          opened.detach();
        }
      },
    };
  }

  /**
   * Programs know the bridge's port: the one of the settings, else the last one; a free one only where that is taken.
   */
  async #listen(ports: Omit<BridgePorts, 'port'>): Promise<Bridge> {
    const { preferences, log } = this.#ports;
    const fixed = ports.settings.loopbackPort;
    const wanted = fixed === 0 ? preferences.loopbackPort() : fixed;
    // This loads much of the app's code, so it waits until the window has loaded its files.
    await nextTurn();
    const { createBridge } = await import('#bridge');
    let bridge: Bridge;
    try {
      bridge = await createBridge({ ...ports, port: wanted });
    } catch (error) {
      if (wanted === 0 || !(error instanceof Error) || error.name !== 'PortInUse') throw error;
      log('warn', 'port-in-use', { port: wanted });
      return createBridge({ ...ports, port: 0 });
    }
    if (wanted === 0) preferences.rememberPort(Number(new URL(bridge.url).port));
    return bridge;
  }
}

/** No person stays signed in: the session ended with the bridge that had it. */
function asRunning(joined: JoinedTill): RunningBridge {
  return {
    joined,
    window: joined.window,
    signedIn: () => null,
    managedLive: () => true,
    stop: async () => joined.stop(),
  };
}

/** Keeps the destination of a target's API key in the vault's entry. */
function noteIn(vault: Vault, name: string): DestinationNote {
  return {
    // The first start binds the key that it uses. The destination of another key of an older program is unknown.
    boundTo: () => boundDestination(vault.held(name)) ?? (vault.hasBound() ? 'unknown' : null),
    bind: (destination) => vault.bind(name, asBound(destination)),
  };
}
