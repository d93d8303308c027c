// Reads a shift out of the books, and closes one. Every record before the closing belongs to the shift; operations that
// are open then are written into `shift-carried` records, and the next shift takes them over.
import { readIsoTime } from '#contract/data/iso-time.ts';
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { ShiftClosing, ShiftReport } from '#contract/shift/shift.ts';
import { type State, modes, states } from '#contract/operation/states.ts';
import type { BooksReads, BooksWrites, JournalFact, ShiftMark } from '../ports/books.ts';
import type { Signer } from '../ports/journal.ts';
import { openCountsOf, reportOf } from './shift-report.ts';
import {
  type Carried,
  type CarriedAuthorization,
  type OpenOperation,
  type ShiftTally,
  addFact,
  emptyTally,
  moneyIn,
} from './shift-tally.ts';
import { authorizationData, authorizationIn } from './shift-takings.ts';
import { signHead } from './signed-heads.ts';

const pageSize = 1_000;
/** Open operations a record: a record stays far below the size that a verifier takes. */
const carriedPerRecord = 200;

/** When the last shift was closed, engine time in ms; null before the first. */
export function lastClosedMs(books: Pick<BooksReads, 'lastShift'>): number | null {
  const last = books.lastShift();
  return last === null ? null : (readIsoTime(last.closedAt)?.ms ?? null);
}

/** The shift that runs now, added up to the last record that `books` shows. */
export function currentTally(books: BooksReads): ShiftTally {
  const start = startOf(books, null);
  if (start === null) throw new Error('the running shift has no beginning');
  addUpTo(books, start.tally, start.lastSeq);
  return start.tally;
}

/** The report of a shift that was closed, added up anew; null where there is none of that number. */
export function closedReport(books: BooksReads, number: number): ShiftReport | null {
  const tally = closedTally(books, number);
  const mark = books.shift(number);
  const record = mark === null ? undefined : books.facts(mark.closedSeq - 1, 1)[0];
  if (tally === null || mark === null || record === undefined) return null;
  const head = { seq: record.seq, hash: record.hash };
  return reportOf(tally, { type: 'Z', at: mark.closedAt, closedBy: textAt(record.data, 'by'), head }, books);
}

/** A closed shift, added up anew; null where there is none of that number. */
function closedTally(books: BooksReads, number: number): ShiftTally | null {
  const start = startOf(books, number);
  if (start === null) return null;
  addUpTo(books, start.tally, start.lastSeq);
  return start.tally;
}

/** The empty tally of a shift (null: the one that runs) and the last record that belongs to it, or null. */
export function startOf(
  books: BooksReads,
  number: number | null,
): { readonly tally: ShiftTally; readonly lastSeq: number } | null {
  if (number === null) {
    const last = books.lastShift();
    const tally = emptyTally((last?.number ?? 0) + 1, (last?.closedSeq ?? 0) + 1, carriedFrom(books, last));
    return { tally, lastSeq: books.head().seq };
  }
  const mark = books.shift(number);
  const record = mark === null ? undefined : books.facts(mark.closedSeq - 1, 1)[0];
  if (mark === null || record === undefined) return null;
  const before = number === 1 ? null : books.shift(number - 1);
  const tally = emptyTally(number, mark.firstSeq, carriedFrom(books, before));
  return { tally, lastSeq: mark.closedSeq - 1 - carriedRecords(record.data) };
}

/** The records after `seq` up to `last`, read in pages. */
export function* shiftFacts(books: Pick<BooksReads, 'facts'>, seq: number, last: number): Generator<JournalFact> {
  for (let at = seq; at < last;) {
    const page = books.facts(at, Math.min(pageSize, last - at));
    const end = page.at(-1);
    if (end === undefined) return;
    yield* page;
    at = end.seq;
  }
}

/** Whether nothing of any operation was journalled since that shift was closed. */
export function nothingSince(books: BooksReads, { closedSeq }: ShiftMark): boolean {
  for (const { operation } of shiftFacts(books, closedSeq, books.head().seq)) if (operation !== null) return false;
  return true;
}

/** Adds the records behind the tally's last one, up to `last`. */
export function addUpTo(books: BooksReads, tally: ShiftTally, last: number): void {
  for (const fact of shiftFacts(books, tally.lastSeq, last)) addFact(tally, fact);
}

export interface Closing {
  readonly signer: Signer;
  readonly atMs: number;
  readonly at: string;
  readonly by: string;
  /** False: a shift with something open is left as it is. */
  readonly evenIfOpen: boolean;
  /** The command's wish, for the journal. */
  readonly request?: string;
}

/**
 * Closes the shift inside a transaction. `tally` is what was added up before it began; the rest is added here. Null
 * where another caller closed that shift meanwhile: nothing was written.
 */
