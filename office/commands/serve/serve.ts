// `office serve`: one ready line on stdout, everything else on stderr, and a clean end on SIGTERM and SIGINT; of an error
// that nothing caught, a record as the bridge leaves one.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, dataDirOf, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import { crashLoop, exitCodes, hearCrashes } from '#host/crashes.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { createLog } from '#host/log.ts';
import { readVersion } from '#host/version.ts';
import { mailServerIn, startAlarms } from './serve-alarms.ts';
import { migrate, openDatabase } from '../../database/database.ts';
import { startEmbedded } from '../../database/embedded.ts';
import { openOfficeKeys } from '../../keys/office-keys.ts';
import { createCodes, createPasswords } from '../../people/secrets.ts';
import { readPage } from '../../web/files.ts';
import { startWebServer } from '../../web/web-server.ts';
import { startServer } from '../../server/server.ts';
import { ensureChain, forgetRunning, noteRunning } from '../reach.ts';
import { type OfficeIo, projectFolder } from '../office-io.ts';

/** How often an embedded database that ended is tried again. */
const reviveEveryMs = 1_000;

export async function serveCommand(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    database: { type: 'string' },
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    address: { type: 'string' },
    host: { type: 'string', multiple: true },
    'page-port': { type: 'string' },
    'page-cert': { type: 'string' },
    'page-key': { type: 'string' },
    'mail-server': { type: 'string' },
    'mail-from': { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const wanted = databaseIn(options.database, io);
  const port = wholeNumber(required(options.port, '--port'), '--port', 65_535) ?? 0;
  const address = options.address ?? '127.0.0.1';
  const pagePort = wholeNumber(options['page-port'], '--page-port', 65_535);
  const page = pagePort === undefined ? null : { port: pagePort, address, files: readPage(pageFolder) };
  const ownCertificate = certificateIn(options['page-cert'], options['page-key']);
  const mail = mailServerIn(options['mail-server'], options['mail-from']);
  const log = createLog(io.stderr);
  if (options.database !== undefined && hasPassword(options.database)) {
    const mend = `Every user of this machine sees arguments: put the address into ${databaseVariable} instead.`;
    log('warn', 'password-in-arguments', { mend });
  }
  makeFolder(dataDir);
  const looping = crashLoop(dataDir, Date.now());
  if (looping !== null) {
    io.stderr(`office: ${looping}\n`);
    return exitCodes.crashLoop;
  }
  const ending = new AbortController();
  const end = () => ending.abort();
  const crashes = hearCrashes({ dataDir, version: readVersion(), log, status: () => null, end });
  const keys = await openOfficeKeys(dataDir);
  const embedded = wanted === 'embedded' ? await startEmbedded(dataDir, log) : null;
  // The embedded database's package takes away listeners that were there before.
  hearEndSignals(ending);
  const closers: (() => Promise<void>)[] = embedded === null ? [] : [() => embedded.stop()];
  try {
    const url = embedded?.url ?? wanted;
    await migrated(url);
    await ensureChain(url);
    const database = openDatabase(url, log);
    closers.push(() => database.close());
    const hosts = [...(options.host ?? []), ...ownHosts];
    const revive = reviving(embedded, log, ending.signal);
    const server = await startServer(
      { database, keys, log, nowIso: () => new Date().toISOString(), onAway: revive },
      { port, address, hosts },
    );
    closers.push(() => server.close());
    // Connections of its own: pages that ask without end, and strangers, hold up no till.
    const pages = page === null ? null : openDatabase(url, log);
    closers.push(async () => pages?.close());
    const web =
      page === null || pages === null
        ? null
        : await startWebServer(
            {
              database: pages,
              passwords: createPasswords(keys.peopleKey),
              codes: createCodes(keys.peopleKey),
              signApproval: (...asked) => keys.signApproval(...asked),
              layerKeys: keys,
              log,
              nowMs: Date.now,
              onAway: revive,
              uploads: join(dataDir, 'uploads'),
            },
            { ...page, hosts, ...(ownCertificate ?? (await keys.serverCertificate(hosts))) },
          );
    if (web !== null) closers.push(() => web.close());
    closers.push(startAlarms({ url, keys, mail, log, onAway: revive, ending: ending.signal }));
    noteRunning(dataDir, url, web?.url ?? null);
    closers.push(async () => forgetRunning(dataDir));
    if (!ending.signal.aborted) {
      printJson(io, { event: 'ready', url: server.url, page: web?.url ?? null, dataDir, pid: process.pid });
      await once(ending.signal, 'abort');
    }
  } finally {
    for (const close of closers.toReversed()) await close();
  }
  return crashes.heard ? exitCodes.crashed : 0;
}

const databaseVariable = 'TILLBRIDGE_OFFICE_DATABASE';

function databaseIn(option: string | undefined, { environment }: OfficeIo): string {
  const given = environment[databaseVariable];
  if (option === undefined) return required(given, `--database, or ${databaseVariable} in the environment,`);
  if (given !== undefined) throw new UsageError(`--database or ${databaseVariable}, not both`);
  return option;
}

function hasPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { password, searchParams } = new URL(address);
  return password !== '' || searchParams.has('password');
}

/** Where the page's build is, beside this program. */
const pageFolder = join(projectFolder, 'out', 'office');
const mostCertificateBytes = 256 * 1024;

/** A certificate that the shop's browsers trust already; null: one of the office's own authority. */
function certificateIn(
  certFile: string | undefined,
  keyFile: string | undefined,
): { readonly cert: string; readonly key: string } | null {
  if (certFile === undefined && keyFile === undefined) return null;
  const text = (file: string | undefined, option: string): string => {
    const name = required(file, option);
    try {
      const found = readOrdinary(name, mostCertificateBytes);
      if (found !== null) return found;
    } catch (error) {
      throw new StartProblem(`${option}: ${name} cannot be read.`, { cause: error });
    }
    throw new StartProblem(`${option}: ${name} is no file of a certificate or key.`);
  };
  return { cert: text(certFile, '--page-cert'), key: text(keyFile, '--page-key') };
}

const ownHosts = ['127.0.0.1', 'localhost', '::1'];

async function migrated(url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    throw new StartProblem(`The database cannot be brought to this program's form: ${why}`, { cause: error });
  }
}

/** Starts an embedded database again, however often it is asked meanwhile; another one is not ours to start. */
function reviving(
  embedded: { revive(): Promise<void> } | null,
  log: ReturnType<typeof createLog>,
  ending: AbortSignal,
): () => void {
  let running = false;
  return () => {
    if (embedded === null || running || ending.aborted) return;
    running = true;
    void embedded
      .revive()
      .catch((error: unknown) => {
        log('error', 'database-not-started', { error: error instanceof Error ? error.message : 'unknown' });
        return pause(reviveEveryMs);
      })
      .finally(() => {
        running = false;
      });
  };
}

function hearEndSignals(ending: AbortController): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort());
}
