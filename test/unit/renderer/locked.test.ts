// A call that main refuses because the till is locked: silence to its caller, and at once the lock screen for the rest.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WindowApi } from '#contract/calls/table.ts';
import { lockedCode } from '#contract/calls/window-roles.ts';
import type { StatusView } from '#contract/till/window.ts';
import { type Timers, createBridge } from '../../../renderer/bridge/bridge.ts';
import { createStatusStore } from '../../../renderer/stores/till/status-store.ts';

const never: Timers = { after: () => () => {} };
const person = { id: 'p1', name: 'Cashier 1', role: 'cashier' } as const;

/** As Electron passes an error of main on. */
const failure = (message: string) => new Error(`Error invoking remote method 'tillbridge:call:operations': ${message}`);

function aWindow(message: string) {
  let signedIn: typeof person | null = person;
  let asked = 0;
  const api = {
    on: () => () => {},
    operations: () => Promise.reject(failure(message)),
    status: async () => {
      asked += 1;
      return { manned: true, signedIn, alarms: [] } as unknown as StatusView;
    },
  } as unknown as WindowApi;
  const bridge = createBridge(api, never);
  const store = createStatusStore(bridge, never, () => 0);
  return { bridge, store, asked: () => asked, lock: () => (signedIn = null) };
}

it('is silence, and main is asked who is signed in without waiting for the next heartbeat', async () => {
  const { bridge, store, asked, lock } = aWindow(`CallRefused: ${lockedCode}: nobody is signed in.`);
  store.start(() => {});
  await nextTurn();
  expect(store.getState().status?.signedIn).toEqual(person);
  lock();
  expect(await bridge.ask('operations', { limit: 1 })).toEqual({ type: 'silent' });
  await nextTurn();
  expect(store.getState().status?.signedIn).toBeNull();
  // Known from now on: refusals of a locked till ask no more.
  await bridge.ask('operations', { limit: 1 });
  await nextTurn();
  expect(asked()).toBe(2);
});

it('is told from other failures', async () => {
  const { bridge, store, asked } = aWindow('CallRefused: Something went wrong inside the bridge.');
  store.start(() => {});
  await nextTurn();
  expect(await bridge.ask('operations', { limit: 1 })).toEqual({ type: 'silent' });
  await nextTurn();
  expect(asked()).toBe(1);
});
