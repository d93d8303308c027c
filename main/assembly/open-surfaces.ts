// Opens the surfaces of a bridge: the loopback API, the listener for the gateway's notifications, and the socket for
// commands.
import type { Alarm } from '#contract/alarms.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ControlCalls } from '#contract/control.ts';
import { openControl } from '#control/server.ts';
import type { Calls } from '#core/api/calls.ts';
import { createLoopback } from '#loopback/server.ts';
import { type NotifiedBridge, createWebhooks } from '#webhooks/server.ts';
import { withAlarms } from './alarms.ts';
import type { Base } from './base.ts';
import type { OpenCore } from './open-core.ts';
import type { CommonBridge } from './ports.ts';
import type { SealedCore } from './sealed-core.ts';
import { stopGraceMs } from './start-engine.ts';
import { watchFile } from './watch-file.ts';
import { watchFolder } from './watch-folder.ts';
import { watchOperations } from './watch-operations.ts';
import { watchRights } from './watch-rights.ts';

export async function openSurfaces(base: Base, core: OpenCore | SealedCore): Promise<Omit<CommonBridge, 'stop'>> {
  const { ports, folder, opened, environment } = base;
  const watched = watchData(base, core);
  const calls = { ...core.calls, status: () => watched.told(core.calls.status()) };
  const url = await openLoopback(base, core, calls);
  const webhookUrl = core.type === 'open' ? await openWebhooks(base, core.hooks) : null;
  // The socket is opened last, so that a command that finds it finds a bridge that has started.
  await openForCommands(base, core.commands);
  opened.push(watchFolder({ dataDir: ports.dataDir, log: ports.log, clock: folder.clock, also: () => watched.look() }));
  ports.log('info', 'started', { mode: environment.mode, gateway: environment.root, url });
  return { url, calls, ...(webhookUrl === null ? {} : { webhookUrl }) };
}

/** What was changed in the data folder from outside, and devices that cannot be used, as alarms of the status. */
function watchData({ ports: { dataDir, log }, folder, policy }: Base, core: OpenCore | SealedCore) {
  const { opening, background, clock } = folder;
  const { terminalWindowMs } = policy;
  const devices = (): Alarm[] => {
    if (core.type !== 'open') return [];
    const unusable = core.deviceTroubles().map((message) => ({ code: 'device-unusable' as const, message }));
    return [...unusable, ...core.printAlarms()];
  };
  const file = watchFile(opening, background, dataDir, log);
  const rights = watchRights(opening, log);
  const operations = core.type === 'open' ? watchOperations({ opened: opening, log, clock, terminalWindowMs }) : null;
  return {
    told(status: JsonObject): JsonObject {
      const told = withAlarms(rights.told(file.told(status)), ...devices());
      return operations?.told(told) ?? told;
    },
    look() {
      rights.look();
      operations?.look();
    },
  };
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

async function openForCommands({ ports, folder, opened }: Base, calls: Partial<ControlCalls>): Promise<void> {
  const { dataDir, version, log, runtimeDir } = ports;
  const head = () => folder.opening.journal.head().seq;
  const control = await openControl({ dataDir, version, calls, head, log, runtimeDir });
  if (control !== null) opened.push(() => control.close(stopGraceMs));
}
