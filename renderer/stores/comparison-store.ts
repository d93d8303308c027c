// The comparison of a shift: the question before it, its progress, and its findings page by page. Main holds it, so a
// person who leaves the screen or reloads the window finds it again.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Refusal } from '#contract/programs/problems.ts';
import {
  type ComparisonView,
  type Finding,
  type FindingGroup,
  type ListFault,
  findingGroups,
} from '#contract/shift/reconcile.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** Why the comparison has not begun and the question is still open. */
export type NotBegun =
  | { readonly type: 'no-list' }
  | { readonly type: 'silent' }
  | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: number | null }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface ComparisonState {
  readonly view: ComparisonView | null;
  /** Whether the comparison is shown instead of the report. */
  readonly open: boolean;
  readonly question: { readonly busy: boolean; readonly notBegun: NotBegun | null } | null;
  readonly group: FindingGroup;
  readonly findings: readonly Finding[];
  readonly loading: boolean;
  readonly refusal: Refusal | null;
  readonly broken: boolean;
  /** The index of the chosen finding. */
  readonly chosen: number | null;
}

export type ComparisonStore = StoreApi<ComparisonState> & {
  ask(): void;
  dismiss(): void;
  begin(number: number | null, withList: boolean): Promise<void>;
  stop(): Promise<void>;
  show(): void;
  /** Back to the report. Main forgets a finished comparison; a running one goes on. */
  leave(): void;
  choose(group: FindingGroup): void;
  more(): void;
  look(at: number | null): void;
  start(): () => void;
};

const pageSize = 100;
const noPage = { findings: [], loading: false, refusal: null, broken: false, chosen: null } as const;

export function createComparisonStore(bridge: Bridge): ComparisonStore {
  const store = createStore<ComparisonState>(() => ({
    view: null,
    open: false,
    question: null,
    group: 'amounts',
    ...noPage,
  }));
  /** Pages of an earlier result or group are dropped. */
  let turn = 0;

  const fetchPage = async () => {
    const mine = turn;
    const { group, findings } = store.getState();
    store.setState({ loading: true });
    const answer = await bridge.ask('comparisonFindings', { group, after: findings.length, limit: pageSize });
    if (mine !== turn) return;
    if (answer.type === 'silent') store.setState({ loading: false, broken: true });
    else if (answer.value.type === 'refused') store.setState({ loading: false, refusal: answer.value.refusal });
    else store.setState({ loading: false, broken: false, findings: [...findings, ...answer.value.findings] });
  };

  const choose = (group: FindingGroup) => {
    turn += 1;
    store.setState({ group, ...noPage });
    if (totalOf(store.getState()) > 0) void fetchPage();
  };

  const take = (view: ComparisonView | null) => {
    const before = store.getState().view;
    store.setState({ view, ...(view === null ? { open: false } : {}) });
    if (view?.type !== 'done' || (before?.type === 'done' && before.at === view.at)) return;
    choose(findingGroups.find((group) => view.counts[group] > 0) ?? 'amounts');
  };

  return Object.assign(store, {
    ask() {
      store.setState({ question: { busy: false, notBegun: null } });
    },
    dismiss() {
      store.setState({ question: null });
    },
    async begin(number: number | null, withList: boolean) {
      if (store.getState().question?.busy === true) return;
      store.setState({ question: { busy: true, notBegun: null } });
      const answer = await bridge.ask('compareShift', { number, withList });
      const value = answer.type === 'silent' ? answer : answer.value;
      if (value.type !== 'begun') {
        store.setState({ question: { busy: false, notBegun: value } });
        return;
      }
      store.setState({ question: null, open: true });
      // An event may have told of a later step before this answer came.
      if (store.getState().view === null || store.getState().view?.type !== 'running') void load();
    },
    async stop() {
      const answer = await bridge.ask('stopComparison', {});
      if (answer.type === 'answer' && answer.value.type === 'refused')
        store.setState({ refusal: answer.value.refusal });
    },
    show() {
      store.setState({ open: true });
    },
    leave() {
      const { view } = store.getState();
      store.setState({ open: false, refusal: null });
      if (view !== null && view.type !== 'running') void bridge.ask('forgetComparison', {});
    },
    choose,
    more() {
      const state = store.getState();
      if (state.loading || state.broken || state.refusal !== null || state.findings.length >= totalOf(state)) return;
      void fetchPage();
    },
    look(chosen: number | null) {
      store.setState({ chosen });
    },
    start() {
      void load();
      return bridge.on('comparisonChanged', take);
    },
  });

  async function load() {
    const answer = await bridge.ask('comparison', {});
    if (answer.type === 'answer') take(answer.value);
  }
}

/** How many findings the chosen group has. */
export function totalOf({ view, group }: Pick<ComparisonState, 'view' | 'group'>): number {
  return view?.type === 'done' ? view.counts[group] : 0;
}
