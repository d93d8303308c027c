// Opens the surfaces of a bridge: the loopback API, the listener for the gateway's notifications, and the socket for
// commands.
import type { Alarm } from '#contract/till/alarms.ts';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { BridgeCalls, BridgeHealth, ControlCalls } from '#contract/programs/control.ts';
import { openControl } from '#control/server.ts';
import { type JoinedWindow, openWindowSocket } from '#control/window/server.ts';
import { windowSocketIn } from '#control/window/socket-path.ts';
import type { Calls } from '#core/api/calls.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { createLoopback } from '#loopback/server.ts';
import { type NotifiedBridge, createWebhooks } from '#webhooks/server.ts';
import { stopGraceMs } from './base/close-all.ts';
import { withAlarms } from './watch/alarms.ts';
import type { Base } from './base/base.ts';
import type { OpenCore } from './open-core.ts';
import type { CommonBridge } from './base/ports.ts';
import type { SealedCore } from './sealed-core.ts';
import type { OfficeLink } from './programs/office-link.ts';
import { readMetrics } from './read-metrics.ts';
import { watchArchives } from './watch/watch-archives.ts';
import { watchBackups } from './watch/watch-backups.ts';
import { clockAlarms } from './watch/clock-alarms.ts';
import { watchDisk } from './watch/watch-disk.ts';
import { openSocketWindow } from './window/socket-window.ts';
import { watchFile } from './watch/watch-file.ts';
import { watchFolder } from './watch/watch-folder.ts';
import { watchOfficeSettings } from './watch/watch-office-settings.ts';
import { unlessStorageFails, watchOperations } from './watch/watch-operations.ts';
import { watchRights } from './watch/watch-rights.ts';
import { watchUpdates } from './watch/watch-updates.ts';

export async function openSurfaces(
  base: Base,
  core: OpenCore | SealedCore,
  office: OfficeLink,
): Promise<Omit<CommonBridge, 'stop'>> {
  const { ports, folder, opened, environment } = base;
  const watched = watchData(base, core, office);
  const calls = { ...core.calls, status: () => office.addTo(watched.addTo(core.calls.status())) };
  // Before programs are let in: a refund that comes first would find the office away.
  office.look();
  const url = await openLoopback(base, core, calls);
  const webhookUrl = core.type === 'open' ? await openWebhooks(base, core.hooks) : null;
  // The sockets are opened last, so that a command or a window that finds one finds a bridge that has started.
  await openForWindows(base, core, { calls, url });
  const status = () => core.calls.status();
  const health: ControlCalls['health'] = async () => ({ health: healthIn(status()) });
  const archive = core.type === 'open' ? { archive: watched.archive } : {};
  const ofOffice: BridgeCalls['office'] = async () => ({ office: office.view() });
  await openForCommands(base, {
    ...core.commands,
    update: watched.update(status),
    health,
    office: ofOffice,
    ...archive,
  });
  const also = (): void => {
    watched.look();
    office.look();
  };
  opened.push(watchFolder({ dataDir: ports.dataDir, log: ports.log, clock: folder.clock, also }));
  ports.log('info', 'started', { mode: environment.mode, gateway: environment.root, url });
  return { url, calls, ...(webhookUrl === null ? {} : { webhookUrl }) };
}

