// A whole bridge in the test's own process, over a sandbox of its own: real store, real sockets. Its window is the test,
// which is shown what people would be shown, and whose hand is on the clock of those questions.
import { onTestFinished } from 'vitest';
import { createBridge } from '#bridge';
import type {
  Bridge,
  BridgeListener,
  BridgePorts,
  BridgeWindow,
  OpenBridge,
  WindowBridgeCalls,
} from '#assembly/base/ports.ts';
import { destinationParts } from '#contract/till/destination.ts';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type Scope, scopes as allScopes } from '#contract/programs/scopes.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { startSandbox } from '#sandbox/server.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import { workerEntry } from '#support/bundled.ts';
import { Cable } from '#support/cable.ts';
import { ledgerOf } from '#support/erp.ts';
import { silentListener } from '#support/silent-listener.ts';
import { aFolder } from '#support/store-folder.ts';

export interface Program {
  readonly id: string;
  readonly token: string;
  post(kind: string, body: JsonObject, requestId: string, signal?: AbortSignal): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

export interface WholeBridge {
  readonly bridge: OpenBridge;
  readonly window: WindowBridgeCalls;
  readonly session: BridgeWindow['session'];
  readonly dataDir: string;
  /** Between the bridge and its gateway. */
  readonly cable: Cable;
  /** The gateway itself, for its panel, which answers its own address only. */
  readonly sandboxUrl: string;
  program(scopes?: readonly Scope[]): Program;
  /** Resolves when so many questions stand. */
  questions(count: number): Promise<readonly ConfirmationView[]>;
  /** How often the questions changed. */
  readonly changes: () => number;
  /** Lets everything happen that waits for this many ms. */
  pass(ms: number): void;
  ledger(): ReturnType<typeof ledgerOf>;
}

interface Options {
  readonly dataDir?: string;
  readonly loopback?: Partial<Settings['loopback']>;
  readonly ports?: Partial<BridgePorts>;
}

export const merchant = { merchantId: 'SHOP', apiKey: 'sample-key' };

export async function aWholeBridge({ dataDir = aFolder(), loopback = {}, ports = {} }: Options = {}) {
  const sandbox = await startSandbox({ port: 0, ...merchant });
  onTestFinished(() => sandbox.close());
  const cable = new Cable(sandbox.url);
  await cable.putIn();
  onTestFinished(() => cable.pullOut());
  const waiting = new Set<{ readonly ms: number; readonly work: () => void }>();
  const bridge = await createBridge({
    dataDir,
    port: 0,
    settings: settingsSchema.parse({ loopback }),
    target: {
      type: 'gateway',
      root: cable.url,
      authRoot: cable.url,
      merchantId: merchant.merchantId,
      mode: 'test',
    },
    apiKey: () => merchant.apiKey,
    destinationSaid: destinationParts,
    seenDir: null,
    runtimeDir: null,
    asksPeople: true,
    itPolicy: null,
    dataKey: () => ({ type: 'open', key: Buffer.alloc(32, 5), source: 'test' }),
    version: '0.0.0',
    workerEntry: workerEntry(),
    ownProgram: null,
    chance: createChance(),
    createClock: (anchorMs) => ({
      ...createClock(anchorMs),
      after(ms, work) {
        const entry = { ms, work };
        waiting.add(entry);
        const cancel = createClock(anchorMs).after(ms, work);
        return () => {
          waiting.delete(entry);
          cancel();
        };
      },
    }),
    createDigests,
    environmentId,
    log: () => {},
    ...ports,
  });
  onTestFinished(() => bridge.stop());
  if (bridge.type === 'sealed') throw new Error('the bridge is sealed');
  const { calls: window, session } = bridge.openWindow();
  const watching = new Set<() => void>();
  let changes = 0;
  const listener: BridgeListener = {
    ...silentListener,
    confirmationsChanged: () => {
      changes += 1;
      for (const look of watching) look();
    },
  };
  onTestFinished(window.subscribe(listener));
  const whole: WholeBridge = {
    bridge,
    window,
    session,
    dataDir,
    cable,
    program: (scopes = allScopes) => aProgram(bridge, window, scopes),
    questions: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const standing = window.confirmations();
          if (standing.length !== count) return;
          watching.delete(look);
          resolve(standing);
        };
        watching.add(look);
        look();
      }),
    changes: () => changes,
    pass(ms) {
      for (const each of [...waiting].filter((entry) => entry.ms === ms)) each.work();
    },
    sandboxUrl: sandbox.url,
    ledger: () => ledgerOf(sandbox.url),
  };
  return whole;
}

function aProgram(bridge: Bridge, window: WindowBridgeCalls, scopes: readonly Scope[]): Program {
  const made = window.createClient({ name: 'Shop system', scopes: [...scopes], origin: null });
  if (made.type === 'refused') throw new Error(made.refusal.detail);
  const { token, client } = made;
  return {
    id: client.id,
    token,
    async post(kind, body, requestId, signal) {
      const answer = await fetch(`${bridge.url}/v1/operations/${kind}?wait=20`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': requestId,
        },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      });
      return { status: answer.status, body: (await answer.json()) as JsonObject };
    },
  };
}
