// The office's database: one pool of connections, each under the role with the least rights, and each transaction bound
// to one chain by row-level security.
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import { Client, Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import type { Log } from '#host/log.ts';
import { createNews, newsChannel } from './news.ts';

export interface Tx {
  rows<R extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** The first row, or null. */
  row<R extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<R | null>;
  /** How many rows it changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface Database {
  /** Throws DatabaseAway where the server ended or cannot be reached; whether it committed is then not known. */
  transact<T>(chain: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The chain that a name or the SHA-256 of a secret belongs to. */
  chainOf(what: 'enrolment' | 'person' | 'session' | 'setup', value: string): Promise<string | null>;
  /** The ids of all chains. */
  chains(): Promise<string[]>;
  /** Notes one more attempt to sign in; how many there were since the first of its quarter of an hour. */
  countAttempt(key: string): Promise<number>;
  forgetAttempts(key: string): Promise<void>;
  /** Tells every office process, a moment later, that something of a chain changed. */
  announce(chain: string): void;
  /** Hears it. Ends with `close`; a connection that ends is made anew. */
  onNews(listener: (chain: string) => void): () => void;
  /** The certificate of a till that counts, and whether its access was revoked; null where there is no such till. */
  standingOf(chain: string, till: string): Promise<TillStanding | null>;
  close(): Promise<void>;
}

export interface TillStanding {
  /** SHA-256, hex; null before the till joined. */
  readonly certificate: string | null;
  readonly revoked: boolean;
}

/** The database server ended, or cannot be reached. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

const role = 'tillbridge_office';
/** What waits for a lock then sees what was committed meanwhile, whatever the database's default is. */
const beginReading = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const migrationsFolder = join(import.meta.dirname, 'migrations');
const int8 = 20;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Sums and numbers of records stay far below 2^53. */
const numbers: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8 ? Number : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser,
};

/** Brings the schema to this program's form. Several offices may do so at once. */
export async function migrate(url: string): Promise<void> {
  await runner({
    databaseUrl: url,
    dir: migrationsFolder,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    checkOrder: true,
    singleTransaction: true,
    log: () => undefined,
  });
}

/** Work as the owner of the tables, past the chains: for what a person does at the office's own computer. */
export async function asOwner<T>(url: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, types: numbers });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await inTransaction(client, beginReading, () => work(txOf(client)));
  } finally {
    await client.end();
  }
}

export function openDatabase(url: string, log: Log, connections = 8): Database {
  const pool = new Pool({ connectionString: url, max: connections, types: numbers, connectionTimeoutMillis: 5_000 });
  // An idle connection that ends is replaced; without a listener it would end the process.
  pool.on('error', (error) => log('warn', 'database-connection-ended', { error: error.message }));
  // Nor one that ends between two listeners: the pool takes its own away before the promise of a connection is answered.
  // What was asked of it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const withClient = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseAway('the database cannot be reached', { cause: error });
    });
    let failed = true;
    try {
      const result = await work(client);
      failed = false;
      return result;
    } catch (error) {
      failed = isAway(error);
      if (failed) throw new DatabaseAway('the database ended', { cause: error });
      throw error;
    } finally {
      client.release(failed);
    }
  };

  /** One question under the office's role, without a chain. */
  const askedAll = <R extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R[]> =>
    withClient(async (client) => {
      const begin = `${beginReading}; SET LOCAL ROLE ${role}`;
      return inTransaction(client, begin, () => txOf(client).rows<R>(sql, values));
    });
  const asked = async <R extends QueryResultRow>(sql: string, values: readonly unknown[]): Promise<R | null> =>
    (await askedAll<R>(sql, values))[0] ?? null;

  const news = createNews({
    notify: (chain) => withClient((client) => client.query('SELECT pg_notify($1, $2)', [newsChannel, chain])),
    connect: () => new Client({ connectionString: url }),
    log,
  });

  return {
    transact: (chain, work) =>
      withClient((client) => {
        if (!uuid.test(chain)) throw new TypeError('a chain is named by its id');
        // With the beginning in one question: it is asked for each stretch of each till.
        const begin = `${beginReading}; SET LOCAL ROLE ${role}; SET LOCAL tillbridge.chain = '${chain}'`;
        return inTransaction(client, begin, () => work(txOf(client)));
      }),
    chainOf: async (what, value) =>
      (await asked<{ id: string | null }>(`SELECT chain_of_${what}($1) AS id`, [storable(value)]))?.id ?? null,
    chains: async () => (await askedAll<{ id: string }>('SELECT all_chains() AS id')).map(({ id }) => id),
    countAttempt: async (key) =>
      (
        await asked<{ attempts: number }>(
          `INSERT INTO sign_in_attempt AS known (key, attempts, ends_at) VALUES ($1, 1, now() + interval '15 minutes')
            ON CONFLICT (key) DO UPDATE SET
              attempts = CASE WHEN known.ends_at < now() THEN 1 ELSE known.attempts + 1 END,
              ends_at = CASE WHEN known.ends_at < now() THEN excluded.ends_at ELSE known.ends_at END
            RETURNING attempts`,
          [key],
        )
      )?.attempts ?? 0,
    forgetAttempts: async (key) => {
      await asked('DELETE FROM sign_in_attempt WHERE key = $1 OR ends_at < now()', [key]);
    },
    announce: news.announce,
    onNews: news.onNews,
    standingOf: (chain, till) =>
      asked<TillStanding & QueryResultRow>('SELECT certificate, revoked FROM till_of_certificate($1, $2)', [
        chain,
        till,
      ]),
    close: async () => {
      await news.close();
      await pool.end();
    },
  };
}

async function inTransaction<T>(client: Pick<Client, 'query'>, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Where the connection is gone, the server has taken it back by itself.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A till's text as PostgreSQL takes it: it stores neither the character 0 nor half of a pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function txOf(client: Pick<Client, 'query'>): Tx {
  const rows = async <R extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await client.query<R>(sql, [...values])).rows;
  return {
    rows,
    row: async <R extends QueryResultRow>(sql: string, values?: readonly unknown[]) =>
      (await rows<R>(sql, values))[0] ?? null,
    run: async (sql, values = []) => (await client.query(sql, [...values])).rowCount ?? 0,
  };
}

/** Classes of SQLSTATE: connection, resources, and the operator's intervention; or an error of the socket. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(?:08|53|57P|E[A-Z])/.test(code) ||
    /connection terminated|connection timeout|timeout exceeded|not queryable/i.test(error.message)
  );
}
