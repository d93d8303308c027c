// A list that main holds and the window shows a part of: pages are asked for as the list is scrolled, newest first.
// A new search forgets the old pages but keeps showing them until the first new page is there, so nothing jumps.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MainAnswer, Timers } from '../../bridge/bridge.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

export interface PagedState<Row, Query> {
  readonly query: Query;
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** `first`: no rows are shown yet; `reload`: the old rows stay until the new ones are there. */
  readonly loading: 'first' | 'reload' | 'more' | 'no';
  readonly broken: boolean;
}

export type PagedList<Row, Query> = StoreApi<PagedState<Row, Query>> & {
  search(query: Query): void;
  /** Clears the rows, and asks for none until the next search. */
  forget(query: Query): void;
  more(): void;
  /** Asks for the first page anew and keeps the later ones, so that a list that was scrolled down stays in place. */
  refresh(idOf: (row: Row) => string): void;
  /** Changes the rows that are shown, after an event of main. */
  edit(change: (rows: readonly Row[]) => readonly Row[]): void;
};

const againMs = 2_000;

/** The rows behind the last one of a new first page; none where that page does not reach what was shown. */
function behind<Row>(shown: readonly Row[], page: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const last = page.at(-1);
  if (last === undefined) return [];
  const at = shown.findIndex((row) => idOf(row) === idOf(last));
  return at === -1 ? [] : shown.slice(at + 1);
}

export function createPagedList<Row, Query>(
  load: (query: Query, before: string | null) => Promise<MainAnswer<Page<Row>>>,
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

  const fetchPage = async (before: string | null, idOf: ((row: Row) => string) | null = null) => {
    const mine = turn;
    const answer = await load(store.getState().query, before);
    if (mine !== turn) return;
    if (answer.type === 'silent') {
      store.setState({ broken: true });
      timers.after(againMs, () => {
        if (mine === turn) void fetchPage(before, idOf);
      });
      return;
    }
    const { rows, next } = answer.value;
    const shown = store.getState();
    const later = idOf === null || next === null ? [] : behind(shown.rows, rows, idOf);
    const kept = before === null ? [] : shown.rows;
    // The later pages end where they ended before.
    const end = later.length === 0 ? next : shown.next;
    store.setState({ rows: [...kept, ...rows, ...later], next: end, loading: 'no', broken: false });
  };

  return Object.assign(store, {
    search(query: Query) {
      turn += 1;
      const shown = store.getState().rows.length > 0;
      store.setState({ query, loading: shown ? 'reload' : 'first', broken: false });
      void fetchPage(null);
    },
    refresh(idOf: (row: Row) => string) {
      turn += 1;
      store.setState({ loading: store.getState().rows.length > 0 ? 'reload' : 'first', broken: false });
      void fetchPage(null, idOf);
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
