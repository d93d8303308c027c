// `office serve`: one ready line on stdout, everything else on stderr, and a clean end on SIGTERM and SIGINT.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { dataDirOf, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { createLog } from '#host/log.ts';
import { migrate, openDatabase } from '../database/database.ts';
import { startEmbedded } from '../database/embedded.ts';
import { openOfficeKeys } from '../keys/office-keys.ts';
import { startServer } from '../server/server.ts';
import { ensureChain, forgetRunning, noteRunning } from './reach.ts';
import type { OfficeIo } from './office-io.ts';

/** How often an embedded database that ended is tried again. */
const reviveEveryMs = 1_000;

export async function serveCommand(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    database: { type: 'string' },
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    address: { type: 'string' },
    host: { type: 'string', multiple: true },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const wanted = required(options.database, '--database');
  const port = wholeNumber(required(options.port, '--port'), '--port', 65_535) ?? 0;
  const address = options.address ?? '127.0.0.1';
  const log = createLog(io.stderr);
  makeFolder(dataDir);
  const keys = await openOfficeKeys(dataDir);
  const embedded = wanted === 'embedded' ? await startEmbedded(dataDir, log) : null;
  const ending = hearEndSignals();
  const closers: (() => Promise<void>)[] = embedded === null ? [] : [() => embedded.stop()];
  try {
    const url = embedded?.url ?? wanted;
    await migrated(url);
    await ensureChain(url);
    const database = openDatabase(url, log);
    closers.push(() => database.close());
    const revive = reviving(embedded, log, ending.signal);
    const server = await startServer(
      { database, keys, log, nowIso: () => new Date().toISOString(), onAway: revive },
      { port, address, hosts: [...(options.host ?? []), ...ownHosts] },
    );
    closers.push(() => server.close());
    noteRunning(dataDir, url);
    closers.push(async () => forgetRunning(dataDir));
    if (!ending.signal.aborted) {
      printJson(io, { event: 'ready', url: server.url, dataDir, pid: process.pid });
      await once(ending.signal, 'abort');
    }
  } finally {
    for (const close of closers.toReversed()) await close();
  }
  return 0;
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

function hearEndSignals(): AbortController {
  const controller = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => controller.abort());
  return controller;
}
