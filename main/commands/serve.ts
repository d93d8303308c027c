// `bridge serve`: the bridge without a window. One ready line on stdout, everything else on stderr, and a clean end
// on SIGTERM and SIGINT.
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createBridge } from '#bridge';
import type { Target } from '#assembly/ports.ts';
import { destinationParts } from '#contract/destination.ts';
import { modes } from '#contract/states.ts';
import { createChance, createDigests, environmentId } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { createLog } from '#host/log.ts';
import { readVersion } from '#host/version.ts';
import { openDataKey } from '#secrets/data-key.ts';
import { type KnownDestination, destinationOf, fingerprintOf } from '#settings/destination.ts';
import { readSettings } from '#settings/file.ts';
import { unsafeFolder } from '#settings/own-folder.ts';
import { assertAllowed, policyPlaces, readPolicy, withPolicy } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import { withTerminals } from '#settings/terminals.ts';
import { prepareFolder } from '#store/folder.ts';
import { keyKeeperOf } from './key-keeper.ts';
import { StartProblem } from './problems.ts';
import { seenDirOf } from './seen-dir.ts';
import { saidParts, targetOf } from './target.ts';
import { type Io, UsageError, dataDirOf, readOptions, wholeNumber } from './usage.ts';

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    port: { type: 'string' },
    gateway: { type: 'string' },
    'auth-url': { type: 'string' },
    'merchant-id': { type: 'string' },
    mode: { type: 'string' },
    terminal: { type: 'string', multiple: true },
    'processing-seconds': { type: 'string' },
    'webhook-port': { type: 'string' },
    policy: { type: 'string' },
    destination: { type: 'string' },
  });
  const mode = modes.find((each) => each === options.mode);
  if (options.mode !== undefined && mode === undefined) {
    throw new UsageError(`--mode must be one of ${modes.join(', ')}`);
  }
  const port = wholeNumber(options.port, '--port', 65_535);
  const processingSeconds = wholeNumber(options['processing-seconds'], '--processing-seconds', 86_400);
  const webhookPort = wholeNumber(options['webhook-port'], '--webhook-port', 65_535);
  const dataDir = dataDirOf(options['data-dir'] ?? defaultDataDir(io));
  const unsafe = unsafeFolder(dataDir);
  // One that is refused stays as it is, for whoever looks into it.
  if (unsafe === null) prepareFolder(dataDir);

  const itPolicy = readPolicy({
    given: options.policy ?? io.environment['TILLBRIDGE_POLICY'],
    ...policyPlaces(process.platform, io.environment),
  });
  const asked = {
    ...(options.gateway === undefined ? {} : { 'gateway.root': options.gateway }),
    ...(options['auth-url'] === undefined ? {} : { 'gateway.authRoot': options['auth-url'] }),
    ...(options['merchant-id'] === undefined ? {} : { 'gateway.merchantId': options['merchant-id'] }),
    ...(mode === undefined ? {} : { 'gateway.mode': mode }),
    ...(port === undefined ? {} : { loopbackPort: port }),
    ...(options.terminal === undefined ? {} : { terminals: options.terminal }),
    ...(processingSeconds === undefined ? {} : { processingSeconds }),
    ...(webhookPort === undefined ? {} : { 'webhooks.port': webhookPort }),
  };
  assertAllowed(itPolicy, asked);
  const saved = withPolicy(readSettings(dataDir, stamp()), itPolicy);
  const settings = {
    ...saved,
    processingSeconds: processingSeconds ?? saved.processingSeconds,
    terminals: options.terminal ?? saved.terminals,
    webhooks: { ...saved.webhooks, port: webhookPort ?? saved.webhooks.port },
  };
  const wanted = { gateway: options.gateway, authUrl: options['auth-url'], merchantId: options['merchant-id'], mode };
  const target = targetOf(wanted, settings);
  const log = createLog(io.stderr);
  const confirmed = options.destination !== undefined;
  // Some volumes cannot be closed to others; then the destination that is named with each start is the guard.
  const isMeant = confirmed && unsafe?.why === 'writable';
  if (unsafe !== null && target.type === 'gateway' && !isMeant) throw unsafe;
  if (unsafe !== null) {
    log('warn', 'data-folder-not-safe', { reason: unsafe.message });
    prepareFolder(dataDir);
  }
  if (target.type === 'gateway' && settings.terminals.length === 0) {
    log('warn', 'no-terminals-named', {
      reason:
        'A command for a terminal that does not exist is not noticed: name the terminals in the settings or with --terminal.',
    });
  }
  // No key leaves the sandbox inside this program.
  const apiKey = io.environment['TILLBRIDGE_API_KEY'];
  if (target.type === 'gateway' && (apiKey === undefined || apiKey === '')) {
    throw new StartProblem('The API key is missing: put it into the environment variable TILLBRIDGE_API_KEY.');
  }
  const known = confirmed ? namedDestination(options.destination, target, settings) : null;
  // Before the start, in which something may be sent already: a start that is cut off would leave it in doubt.
  const ending = hearEndSignals();
  let folderKey: Buffer = Buffer.alloc(0);
  const starting = createBridge({
    dataDir,
    port: port ?? settings.loopbackPort,
    settings: withTerminals(settings, target.type === 'sandbox'),
    target,
    ...(known === null ? {} : { known }),
    apiKey: () => apiKey ?? null,
    destinationSaid: confirmed ? destinationParts : saidParts(wanted, settings, itPolicy),
    keyKeeper: keyKeeperOf(dataDir, seenDirOf(io), log),
    seenDir: seenDirOf(io),
    runtimeDir: filled(io.environment['XDG_RUNTIME_DIR']),
    asksPeople: false,
    itPolicy,
    webhookKey: () => filled(io.environment['TILLBRIDGE_WEBHOOK_KEY']),
    dataKey: () => {
      const dataKey = openDataKey({ dataDir, environment: io.environment });
      if (dataKey.type === 'open') folderKey = dataKey.key;
      return dataKey;
    },
    version: readVersion(),
    workerEntry: new URL('../background/worker.ts', import.meta.url),
    chance: createChance(),
    createClock,
    createDigests,
    environmentId,
    log,
    ending,
  });
  const bridge = await starting.catch((error: unknown) => {
    if (error === ending.reason) return null;
    throw error;
  });
  // The bridge has made its own of it.
  folderKey.fill(0);
  if (bridge === null) return 0;
  const { url, webhookUrl } = bridge;
  const ready = { event: 'ready', url, dataDir, pid: process.pid, ...(webhookUrl === undefined ? {} : { webhookUrl }) };
  if (!ending.aborted) {
    io.stdout(`${JSON.stringify(ready)}\n`);
    await once(ending, 'abort');
  }
  await bridge.stop();
  return 0;
}

/** Whoever names a destination means that one, and the key goes to no other. */
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
 * Hears SIGTERM and SIGINT, which from here on end nothing by themselves, however often they come: npm hands Ctrl+C on
 * to a program that has had it from the terminal, so one press may come twice. No end takes long after the first.
 */
function hearEndSignals(): AbortSignal {
  const controller = new AbortController();
  const hear = (): void => controller.abort();
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  return controller.signal;
}

function filled(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

function stamp(): string {
  return new Date().toISOString().replaceAll(/[:.]/g, '-');
}

function defaultDataDir({ environment }: Io): string {
  const base = environment['XDG_DATA_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'share') : base, 'tillbridge');
}
