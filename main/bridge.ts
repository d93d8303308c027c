// The composition root: puts store, gateway, engine and surfaces together. It knows no Electron; the headless entry
// and the window's entry hand it the same ports.
import { clientCalls } from '#assembly/client-calls.ts';
import { type Close, closeAll } from '#assembly/close-all.ts';
import { controlPorts, sealedSeats, shiftsForCommands } from '#assembly/control-ports.ts';
import { comparisonCalls, comparisonReads } from '#assembly/comparison-calls.ts';
import { confirmationCalls } from '#assembly/confirmation-calls.ts';
import { guardDestination } from '#assembly/destination-guard.ts';
import { gatewayOf } from '#assembly/gateway-place.ts';
import { Listeners } from '#assembly/listeners.ts';
import { News, loopbackJournal } from '#assembly/loopback-journal.ts';
import { policyOf } from '#assembly/policy.ts';
import { notePolicy, withPolicyClients } from '#assembly/policy-clients.ts';
import type { Bridge, BridgePorts, Till, WindowBridgeCalls } from '#assembly/ports.ts';
import { sealedCalls } from '#assembly/sealed-calls.ts';
import { longReads, shiftCalls } from '#assembly/shift-calls.ts';
import { ageUnknownBeforeMs, noteGatewayTime, noteWallClock } from '#assembly/wall-clock-note.ts';
import { watchFile } from '#assembly/watch-file.ts';
import { watchFolder } from '#assembly/watch-folder.ts';
import { watchOperations } from '#assembly/watch-operations.ts';
import { watchRights } from '#assembly/watch-rights.ts';
import { createBackground } from '#background/background.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ControlCalls } from '#contract/control.ts';
import { openControl } from '#control/server.ts';
import { accessLost } from '#core/access.ts';
import { type Calls, createCalls } from '#core/calls.ts';
import { Comparisons } from '#core/comparisons.ts';
import { Confirmations } from '#core/confirmations.ts';
import { createControlCalls, createSealedControlCalls } from '#core/control-calls.ts';
import { createEndCalls } from '#core/end-calls.ts';
import { createDesk } from '#core/desk.ts';
import { EffectsWorker } from '#core/effects-worker.ts';
import { Engine } from '#core/engine.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Signer } from '#core/ports/signer.ts';
import { lastClosedMs } from '#core/shift-books.ts';
import { type Shifts, createShifts } from '#core/shifts.ts';
import { signAtEnd } from '#core/signed-heads.ts';
import { OfferWatch } from '#core/offer-watch.ts';
import { People } from '#core/people.ts';
import { notified } from '#core/notified.ts';
import { viewOf } from '#core/view.ts';
import { waitAtMost } from '#core/wait-at-most.ts';
import { Watchers } from '#core/watchers.ts';
import { createCustomerCalls } from '#core/window-customers.ts';
import { createWindowCalls } from '#core/window-calls.ts';
import { createGateway } from '#gateway/gateway.ts';
import type { LoopbackJournal } from '#loopback/ports.ts';
import { type Pairings, createPairings } from '#loopback/pairings.ts';
import { createLoopback } from '#loopback/server.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { fingerprintOf } from '#settings/destination.ts';
import { refundsPerDayOf, refundsSetByPolicy } from '#settings/policy.ts';
import { lockFolderForBridge } from '#store/folder-lock.ts';
import { latestMs } from '#store/latest.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { eraseAsked } from '#store/erase-wish.ts';
import { createPause } from '#store/place.ts';
import { createSeal } from '#store/seal.ts';
import { type NotifiedBridge, type Webhooks, createWebhooks } from '#webhooks/server.ts';

/** How far the journal has come is noted outside of the folder, so that a backup put back is recognised. */
const seenEveryMs = 300_000;

/** How long each part of a stop is waited for: what was sent and has no answer by then is unknown and looked up later. */
const stopGraceMs = 5_000;

/** Rejects with why there is no bridge; where `ending` is why, with what went wrong at the end, or with its reason. */
export async function createBridge(ports: BridgePorts): Promise<Bridge> {
  const opened: Close[] = [];
  try {
    return await build(ports, opened);
  } catch (error) {
    const [atEnd] = await closeAll(opened, ports.log);
    throw error === ports.ending?.reason ? (atEnd ?? error) : error;
  }
}

