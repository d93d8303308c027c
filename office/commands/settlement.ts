// `office settlement`: acquirers' files against the tills' payments, for scheduled imports and for large exports.
import { createReadStream, openSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import {
  type FileProblem,
  type ImportAnswer,
  type Mapping,
  type SettlementQuery,
  mappingSaveSchema,
  settlementModes,
  settlementSchema,
} from '#contract/office/settlement.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { csvText } from '../exports/csv.ts';
import { settlementCsv } from '../exports/settlement-csv.ts';
import { noteAudit } from '../people/audit.ts';
import { atComputer } from '../people/people.ts';
import { importFile, imports, takeBack } from '../settlement/imports.ts';
import { layouts } from '../settlement/layouts.ts';
import { mappingOf, saveMapping, settlementMappings } from '../settlement/mappings.ts';
import { mostFileBytes } from '../settlement/read-file.ts';
import { FileRefused } from '../settlement/read-row.ts';
import { settlement } from '../settlement/report.ts';
import { writeNew } from './export.ts';
import { dayOf, isZone } from './looks.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' } } as const;
const pieceBytes = 64 * 1024;
const range = {
  ...common,
  from: { type: 'string' },
  to: { type: 'string' },
  zone: { type: 'string' },
  mode: { type: 'string' },
} as const;

export const settlementCommand: OfficeCommand = async ([action = '', ...args], io) => {
  switch (action) {
    case 'import':
      return importWith(args, io);
    case 'mapping':
      return mappingWith(args, io);
    case 'list': {
      const options = readOptions(args, common);
      for (const each of await atOffice(options, ({ tx, chain }) => imports(tx, chain))) printJson(io, each);
      return 0;
    }
    case 'take-back': {
      const options = readOptions(args, { ...common, number: { type: 'string' } });
      const number = wholeNumber(required(options.number, '--number'), '--number', 2 ** 31) ?? 0;
      const done = await atOffice(options, ({ tx, chain }) => takeBack(tx, chain, number, atComputer));
      if (!done) throw new StartProblem(`No import ${number} counts: see "office settlement list".`);
      printJson(io, { number, takenBack: true });
      return 0;
    }
    case 'report': {
      const options = readOptions(args, range);
      const query = queryIn(options);
      printJson(io, await atOffice(options, ({ tx, chain }) => settlement(tx, chain, query)));
      return 0;
    }
    case 'export': {
      const options = readOptions(args, { ...range, out: { type: 'string' } });
      const query = queryIn(options);
      const out = resolve(required(options.out, '--out'));
      makeFolder(out);
      const written = await atOffice(options, ({ tx, chain }) => {
        const { file, values } = settlementCsv(chain, query);
        return writeNew(out, file.name, csvText(tx, file, values));
      });
      printJson(io, written);
      return 0;
    }
    default:
      throw new UsageError('settlement needs import, mapping, list, take-back, report or export');
  }
};

async function importWith(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, { ...common, file: { type: 'string' }, mapping: { type: 'string' } });
  const path = resolve(required(options.file, '--file'));
  const mappingName = required(options.mapping, '--mapping');
  const answer = await imported(options, { path, bytes: await bytesOf(path), mappingName });
  if (answer.type === 'refused') {
    throw new StartProblem(`Nothing of ${path} was imported: ${problemText(answer.problem)}.`);
  }
  printJson(io, answer);
  return 0;
}

async function imported(
  options: Parameters<typeof atOffice>[0],
  { path, bytes, mappingName }: { readonly path: string; readonly bytes: Buffer; readonly mappingName: string },
): Promise<ImportAnswer> {
  const { chain, mapping } = await atOffice(options, async ({ tx, chain: found }) => ({
    chain: found,
    mapping: await mappingOf(tx, found, mappingName),
  }));
  if (mapping === null) return { type: 'refused', problem: new FileRefused('mapping').problem };
  const file = { name: basename(path), pieces: () => piecesOf(bytes), mappingName, mapping };
  return importFile((work) => atOffice(options, ({ tx }) => work(tx)), chain, file, atComputer);
}

