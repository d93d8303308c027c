// How commands at the office's own computer find its database: the running office leaves its address in the data folder,
// in a file that only its user may read.
import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StartProblem } from '#commands/io/problems.ts';
import { dataDirOf } from '#commands/io/usage.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { type Tx, asOwner } from '../database/database.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'database-address');
const pageFileIn = (dataDir: string): string => join(dataDir, 'page-address');
const firstChain = 'main';

/** `page`: the address of the page; null where none is shown. */
export function noteRunning(dataDir: string, url: string, page: string | null): void {
  if (page === null) rmSync(pageFileIn(dataDir), { force: true });
  else writeDurably(pageFileIn(dataDir), `${page}\n`);
  writeDurably(fileIn(dataDir), `${url}\n`);
}

export function forgetRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
  rmSync(pageFileIn(dataDir), { force: true });
}

/** The address of the page that the office on this folder shows, or null. */
export function pageIn(dataDir: string): string | null {
  return textIn(pageFileIn(dataDir));
}

export async function ensureChain(url: string): Promise<void> {
  await asOwner(url, (tx) =>
    tx.run('INSERT INTO chain (id, name) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM chain) ON CONFLICT DO NOTHING', [
      randomUUID(),
      firstChain,
    ]),
  );
}

interface Reached {
  readonly dataDir: string;
  readonly chain: string;
  readonly tx: Tx;
}

/** Runs `work` in the database of the office that runs on this folder. Throws StartProblem. */
export async function atOffice<T>(
  options: { readonly 'data-dir'?: string | undefined; readonly chain?: string | undefined },
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const dataDir = dataDirOf(options['data-dir']);
  const url = textIn(fileIn(dataDir));
  if (url === null) {
    throw new StartProblem(`No office runs on ${dataDir}: start "office serve --data-dir ${dataDir}" first.`);
  }
  return asOwner(url, async (tx) => work({ dataDir, chain: await chainOf(tx, options.chain), tx })).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
      throw new StartProblem(`The office's database does not answer: is "office serve" running?`, { cause: error });
    },
  );
}

async function chainOf(tx: Tx, name: string | undefined): Promise<string> {
  const chains = await tx.rows<{ id: string; name: string }>('SELECT id, name FROM chain ORDER BY name');
  const found = name === undefined && chains.length === 1 ? chains[0] : chains.find((each) => each.name === name);
  if (found !== undefined) return found.id;
  throw new StartProblem(`Name one of the chains with --chain: ${chains.map((each) => each.name).join(', ')}.`);
}

function textIn(file: string): string | null {
  try {
    return readOrdinary(file, 4_096)?.trim() ?? null;
  } catch {
    return null;
  }
}
