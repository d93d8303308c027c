// The list of Activity: pages from main, kept current by main's events. Rows are looked up in the operations store, so
// a change shows in place. A row that no longer fits the filter is removed, and a new one that fits is inserted by age.
import type { OperationView } from '#contract/operation/operation.ts';
import { type State, states } from '#contract/operation/states.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';
import { type Look, lookOf } from '../../model/operation-facts.ts';
import type { OperationsStore } from './operations-store.ts';
import { createPagedList, type PagedList } from './paged-list.ts';

export const activityFilters = ['all', 'running', 'waiting', 'unknown', 'person', 'done', 'notDone'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

export interface ActivityQuery {
  readonly filter: ActivityFilter;
  readonly text: string;
}

/** The query without a filter or a search. */
export const everything: ActivityQuery = { filter: 'all', text: '' };

export type ActivityStore = PagedList<string, ActivityQuery> & { start(): () => void };

const pageSize = 200;

/** Main filters by state; `fits` then tells accepted operations that run from those that wait. */
const statesOf: { readonly [filter in ActivityFilter]: readonly State[] } = {
  all: states,
  running: ['accepted', 'sending'],
  waiting: ['accepted'],
  unknown: ['pending', 'unknown'],
  person: ['needs-person'],
  done: ['succeeded'],
  notDone: ['failed', 'cancelled', 'expired'],
};

const looksOf: { readonly [filter in ActivityFilter]: readonly Look[] } = {
  all: ['running', 'succeeded', 'failed', 'unknown', 'waiting', 'person', 'ended'],
  running: ['running'],
  waiting: ['waiting'],
  unknown: ['unknown'],
  person: ['person'],
  done: ['succeeded'],
  notDone: ['failed', 'ended'],
};

function fits(operation: OperationView, filter: ActivityFilter): boolean {
  return looksOf[filter].includes(lookOf(operation));
}

export function createActivityStore(bridge: Bridge, operations: OperationsStore, timers: Timers): ActivityStore {
  const list = createPagedList<string, ActivityQuery>(
    async ({ filter, text }, before) => {
      const answer = await bridge.ask('operations', {
        limit: pageSize,
        ...(filter === 'all' ? {} : { states: [...statesOf[filter]] }),
        ...(text === '' ? {} : { text }),
        ...(before === null ? {} : { before }),
      });
      if (answer.type === 'silent') return answer;
      operations.take(answer.value.operations);
      const rows = answer.value.operations.filter((each) => fits(each, filter)).map((each) => each.id);
      return { type: 'answer', value: { rows, next: answer.value.next } };
    },
    everything,
    timers,
  );

  const told = (operation: OperationView) => {
    const { query, rows, loading, next } = list.getState();
    if (loading === 'first') return;
    const listed = rows.includes(operation.id);
    if (!fits(operation, query.filter)) {
      if (listed) list.edit((before) => before.filter((id) => id !== operation.id));
    } else if (!listed && query.text === '') {
      // Rows are newest first; an operation older than the last row comes with a later page.
      const { byId } = operations.getState();
      const place = rows.findIndex((id) => (byId.get(id)?.createdAt ?? '') < operation.createdAt);
      if (place === -1 && next !== null) return;
      list.edit((before) => before.toSpliced(place === -1 ? before.length : place, 0, operation.id));
    }
  };

  return Object.assign(list, {
    start() {
      list.search(list.getState().query);
      return bridge.on('operationChanged', told);
    },
  });
}
