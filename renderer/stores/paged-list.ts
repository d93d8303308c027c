// A list that main holds and the window shows a part of: pages are asked for as the list is scrolled, newest first.
// A new search forgets the old pages but keeps showing them until the first new page is there, so nothing jumps.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Timers } from '../bridge/bridge.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export interface PagedState<Row, Query> {
  readonly query: Query;
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** `first`: nothing was ever shown; `reload`: old rows stand while new ones come. */
  readonly loading: 'first' | 'reload' | 'more' | 'no';
  readonly broken: boolean;
}

export type PagedList<Row, Query> = StoreApi<PagedState<Row, Query>> & {
  search(query: Query): void;
  /** Nothing is shown, and nothing asked for until the next search. */
  forget(query: Query): void;
  more(): void;
  /** Changes the rows that are shown, for what main tells in between. */
  edit(change: (rows: readonly Row[]) => readonly Row[]): void;
};

const againMs = 2_000;

export function createPagedList<Row, Query>(
  load: (query: Query, before: string | null) => Promise<Answer<Page<Row>>>,
  first: Query,
  timers: Timers,
): PagedList<Row, Query> {
  const store = createStore<PagedState<Row, Query>>(() => ({
    query: first,
    rows: [],
    next: null,
    loading: 'first',
    broken: false,
  }));
  /** Answers of an earlier search are dropped. */
  let turn = 0;

  const fetchPage = async (before: string | null) => {
    const mine = turn;
    const answer = await load(store.getState().query, before);
    if (mine !== turn) return;
    if (answer.type === 'silent') {
      store.setState({ broken: true });
      timers.after(againMs, () => {
        if (mine === turn) void fetchPage(before);
      });
      return;
    }
    const { rows, next } = answer.value;
    const kept = before === null ? [] : store.getState().rows;
    store.setState({ rows: [...kept, ...rows], next, loading: 'no', broken: false });
  };

  return Object.assign(store, {
    search(query: Query) {
      turn += 1;
      const shown = store.getState().rows.length > 0;
      store.setState({ query, loading: shown ? 'reload' : 'first', broken: false });
      void fetchPage(null);
    },
    forget(query: Query) {
      turn += 1;
      store.setState({ query, rows: [], next: null, loading: 'first', broken: false });
    },
    more() {
      const { next, loading } = store.getState();
      if (next === null || loading !== 'no') return;
      store.setState({ loading: 'more' });
      void fetchPage(next);
    },
    edit(change: (rows: readonly Row[]) => readonly Row[]) {
      store.setState({ rows: change(store.getState().rows) });
    },
  });
}
