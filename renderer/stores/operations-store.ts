// Every operation that the window has seen, by its id: a projection of what main says. A lower revision never replaces
// a higher one, so answers and events may arrive in any order.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationView } from '#contract/operation.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface OperationsState {
  readonly byId: ReadonlyMap<string, OperationView>;
  /** True once main was asked what is running. */
  readonly recovered: boolean;
}

export type OperationsStore = StoreApi<OperationsState> & {
  take(operations: readonly OperationView[]): void;
  /** Asks main what is not final; done at the start and whenever main comes back. */
  recover(): Promise<void>;
  start(): () => void;
};

const open = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'] as const;
const atOnce = 200;
/** More than anybody scrolls through; beyond it those seen first are forgotten, since main has them. */
const most = 200_000;

function newer(held: OperationView | undefined, given: OperationView): boolean {
  if (held === undefined || given.revision > held.revision) return true;
  // A place in the queue moves without a revision: it is as old as the reading.
  const { queue } = given;
  const moved = queue?.ahead !== held.queue?.ahead || queue?.after !== held.queue?.after;
  return given.revision === held.revision && moved;
}

export function createOperationsStore(bridge: Bridge): OperationsStore {
  const store = createStore<OperationsState>(() => ({ byId: new Map(), recovered: false }));

  const take = (operations: readonly OperationView[]) => {
    const { byId } = store.getState();
    const fresh = operations.filter((each) => newer(byId.get(each.id), each));
    if (fresh.length === 0) return;
    const next = new Map(byId);
    for (const each of fresh) next.set(each.id, each);
    for (const id of [...next.keys()].slice(0, Math.max(0, next.size - most))) next.delete(id);
    store.setState({ byId: next });
  };

  return Object.assign(store, {
    take,
    async recover() {
      const answer = await bridge.ask('operations', { states: [...open], limit: atOnce });
      if (answer.type === 'silent') return;
      take(answer.value.operations);
      // What we held as open and main no longer lists has become final while nobody listened.
      const listed = new Set(answer.value.operations.map((each) => each.id));
      const left = [...store.getState().byId.values()].filter(
        (each) => open.some((state) => state === each.state) && !listed.has(each.id),
      );
      const answers = await Promise.all(left.map((each) => bridge.ask('operation', { id: each.id })));
      take(answers.flatMap((each) => (each.type === 'answer' && each.value !== null ? [each.value] : [])));
      store.setState({ recovered: true });
    },
    start() {
      return bridge.on('operationChanged', (operation) => take([operation]));
    },
  });
}
