// Settlement files at the page: a preview, the import, mappings, taking back. A file is read into the data folder before
// anything is asked of the database, and no change waits for another one of its chain, so that neither a slow line nor a
// large file takes the connections that tills need.
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type FileProblem,
  type ImportAnswer,
  type Mapping,
  type SettlementLinesQuery,
  type SettlementPreview,
  type SettlementRow,
  importSchema,
  mappingSaveSchema,
  mappingSchema,
  takeBackSchema,
} from '#contract/office/settlement.ts';
import { mayAs } from '#contract/office/page.ts';
import { readBody } from '#http/body.ts';
import { csvText } from '../exports/csv.ts';
import { settlementCsv } from '../exports/settlement-csv.ts';
import type { Database, Tx } from '../database/database.ts';
import { noteAudit } from '../people/audit.ts';
import type { Session } from '../people/sign-in.ts';
import { importFile, takeBack, tryToLockSettlement } from '../settlement/imports.ts';
import { mappingOf, saveMapping } from '../settlement/mappings.ts';
import { matchRows } from '../settlement/match.ts';
import { fileRows, mostFileBytes } from '../settlement/read-file.ts';
import { FileRefused } from '../settlement/read-row.ts';
import { type WebAnswer, json, refused, webHeaders } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

/** What the page sends of a file for a preview. */
const previewBytes = 128 * 1024;
const previewRows = 10;
const mostExportBytes = 16 * 1024 * 1024;

/** Addresses that take a file's bytes as they are. */
export const uploads: ReadonlySet<string> = new Set(['/api/settlement/preview', '/api/settlement/import']);

interface Uploaded {
  readonly incoming: IncomingMessage;
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  readonly address: string;
}

export type Upload = (ports: WebPorts, session: Session, uploaded: Uploaded) => Promise<WebAnswer>;

/** Files of several chains that are read at once. */
const mostUploads = 8;

/** One file of a chain at a time. */
export function createUploads(): Upload {
  const busy = new Set<string>();
  return async (ports, session, uploaded) => {
    if (!mayAs(session.role, 'manager')) return refused('role-missing');
    if (uploaded.pathname === '/api/settlement/preview') return preview(uploaded);
    const { chain } = session;
    if (busy.has(chain) || busy.size >= mostUploads) return refused('try-again');
    busy.add(chain);
    try {
      return await importAs(ports, session, uploaded);
    } finally {
      busy.delete(chain);
    }
  };
}

async function preview({ incoming, searchParams }: Uploaded): Promise<WebAnswer> {
  const mapping = mappingSchema.safeParse(jsonIn(searchParams.get('mapping')));
  if (!mapping.success) return refused('bad-request');
  const body = await readBody(incoming, previewBytes);
  if (body.type !== 'read') return refused('bad-request');
  const whole = searchParams.get('whole') === 'yes';
  return json(await previewOf(body.bytes, mapping.data, whole));
}

async function previewOf(bytes: Buffer, mapping: Mapping, whole: boolean): Promise<SettlementPreview> {
  const cells: (readonly string[])[] = [];
  const rows: SettlementRow[] = [];
  let problem: FileProblem | null = null;
  try {
    for await (const each of fileRows(Readable.from([bytes]), mapping, { whole })) {
      cells.push(each.cells);
      if (each.row !== null) rows.push(each.row);
      if (rows.length === previewRows) break;
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    ({ problem } = error);
  }
  return { cells, rows, problem };
}

async function importAs(
  { database, uploads: folder }: WebPorts,
  { chain, person }: Session,
  { incoming, searchParams, address }: Uploaded,
): Promise<WebAnswer> {
  const wish = importSchema.safeParse(Object.fromEntries(searchParams));
  if (!wish.success) return refused('bad-request');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `settlement-${chain}`);
  try {
    const came = await written(incoming, path);
    if (came === 'cut') return refused('bad-request');
    if (came === 'too-long') return json(refusal('size'));
    const { mapping: mappingName, file: name } = wish.data;
    const mapping = await database.transact(chain, (tx) => mappingOf(tx, chain, mappingName));
    if (mapping === null) return json(refusal('mapping'));
    const pieces = () => createReadStream(path);
    const file = { name, pieces, mappingName, mapping };
    const answer = await importFile((work) => alone(database, chain, work), chain, file, { person, address });
    return answer === null ? refused('try-again') : json(answer);
  } finally {
    rmSync(path, { force: true });
  }
}

function refusal(code: FileProblem['code']): ImportAnswer {
  return { type: 'refused', problem: new FileRefused(code).problem };
}

/** Null where another transaction is changing the chain's settlement. */
function alone<T>(database: Database, chain: string, work: (tx: Tx) => Promise<T>): Promise<T | null> {
  return database.transact(chain, async (tx) => ((await tryToLockSettlement(tx, chain)) ? work(tx) : null));
}

async function written(incoming: IncomingMessage, path: string): Promise<'whole' | 'too-long' | 'cut'> {
  if (Number(incoming.headers['content-length'] ?? 0) > mostFileBytes) return 'too-long';
  let bytes = 0;
  const bounded = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > mostFileBytes) return;
      yield piece;
    }
  };
  try {
    await pipeline(incoming, bounded, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    // The caller left; a disk that is full is an error of the office.
    if (incoming.complete) throw error;
    return bytes > mostFileBytes ? 'too-long' : 'cut';
  }
  return bytes > mostFileBytes ? 'too-long' : 'whole';
}

/** The other changes; null where the address is none of them. */
export async function changeSettlement(
  { database }: WebPorts,
  { chain, person, role }: Session,
  pathname: string,
  given: unknown,
  address: string,
): Promise<WebAnswer | null> {
  const by = { person, address };
  switch (pathname) {
    case '/api/settlement/mapping': {
      if (!mayAs(role, 'manager')) return refused('role-missing');
      const wish = mappingSaveSchema.safeParse(given);
      if (!wish.success) return refused('bad-request');
      const { name, mapping } = wish.data;
      await database.transact(chain, async (tx) => {
        await saveMapping(tx, chain, name, mapping);
        await noteAudit(tx, chain, { ...by, what: 'settlement-mapping-saved', detail: name });
      });
      return json({});
    }
    case '/api/settlement/take-back': {
      if (!mayAs(role, 'manager')) return refused('role-missing');
      const wish = takeBackSchema.safeParse(given);
      if (!wish.success) return refused('bad-request');
      const done = await alone(database, chain, (tx) => takeBack(tx, chain, wish.data.number, by));
      if (done === null) return refused('try-again');
      return done ? json({}) : refused('not-found');
    }
    case '/api/settlement/match': {
      if (!mayAs(role, 'manager')) return refused('role-missing');
      const matched = await alone(database, chain, async (tx) => {
        await matchRows(tx, chain);
        return json({});
      });
      return matched ?? refused('try-again');
    }
    default:
      return null;
  }
}

/** As a file; null where it would be too long for a page. */
export async function settlementExport(tx: Tx, chain: string, query: SettlementLinesQuery): Promise<WebAnswer> {
  const { file, values } = settlementCsv(chain, query);
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of csvText(tx, file, values)) {
    length += piece.length;
    if (length > mostExportBytes) return refused('too-large');
    pieces.push(piece);
  }
  const headers = { ...webHeaders, 'Content-Type': 'text/csv; charset=utf-8' };
  const name = `attachment; filename="settlement-${query.from}-${query.to}.csv"`;
  return { status: 200, headers: { ...headers, 'Content-Disposition': name }, body: pieces.join('') };
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
