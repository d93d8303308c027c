// Main's status, and whether main answers at all. A heartbeat asks every few seconds, so that a silent main and its
// return are noticed without a press.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NoService, StatusView } from '#contract/till/window.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';

export interface StatusState {
  readonly status: StatusView | null;
  /** Who was signed in before the till was locked; null before the first, and while a person is signed in. */
  readonly left: StatusView['signedIn'];
  /** Null until the first answer or the first silence. */
  readonly answering: boolean | null;
  /** ISO 8601. */
  readonly silentSince: string | null;
  /** Why main does not answer, where it is the till's service that is not there. */
  readonly noService: NoService | null;
  /** What the system says of this computer's network: `asking` while main asks the gateway whether it is away with it. */
  readonly network: 'there' | 'asking' | 'gone';
}

export type StatusStore = StoreApi<StatusState> & {
  start(onReturn: () => void): () => void;
  /** The system says that this computer's network came or went. Whether anything is sent remains main's decision. */
  networkChanged(isThere: boolean): Promise<void>;
};

const calmMs = 5_000;
const silentMs = 1_000;

/** While the till is sealed, main cannot read what the data folder holds. */
export function isSealed(status: StatusView | null): boolean {
  return status?.alarms.some(({ code }) => code === 'sealed') ?? false;
}

/** Whether every terminal id that a program sends goes to the gateway, since the settings name none. */
export function isNoneNamed(status: StatusView | null): boolean {
  return status?.alarms.some(({ code }) => code === 'no-terminals') ?? false;
}

/** Whether the till has operators and none of them is signed in. */
export function isLocked(status: StatusView | null): boolean {
  return status !== null && status.manned && status.signedIn === null;
}

/** Whether the till lacks its network: the gateway may be reached all the same, as one on this computer is. */
export function hasNoNetwork({ network, status }: StatusState): boolean {
  return network === 'asking' || (network === 'gone' && status?.connection.state !== 'online');
}

export function createStatusStore(bridge: Bridge, timers: Timers, now: () => number): StatusStore {
  const store = createStore<StatusState>(() => ({
    status: null,
    left: null,
    answering: null,
    silentSince: null,
    noService: null,
    network: 'there',
  }));

  let returned = () => {};
  let networkChanges = 0;
  const silent = (noService: NoService | null) => {
    const silentSince = store.getState().silentSince ?? new Date(now()).toISOString();
    store.setState({ answering: false, silentSince, noService });
  };
  const take = (status: StatusView) => {
    if (status.noService !== undefined) return silent(status.noService);
    const before = store.getState();
    const left = isLocked(status) ? (before.status?.signedIn ?? before.left) : null;
    store.setState({ status, left, answering: true, silentSince: null, noService: null });
    const opened = (isSealed(before.status) && !isSealed(status)) || (isLocked(before.status) && !isLocked(status));
    if (before.answering === false || opened) returned();
  };

  return Object.assign(store, {
    async networkChanged(isThere: boolean) {
      const change = (networkChanges += 1);
      store.setState({ network: isThere ? 'there' : 'asking' });
      const answer = await bridge.ask('checkConnection', {});
      if (isThere || change !== networkChanges) return;
      store.setState({ network: answer.type === 'answer' && answer.value.reached ? 'there' : 'gone' });
    },
    /** `onReturn` runs when main answers after silence, when the till was unlocked and when a person signed in. */
    start(onReturn: () => void) {
      returned = onReturn;
      let stopped = false;
      let cancel = () => {};
      let asking = false;
      const beat = async () => {
        asking = true;
        const answer = await bridge.ask('status', {});
        asking = false;
        if (stopped) return;
        if (answer.type === 'answer') take(answer.value);
        else silent(null);
        cancel = timers.after(store.getState().answering === true ? calmMs : silentMs, () => void beat());
      };
      const unlisten = bridge.on('statusChanged', take);
      // Main refused a call because the till is locked: its new status shows the lock screen.
      const unlock = bridge.onLocked(() => {
        if (asking || isLocked(store.getState().status)) return;
        cancel();
        void beat();
      });
      void beat();
      return () => {
        stopped = true;
        cancel();
        unlisten();
        unlock();
      };
    },
  });
}
