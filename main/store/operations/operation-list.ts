// Lists operations by a caller's filters. Each filter that finds few rows has an index, which is walked in order from
// the cursor on; the other filters are checked row by row. A call reads a limited number of rows, however few of them
// match, and says where the next call goes on. So no combination of filters holds up other calls.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { cursorText, readCursor } from '#core/ports/list-cursor.ts';
import type { ListFilter, ListPage, StoreReads } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { type Bindings, type BoundRow, boundColumns } from './operation-binding.ts';
import { toldState } from '../schema/schema.ts';
import { allRows, oneRow } from '../database/sql.ts';

/** Rows read in one call, for each index that it walks. */
const mostLookedAt = 500;

/** Operations accepted at about the same time may have `seq` and time in different order, but never this far apart. */
const untidyMs = 60_000;

/**
 * The index of each walk and its equalities; behind these the index is in order. The indexes of states and kinds begin
 * with the environment, because the engine asks in that way; each of the few environments is walked by itself.
 */
const drives = {
  all: { index: null, where: [] },
  state: { index: 'operations_by_state', where: ['environment_id = :environment', 'state = :state'] },
  told: { index: 'operations_told', where: ['environment_id = :environment', `${toldState} = :state`] },
  kind: { index: 'operations_by_kind', where: ['environment_id = :environment', 'kind = :kind'] },
  payId: { index: 'operations_by_payment', where: ['pay_id = :payId'] },
  transId: { index: 'operations_by_trans_id', where: ['trans_id = :transId'] },
  refNr: { index: 'operations_by_ref_nr', where: ['environment_id = :environment', 'ref_nr = :refNr'] },
  // The table's own unique key: each program has a request id once.
  requestId: { index: null, where: ['client_id = :client', 'request_id = :requestId'] },
  updated: { index: 'operations_updated', where: [] },
} as const;
export type Drive = keyof typeof drives;

/** Conditions that are checked row by row. */
const terms = {
  environment: 'environment_id = :environment',
  states: `instr(:states, ',' || state || ',') > 0`,
  /** The states as programs are told them. */
  toldStates: `instr(:states, ',' || coalesce(${toldState}, state) || ',') > 0`,
  untold: `${toldState} IS NULL`,
  kind: 'kind = :kind',
  payId: 'pay_id = :payId',
  transId: 'trans_id = :transId',
  requestId: 'request_id = :requestId',
  refNr: 'ref_nr = :refNr',
  terminal: 'terminal_id = :terminalId',
  from: 'created_at >= :createdFrom',
  before: 'created_at < :createdBefore',
} as const;
export type Term = keyof typeof terms;

export interface Form {
  readonly drive: Drive;
  readonly terms: readonly Term[];
  readonly newest: boolean;
}

/** Selects `seq` in order, each with whether the row matches. */
export function walkSql({ drive, terms: asked, newest }: Form): string {
  const { index, where } = drives[drive];
  const fits = asked.length === 0 ? '1' : `coalesce(${asked.map((term) => terms[term]).join(' AND ')}, 0)`;
  const timed = drive === 'updated' ? ', updated_at AS at' : asked.some(isTime) ? ', created_at AS at' : '';
  const place = drive === 'updated' ? '(updated_at, seq) > (:fromMs, :from)' : newest ? 'seq < :from' : 'seq > :from';
  const order = drive === 'updated' ? 'updated_at, seq' : newest ? 'seq DESC' : 'seq';
  const by = index === null ? '' : ` INDEXED BY ${index}`;
  return `SELECT seq, ${fits} AS fits${timed} FROM operations${by} WHERE ${[...where, place].join(' AND ')} ORDER BY ${order}`;
}

const isTime = (term: Term): boolean => term === 'from' || term === 'before';

export const listQueries = {
  row: `SELECT ${boundColumns} FROM operations WHERE seq = ?`,
  place: 'SELECT seq FROM operations WHERE id = ?',
  idOf: 'SELECT id FROM operations WHERE seq = ?',
  last: 'SELECT max(seq) AS seq FROM operations',
  /** The first row from a number on, for the binary search by time. */
  from: `SELECT ${boundColumns} FROM operations WHERE seq >= ? ORDER BY seq LIMIT 1`,
  /** The ids of all programs that have operations, by one search of the index for each. */
  clients: `WITH RECURSIVE each(id) AS (
    SELECT min(client_id) FROM operations UNION ALL
    SELECT (SELECT min(client_id) FROM operations WHERE client_id > each.id) FROM each WHERE each.id IS NOT NULL)
    SELECT id FROM each WHERE id IS NOT NULL`,
} as const;

/** `tallies` has a row for each state that an environment has ever had operations in. */
const talliesSql = 'SELECT environment_id AS environment, state, count FROM tallies';

interface Tally {
  readonly environment: string;
  readonly state: string;
  readonly count: number;
}

type Values = { readonly [name: string]: string | number | null };

interface Place {
  readonly seq: number;
  /** The row's last change, in a walk by the last change. */
  readonly atMs: number;
}

