// A whole bridge inside the test's own process, between a sandbox as the gateway and an ERP that speaks the gateway's
// language: real sockets, a real database, and a cable that can be pulled out.
import { type ClientOptions, type ClientPatch, plainClientOptions } from '#contract/programs/client.ts';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createBridge } from '#bridge';
import type { Bridge } from '#assembly/base/ports.ts';
import { destinationParts } from '#contract/till/destination.ts';
import { scopes as allScopes } from '#contract/programs/scopes.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { createClient } from '#loopback/access/new-client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { startSandbox } from '#sandbox/server.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { settingsSchema } from '#settings/settings.ts';
import { openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { workerEntry } from './bundled.ts';
import { Cable } from './cable.ts';
import { filesHolding } from './files.ts';
import { GatewayErp } from './gateway-erp.ts';
import { aFolder, rawDatabase } from './store-folder.ts';

export const merchantId = 'SHOP';
const apiKey = 'canary-drop-in-key-4d1e';

export interface DropInWishes {
  /** How long the bridge keeps a caller waiting; default 20 s. */
  readonly answerSeconds?: number;
  /** How long the bridge waits for a terminal's answer; default 1 s. */
  readonly terminalSeconds?: number;
  readonly reversalMayWait?: boolean;
  /** Default test. */
  readonly mode?: 'test' | 'live';
  /** How far engine time is ahead of the wall clock, which was set back; default 0. */
  readonly aheadMs?: number;
}

export interface ClientWishes {
  readonly scopes?: readonly string[];
  readonly origin?: string;
  readonly options?: Partial<ClientOptions>;
}

export interface PairedErp {
  readonly id: string;
  readonly token: string;
  /** Speaks to the bridge; made anew after a restart, whose address is another. */
  readonly erp: () => GatewayErp;
}

export class DropInShop {
  readonly #dataDir = aFolder();
  #wishes: DropInWishes;
  readonly log: string[] = [];
  sandboxUrl = '';
  cable = new Cable('http://127.0.0.1:9');
  #bridge: Bridge | null = null;

  constructor(wishes: DropInWishes) {
    this.#wishes = wishes;
  }

  get url(): string {
    return this.bridge.url;
  }

  get bridge(): Bridge {
    if (this.#bridge === null) throw new Error('the shop is closed');
    return this.#bridge;
  }

  async open(): Promise<void> {
    const sandbox = await startSandbox({ port: 0, merchantId, apiKey, terminalDelayMs: 0 });
    this.sandboxUrl = sandbox.url;
    this.cable = new Cable(sandbox.url);
    await this.cable.putIn();
    await this.start();
    onTestFinished(async () => {
      await this.stop();
      await this.cable.pullOut();
      await sandbox.close();
    });
  }

  /** `changed`: what is wished otherwise from this start on. */
  async start(changed: DropInWishes = {}): Promise<void> {
    this.#wishes = { ...this.#wishes, ...changed };
    const {
      answerSeconds = 20,
      terminalSeconds = 1,
      reversalMayWait = false,
      mode = 'test',
      aheadMs = 0,
    } = this.#wishes;
    const timeouts = { answerSeconds: 1, terminalSeconds, dropInSeconds: answerSeconds };
    this.#bridge = await createBridge({
      dataDir: this.#dataDir,
      port: 0,
      settings: settingsSchema.parse({ processingSeconds: 0.5, reversalMayWait, timeouts }),
      target: { type: 'gateway', root: this.cable.url, authRoot: this.cable.url, merchantId, mode },
      apiKey: () => apiKey,
      destinationSaid: destinationParts,
      seenDir: null,
      runtimeDir: null,
      asksPeople: false,
      itPolicy: null,
      dataKey: () => ({ type: 'open', key: Buffer.alloc(32, 7), source: 'test' }),
      version: '1.2.3',
      workerEntry: workerEntry(),
      ownProgram: null,
      chance: createChance(),
      createClock: (anchorMs, ageUnknownBeforeMs) => createClock(anchorMs + aheadMs, ageUnknownBeforeMs),
      createDigests,
      environmentId,
      log: (level, event, facts) => this.log.push(JSON.stringify({ level, event, ...facts })),
    });
  }

  async stop(): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = null;
    await bridge?.stop();
  }

  pair({ scopes = allScopes, origin, options = {} }: ClientWishes = {}): PairedErp {
    const { client, token } = this.#registry((clients) => {
      const wish = { name: 'ERP', scopes, options: { ...plainClientOptions, ...options } };
      const by = { nowIso: new Date().toISOString(), newId: randomUUID };
      const made = createClient(clients, { ...wish, ...by, ...(origin === undefined ? {} : { origin }) }, newToken());
      if ('problem' in made) throw new Error(made.problem);
      return made;
    });
    return { id: client.id, token, erp: () => new GatewayErp(this.url, merchantId, token) };
  }

  /** The table of paired programs can no longer be read, as on a disk with a fault. */
  loseClients(): void {
    const db = rawDatabase(this.#dataDir);
    db.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 999999 WHERE tbl_name = 'clients'");
    db.exec('PRAGMA schema_version = 999999');
  }

  /** Names of files in the data folder that hold the text. */
  filesHolding(text: string): string[] {
    return filesHolding(this.#dataDir, text);
  }

  change(id: string, patch: ClientPatch): void {
    this.#registry((clients) => clients.change(id, patch, new Date().toISOString()));
  }

  revoke(id: string): void {
    this.#registry((clients) => clients.revoke(id, new Date().toISOString()));
  }

  renew(id: string, tokenHash: string): void {
    this.#registry((clients) => clients.renew(id, tokenHash, new Date().toISOString()));
  }

  #registry<T>(work: (clients: ReturnType<typeof openStore>['clients']) => T): T {
    const seal = withSubKey(Buffer.alloc(32, 7), 'seal', createSeal);
    const beside = openStore({ dataDir: this.#dataDir, seal, now: Date.now, use: 'command', mustExist: true });
    try {
      return work(beside.clients);
    } finally {
      beside.close();
    }
  }
}

/** A shop that is open for the running test. */
export async function aDropInShop(wishes: DropInWishes = {}): Promise<DropInShop> {
  const shop = new DropInShop(wishes);
  await shop.open();
  return shop;
}