async function build(ports: BridgePorts, opened: Close[]): Promise<Bridge> {
  const { dataDir, settings, log, version } = ports;
  const lock = await lockFolderForBridge(dataDir, ports.ending);
  opened.push(() => lock.release());
  // The last write. It may still wait when the next thing is closed; once the store is, it was committed or refused.
  let signing = Promise.resolve();
  opened.push(() => signing);
  const dataKey = await ports.dataKey();
  const seal = dataKey.type === 'open' ? withSubKey(dataKey.key, 'seal', createSeal) : null;
  const followUps = ports.effects?.kinds ?? [];
  const news = new News();
  const onCommit = () => news.tell();
  const opening = openStore({ dataDir, seal, now: Date.now, use: 'bridge', followUps, onCommit });
  opened.push(() => opening.close());
  let unknownBeforeMs = ageUnknownBeforeMs(opening);
  const clock = ports.createClock(Math.max(Date.now(), latestMs(opening)), () => unknownBeforeMs);
  const wallClock = noteWallClock(opening, clock);
  opened.push(() => {
    wallClock.stop();
    wallClock.look();
  });
  const background = createBackground(ports.workerEntry);
  opened.push(() => background.close());
  const pause = createPause({ opened: opening, dataDir, seenDir: ports.seenDir, nowMs: () => clock.nowMs() });
  const pauseReason = pause.reason();
  if (pauseReason !== null) log('warn', 'folder-paused', { reason: pauseReason });
  opened.push(() => pause.noteSeen());
  const seeing = setInterval(() => pause.noteSeen(), seenEveryMs);
  opened.push(() => clearInterval(seeing));

  const at = await gatewayOf(ports, opened);
  const gatewayTime = noteGatewayTime(opening, clock, at.environment.id, log, (beforeMs) => {
    unknownBeforeMs = beforeMs;
  });
  const { environment } = at;
  const destination = at.known?.destination ?? null;
  const shownDestination = destination === null ? null : { ...destination, fingerprint: fingerprintOf(destination) };
  const keyWithheld =
    destination === null || seal === null ? null : await guardDestination({ ports, opening, seal, destination, clock });
  const gateway = createGateway({
    ...at,
    // While the folder is sealed nobody can say what the key was given for; nothing is sent then either.
    apiKey: () => (keyWithheld === null && (destination === null || seal !== null) ? at.apiKey() : null),
    scheme: settings.gateway.scheme,
    clock,
    version,
    log,
    heard: (time) => gatewayTime.heard(time),
    connectTimeoutMs: settings.timeouts.connectSeconds * 1_000,
    caPem: at.known?.caPem,
  });
  opened.push(() => gateway.close());

  const policy = policyOf(settings);
  const watchers = new Watchers(clock);
  const listeners = new Listeners(log);
  const { store } = opening;
  const clients = withPolicyClients(opening.clients, ports.itPolicy, clock.iso(clock.nowMs()));
  notePolicy(opening, ports.itPolicy, clock);
  const statusChanged = () =>
    listeners.tell(
      'status',
      () => null,
      (listener) => listener.statusMayHaveChanged(),
    );
  let calls: Calls;
  let window: WindowBridgeCalls | null = null;
  let journal: LoopbackJournal | null = null;
  let shifts: Shifts | null = null;
  let till: Till | null = null;
  let hooks: NotifiedBridge | null = null;
  let pairings: Pairings | null = null;
  let identity: Signer | null = null;
  let confirmations: Confirmations | null = null;
  let commands: Partial<ControlCalls>;
  const inFolder = controlPorts(opening, clock, environment.mode);
  if (dataKey.type === 'open') {
    const { books } = opening;
    opening.rights.bind(clock.nowMs());
    const signer = opening.signer(clock.nowMs());
    journal = loopbackJournal(opening, signer, news);
    shifts = createShifts({ books, reads: longReads(background, books, dataDir), signer, clock });
    // After the engine has stopped: what it still wrote is signed as well.
    opened.push(async () => {
      if (opening.store.failure() !== null) return;
      signing = signAtEnd(books, signer, clock.nowMs());
      await waitAtMost(clock, stopGraceMs, signing);
    });
    const effects = effectsWorker(ports, opening, clock);
    if (effects !== null) opened.push(() => waitAtMost(clock, stopGraceMs, effects.stop()));
    const digests = withSubKey(dataKey.key, 'digest', ports.createDigests);
    let offers: OfferWatch | null = null;
    const engine = new Engine({
      clock,
      chance: ports.chance,
      digests,
      gateway,
      store: opening.store,
      environment,
      policy,
      pause,
      keyWithheld,
      refundsPerDayMinor: (id, currency) =>
        refundsPerDayOf(clients.byId(id)?.options.refundsPerDayMinor, currency, settings, ports.itPolicy),
      refundsSetByPolicy: (id) => refundsSetByPolicy(clients.byId(id), settings, ports.itPolicy),
      barred: (id, scope) => accessLost(clients, id, scope),
      events: {
        changed: (record) => {
          watchers.changed(record);
          effects?.kick();
          if (record.offer !== undefined) offers?.kick();
          const view = () => viewOf(record, { clock, store, clients });
          listeners.tell('operation', view, (listener, value) => listener.operationChanged(value));
        },
        connection: () => {
          log('info', 'connection', { ...engine.connection.status() });
          news.tell();
          statusChanged();
        },
        log,
      },
    });
    const begunMs = clock.nowMs();
    opened.push(() => engine.stop(stopGraceMs));
    await unlessEnding(engine.start(), ports.ending);
    offers = new OfferWatch({
      store,
      clock,
      chance: ports.chance,
      environment,
      policy,
      payment: (lookUp) => engine.payment(lookUp),
      isIdle: () => engine.connection.maySend() && engine.paused() === null,
      changed: (record) => engine.told(record),
      log,
    });
    const watching = offers;
    opened.push(() => waitAtMost(clock, stopGraceMs, watching.stop()));
    watching.kick();
    identity = opening.identity();
    const open: Pairings = createPairings({
      clock,
      clients,
      // Whoever listens is a window; a bridge that runs without one has nobody to ask.
      attended: () => listeners.count > 0,
      changed: () =>
        listeners.tell(
          'pairings',
          () => open.list(),
          (listener, value) => listener.pairingsChanged(value),
        ),
    });
    pairings = open;
    const { operators } = opening;
    const people = new People({
      clock,
      chance: ports.chance,
      operators,
      pins: withSubKey(dataKey.key, 'pins', createPins),
      autoLockMs: settings.people.autoLockMinutes * 60_000,
      approverPinDigits: settings.people.approverPinDigits,
      changed: statusChanged,
    });
    confirmations = new Confirmations({
      engine,
      people,
      clients,
      clock,
      chance: ports.chance,
      digests,
      rule: settings.loopback.confirmUnreferenced,
      asksPeople: ports.asksPeople,
      changed: () =>
        listeners.tell(
          'confirmations',
          () => confirmations?.list() ?? [],
          (listener, value) => listener.confirmationsChanged(value),
        ),
    });
    calls = createCalls({
      engine,
      confirmations,
      gateway,
      store,
      clients,
      watchers,
      clock,
      digests,
      policy,
      environment,
      destination: shownDestination,
      version,
    });
    const desk = createDesk({ engine, people, policy, environment, lastClosedMs: () => lastClosedMs(books) });
    till = { people, desk };
    commands = createControlCalls({
      ...inFolder,
      settling: engine,
      people,
      store,
      shifts: shiftsForCommands(shifts, statusChanged),
      erase: (wish, request) => {
        const slips = { days: settings.retention.slipDays, paths: settings.answers.paths };
        return eraseAsked(wish, { eraser: opening.eraser, nowMs: clock.nowMs(), slips, request });
      },
      paused: () => engine.paused(),
      resume: (by, why, request) => engine.resume(by, why, request),
    });
    const comparisons = new Comparisons({
      ...comparisonReads(background, books, dataDir),
      clock,
      payment: (lookUp) => engine.payment(lookUp),
      connection: () => engine.connectionStatus(),
      environmentId: environment.id,
      paths: policy.paymentPaths,
      changed: (view) =>
        listeners.tell(
          'comparison',
          () => view,
          (listener, value) => listener.comparisonChanged(value),
        ),
    });
    opened.push(() => comparisons.end());
    hooks = { notified: (payId) => notified({ engine, store, clock, environment }, payId) };
    window = {
      ...createWindowCalls({ engine, store, clients, clock, environment, policy, log, begunMs }),
      ...createEndCalls({ ends: opening.ends, store, people, clock, clients, environment }),
      ...createCustomerCalls(calls),
      ...clientCalls({ clients, pairings: open, desk, people, clock, mode: environment.mode }),
      ...confirmationCalls(confirmations, (record) => viewOf(record, { clock, store, clients })),
      ...comparisonCalls(comparisons, desk),
      ...shiftCalls({ shifts, desk, publicKeyPem: signer.publicKeyPem, background, dataDir }),
      subscribe: (listener) => listeners.add(listener),
    };
  } else {
    log('error', 'sealed', { reason: dataKey.reason });
    commands = createSealedControlCalls({ ...inFolder, people: sealedSeats(opening, dataKey.reason) });
    calls = sealedCalls(dataKey.reason, version, environment, shownDestination, opening.store.counts(environment.id));
  }

  const watch = watchFile(opening, background, dataDir, log);
  const rights = watchRights(opening, log);
  const { terminalWindowMs } = policy;
  const operations =
    dataKey.type === 'open' ? watchOperations({ opened: opening, log, clock, terminalWindowMs }) : null;
  const known = calls;
  const told = (status: JsonObject) => operations?.told(status) ?? status;
  calls = { ...known, status: () => told(rights.told(watch.told(known.status()))) };
  const loopback = await createLoopback({
    port: ports.port,
    version,
    clients,
    calls,
    log,
    dropIn: {
      merchantId: environment.merchantId,
      answerMs: settings.timeouts.dropInSeconds * 1_000,
      placeRequest: (asking) => calls.placeRequest(asking),
    },
    after: (ms, work) => clock.after(ms, work),
    paymentPaths: policy.paymentPaths,
    ...(shifts === null ? {} : { shifts }),
    ...(journal === null ? {} : { journal }),
    ...(pairings === null ? {} : { pairings }),
    ...(identity === null ? {} : { identity }),
  });
  opened.push(() => loopback.close());
  // Before the loopback closes, which waits for its answers.
  opened.push(() => confirmations?.end());
  const webhooks = hooks === null ? null : await webhooksOf(ports, hooks, clock);
  if (webhooks !== null) opened.push(() => webhooks.close());
  // The last to be opened: a command that finds it finds a bridge that has started.
  const head = () => opening.journal.head().seq;
  const control = await openControl({ dataDir, version, calls: commands, head, log, runtimeDir: ports.runtimeDir });
  if (control !== null) opened.push(() => control.close(stopGraceMs));
  opened.push(watchFolder({ dataDir, log, clock, also: () => (rights.look(), operations?.look()) }));
  log('info', 'started', { mode: environment.mode, gateway: environment.root, url: loopback.url });
  return {
    url: loopback.url,
    calls,
    ...(webhooks === null ? {} : { webhookUrl: webhooks.url }),
    ...(window === null ? {} : { window }),
    ...(shifts === null ? {} : { shifts }),
    ...(till === null ? {} : { till }),
    stop: async () => {
      const [first] = await closeAll(opened, log);
      if (first !== undefined) throw first;
    },
  };
}

async function webhooksOf(
  { settings, webhookKey, log }: BridgePorts,
  bridge: NotifiedBridge,
  clock: Clock,
): Promise<Webhooks | null> {
  const { port, ...signature } = settings.webhooks;
  if (port === null) return null;
  return createWebhooks({ port, settings: signature, key: () => webhookKey?.() ?? null, bridge, clock, log });
}

function effectsWorker({ effects, log }: BridgePorts, opening: OpenedStore, clock: Clock): EffectsWorker | null {
  if (effects === undefined) return null;
  const worker = new EffectsWorker({ rows: opening.effects, effects, clock, log });
  // What an earlier run left.
  worker.kick();
  return worker;
}

/** Rejects with the reason of `ending` as soon as there is one; whatever `work` comes to then, nobody waits for it. */
async function unlessEnding(work: Promise<void>, ending: AbortSignal | undefined): Promise<void> {
  if (ending === undefined) return work;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(ending.reason);
  ending.addEventListener('abort', giveUp);
  if (ending.aborted) giveUp();
  try {
    await Promise.race([work, ended]);
  } finally {
    ending.removeEventListener('abort', giveUp);
  }
}