export function closeShift(tx: BooksWrites, tally: ShiftTally, closing: Closing): ShiftClosing | null {
  const last = tx.lastShift();
  if ((last?.number ?? 0) + 1 !== tally.number) return null;
  addUpTo(tx, tally, tx.head().seq);
  const { at, atMs, by, signer, evenIfOpen, request } = closing;
  const open = [...tally.open.values()];
  const counts = openCountsOf(tally);
  if (open.length > 0 && !evenIfOpen) return { type: 'still-open', open: counts };
  const carried = [
    ...pagesOf(open.map(carriedData)).map((operations) => ({ operations })),
    ...pagesOf(openAuthorizations(tally)).map((authorizations) => ({ authorizations })),
  ];
  for (const page of carried) {
    tx.append({ type: 'shift-carried', operationId: null, atMs, data: { number: tally.number, ...page } });
  }
  const report = reportOf(tally, { type: 'Z', at, closedBy: by, head: null }, tx);
  const data = {
    ...closedData(report),
    by,
    carriedRecords: carried.length,
    open: { ...counts },
    ...(request === undefined ? {} : { request }),
  };
  tx.append({ type: 'shift-closed', operationId: null, atMs, data });
  const head = tx.head();
  signHead(tx, signer, atMs);
  return { type: 'closed', report: { ...report, head } };
}

/** What the journal keeps of a Z: its bounds and sums. The rest can be added up again from the records. */
function closedData({
  number,
  firstSeq,
  lastSeq,
  openedAt,
  sections,
  strays,
  drawerOpenings,
}: ShiftReport): JsonObject {
  return {
    number,
    firstSeq,
    lastSeq,
    openedAt,
    strays,
    drawerOpenings,
    sections: sections.map(({ mode, training, environment, totals, notDone, openCounts, ...sums }) => ({
      mode,
      training,
      environment,
      takings: sums.takings.map((each) => ({ ...each })),
      byPerson: sums.byPerson.map((each) => ({ ...each })),
      byBrand: sums.byBrand.map((each) => ({ ...each })),
      byEntry: sums.byEntry.map((each) => ({ ...each })),
      authorized: sums.authorized.map((each) => ({ ...each })),
      paidOtherwise: sums.paidOtherwise.map((each) => ({ ...each })),
      notDone: { ...notDone },
      open: { ...openCounts },
      totals: totals.map((total) => ({ ...total })),
    })),
  };
}

function pagesOf(rows: readonly JsonObject[]): JsonObject[][] {
  const count = Math.ceil(rows.length / carriedPerRecord);
  return Array.from({ length: count }, (_, page) => rows.slice(page * carriedPerRecord, (page + 1) * carriedPerRecord));
}

function openAuthorizations(tally: ShiftTally): JsonObject[] {
  return [...tally.sections.values()].flatMap(({ mode, environment, authorizations }) =>
    Array.from(authorizations.values(), (each) => ({ ...authorizationData(each), mode, environment })),
  );
}

function carriedData(operation: OpenOperation): JsonObject {
  const { amount, carriedOver: _, ...rest } = operation;
  return { ...rest, amount: amount === null ? null : { value: amount.value, currency: amount.currency } };
}

function carriedFrom(books: BooksReads, mark: ShiftMark | null): Carried {
  const closed = mark === null ? undefined : books.facts(mark.closedSeq - 1, 1)[0];
  const count = closed === undefined ? 0 : carriedRecords(closed.data);
  if (mark === null || count === 0) return { operations: [], authorizations: [] };
  const records = books.facts(mark.closedSeq - 1 - count, count).map(({ data }) => data);
  const objectsIn = (name: string) =>
    records.flatMap(({ [name]: list }) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return {
    operations: objectsIn('operations').flatMap(carriedOf),
    authorizations: objectsIn('authorizations').flatMap(carriedAuthorization),
  };
}

function carriedAuthorization(data: JsonObject): CarriedAuthorization[] {
  const mode = modes.find((each) => each === data['mode']);
  const environment = textAt(data, 'environment') ?? '';
  const found = authorizationIn(data);
  return mode === undefined || found === null ? [] : [{ ...found, mode, environment }];
}

function carriedOf(data: JsonObject): OpenOperation[] {
  const state: State | undefined = states.find((each) => each === data['state']);
  const mode = modes.find((each) => each === data['mode']);
  const [id, kind] = [textAt(data, 'id'), textAt(data, 'kind')];
  if (state === undefined || mode === undefined || id === null || kind === null) return [];
  return [
    {
      id,
      kind,
      state,
      mode,
      messageType: textAt(data, 'messageType'),
      amount: moneyIn(data['amount']),
      terminalId: textAt(data, 'terminalId'),
      payId: textAt(data, 'payId'),
      transId: textAt(data, 'transId'),
      refNr: textAt(data, 'refNr'),
      environment: textAt(data, 'environment') ?? '',
      acceptedAt: textAt(data, 'acceptedAt') ?? '',
      doubtSince: textAt(data, 'doubtSince'),
      carriedOver: true,
      person: textAt(data, 'person'),
      byProgram: data['byProgram'] === true,
    },
  ];
}

function carriedRecords(data: JsonObject): number {
  const count = data['carriedRecords'];
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
