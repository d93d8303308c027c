// Operations by what a caller filters them by, oldest first. Each form is served by indexes alone, however much is
// stored. The indexes of states and kinds begin with the environment, since that is how the engine asks; a list over all
// environments takes the numbers from each (there are a handful) and puts them in order, which costs no further index.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ListFilter, StoreReads } from '#core/ports/store.ts';
import { type Bindings, type BoundRow, believedPage, boundColumns } from './operation-binding.ts';
import { allRows, limitedBy, oneRow, rowsBy } from './sql.ts';

/** What is filtered by. */
interface Form {
  readonly environment: boolean;
  readonly state: boolean;
  readonly payId: boolean;
  readonly kind: boolean;
}

const columns = `SELECT ${boundColumns} FROM operations`;

/** Whole rows: by payment, or without any filter but the environment. */
export function rowsSql({ environment, state, payId, kind }: Form): string {
  const terms = [
    // Not looked for: numbers list an environment as well, nearly all of a till's operations being in one.
    ...(environment ? ['+environment_id = :environment'] : []),
    ...(state ? ['state = :state'] : []),
    ...(payId ? ['pay_id = :payId'] : []),
    ...(kind ? ['kind = :kind'] : []),
    'seq > :after',
  ];
  // Left to itself, SQLite might walk through all of a state instead of a payment's handful.
  const by = payId ? ' INDEXED BY operations_by_payment' : '';
  return `${columns}${by} WHERE ${terms.join(' AND ')} ORDER BY seq ${limitedBy('limit')}`;
}

const inState = `environment_id = :environment AND state = :state`;
const ofKind = `environment_id = :environment AND kind = :kind`;
const page = `seq > :after ORDER BY seq ${limitedBy('limit')}`;

/**
 * Numbers in one environment, by state, by kind, or by both. Of both, one index is walked and the other one asked about
 * each number, without a look at the rows: `rare` is the one to be walked.
 */
export const seqSql = {
  state: `SELECT seq FROM operations INDEXED BY operations_by_state WHERE ${inState} AND ${page}`,
  kind: `SELECT seq FROM operations INDEXED BY operations_by_kind WHERE ${ofKind} AND ${page}`,
  rareState: `SELECT seq FROM operations INDEXED BY operations_by_state WHERE ${inState} AND EXISTS (
    SELECT 1 FROM operations AS other INDEXED BY operations_by_kind WHERE other.environment_id = :environment
      AND other.kind = :kind AND other.seq = operations.seq) AND ${page}`,
  rareKind: `SELECT seq FROM operations INDEXED BY operations_by_kind WHERE ${ofKind} AND EXISTS (
    SELECT 1 FROM operations AS other INDEXED BY operations_by_state WHERE other.environment_id = :environment
      AND other.state = :state AND other.seq = operations.seq) AND ${page}`,
} as const;

export const rowSql = `${columns} WHERE seq = ?`;
/** A row for each state that an environment has ever had operations in. */
const talliesSql = 'SELECT environment_id AS environment, state, count FROM tallies';

interface Tally {
  readonly environment: string;
  readonly state: string;
  readonly count: number;
}

export function createList(db: DatabaseSync, seqOf: StatementSync, bindings: Bindings): StoreReads['list'] {
  const tallies = db.prepare(talliesSql);
  const row = db.prepare(rowSql);
  // A handful of filters can be combined; each combination that was asked for is prepared once.
  const prepared = new Map<string, StatementSync>();
  const statementOf = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? db.prepare(sql, { allowUnknownNamedParameters: true });
    prepared.set(sql, statement);
    return statement;
  };

  const seqs = (environmentId: string | null, after: number, filter: ListFilter): number[] => {
    const { limit, state, kind } = filter;
    const all = allRows<Tally>(tallies);
    const asked = environmentId === null ? [...new Set(all.map((each) => each.environment))] : [environmentId];
    const found = asked.flatMap((environment) => {
      const sql = seqSql[nameOf(filter, all, environment)];
      const values = { environment, after, limit, state: state ?? null, kind: kind ?? null };
      return rowsBy<{ seq: number }>(statementOf(sql), values).map(({ seq }) => seq);
    });
    return found.toSorted((a, b) => a - b).slice(0, limit);
  };

  return (environmentId, filter) => {
    const { state, payId, kind, limit } = filter;
    const last = filter.after === undefined ? { seq: 0 } : oneRow<{ seq: number }>(seqOf, filter.after);
    if (last === null) return [];
    if (payId === undefined && (state !== undefined || kind !== undefined)) {
      const numbers = (most: number) => seqs(environmentId, last.seq, { ...filter, limit: most });
      const recordAt = (seq: number) => {
        const found = oneRow<BoundRow>(row, seq);
        return found === null ? null : bindings.record(found);
      };
      return believedPage(numbers, recordAt, limit);
    }
    const form = {
      environment: environmentId !== null,
      state: state !== undefined,
      payId: payId !== undefined,
      kind: kind !== undefined,
    };
    const values = { environment: environmentId, state: state ?? null, payId: payId ?? null, kind: kind ?? null };
    const statement = statementOf(rowsSql(form));
    const rows = (most: number) => rowsBy<BoundRow>(statement, { ...values, after: last.seq, limit: most });
    return believedPage(rows, bindings.record, limit);
  };
}

/** Which of the numbers' statements: of state and kind the state is walked where most operations are in others. */
function nameOf({ state, kind }: ListFilter, tallies: readonly Tally[], environment: string): keyof typeof seqSql {
  if (kind === undefined) return 'state';
  if (state === undefined) return 'kind';
  const own = tallies.filter((each) => each.environment === environment);
  const inIt = own.find((each) => each.state === state)?.count ?? 0;
  return inIt * 2 > own.reduce((sum, { count }) => sum + count, 0) ? 'rareKind' : 'rareState';
}
