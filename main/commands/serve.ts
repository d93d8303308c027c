// `bridge serve`: the bridge without a window. One ready line on stdout, everything else on stderr, and a clean end
// on SIGTERM and SIGINT.
import { once } from 'node:events';
import { createBridge } from '#bridge';
import { resolve } from 'node:path';
import type { Bridge, BridgePorts, Target } from '#assembly/base/ports.ts';
import { destinationParts } from '#contract/till/destination.ts';
import { atMostHourly } from '#host/at-most-hourly.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { crashLoop, exitCodes, hearCrashes } from '#host/crashes.ts';
import { openLogFile } from '#host/files/log-file.ts';
import { type Log, createLog } from '#host/log.ts';
import { openDataKey } from '#secrets/data-key.ts';
import { type KnownDestination, destinationOf, fingerprintOf } from '#settings/destination.ts';
import { readSettings } from '#settings/file.ts';
import { groupAbove, unsafeFolder } from '#settings/paths/own-folder.ts';
import { settingsInForce } from '#settings/office-settings.ts';
import { assertAllowed, policyPaths, readPolicy } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import { withTerminals } from '#settings/terminals.ts';
import { prepareFolder } from '#store/folder/folder.ts';
import { assertNotMoved } from '#store/folder/moved.ts';
import { destinationNoteOf } from './gateway/destination-note.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { seenDirOf } from './io/seen-dir.ts';
import {
  defaultDataDir,
  printersNamed,
  readWish,
  settingsAsked,
  settingsWith,
  startOptions,
} from './gateway/start-options.ts';
import { saidParts, targetOf } from './gateway/target.ts';
import { type Io, dataDirOf, readOptions } from './io/usage.ts';

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, startOptions);
  const wish = readWish(options, options.printer === undefined ? {} : await printersNamed(options.printer));
  const dataDir = dataDirOf(options['data-dir'] ?? defaultDataDir(io));
  assertNotMoved(dataDir);
  const unsafe = unsafeFolder(dataDir);
  // A refused folder is left unchanged, for a person who investigates it.
  if (unsafe === null) prepareFolder(dataDir);
  const looping = crashLoop(dataDir, Date.now());
  if (looping !== null) {
    io.stderr(`bridge: ${looping}\n`);
    return exitCodes.crashLoop;
  }

  const itPolicy = readPolicy({
    given: options.policy ?? io.environment['TILLBRIDGE_POLICY'],
    ...policyPaths(process.platform, io.environment),
  });
  assertAllowed(itPolicy, settingsAsked(wish));
  const own = readSettings(dataDir, stamp());
  const inForce = () => {
    const all = settingsInForce(dataDir, own, itPolicy);
    return { ...all, settings: settingsWith(all.settings, wish) };
  };
  const first = inForce();
  const { settings } = first;
  const target = targetOf(wish.gateway, settings);
  const log = logTo(io, options['log-dir']);
  const confirmed = options.destination !== undefined;
  // Some volumes cannot be made private. Then --destination at each start protects the API key instead.
  const isMeant = confirmed && unsafe?.mayBeMeant === true;
  if (unsafe !== null && target.type === 'gateway' && !isMeant) throw unsafe;
  if (unsafe !== null) {
    log('warn', 'data-folder-not-safe', { reason: unsafe.message });
    prepareFolder(dataDir);
  }
  const group = unsafe === null ? groupAbove(dataDir) : null;
  if (group !== null) log('warn', 'data-folder-not-safe', { reason: group });
  if (target.type === 'gateway' && settings.terminals.length === 0) {
    log('warn', 'no-terminals-named', {
      reason:
        'A command for a terminal that does not exist is not noticed: name the terminals in the settings or with --terminal.',
    });
  }
  // Only a gateway needs an API key: the sandbox inside this program has its own.
  const apiKey = io.environment['TILLBRIDGE_API_KEY'];
  if (target.type === 'gateway' && (apiKey === undefined || apiKey === '')) {
    throw new StartProblem('The API key is missing: put it into the environment variable TILLBRIDGE_API_KEY.');
  }
  const known = confirmed ? namedDestination(options.destination, target, settings) : null;
  // Before the start, which may send operations already: killing it would leave them in doubt.
  const end = hearEndSignals();
  const ending = end.signal;
  let bridge: Bridge | null = null;
  const status = () => bridge?.calls.status() ?? null;
  const crashes = hearCrashes({ dataDir, version: io.version, log, status, end: () => end.abort() });
  let folderKey: Buffer = Buffer.alloc(0);
  const startable = atMostHourly();
  const common = {
    dataDir,
    target,
    ...(known === null ? {} : { known }),
    apiKey: () => apiKey ?? null,
    destinationSaid: confirmed ? destinationParts : saidParts(wish.gateway, settings, itPolicy),
    destinationNote: destinationNoteOf(dataDir, seenDirOf(dataDir, io), log),
    seenDir: seenDirOf(dataDir, io),
    runtimeDir: filled(io.environment['XDG_RUNTIME_DIR']),
    asksPeople: false,
    windowSocket: windowSocketOf(io, dataDir),
    itPolicy,
    webhookKey: () => filled(io.environment['TILLBRIDGE_WEBHOOK_KEY']),
    dataKey: () => {
      const dataKey = openDataKey({ dataDir, environment: io.environment });
      if (dataKey.type === 'open') folderKey = dataKey.key;
      return dataKey;
    },
    version: io.version,
    program: io.program,
    workerEntry: io.worker,
    ownProgram: io.ownProgram ?? null,
    packageKind: io.packageKind ?? null,
    chance: createChance(),
    createClock,
    createDigests,
    environmentId,
    log,
    ending,
  } satisfies Partial<BridgePorts>;
  let port = wish.port ?? settings.loopbackPort;
  // Again where the office has set something and the till is at rest. Of the settings only the office's change then.
  for (let start = first; ; start = inForce()) {
    const anew = new AbortController();
    const starting = createBridge({
      ...common,
      port,
      settings: withTerminals(start.settings, target.type === 'sandbox'),
      officeSettings: start,
      startAnew: () => startable(() => anew.abort()),
    });
    bridge = await starting.catch((error: unknown) => {
      if (error === ending.reason) return null;
      throw error;
    });
    // The bridge has derived its own keys from it.
    folderKey.fill(0);
    if (bridge === null) break;
    const { url, webhookUrl } = bridge;
    const more = webhookUrl === undefined ? {} : { webhookUrl };
    if (start === first && !ending.aborted) printJson(io, { event: 'ready', url, dataDir, pid: process.pid, ...more });
    if (!ending.aborted) await once(AbortSignal.any([ending, anew.signal]), 'abort');
    await bridge.stop();
    bridge = null;
    if (ending.aborted) break;
    port = Number(new URL(url).port);
  }
  return crashes.heard ? exitCodes.crashed : 0;
}

