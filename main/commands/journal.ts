// The journal from outside: verified or exported, also while a bridge runs on the folder, which it does not disturb.
import { readFileSync } from 'node:fs';
import { fileTroubleInWords } from '#store/errors.ts';
import { exportJournal } from '#store/export.ts';
import { openJournal } from '#store/open-journal.ts';
import { keyIdOf } from '#store/signing-key.ts';
import { verifyExport } from '#store/verify-file.ts';
import { type Verdict, verifyDatabase } from '#store/verify.ts';
import { brokenPipeCode, isBrokenPipe } from './pipes.ts';
import { StartProblem } from './problems.ts';
import { type Io, UsageError, dataDirOf, readOptions } from './usage.ts';

export async function journalCommand(args: readonly string[], io: Io): Promise<number> {
  const [action, ...rest] = args;
  switch (action) {
    case 'verify':
      return verify(rest, io);
    case 'export':
      return exportTo(rest);
    case undefined:
    default:
      throw new UsageError('journal needs verify or export');
  }
}

async function verify(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    file: { type: 'string' },
    'public-key': { type: 'string' },
  });
  const { file } = options;
  const key = options['public-key'] === undefined ? null : publicKeyAt(options['public-key']);
  const verdict =
    file === undefined ? verifyDatabase(dataDirOf(options['data-dir']), key) : await verifyFile(file, key);
  io.stdout(`${JSON.stringify(verdict)}\n`);
  if (verdict.ok) return 0;
  io.stderr(`The journal does not verify: ${verdict.problem?.what ?? 'unknown'}\n`);
  return 1;
}

/** Throws StartProblem where the file is no public key in PEM form. */
function publicKeyAt(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartProblem(`${file} cannot be read: ${fileTroubleInWords(error) ?? 'unknown'}`, { cause: error });
  }
  try {
    keyIdOf(pem);
    return pem;
  } catch (error) {
    throw new StartProblem(`${file} is no public key in PEM form.`, { cause: error });
  }
}

async function verifyFile(file: string, key: string | null): Promise<Verdict> {
  try {
    return await verifyExport(file, key);
  } catch (error) {
    const trouble = fileTroubleInWords(error);
    if (trouble === null) throw error;
    throw new StartProblem(`${file} cannot be read: ${trouble}`, { cause: error });
  }
}

async function exportTo(args: readonly string[]): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, format: { type: 'string' } });
  const format = options.format ?? 'ndjson';
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv');
  const opened = openJournal(dataDirOf(options['data-dir']), Date.now);
  try {
    await exportJournal(opened.journal, format, process.stdout);
  } catch (error) {
    // `| head -1` has what it wanted. Not 0: where somebody keeps what was written, it is not the whole journal.
    if (!isBrokenPipe(error)) throw error;
    return brokenPipeCode;
  } finally {
    opened.close();
  }
  return 0;
}
