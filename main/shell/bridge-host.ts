// Runs the one bridge of this app, and exchanges it when the shop changes its settings or environment. Whoever
// listens to the host hears of the bridge that runs now; what waits for another environment stays in the store.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bridge, BridgeListener, BridgePorts, KeyKeeper } from '#assembly/ports.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { createClock } from '#host/clock.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { readSettings } from '#settings/file.ts';
import { unsafeFolder } from '#settings/own-folder.ts';
import { withPolicy } from '#settings/policy.ts';
import type { DataKey } from '#secrets/data-key.ts';
import { adaptBridge } from './bridge-adapter.ts';
import { CallRefused } from './call-refused.ts';
import { asBound, boundDestination, keyName, saidBy, targetFrom } from './environment.ts';
import { readItPolicy } from './it-policy.ts';
import { openFolderKey } from './folder-key.ts';
import type { Places } from './places.ts';
import type { PreferenceStore } from './preferences.ts';
import { withTerminals } from '#settings/terminals.ts';
import type { Vault } from './vault.ts';
import type { RunningBridge, WindowBridge } from './window-bridge.ts';

export interface HostPorts {
  readonly places: Places;
  readonly vault: Vault;
  readonly preferences: PreferenceStore;
  readonly version: string;
  readonly log: EngineEvents['log'];
  readonly listener: BridgeListener;
}

export class BridgeHost {
  readonly #ports: HostPorts;
  #running: RunningBridge | null = null;
  /** Who was at the till when the bridge was last exchanged. */
  #signedIn: string | null = null;
  #dataKey: DataKey = { type: 'sealed', reason: 'The bridge has not started yet.' };
  /** Aborted by a stop, for all starts that were asked for before it. */
  #ending = new AbortController();
  /** Starts and stops come one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: HostPorts) {
    this.#ports = ports;
  }

  /** Null while it starts, restarts or has stopped. */
  bridge(): WindowBridge | null {
    return this.#running?.window ?? null;
  }

  /** The bridge, once whatever start is under way is over: a window that asks early just waits a little. */
  async running(): Promise<WindowBridge> {
    await this.#turn;
    if (this.#running === null) throw new CallRefused('The bridge does not run.');
    return this.#running.window;
  }

  dataKey(): DataKey {
    return this.#dataKey;
  }

  /**
   * Starts the bridge with the settings as they are on disk; stops the one before. What must be done `first` belongs
   * to the start: who asks for the bridge meanwhile waits for both.
   */
  restart(first?: () => Promise<void>): Promise<void> {
    const { signal } = this.#ending;
    return this.#next(async () => {
      await first?.();
      // Kept also over a start that failed: the one after it goes back to the settings from before.
      if (this.#running !== null) this.#signedIn = this.#running.signedIn();
      await this.#stopRunning();
      this.#running = await this.#startUnless(signal);
      this.#ports.listener.statusMayHaveChanged();
    });
  }

  /** A start that is under way is not waited for where it waits for another program; whoever asked for it is told nothing. */
  stop(): Promise<void> {
    this.#ending.abort();
    this.#ending = new AbortController();
    return this.#next(() => this.#stopRunning());
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    // A failure is the caller's; the next one gets its turn all the same.
    this.#turn = done.catch(() => {});
    return done;
  }

  async #stopRunning(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  /** Null where it was given up: what is wrong with a start then stops nobody from quitting. */
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
    const { places, vault, version, log, listener } = this.#ports;
    const itPolicy = readItPolicy();
    const unsafe = unsafeFolder(places.dataDir, [places.home, places.vault]);
    const own = readSettings(places.dataDir, new Date().toISOString().replaceAll(/[:.]/g, '-'));
    const saved = withPolicy(own, itPolicy);
    const target = targetFrom(saved);
    const settings = withTerminals(saved, target.type === 'sandbox');
    if (unsafe !== null && target.type === 'gateway') throw unsafe;
    if (unsafe !== null) log('warn', 'data-folder-not-safe', { reason: unsafe.message });
    const name = keyName(target);
    const bridge = await this.#listen({
      dataDir: places.dataDir,
      seenDir: places.seenDir,
      settings,
      target,
      runtimeDir: process.env['XDG_RUNTIME_DIR'] || null,
      asksPeople: true,
      itPolicy,
      webhookKey: () => process.env['TILLBRIDGE_WEBHOOK_KEY'] || null,
      apiKey: () => {
        const held = name === null ? null : vault.held(name);
        return held?.type === 'open' ? held.secret : null;
      },
      ...(name === null ? {} : { keyKeeper: keeperOf(vault, name) }),
      destinationSaid: saidBy(itPolicy, saved),
      dataKey: async () => (this.#dataKey = await openFolderKey(vault, places)),
      version,
      workerEntry: places.worker,
      chance: createChance(),
      createClock,
      createDigests,
      environmentId,
      log,
      ending,
    });
    return adaptBridge(bridge, listener, settings.loopbackPort, this.#signedIn);
  }

  /** ERPs know the bridge by its port: the one in the settings, or the one it had; another only where that is taken. */
  async #listen(ports: Omit<BridgePorts, 'port'>): Promise<Bridge> {
    const { preferences, log } = this.#ports;
    const fixed = ports.settings.loopbackPort;
    const wanted = fixed === 0 ? preferences.loopbackPort() : fixed;
    // Much of the app's code: read only now, when the window is on its way and has had its files.
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

/** The vault's entry for a target's API key. */
function keeperOf(vault: Vault, name: string): KeyKeeper {
  return {
    // The first start binds the key that it uses. Another one of an older program is for whatever the settings said
    // then, which nobody knows any more.
    boundTo: () => boundDestination(vault.held(name)) ?? (vault.hasBound() ? 'unknown' : null),
    bind: (destination) => vault.bind(name, asBound(destination)),
  };
}
