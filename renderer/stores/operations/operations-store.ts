// Every operation that the window has seen, by id, as main sent it. A lower revision never replaces a higher one, so
// answers and events may arrive in any order.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import { type KnownOperations, OperationCache } from './known-operations.ts';

export interface OperationsState {
  /** Another object after each change. */
  readonly byId: KnownOperations;
  /** True once main was asked what is running. */
  readonly recovered: boolean;
}

export type OperationsStore = StoreApi<OperationsState> & {
  take(operations: readonly OperationView[]): void;
  /**
   * Asks main for operations that are not final and for those that ended while this window did not listen; done at the
   * start and whenever main answers again. Resolves to both.
   */
  recover(): Promise<readonly OperationView[]>;
  start(): () => void;
};

const atOnce = 200;
/** More than a person scrolls through. */
const most = 200_000;

export function createOperationsStore(bridge: Bridge): OperationsStore {
  const cache = new OperationCache(most);
  const store = createStore<OperationsState>(() => ({ byId: cache.view(), recovered: false }));
  const take = (operations: readonly OperationView[]) => {
    if (cache.take(operations)) store.setState({ byId: cache.view() });
  };

  return Object.assign(store, {
    take,
    async recover() {
      const answer = await bridge.ask('operations', { unseen: true, limit: atOnce });
      if (answer.type === 'silent') return [];
      take(answer.value.operations);
      // Operations that were open here and that main no longer lists have ended meanwhile.
      const listed = new Set(answer.value.operations.map((each) => each.id));
      const left = store
        .getState()
        .byId.open()
        .filter((each) => !listed.has(each.id));
      const answers = await Promise.all(left.map((each) => bridge.ask('operation', { id: each.id })));
      take(answers.flatMap((each) => (each.type === 'answer' && each.value !== null ? [each.value] : [])));
      store.setState({ recovered: true });
      // What is done at another window is shown here, and not taken for this window's.
      const { operations, own } = answer.value;
      return own === undefined ? operations : operations.filter(({ id }) => own.includes(id));
    },
    start() {
      return bridge.on('operationChanged', (operation) => take([operation]));
    },
  });
}