interface Walked {
  readonly found: readonly Place[];
  /** The last row that was read, or null where the walk reached its end. */
  readonly stoppedAt: Place | null;
  readonly lookedAt: number;
}

export function createList(db: DatabaseSync, bindings: Bindings): Pick<StoreReads, 'list' | 'page'> {
  const prepared = new Map<string, StatementSync>();
  // Each combination of filters that a caller uses is prepared once.
  const statementOf = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? db.prepare(sql, { allowUnknownNamedParameters: true });
    prepared.set(sql, statement);
    return statement;
  };
  const one = <Row>(sql: string, ...values: (string | number)[]) => oneRow<Row>(statementOf(sql), ...values);
  const recordAt = (seq: number): OperationRecord | null => {
    const row = one<BoundRow>(listQueries.row, seq);
    return row === null ? null : bindings.record(row);
  };

  function start(filter: ListFilter): Place | null {
    if (filter.after !== undefined) return placeOf(filter.after, filter.updatedFromMs !== undefined);
    if (filter.updatedFromMs !== undefined) return { seq: 0, atMs: filter.updatedFromMs };
    if (filter.newest === true) {
      const until = filter.createdBeforeMs;
      return { seq: until === undefined ? Number.MAX_SAFE_INTEGER : firstSince(until + untidyMs), atMs: 0 };
    }
    return { seq: filter.createdFromMs === undefined ? 0 : firstSince(filter.createdFromMs - untidyMs) - 1, atMs: 0 };
  }

  function placeOf(cursor: string, byChange: boolean): Place | null {
    const { id, updatedMs } = readCursor(cursor);
    if ((updatedMs !== null) !== byChange) return null;
    const seq = one<{ seq: number }>(listQueries.place, id)?.seq;
    return seq === undefined ? null : { seq, atMs: updatedMs ?? 0 };
  }

  function cursorOf({ seq, atMs }: Place, { updatedFromMs }: ListFilter): string | null {
    const id = one<{ id: string }>(listQueries.idOf, seq)?.id;
    return id === undefined ? null : cursorText({ id, updatedMs: updatedFromMs === undefined ? null : atMs });
  }

  /**
   * The number of the first operation accepted at this time or later; numbers rise with time. Rows that are not
   * believed are skipped, so that a wrong time in one of them hides no other row.
   */
  function firstSince(ms: number): number {
    let [low, high] = [1, (one<{ seq: number | null }>(listQueries.last)?.seq ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      let row = one<BoundRow>(listQueries.from, middle);
      while (row !== null && row.seq < high && bindings.record(row) === null) {
        row = one<BoundRow>(listQueries.from, row.seq + 1);
      }
      if (row === null || row.seq >= high || row.created_at >= ms) high = middle;
      else low = row.seq + 1;
    }
    return low;
  }

  function walk(form: Form, values: Values, filter: ListFilter, limit: number): Walked {
    const { createdFromMs = Number.NEGATIVE_INFINITY, createdBeforeMs = Number.POSITIVE_INFINITY } = filter;
    const isBeyond = (atMs: number) =>
      form.drive !== 'updated' && (form.newest ? atMs < createdFromMs - untidyMs : atMs >= createdBeforeMs + untidyMs);
    const found: Place[] = [];
    let lookedAt = 0;
    const rows = statementOf(walkSql(form)).iterate(values) as Iterable<unknown>;
    for (const each of rows) {
      const { seq, fits, at = 0 } = each as { seq: number; fits: number; at?: number };
      lookedAt += 1;
      const place = { seq, atMs: at };
      if (fits === 1) found.push(place);
      // No later row is in the range of time, unless this row's own time is wrong (it is not believed).
      else if (form.terms.some(isTime) && isBeyond(at) && recordAt(seq) !== null) break;
      if (found.length >= limit || lookedAt >= mostLookedAt) return { found, stoppedAt: place, lookedAt };
    }
    return { found, stoppedAt: null, lookedAt };
  }

  /** The rows that all walks found, up to the earliest row at which one of them stopped. */
  function together(filter: ListFilter, environmentId: string | null, from: Place, limit: number): Walked {
    const newest = filter.newest === true && filter.updatedFromMs === undefined;
    const inOrder = (a: Place, b: Place) =>
      (filter.updatedFromMs === undefined ? 0 : a.atMs - b.atMs) || (newest ? b.seq - a.seq : a.seq - b.seq);
    const statistics = { tallies: () => allRows<Tally>(statementOf(talliesSql)), clients };
    const walked = walksOf(filter, environmentId, statistics).map(({ form, values }) =>
      walk(form, { ...values, from: from.seq, fromMs: from.atMs }, filter, limit),
    );
    const [stop = null] = walked.flatMap(({ stoppedAt }) => stoppedAt ?? []).toSorted(inOrder);
    const found = walked
      .flatMap((each) => each.found)
      .filter((each) => stop === null || inOrder(each, stop) <= 0)
      .toSorted(inOrder)
      .slice(0, limit);
    return {
      found,
      stoppedAt: found.length === limit ? (found.at(-1) ?? stop) : stop,
      lookedAt: walked.reduce((sum, each) => sum + each.lookedAt, 0),
    };
  }

  function clients(): string[] {
    return allRows<{ id: string }>(statementOf(listQueries.clients)).map(({ id }) => id);
  }

  function pageOf(environmentId: string | null, filter: ListFilter, mostLooks: number): ListPage | null {
    const records: OperationRecord[] = [];
    let from = start(filter);
    if (from === null) return null;
    for (let looks = 0; ;) {
      const { found, stoppedAt, lookedAt } = together(filter, environmentId, from, filter.limit - records.length);
      records.push(...found.flatMap(({ seq }) => recordAt(seq) ?? []));
      if (stoppedAt === null) return { records, next: null };
      looks += lookedAt;
      // Reads on where rows were left out because they are not believed.
      if (records.length >= filter.limit || looks >= mostLooks) return { records, next: cursorOf(stoppedAt, filter) };
      from = stoppedAt;
    }
  }

  return {
    list: (environmentId, filter) => pageOf(environmentId, filter, Number.POSITIVE_INFINITY)?.records ?? [],
    page: (filter) => pageOf(null, filter, mostLookedAt),
  };
}

