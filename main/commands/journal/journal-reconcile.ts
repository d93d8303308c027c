// `journal reconcile`: compares a shift with the gateway and with the ERP's list. It only reads. Payments are looked up
// through the running bridge (its credentials, its limits), one after the other. With --resume FILE the results are
// kept, so that an interrupted comparison goes on where it stopped.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '#contract/data/json.ts';
import { type ErpRow, type Seen, compare, namesOf, paymentsIn } from '#core/reconciliation/reconcile.ts';
import { readErpList } from '#core/reconciliation/reconcile-list.ts';
import { entriesOf, touchedSince } from '#core/shift/shift-entries.ts';
import { type PaymentPaths, readPayment } from '#operations/payment-view.ts';
import { readSettings } from '#settings/file.ts';
import { fileTroubleInWords } from '#store/database/errors.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { printJson } from '../io/print-json.ts';
import { StartProblem } from '../io/problems.ts';
import {
  type NamedEnvironment,
  environmentFor,
  environmentOfBridge,
  leftOutWords,
  tokenRefused,
} from './reconcile-environment.ts';
import { type Io, UsageError, dataDirOf, readOptions, wholeNumber } from '../io/usage.ts';

const perSecondDefault = 5;

export async function reconcile(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    shift: { type: 'string' },
    environment: { type: 'string' },
    'erp-list': { type: 'string' },
    bridge: { type: 'string' },
    resume: { type: 'string' },
    'per-second': { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const number = wholeNumber(options.shift, '--shift', 2 ** 31) ?? null;
  const perSecond = Math.max(1, wholeNumber(options['per-second'], '--per-second', 1_000) ?? perSecondDefault);
  const token = io.environment['TILLBRIDGE_TOKEN'] ?? '';
  if (options.bridge !== undefined && token === '') {
    throw new UsageError('--bridge needs a token with the scope status in TILLBRIDGE_TOKEN');
  }
  const list = options['erp-list'] === undefined ? null : listAt(options['erp-list']);
  const ofBridge = options.bridge === undefined ? null : await environmentOfBridge(options.bridge, token);
  const opened = openJournal(dataDir, Date.now);
  try {
    const whole = opened.snapshot(() => entriesOf(opened.books, number));
    if (whole === null) throw new StartProblem(`There is no closed shift ${number ?? ''}.`);
    const environment = environmentFor(whole.entries, { named: options.environment, ofBridge });
    const shift = { ...whole, entries: whole.entries.filter((each) => each.environment === environment?.id) };
    const seen = options.resume === undefined ? new Map<string, Seen>() : resumed(options.resume, environment);
    if (options.bridge !== undefined) {
      const { paymentPaths } = readSettings(dataDir, 'reconcile');
      const wanted = [...paymentsIn(shift.entries).keys()].filter((name) => !seen.has(name));
      for (const name of wanted) {
        const found = await lookUp(options.bridge, token, name, paymentPaths);
        seen.set(name, found);
        // A payment without an answer is looked up again the next time.
        if (options.resume !== undefined && found.type !== 'no-answer') {
          appendFileSync(options.resume, `${JSON.stringify([name, found, environment?.id])}\n`, { mode: 0o600 });
        }
        await pause(1_000 / perSecond);
      }
    }
    // After the look-ups: what was done meanwhile may be in the answers already.
    const names = namesOf(shift.entries, seen);
    const touchedLater = opened.snapshot(() => touchedSince(opened.books, shift.lastSeq, names));
    const comparison = compare({ ...shift, touchedLater }, seen, list);
    const elsewhere = whole.entries.length - shift.entries.length;
    printJson(io, { environment, elsewhere, ...comparison });
    const leftOut = leftOutWords(whole.entries, environment);
    if (leftOut !== null) io.stderr(`${leftOut}\n`);
    return comparison.findings.some(({ type }) => type !== 'cannot-tell') ? 1 : 0;
  } finally {
    opened.close();
  }
}

async function lookUp(bridge: string, token: string, name: string, paths: PaymentPaths): Promise<Seen> {
  const id = encodeURIComponent(name.slice(name.indexOf(':') + 1));
  const path = name.startsWith('payId:') ? `/v1/payments/${id}` : `/v1/payments?transId=${id}`;
  try {
    const response = await fetch(new URL(path, bridge), { headers: { authorization: `Bearer ${token}` } });
    const body: unknown = await response.json();
    if (!isJsonObject(body)) return { type: 'no-answer' };
    if (response.status === 200) return { type: 'seen', payment: { ...readPayment(body, paths), raw: {} } };
    if (response.status === 401 || response.status === 403) {
      throw tokenRefused();
    }
    return body['code'] === 'payment-not-found' ? { type: 'not-found' } : { type: 'no-answer' };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    return { type: 'no-answer' };
  }
}

function listAt(file: string): readonly ErpRow[] {
  const list = readErpList(textOf(file));
  if (list.type === 'refused') throw new StartProblem(`${file}: ${list.why}`);
  return list.rows;
}

/** The results of this environment: payments of another one may have the same payId. */
function resumed(file: string, environment: NamedEnvironment | null): Map<string, Seen> {
  if (!existsSync(file)) {
    writeFileSync(file, '', { mode: 0o600 });
    return new Map();
  }
  const lines = textOf(file)
    .split('\n')
    .filter((line) => line !== '');
  try {
    // Only this command writes the file; a line that an interruption cut off is looked up again.
    const whole = lines.filter((line) => line.endsWith(']'));
    const kept = whole.map((line) => JSON.parse(line) as [name: string, found: Seen, environment: string | undefined]);
    return new Map(kept.flatMap(([name, found, id]) => (id === environment?.id ? [[name, found]] : [])));
  } catch (error) {
    throw new StartProblem(`${file} is not what an earlier comparison wrote.`, { cause: error });
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartProblem(`${file} cannot be read: ${fileTroubleInWords(error) ?? 'unknown'}`, { cause: error });
  }
}
