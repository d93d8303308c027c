// `bridge journal`: verifies or exports the journal, also beside a running bridge, without disturbing it.
import { readFileSync } from 'node:fs';
import type { ControlInput, ControlOutputs } from '#contract/programs/control.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import { countersignedSchema, headOf } from '#contract/office/office.ts';
import { readCountersigned } from '#office-link/membership.ts';
import { fileTroubleInWords } from '#store/database/errors.ts';
import { exportJournal } from '#store/journal/export.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { keyIdOf } from '#store/journal/key-pair.ts';
import { slipWords } from '#store/operations/slip.ts';
import { verifyExport } from '#store/integrity/verify-file.ts';
import { type Verdict, verifyDatabase } from '#store/integrity/verify.ts';
import { type CommandCalls, withBridge } from '../folder-access/bridge-calls.ts';
import { reconcile } from './journal-reconcile.ts';
import { sealAtHand } from '../folder-access/open-with-key.ts';
import { accountName } from '../io/persons.ts';
import { brokenPipeCode, isBrokenPipe } from '../io/pipes.ts';
import { printJson } from '../io/print-json.ts';
import { createProgress } from '../io/progress.ts';
import { StartProblem } from '../io/problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber, withActions } from '../io/usage.ts';

export const journalCommand = withActions('journal', { verify, export: exportTo, erase, reconcile });

async function verify(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    file: { type: 'string' },
    'public-key': { type: 'string' },
    countersigned: { type: 'string' },
  });
  const { file } = options;
  const key = options['public-key'] === undefined ? null : publicKeyAt(options['public-key']);
  const given = options.countersigned === undefined ? null : countersignedAt(options.countersigned);
  const verdict =
    file === undefined
      ? verifyFolder(dataDirOf(options['data-dir']), key, given, io)
      : await verifyFile(file, key, given);
  printJson(io, verdict);
  if (verdict.ok) return 0;
  io.stderr(`The journal does not verify: ${verdict.problem?.what ?? 'unknown'}\n`);
  return 1;
}

/**
 * Uses the folder's key where it is at hand; without it rows are only compared with the journal's records. Of a till that
 * joined an office, the folder keeps the newest head that the office countersigned.
 */
function verifyFolder(dataDir: string, publicKey: string | null, given: JournalHead | null, io: Io): Verdict {
  const seal = sealAtHand(dataDir, io);
  const kept = readCountersigned(dataDir);
  const countersigned = given ?? (kept === null ? null : headOf(kept));
  const verdict = verifyDatabase(dataDir, publicKey, Date.now, seal, countersigned, progressOf('Verified', io));
  if (seal === null && verdict.ok) {
    io.stderr(
      "The folder's key is not at hand: operations, people and programs were compared with the journal only.\n",
    );
  }
  return verdict;
}

function progressOf(done: string, io: Io) {
  return createProgress({ done, say: io.stderr, nowMs: () => performance.now() });
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

/** Throws StartProblem where the file is no head that an office signed ("office head" prints one). */
function countersignedAt(file: string): JournalHead {
  try {
    return headOf(countersignedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const why = fileTroubleInWords(error);
    throw new StartProblem(why === null ? `${file} is no head of an office.` : `${file} cannot be read: ${why}`, {
      cause: error,
    });
  }
}

async function verifyFile(file: string, key: string | null, countersigned: JournalHead | null): Promise<Verdict> {
  try {
    return await verifyExport(file, key, countersigned);
  } catch (error) {
    const trouble = fileTroubleInWords(error);
    if (trouble === null) throw error;
    throw new StartProblem(`${file} cannot be read: ${trouble}`, { cause: error });
  }
}

/**
 * Erases through the running bridge, or here while none runs. Data of operations that are not finished stays, since it
 * is needed to find their outcome. Slips for chargebacks stay for the days in the shop's settings.
 */
async function erase(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    operation: { type: 'string' },
    payment: { type: 'string' },
    'older-than-days': { type: 'string' },
    reason: { type: 'string' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const days = wholeNumber(options['older-than-days'], '--older-than-days', 36_500);
  const { operation, payment } = options;
  const given: (ControlInput<'erase'>['target'] | null)[] = [
    operation === undefined ? null : { type: 'operation', id: operation },
    payment === undefined ? null : { type: 'payment', payId: payment },
    days === undefined ? null : { type: 'older', days },
  ];
  const [target, second] = given.filter((each) => each !== null);
  if (target === undefined || second !== undefined) {
    throw new UsageError('journal erase needs one of --operation, --payment and --older-than-days');
  }
  const reason = required(options.reason, '--reason');
  const by = `command: ${options.by ?? accountName()}`;
  const need = { use: 'changes', key: 'needed', policyFile: options.policy } as const;
  const wish = { target, by, reason };
  const { spaceCleared, ...erasure } = await withBridge(dataDir, io, need, (calls) => eraseParts(calls, wish, io));
  printJson(io, erasure);
  if (erasure.keptSlips > 0) io.stderr(`${keptWords(erasure.keptSlips, erasure.slipDays)}\n`);
  if (!erasure.logCleared)
    io.stderr('A reader kept the log busy: old copies may still be on the disk. Run it again.\n');
  if (!spaceCleared) {
    io.stderr(
      "An older program wrote this file, so its free space may still hold old copies. Stop the bridge and run 'folder compact' once.\n",
    );
  }
  return erasure.logCleared && spaceCleared ? 0 : 1;
}

type Erased = ControlOutputs['erase'];

/** Asks for one part after the other and adds them up. Sales go on meanwhile. */
async function eraseParts(
  calls: Pick<CommandCalls, 'erase'>,
  wish: Omit<ControlInput<'erase'>, 'from'>,
  io: Io,
): Promise<Omit<Erased, 'type' | 'next'>> {
  let sum = { erased: 0, keptOpen: 0, keptSlips: 0, documents: 0 };
  for (let from: number | null = null; ;) {
    const { type: _, next, ...part }: Erased = await calls.erase({ ...wish, from });
    sum = {
      erased: sum.erased + part.erased,
      keptOpen: sum.keptOpen + part.keptOpen,
      keptSlips: sum.keptSlips + part.keptSlips,
      documents: sum.documents + part.documents,
    };
    if (next === null) return { ...part, ...sum };
    io.stderr(`${sum.erased} operations erased so far.\n`);
    from = next;
  }
}

function keptWords(count: number, days: number): string {
  const whose = count === 1 ? '1 operation' : `${count} operations`;
  return (
    `Personal data is erased. The slips of ${whose} stay (${slipWords}): a chargeback can come until ${days} days ` +
    'after the last change of the payment (setting retention.slipDays). Erase again after that to take them too.'
  );
}

async function exportTo(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    format: { type: 'string' },
    'without-archives': { type: 'boolean' },
  });
  const format = options.format ?? 'ndjson';
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv');
  const opened = openJournal(dataDirOf(options['data-dir']), Date.now);
  try {
    const after = options['without-archives'] === true ? opened.journal.archivedTo() : 0;
    await exportJournal(opened.journal, format, process.stdout, after, progressOf('Exported', io));
  } catch (error) {
    // The reader (`| head -1`) closed the pipe. The code is not 0, because what was written is not the whole journal.
    if (!isBrokenPipe(error)) throw error;
    return brokenPipeCode;
  } finally {
    opened.close();
  }
  return 0;
}
