// A window at the till that this machine's service runs: the service goes and comes back, and other windows sell beside it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WindowApi } from '#contract/calls/table.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { NoService, StatusView } from '#contract/till/window.ts';
import { type Timers, createBridge } from '../../../renderer/bridge/bridge.ts';
import { createOperationsStore } from '../../../renderer/stores/operations/operations-store.ts';
import { createStatusStore } from '../../../renderer/stores/till/status-store.ts';

const never: Timers = { after: () => () => {} };

it('says why there is no till, keeps what was known, and reads everything anew when it is back', async () => {
  const person = { id: 'p1', name: 'Cashier', role: 'cashier' } as const;
  let tell: (status: StatusView) => void = () => {};
  const status = (noService: NoService | null) =>
    ({
      manned: noService === null,
      signedIn: noService === null ? person : null,
      alarms: [],
      ...(noService === null ? {} : { noService }),
    }) as unknown as StatusView;
  const api = {
    on: (_event: string, listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
    status: async () => status(null),
  } as unknown as WindowApi;
  const store = createStatusStore(createBridge(api, never), never, () => 0);
  let returned = 0;
  store.start(() => (returned += 1));
  await nextTurn();
  expect(store.getState()).toMatchObject({ answering: true, noService: null });
  tell(status('not-running'));
  expect(store.getState()).toMatchObject({
    answering: false,
    noService: 'not-running',
    silentSince: '1970-01-01T00:00:00.000Z',
    status: { signedIn: person },
  });
  tell(status('other-version'));
  expect(store.getState()).toMatchObject({ answering: false, noService: 'other-version' });
  tell(status(null));
  expect(store.getState()).toMatchObject({ answering: true, noService: null, silentSince: null });
  expect(returned).toBe(1);
});

it('shows what is done at other windows, and takes none of it for its own', async () => {
  const operations = ['a', 'b'].map((id) => ({ id, revision: 1, state: 'sending' })) as unknown as OperationView[];
  const recovered = async (own?: readonly string[]) => {
    const answer = { operations, next: null, ...(own === undefined ? {} : { own }) };
    const api = { on: () => () => {}, operations: async () => answer } as unknown as WindowApi;
    const store = createOperationsStore(createBridge(api, never));
    const mine = await store.recover();
    return { mine: mine.map(({ id }) => id), shown: store.getState().byId.open().length };
  };
  expect(await recovered(['b'])).toEqual({ mine: ['b'], shown: 2 });
  // A window with a bridge of its own.
  expect(await recovered()).toEqual({ mine: ['a', 'b'], shown: 2 });
});
