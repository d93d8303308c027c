// How much a data folder holds and how long things took, by kind and state alone: for support, without the folder's key
// and without anything that a shop, a person or a payment is known by. Opened for reading, also beside a live bridge.
import type { DatabaseSync } from 'node:sqlite';
import type { State } from '#contract/operation/states.ts';
import { allRows, oneRow } from '../database/sql.ts';

export interface FolderSummary {
  readonly journal: { readonly records: number; readonly lastAt: string | null; readonly shiftsClosed: number };
  /** How many operations are in each state, over all environments. */
  readonly states: { readonly [state in State]?: number };
  /** The latest operations, up to so many. */
  readonly latest: readonly LatestOf[];
  /** The oldest that are not at their end. */
  readonly open: readonly OpenOne[];
}

interface LatestOf {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
  /** From being accepted to the last change, ms. */
  readonly medianMs: number;
  readonly longestMs: number;
}

interface OpenOne {
  readonly kind: string;
  readonly state: string;
  /** Engine time, ms. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

const latest = 5_000;
const mostOpen = 50;

export function summaryOf(db: DatabaseSync): FolderSummary {
  const journal = oneRow<{ seq: number; at: string }>(
    db.prepare('SELECT seq, at FROM journal ORDER BY seq DESC LIMIT 1'),
  );
  const shifts = oneRow<{ count: number }>(
    db.prepare(`SELECT count(*) AS count FROM journal WHERE operation IS NULL AND type = 'shift-closed'`),
  );
  const states = allRows<{ state: State; count: number }>(
    db.prepare('SELECT state, sum(count) AS count FROM tallies GROUP BY state'),
  );
  const ended = allRows<{ kind: string; state: string; took: number }>(
    db.prepare('SELECT kind, state, updated_at - created_at AS took FROM operations ORDER BY seq DESC LIMIT ?'),
    latest,
  );
  const open = db.prepare(
    `SELECT kind, state, created_at AS createdAtMs, updated_at AS updatedAtMs FROM operations
     WHERE state IN ('accepted', 'sending', 'pending', 'unknown', 'needs-person') ORDER BY seq LIMIT ?`,
  );
  return {
    journal: { records: journal?.seq ?? 0, lastAt: journal?.at ?? null, shiftsClosed: shifts?.count ?? 0 },
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    latest: byKind(ended),
    open: allRows<OpenOne>(open, mostOpen),
  };
}

function byKind(ended: readonly { kind: string; state: string; took: number }[]): LatestOf[] {
  return [...Map.groupBy(ended, ({ kind, state }) => `${kind} ${state}`)].map(([both, group]) => {
    const times = group.map(({ took }) => took).toSorted((one, other) => one - other);
    const [kind = '', state = ''] = both.split(' ');
    return {
      kind,
      state,
      count: group.length,
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      longestMs: times.at(-1) ?? 0,
    };
  });
}