/** What was changed in the data folder from outside, and devices that cannot be used, as alarms of the status. */
function watchData(
  { ports, folder, opened, policy, statusChanged, touched }: Base,
  core: OpenCore | SealedCore,
  office: OfficeLink,
) {
  const { dataDir, log, settings, version } = ports;
  const { opening, background, clock } = folder;
  const { terminalWindowMs } = policy;
  const devices = (): Alarm[] => {
    if (core.type !== 'open') return [];
    const unusable = core.deviceTroubles().map((message) => ({ code: 'device-unusable' as const, message }));
    return [...unusable, ...core.printAlarms()];
  };
  const file = watchFile(opening, background, dataDir, log);
  const backups = watchBackups({
    dataDir,
    settings: settings.backup,
    background,
    folder: opening.folder,
    clock,
    version,
    log,
    changed: statusChanged,
  });
  const disk = watchDisk({ dataDir, opening, clock });
  const rights = watchRights(opening, log);
  const { archiver, journal } = opening;
  const archives = watchArchives({ archiver, journal, settings: settings.retention, clock, log });
  opened.push(() => archives.end());
  const atRest = {
    clock,
    printing: () => (core.type === 'open' ? sumOf(opening.store.printJobCounts()) : null),
    touchedMs: () => touched.ms,
  };
  const updates = watchUpdates({
    ...atRest,
    ports,
    settings: settings.updates,
    folderId: opening.folder.folderId,
    changed: statusChanged,
  });
  const officeSettings = watchOfficeSettings({
    ...atRest,
    waits: () => office.settingsWait(),
    startAnew: ports.startAnew,
  });
  opened.push(() => updates.end());
  const operations = core.type === 'open' ? watchOperations({ opened: opening, log, clock, terminalWindowMs }) : null;
  return {
    addTo(status: JsonObject): JsonObject {
      const watched = withAlarms(rights.addTo(file.addTo(status)), ...clockAlarms(clock), ...devices());
      return updates.addTo(backups.addTo(disk.addTo(archives.addTo(operations?.addTo(watched) ?? watched))));
    },
    update: updates.update,
    archive: archives.archive,
    look() {
      rights.look();
      operations?.look();
      disk.look();
      archives.lookForFiles();
      if (core.type === 'open') unlessStorageFails(() => core.people.endLocks());
      void backups.look();
      if (core.type === 'open') void archives.look();
      void updates.look(core.calls.status());
      officeSettings.look(core.calls.status());
    },
  };
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function healthIn({ accepting, connection }: JsonObject): BridgeHealth {
  const state = isJsonObject(connection) ? connection['state'] : null;
  return { accepting: accepting === true, connection: state === 'online' || state === 'offline' ? state : 'unchecked' };
}

async function openLoopback(base: Base, core: OpenCore | SealedCore, calls: Calls): Promise<string> {
  const { ports, folder, opened, environment, clients, policy } = base;
  const loopback = await createLoopback({
    port: ports.port,
    version: ports.version,
    ...(ports.program === undefined ? {} : { program: ports.program }),
    clients,
    calls,
    log: ports.log,
    dropIn: {
      merchantId: environment.merchantId,
      answerMs: ports.settings.timeouts.dropInSeconds * 1_000,
      assignRequestId: (asking) => calls.assignRequestId(asking),
    },
    after: (ms, work) => folder.clock.after(ms, work),
    nowIso: () => folder.clock.iso(folder.clock.nowMs()),
    paymentPaths: policy.paymentPaths,
    metrics: readMetrics(base, core, calls),
    wrappers: policy.answers.wrappers,
    ...(core.type === 'open' ? fromOpen(core) : {}),
  });
  opened.push(() => loopback.close());
  // Runs before the loopback closes, which waits for the answers of open questions.
  if (core.type === 'open') opened.push(() => core.confirmations.end());
  return loopback.url;
}

function fromOpen({ shifts, devices, journal, keeping, pairings, identity }: OpenCore) {
  return { shifts, devices, journal, keeping, pairings, identity };
}

/** Null where the settings name no port for notifications. */
async function openWebhooks({ ports, folder, opened }: Base, bridge: NotifiedBridge): Promise<string | null> {
  const { settings, webhookKey, log } = ports;
  const { port, ...signature } = settings.webhooks;
  if (port === null) return null;
  const key = () => webhookKey?.() ?? null;
  const webhooks = await createWebhooks({ port, settings: signature, key, bridge, clock: folder.clock, log });
  opened.push(() => webhooks.close());
  return webhooks.url;
}

async function openForWindows(
  { ports, folder, opened, environment, boundFor, windowsJoined }: Base,
  core: OpenCore | SealedCore,
  surfaces: Pick<CommonBridge, 'calls' | 'url'>,
): Promise<void> {
  const { windowSocket = null, version, log, settings, itPolicy, apiKey } = ports;
  const address = windowSocket === null ? null : windowSocketIn(windowSocket.folder);
  if (windowSocket === null) return;
  if (address === null) {
    log('warn', 'windows-cannot-join', {
      error: 'the path of the folder is too long, or the system has no such sockets',
    });
    return;
  }
  const bridge = core.type === 'open' ? { ...core, ...surfaces } : { type: core.type, ...surfaces };
  // Every user who may connect can cause these lines without end: equal ones are counted.
  const countedLog = createCountedLog(log, unheldTimer);
  opened.push(() => countedLog.end());
  const open = (say: Parameters<typeof openSocketWindow>[1]): JoinedWindow => {
    const window = openSocketWindow(
      {
        bridge,
        settings,
        itPolicy,
        hasApiKey: () => apiKey() !== null,
        destination: boundFor,
        mode: environment.mode,
        countedLog,
      },
      say,
    );
    windowsJoined.add(window);
    return {
      ...window,
      close() {
        windowsJoined.delete(window);
        // After a failed disk nothing can be journalled; the connection ends all the same.
        if (folder.opening.store.failure() === null) window.close();
      },
    };
  };
  const socket = await openWindowSocket({ address, rights: windowSocket.rights, version, log, open });
  if (socket !== null) opened.push(() => socket.close(stopGraceMs));
}

async function openForCommands({ ports, folder, opened }: Base, calls: Partial<BridgeCalls>): Promise<void> {
  const { dataDir, version, log, runtimeDir } = ports;
  const head = () => folder.opening.journal.head().seq;
  const control = await openControl({ dataDir, version, calls, head, log, runtimeDir });
  if (control !== null) opened.push(() => control.close(stopGraceMs));
}
