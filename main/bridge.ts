// The composition root: puts store, gateway, engine and surfaces together. It knows no Electron; the headless entry
// and the window's entry hand it the same ports.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Background, createBackground } from '#background/background.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Mode, State } from '#contract/states.ts';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import { type Calls, createCalls } from '#core/calls.ts';
import { type Desk, createDesk } from '#core/desk.ts';
import { EffectsWorker } from '#core/effects-worker.ts';
import { Engine } from '#core/engine.ts';
import type { Books, Chance, ClientRegistry, Clock, Digests, Effects, EngineEvents, Policy } from '#core/ports.ts';
import type { Environment } from '#core/record.ts';
import { currentTally } from '#core/shift-books.ts';
import { type ShiftPage, shiftPage } from '#core/shift-page.ts';
import { type LongReads, type Shifts, createShifts } from '#core/shifts.ts';
import { signAtEnd } from '#core/signed-heads.ts';
import { People } from '#core/people.ts';
import { notified } from '#core/notified.ts';
import { viewOf } from '#core/view.ts';
import { Watchers } from '#core/watchers.ts';
import { type CustomerCalls, createCustomerCalls } from '#core/window-customers.ts';
import { type WindowCalls, createWindowCalls } from '#core/window-calls.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLoopback } from '#loopback/server.ts';
import { createClient } from '#loopback/tokens.ts';
import { startSandbox } from '#sandbox/server.ts';
import { type DataKey, subKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import type { Settings } from '#settings/settings.ts';
import { lockFolder } from '#store/folder-lock.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { createPause } from '#store/place.ts';
import { createSeal } from '#store/seal.ts';
import type { Language } from '#texts/index.ts';
import { type NotifiedBridge, type Webhooks, createWebhooks } from '#webhooks/server.ts';

/** Where operations go: a gateway, or the sandbox inside this program. */
export type Target =
  | { readonly type: 'sandbox' }
  | {
      readonly type: 'gateway';
      readonly root: string;
      readonly authRoot: string;
      readonly merchantId: string;
      readonly mode: Mode;
    };

export interface BridgePorts {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly settings: Settings;
  readonly target: Target;
  readonly apiKey: () => string | null;
  /** Where the bridge notes, outside of the data folder, how far it has come; null for nowhere. */
  readonly seenDir: string | null;
  /** The key that the gateway's notifications are signed with, where there is one. */
  readonly webhookKey?: () => string | null;
  readonly dataKey: DataKey;
  readonly version: string;
  /** The file of background/worker.ts, as it is or bundled. */
  readonly workerEntry: URL | string;
  /** Devices for what follows an outcome; left out where the till has none. */
  readonly effects?: Effects;
  readonly chance: Chance;
  /** Engine time begins at `anchorMs`. */
  readonly createClock: (anchorMs: number) => Clock;
  readonly createDigests: (key: Buffer) => Digests;
  readonly environmentId: (root: string, merchantId: string, mode: string) => string;
  readonly log: EngineEvents['log'];
}

/** What the window is told, always after the commit. */
export interface BridgeListener {
  operationChanged(operation: OperationView): void;
  statusMayHaveChanged(): void;
}

/** What is done at the till goes through here: who is signed in, and who approves. */
export interface Till {
  readonly desk: Desk;
  readonly people: People;
}

/** The calls of a person at the window, with what only the composition root can put together. */
export interface WindowBridgeCalls extends WindowCalls, CustomerCalls {
  createClient(input: WindowInput<'createClient'>): WindowOutputs['createClient'];
  shiftReport(number: number | null): Promise<WindowOutputs['shiftReport']>;
  closeShift(evenIfOpen: boolean): Promise<WindowOutputs['closeShift']>;
  /** The report as a page to print; null where there is no such shift. */
  shiftPage(number: number | null, language: Language): Promise<ShiftPage | null>;
  /** Writes the journal into the file, and its public key beside it. */
  exportJournal(format: 'ndjson' | 'csv', file: string): Promise<void>;
  /** Returns a function that ends the listening. */
  subscribe(listener: BridgeListener): () => void;
}

export interface Bridge {
  readonly url: string;
  /** Where notifications of the gateway are taken; missing where they are not. */
  readonly webhookUrl?: string;
  readonly calls: Calls;
  /** Missing while the data folder is sealed. */
  readonly window?: WindowBridgeCalls;
  /** Missing while the data folder is sealed. */
  readonly shifts?: Shifts;
  /** Missing while the data folder is sealed. */
  readonly till?: Till;
  stop(): Promise<void>;
}

/** How far the journal has come is noted outside of the folder, so that a backup put back is recognised. */
const seenEveryMs = 300_000;

/** How long a stop waits for answers that are under way; what has none by then is unknown and looked up later. */
const stopGraceMs = 5_000;

export async function createBridge(ports: BridgePorts): Promise<Bridge> {
  // What was opened is closed in the opposite order, also where a later step fails.
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    return await build(ports, opened, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function build(
  ports: BridgePorts,
  opened: (() => Promise<void> | void)[],
  closeAll: () => Promise<void>,
): Promise<Bridge> {
  const { dataDir, settings, dataKey, log, version } = ports;
  const lock = lockFolder(dataDir);
  opened.push(() => lock.release());
  const seal = dataKey.type === 'open' ? createSeal(subKey(dataKey.key, 'seal')) : null;
  const followUps = ports.effects?.kinds ?? [];
  const opening = openStore({ dataDir, seal, now: Date.now, use: 'bridge', followUps });
  opened.push(() => opening.close());
  const clock = ports.createClock(Math.max(Date.now(), latestMs(opening)));
  const background = createBackground(ports.workerEntry);
  opened.push(() => background.close());
  const pause = createPause({ opened: opening, dataDir, seenDir: ports.seenDir, nowMs: () => clock.nowMs() });
  opened.push(() => pause.noteSeen());
  const seeing = setInterval(() => pause.noteSeen(), seenEveryMs);
  opened.push(() => clearInterval(seeing));

  const at = await gatewayOf(ports, opened);
  const gateway = createGateway({
    ...at,
    scheme: settings.gateway.scheme,
    clock,
    version,
    log,
    connectTimeoutMs: settings.timeouts.connectSeconds * 1_000,
    ...(settings.gateway.caFile === undefined ? {} : { caPem: readFileSync(settings.gateway.caFile, 'utf8') }),
  });
  opened.push(() => gateway.close());

  const { environment } = at;
  const policy = policyOf(settings);
  const watchers = new Watchers(clock);
  const listeners = new Set<BridgeListener>();
  const { store, clients } = opening;
  let calls: Calls;
  let window: WindowBridgeCalls | null = null;
  let shifts: Shifts | null = null;
  let till: Till | null = null;
  let hooks: NotifiedBridge | null = null;
  if (dataKey.type === 'open') {
    const { books } = opening;
    const signer = opening.signer(clock.nowMs());
    shifts = createShifts({ books, reads: longReads(background, books, dataDir), signer, clock });
    // After the engine has stopped: what it still wrote is signed as well.
    opened.push(async () => {
      if (opening.store.failure() === null) await signAtEnd(books, signer, clock.nowMs());
    });
    const effects = effectsWorker(ports, opening, clock);
    if (effects !== null) opened.push(() => effects.stop());
    const engine = new Engine({
      clock,
      chance: ports.chance,
      digests: ports.createDigests(subKey(dataKey.key, 'digest')),
      gateway,
      store: opening.store,
      environment,
      policy,
      pause,
      events: {
        changed: (record) => {
          watchers.changed(record);
          effects?.kick();
          if (listeners.size === 0) return;
          const view = viewOf(record, { clock, store, clients });
          for (const listener of listeners) listener.operationChanged(view);
        },
        connection: () => {
          log('info', 'connection', { ...engine.connection.status() });
          for (const listener of listeners) listener.statusMayHaveChanged();
        },
        log,
      },
    });
    await engine.start();
    opened.push(() => engine.stop(stopGraceMs));
    const { operators } = opening;
    const statusChanged = () => {
      for (const listener of listeners) listener.statusMayHaveChanged();
    };
    const people = new People({
      clock,
      chance: ports.chance,
      operators,
      pins: createPins(subKey(dataKey.key, 'pins')),
      autoLockMs: settings.people.autoLockMinutes * 60_000,
      changed: statusChanged,
    });
    calls = createCalls({ engine, gateway, store, clients, watchers, clock, policy, environment, version });
    const desk = createDesk({ engine, people, policy, environment });
    till = { people, desk };
    hooks = { notified: (payId) => notified({ engine, store, clock, environment }, payId) };
    window = {
      ...createWindowCalls({ engine, store, clients, clock, environment }),
      ...createCustomerCalls(calls),
      createClient: (input) => createClientFor(clients, input, clock),
      ...shiftCalls({ shifts, desk, publicKeyPem: signer.publicKeyPem, background, dataDir }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  } else {
    log('error', 'sealed', { reason: dataKey.reason });
    calls = sealedCalls(dataKey.reason, version, environment, opening.store.counts(environment.id));
  }

  const watch = watchFile(opening, background, dataDir, log);
  const known = calls;
  calls = { ...known, status: () => watch.told(known.status()) };
  const loopback = await createLoopback({
    port: ports.port,
    version,
    clients: opening.clients,
    calls,
    log,
    ...(shifts === null ? {} : { shifts }),
  });
  opened.push(() => loopback.close());
  const webhooks = hooks === null ? null : await webhooksOf(ports, hooks);
  if (webhooks !== null) opened.push(() => webhooks.close());
  log('info', 'started', { mode: environment.mode, gateway: environment.root, url: loopback.url });
  return {
    url: loopback.url,
    calls,
    ...(webhooks === null ? {} : { webhookUrl: webhooks.url }),
    ...(window === null ? {} : { window }),
    ...(shifts === null ? {} : { shifts }),
    ...(till === null ? {} : { till }),
    stop: closeAll,
  };
}

async function webhooksOf(
  { settings, webhookKey, log }: BridgePorts,
  bridge: NotifiedBridge,
): Promise<Webhooks | null> {
  const { port, ...signature } = settings.webhooks;
  if (port === null) return null;
  return createWebhooks({ port, settings: signature, key: () => webhookKey?.() ?? null, bridge, log });
}

function createClientFor(
  clients: ClientRegistry,
  { name, scopes, origin }: WindowInput<'createClient'>,
  clock: Clock,
): WindowOutputs['createClient'] {
  const wish = { name, scopes, ...(origin === null ? {} : { origin }) };
  const made = createClient(clients, { ...wish, nowIso: clock.iso(clock.nowMs()), newId: randomUUID });
  if ('problem' in made) return { type: 'refused', refusal: { code: 'invalid-input', detail: made.problem } };
  return { type: 'created', client: made.client, token: made.token };
}

function effectsWorker({ effects, log }: BridgePorts, opening: OpenedStore, clock: Clock): EffectsWorker | null {
  if (effects === undefined) return null;
  const worker = new EffectsWorker({ rows: opening.effects, effects, clock, log });
  // What an earlier run left.
  worker.kick();
  return worker;
}

interface ShiftCallPorts {
  readonly shifts: Shifts;
  readonly desk: Desk;
  readonly publicKeyPem: string;
  readonly background: Background;
  readonly dataDir: string;
}

function shiftCalls({ shifts, desk, publicKeyPem, background, dataDir }: ShiftCallPorts) {
  const reportOf = (number: number | null) => (number === null ? shifts.current() : shifts.closed(number));
  return {
    shiftReport: async (number: number | null) => ({
      report: await reportOf(number),
      lastClosed: shifts.lastNumber(),
    }),
    async closeShift(evenIfOpen: boolean) {
      const closer = desk.closesShift();
      return closer.type === 'refused' ? closer : shifts.close({ by: closer.name, evenIfOpen });
    },
    async shiftPage(number: number | null, language: Language) {
      const report = await reportOf(number);
      return report === null ? null : shiftPage(report, language);
    },
    async exportJournal(format: 'ndjson' | 'csv', file: string) {
      await background.run('export', { dataDir, format, file });
      writeFileSync(`${file}.public-key.pem`, publicKeyPem);
    },
  };
}

/** So few records are added up faster than a thread starts. */
const shortShift = 2_000;

function longReads(background: Background, books: Books, dataDir: string): LongReads {
  return {
    currentShift: async () =>
      books.head().seq - (books.lastShift()?.closedSeq ?? 0) <= shortShift
        ? currentTally(books)
        : background.run('currentShift', { dataDir }),
    closedShift: (number) => background.run('closedShift', { dataDir, number }),
  };
}

/** A large database that ended cleanly is read whole only after the start; what is wrong with it becomes an alarm. */
function watchFile(
  { fileChecked }: OpenedStore,
  background: Background,
  dataDir: string,
  log: BridgePorts['log'],
): { told(status: JsonObject): JsonObject } {
  let damage: string | null = null;
  if (!fileChecked) {
    background.run('checkFile', { dataDir }).then(
      (found) => {
        damage = found;
        log(found === null ? 'info' : 'error', 'database-checked', { damage: found });
      },
      (error: unknown) => {
        log('warn', 'database-not-checked', { error: error instanceof Error ? error.message : 'unknown' });
      },
    );
  }
  return {
    told(status) {
      if (damage === null) return status;
      const message = `The database is damaged (${damage}). Close the shift, stop the bridge and put back a backup.`;
      const { alarms } = status;
      return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), { code: 'database-damaged', message }] };
    },
  };
}

/** When the last thing on record happened: the clock never starts before it, also where the wall clock was set back. */
function latestMs({ journal }: OpenedStore): number {
  const { seq } = journal.head();
  const [last] = journal.after(seq - 1, 1);
  return last === undefined ? 0 : Date.parse(last.at);
}

interface GatewayPlace {
  readonly root: string;
  readonly authRoot: string;
  readonly merchantId: string;
  readonly apiKey: () => string | null;
  readonly environment: Environment;
}

const embedded = { root: 'embedded sandbox', merchantId: 'TRAINING', apiKey: 'training' };

async function gatewayOf(ports: BridgePorts, opened: (() => Promise<void> | void)[]): Promise<GatewayPlace> {
  const { target, environmentId } = ports;
  if (target.type === 'gateway') {
    const { root, authRoot, merchantId, mode } = target;
    const environment = { id: environmentId(root, merchantId, mode), root, merchantId, mode };
    return { root, authRoot, merchantId, apiKey: ports.apiKey, environment };
  }
  const { merchantId, apiKey } = embedded;
  const dataDir = join(ports.dataDir, 'sandbox');
  const sandbox = await startSandbox({ port: 0, merchantId, apiKey, dataDir });
  opened.push(() => sandbox.close());
  // The embedded sandbox has another port at each start and is still the same one.
  const id = environmentId(embedded.root, merchantId, 'training');
  const environment = { id, root: embedded.root, merchantId, mode: 'training' } as const;
  return { root: sandbox.url, authRoot: sandbox.url, merchantId, apiKey: () => apiKey, environment };
}

function policyOf(settings: Settings): Policy {
  const { timeouts } = settings;
  const processingMs = settings.processingSeconds * 1_000;
  // Nobody waits for an answer longer than until the gateway's work on it is over, plus some time for the way.
  const answerTimeoutMs = Math.min(timeouts.answerSeconds * 1_000, processingMs + 5_000);
  const terminalTimeoutMs = Math.min(timeouts.terminalSeconds * 1_000, processingMs + 10_000);
  return {
    processingMs,
    answerTimeoutMs,
    terminalTimeoutMs,
    terminalWindowMs: terminalTimeoutMs + processingMs,
    keyLifetimeMs: settings.keyLifetimeHours * 3_600_000,
    keysTrusted: settings.keysTrusted,
    maxResends: 6,
    sendDeadlineMs: timeouts.sendDeadlineSeconds * 1_000,
    pendingLimitMs: settings.pendingLimitHours * 3_600_000,
    reversalMayWait: settings.reversalMayWait,
    refundLimitMinor: settings.people.refundLimitMinor,
    queueLimit: settings.queueLimit,
    concurrency: 16,
    shopCurrency: settings.shopCurrency,
    paymentPaths: settings.paymentPaths,
    terminals: settings.terminals,
  };
}

/** Without the folder's key nothing can be read or compared, so everything waits and the status says why. */
function sealedCalls(
  reason: string,
  version: string,
  environment: Environment,
  counts: { [state in State]: number },
): Calls {
  const refusal: Refusal = { code: 'sealed', detail: reason };
  const refused = { type: 'refused', refusal } as const;
  return {
    refusal: () => refusal,
    submit: async () => refused,
    operation: () => null,
    operations: () => ({ operations: [], next: null }),
    settled: async () => null,
    cancel: async () => refused,
    payment: async () => refused,
    read: async () => refused,
    terminals: () => [],
    // The same members as ever, so that no reader stumbles; what is sealed cannot be told and is null.
    status: () => ({
      product: 'Tillbridge',
      version,
      mode: environment.mode,
      gateway: environment.root,
      merchantId: environment.merchantId,
      sealed: true,
      paused: null,
      accepting: false,
      connection: null,
      credentials: null,
      waiting: counts.accepted,
      inDoubt: counts.unknown + counts.pending + counts.sending,
      needsPerson: counts['needs-person'],
      operations: { ...counts },
      alarms: [{ code: 'sealed', message: reason }],
    }),
  };
}
