// An acquirer's file as rows, in bounded memory: its encoding, its cells (by csv-parse), and each row by the mapping.
import { hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { CsvError, type Options, parse } from 'csv-parse';
import type { Mapping, SettlementRow } from '#contract/office/settlement.ts';
import { FileRefused, rowReader } from './read-row.ts';

export const mostFileBytes = 64 * 1024 * 1024;
const mostRows = 200_000;
/** Of one row; a quote that is never closed ends there. */
const mostRowLength = 64 * 1024;

export interface FileRow {
  readonly cells: readonly string[];
  /** SHA-256 of all cells. */
  readonly digest: Buffer;
  /** Null: the headings. */
  readonly row: SettlementRow | null;
}

/** Rows that the mapping ignores are left out. Throws FileRefused. `whole`: false for the beginning of a file. */
export async function* fileRows(
  pieces: AsyncIterable<Buffer>,
  mapping: Mapping,
  { whole = true, most = mostRows } = {},
): AsyncGenerator<FileRow> {
  const { delimiter, quote, firstLine, headings } = mapping;
  const options: Options = {
    delimiter,
    quote: quote === '' ? null : quote,
    escape: quote === '' ? null : quote,
    bom: true,
    info: true,
    from_line: firstLine,
    max_record_size: mostRowLength,
    relax_column_count: true,
    skip_empty_lines: true,
  };
  const parser = parse(options);
  const state = { lines: firstLine };
  const fed = pipeline(decoded(pieces, mapping.encoding, state, whole), parser);
  // Its error is the parser's as well, which the loop hears.
  fed.catch(() => undefined);
  let read: ReturnType<typeof rowReader> | null = headings ? null : rowReader(mapping, null, firstLine);
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      state.lines = info.lines;
      if (read === null) {
        yield { cells: record, digest: digestOf(record), row: null };
        read = rowReader(mapping, record, info.lines);
        continue;
      }
      const row = read(record, info.lines);
      if (row === null) continue;
      rows += 1;
      if (rows > most) throw new FileRefused('rows', info.lines);
      yield { cells: record, digest: digestOf(record), row };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusedBy(error, state.lines) : error;
  }
  if (whole && rows === 0) throw new FileRefused('empty');
}

async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: Mapping['encoding'],
  state: { readonly lines: number },
  whole: boolean,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let unbroken = 0;
  // The first two bytes say the order of UTF-16.
  let held: Buffer = Buffer.alloc(0);
  const text = (given: Buffer | null): string => {
    const piece = given === null || decoder !== null ? given : Buffer.concat([held, given]);
    if (decoder === null && piece !== null && piece.length < 2) {
      held = piece;
      return '';
    }
    decoder ??= new TextDecoder(nameOf(encoding, piece ?? held), { fatal: true });
    try {
      const found = piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
      if (found.includes('\0')) throw new FileRefused('zero-character', state.lines);
      // The parser bounds the text of a row, not how many empty cells it has.
      const end = found.lastIndexOf('\n');
      unbroken = end < 0 ? unbroken + found.length : found.length - end;
      if (unbroken > mostRowLength || found.length > mostRowLength * 4)
        throw new FileRefused('record-size', state.lines);
      return found;
    } catch (error) {
      throw error instanceof TypeError ? new FileRefused('encoding', state.lines) : error;
    }
  };
  for await (const piece of pieces) yield text(piece);
  // Half a character may end the beginning of a file.
  if (whole) yield text(null);
}

function nameOf(encoding: Mapping['encoding'], beginning: Buffer): string {
  if (encoding !== 'utf-16') return encoding;
  return beginning[0] === 0xfe && beginning[1] === 0xff ? 'utf-16be' : 'utf-16le';
}

function digestOf(cells: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(cells), 'buffer');
}

/** csv-parse says the line in its error; where it does not, it is behind the last one that was read. */
function refusedBy(error: CsvError, lastLine: number): FileRefused {
  const at = error as { readonly lines?: unknown };
  const line = typeof at.lines === 'number' ? at.lines : lastLine;
  return new FileRefused(error.code === 'CSV_MAX_RECORD_SIZE' ? 'record-size' : 'quotes', line);
}
