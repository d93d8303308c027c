// The journal from outside: verified or exported, also while a bridge runs on the folder, which it does not disturb.
import { exportJournal } from '#store/export.ts';
import { openJournal } from '#store/open-journal.ts';
import { verifyExport } from '#store/verify-file.ts';
import { verifyDatabase } from '#store/verify.ts';
import { type Io, UsageError, readOptions, required } from './usage.ts';

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
  const options = readOptions(args, { 'data-dir': { type: 'string' }, file: { type: 'string' } });
  const verdict =
    options.file === undefined
      ? verifyDatabase(required(options['data-dir'], '--data-dir'))
      : await verifyExport(options.file);
  io.stdout(`${JSON.stringify(verdict)}\n`);
  if (verdict.ok) return 0;
  io.stderr(`The journal does not verify: ${verdict.problem?.what ?? 'unknown'}\n`);
  return 1;
}

async function exportTo(args: readonly string[]): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, format: { type: 'string' } });
  const format = options.format ?? 'ndjson';
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv');
  const opened = openJournal(required(options['data-dir'], '--data-dir'), Date.now);
  try {
    await exportJournal(opened.journal, format, process.stdout);
  } finally {
    opened.close();
  }
  return 0;
}