/** To stderr, and where a folder is named to its files too. */
function logTo(io: Io, folder: string | undefined): Log {
  if (folder === undefined) return createLog(io.stderr);
  const toStderr = createLog(io.stderr);
  const writeFile = openLogFile(resolve(folder), (reason) => toStderr('warn', 'log-file-not-written', { reason }));
  return createLog((line) => {
    io.stderr(line);
    writeFile(line);
  });
}

/** Throws where --destination does not match the settings and options: the key goes to no other destination. */
function namedDestination(fingerprint: string | undefined, target: Target, settings: Settings): KnownDestination {
  if (target.type === 'sandbox') throw new StartProblem('--destination needs a gateway: leave it out for training.');
  const known = destinationOf(target, settings.gateway);
  const { destination } = known;
  const here = fingerprintOf(destination);
  if (here === fingerprint) return known;
  throw new StartProblem(
    `--destination names another destination of the API key than the settings and options do: they name ${here} ` +
      `(${JSON.stringify(destination)}). Nothing was sent.`,
  );
}

/**
 * Listens to SIGTERM and SIGINT, which no longer end the process by themselves. Repeated signals are ignored: npm
 * passes Ctrl+C on to a program that also gets it from the terminal, so one press may come twice. The stop has time
 * limits.
 */
function hearEndSignals(): AbortController {
  const controller = new AbortController();
  const hear = (): void => controller.abort();
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  return controller;
}

/** Where windows join: in a folder of the machine's, for the users of its group, or in the data folder, for its own user. */
function windowSocketOf({ environment }: Io, dataDir: string): NonNullable<BridgePorts['windowSocket']> {
  const folder = filled(environment['TILLBRIDGE_WINDOW_DIR']);
  return folder === null ? { folder: dataDir, rights: 'private' } : { folder: resolve(folder), rights: 'shared' };
}

function filled(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

function stamp(): string {
  return new Date().toISOString().replaceAll(/[:.]/g, '-');
}
