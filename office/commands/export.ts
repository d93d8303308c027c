// `office export` writes files for an accountant or an auditor; `office reader` gives other programs a login for the views.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import { syncFolder } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { auditedLineages, journalText } from '../exports/audit-files.ts';
import { csvFiles, csvText, rangeValues } from '../exports/csv.ts';
import { addReader, removeReader } from '../exports/readers.ts';
import { openOfficeKeys } from '../keys/office-keys.ts';
import { dayOf, isZone } from './looks.ts';
import { type OfficeCommand, projectFolder } from './office-io.ts';
import { atOffice } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' } } as const;
const verifier = join(projectFolder, 'docs', 'verify-journal.mjs');

export interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const exportCommand: OfficeCommand = async (args, io) => {
  const options = readOptions(args, {
    ...common,
    from: { type: 'string' },
    to: { type: 'string' },
    zone: { type: 'string' },
    format: { type: 'string' },
    audit: { type: 'boolean' },
    out: { type: 'string' },
  });
  const out = resolve(required(options.out, '--out'));
  if (options.audit === true) {
    const { from, to, zone, format } = options;
    if ([from, to, zone, format].some((each) => each !== undefined)) throw new UsageError('--audit exports everything');
    makeFolder(out);
    const done = await atOffice(options, async ({ dataDir, chain, tx }) => {
      const { publicKey } = await openOfficeKeys(dataDir);
      const written = [
        await writeNew(out, 'office-key.pem', [publicKey]),
        await writeNew(out, 'verify-journal.mjs', [readFileSync(verifier, 'utf8')]),
      ];
      const lineages = await auditedLineages(tx, chain);
      const journals = [];
      for (const each of lineages) {
        const { till, shop, tillId, lineage, parent, parentSeq, headSeq, journalKey, countersigned } = each;
        const name = `${tillId}-${lineage}`;
        written.push(
          await writeNew(out, `${name}.ndjson`, journalText(tx, chain, lineages, each)),
          await writeNew(out, `${name}-key.pem`, [journalKey]),
        );
        if (countersigned !== null) {
          written.push(await writeNew(out, `${name}-head.json`, [`${JSON.stringify(countersigned)}\n`]));
        }
        journals.push({ journal: name, till, shop, lineage, parent, parentSeq, headSeq });
      }
      return { journals, files: written };
    });
    await writeNew(out, 'export.json', [`${JSON.stringify(done, null, 2)}\n`]);
    for (const journal of done.journals) printJson(io, journal);
    return 0;
  }
  const from = dayOf(required(options.from, '--from'), '--from') ?? '';
  const to = dayOf(required(options.to, '--to'), '--to') ?? '';
  const { zone = 'UTC', format = 'csv' } = options;
  if (!isZone(zone)) throw new UsageError('--zone must be a time zone, for example Europe/Berlin');
  if (format !== 'csv') throw new UsageError('--format is csv');
  makeFolder(out);
  const files = await atOffice(options, async ({ chain, tx }) => {
    const written: Written[] = [];
    for (const file of csvFiles) {
      written.push(await writeNew(out, file.name, csvText(tx, file, rangeValues(chain, { from, to, zone }))));
    }
    return written;
  });
  await writeNew(out, 'export.json', [`${JSON.stringify({ from, to, zone, files }, null, 2)}\n`]);
  for (const file of files) printJson(io, file);
  return 0;
};

/** A file that is there already is kept, and the export ends; one that could not be written whole is taken away. */
export async function writeNew(
  folder: string,
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<Written> {
  const path = join(folder, file);
  const handle = opened(path);
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      const data = Buffer.from(piece, 'utf8');
      digest.update(data);
      for (let at = 0; at < data.length;) at += writeSync(handle, data, at);
      bytes += data.length;
    }
    fsyncSync(handle);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  syncFolder(folder);
  return { file, bytes, sha256: digest.digest('hex') };
}

function opened(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const said = why === 'EEXIST' ? 'is there already: choose another place with --out' : `cannot be written (${why})`;
    throw new StartProblem(`${path} ${said}.`, { cause: error });
  }
}

export const readerCommand: OfficeCommand = async ([action = '', ...args], io) => {
  if (action !== 'add' && action !== 'remove') throw new UsageError('reader needs add or remove');
  const options = readOptions(args, { ...common, name: { type: 'string' } });
  const name = required(options.name, '--name');
  const done = await atOffice(options, async ({ chain, tx }) => {
    if (action === 'add') return addReader(tx, chain, name);
    await removeReader(tx, chain, name);
    return { removed: true };
  });
  printJson(io, { name, ...done });
  return 0;
};