interface Statistics {
  readonly tallies: () => readonly Tally[];
  readonly clients: () => readonly string[];
}

interface Walk {
  readonly form: Form;
  readonly values: Values;
}

/** Chooses the walk that is expected to read the fewest rows. */
function walksOf(filter: ListFilter, environmentId: string | null, statistics: Statistics): readonly Walk[] {
  const drive = driveOf(filter, environmentId, statistics);
  const newest = filter.newest === true;
  const asked = Object.entries({
    environment: environmentId ?? undefined,
    [filter.byReportedState === true ? 'toldStates' : 'states']: filter.states,
    kind: filter.kind,
    payId: filter.payId,
    transId: filter.transId,
    requestId: filter.requestId,
    refNr: filter.refNr,
    terminal: filter.terminalId,
    from: filter.createdFromMs,
    before: filter.createdBeforeMs,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name as Term]));
  const walked: { readonly [each in Drive]?: readonly Term[] } = {
    state: ['states', 'toldStates', 'environment'],
    kind: ['kind', 'environment'],
    payId: ['payId'],
    transId: ['transId'],
    refNr: ['refNr', 'environment'],
    requestId: ['requestId'],
  };
  const form = { drive, newest, terms: asked.filter((term) => !(walked[drive] ?? []).includes(term)) };
  const values = {
    environment: environmentId,
    states: `,${(filter.states ?? []).join(',')},`,
    kind: filter.kind ?? null,
    payId: filter.payId ?? null,
    transId: filter.transId ?? null,
    requestId: filter.requestId ?? null,
    refNr: filter.refNr ?? null,
    terminalId: filter.terminalId ?? null,
    createdFrom: filter.createdFromMs ?? null,
    createdBefore: filter.createdBeforeMs ?? null,
  };
  const environments = (): readonly string[] =>
    environmentId === null ? [...new Set(statistics.tallies().map(({ environment }) => environment))] : [environmentId];
  switch (drive) {
    case 'state':
      return environments().flatMap((environment) =>
        (filter.states ?? []).flatMap((state): Walk[] => {
          const inState = { ...values, environment, state };
          if (filter.byReportedState !== true) return [{ form, values: inState }];
          const untold = { ...form, terms: [...form.terms, 'untold'] } as const;
          return [
            { form: untold, values: inState },
            { form: { ...form, drive: 'told' }, values: inState },
          ];
        }),
      );
    case 'kind':
    case 'refNr':
      return environments().map((environment) => ({ form, values: { ...values, environment } }));
    case 'requestId':
      return statistics.clients().map((client) => ({ form, values: { ...values, client } }));
    case 'all':
    case 'told':
    case 'payId':
    case 'transId':
    case 'updated':
      return [{ form, values }];
  }
}

function driveOf(filter: ListFilter, environmentId: string | null, { tallies }: Statistics): Drive {
  if (filter.updatedFromMs !== undefined) return 'updated';
  if (filter.requestId !== undefined) return 'requestId';
  if (filter.payId !== undefined) return 'payId';
  if (filter.transId !== undefined) return 'transId';
  if (filter.refNr !== undefined) return 'refNr';
  const { states } = filter;
  if (states !== undefined) {
    if (filter.kind === undefined && filter.terminalId === undefined) return 'state';
    const own = tallies().filter(({ environment }) => environmentId === null || environment === environmentId);
    const sum = (of: readonly Tally[]) => of.reduce((all, { count }) => all + count, 0);
    const inThem = own.filter(({ state }) => (states as readonly string[]).includes(state));
    if (sum(inThem) * 2 <= sum(own)) return 'state';
  }
  if (filter.kind !== undefined) return 'kind';
  // There is no walk by terminal: nearly all operations of a till are at its terminals.
  return 'all';
}