/** All of a file, which may be a pipe that is read only once; longer ones are refused later. */
async function bytesOf(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of createReadStream(path, { fd: opened(path) }) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostFileBytes) break;
  }
  return Buffer.concat(pieces);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Prints a mapping, or saves one: of a file, or of a published layout. */
async function mappingWith(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    ...common,
    name: { type: 'string' },
    file: { type: 'string' },
    layout: { type: 'string' },
  });
  if (options.name === undefined) {
    const known = await atOffice(options, ({ tx, chain }) => settlementMappings(tx, chain));
    for (const each of known.mappings) printJson(io, each);
    for (const { name: layout, mapping } of layouts) printJson(io, { layout, mapping });
    return 0;
  }
  const { file, layout } = options;
  if ((file === undefined) === (layout === undefined)) throw new UsageError('give either --file or --layout');
  const wish = mappingSaveSchema.safeParse({ name: options.name, mapping: mappingIn(file, layout) });
  if (!wish.success) {
    const [issue] = wish.error.issues;
    throw new StartProblem(`This is no mapping: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const { name, mapping } = wish.data;
  await atOffice(options, async ({ tx, chain }) => {
    await saveMapping(tx, chain, name, mapping);
    await noteAudit(tx, chain, { ...atComputer, what: 'settlement-mapping-saved', detail: name });
  });
  printJson(io, { name, saved: true });
  return 0;
}

function mappingIn(file: string | undefined, layout: string | undefined): unknown {
  if (file === undefined) {
    const found = layouts.find(({ name }) => name.toLowerCase().startsWith((layout ?? '').toLowerCase()));
    if (layout === '' || found === undefined) {
      throw new UsageError(`--layout is one of ${layouts.map(({ name }) => name.split(':')[0]).join(', ')}`);
    }
    return found.mapping satisfies Mapping;
  }
  try {
    return JSON.parse(readFileSync(opened(resolve(file)), 'utf8'));
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`${file} holds no JSON.`, { cause: error });
  }
}

function queryIn(options: { readonly [option: string]: string | boolean | undefined }): SettlementQuery {
  const text = (option: string): string | undefined => {
    const value = options[option];
    return typeof value === 'string' ? value : undefined;
  };
  const from = dayOf(required(text('from'), '--from'), '--from') ?? '';
  const to = dayOf(required(text('to'), '--to'), '--to') ?? '';
  const zone = text('zone') ?? 'UTC';
  if (!isZone(zone)) throw new UsageError('--zone must be a time zone, for example Europe/Berlin');
  const query = settlementSchema.safeParse({ from, to, zone, mode: text('mode') ?? 'live' });
  if (!query.success) throw new UsageError(`--mode is one of ${settlementModes.join(', ')}`);
  return query.data;
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartProblem(`${path} cannot be read (${why}).`, { cause: error });
  }
}

function problemText({ code, line, column }: FileProblem): string {
  const what: { readonly [code in FileProblem['code']]: string } = {
    mapping: 'there is no such mapping',
    empty: 'the mapping finds no row',
    encoding: 'it is in another encoding than the mapping says',
    quotes: 'a quote is not closed, or stands in the middle of a cell',
    'record-size': 'the row is too long, or a quote is not closed',
    size: 'it is longer than 64 MiB',
    rows: 'it has more than 200000 rows',
    cells: 'the row has more or fewer cells than the one before',
    column: `there is no column "${column}"`,
    date: `"${column}" is no date of the mapping's form`,
    amount: `"${column}" is no amount of the mapping's form`,
    digits: `"${column}" has more decimals than its currency`,
    currency: `"${column}" is no currency`,
    'zero-character': 'it holds a zero character; is it in another encoding?',
  };
  return `${line === null ? '' : `line ${line}: `}${what[code]}`;
}
