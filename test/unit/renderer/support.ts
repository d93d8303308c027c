// The window's stores over the fake bridge, without a page: for facts about what answers do that come late.
import { createBridge, windowTimers } from '../../../renderer/bridge/bridge.ts';
import { createFakeBridge, type FakeBridge } from '../../../renderer/bridge/fake/fake-bridge.ts';
import { createStores, type Stores } from '../../../renderer/stores/create-stores.ts';
import { firstPreferences } from '../../../renderer/stores/till/preferences-store.ts';

export interface Till {
  readonly fake: FakeBridge;
  readonly stores: Stores;
  /** Runs what waits for the window's clock. */
  readonly tick: () => Promise<void>;
  /** By id; null: they sign out. */
  readonly signIn: (id: string | null) => void;
}

export function openTill(prepare: (fake: FakeBridge) => void): Till {
  const fake = createFakeBridge();
  prepare(fake);
  const due = new Set<() => void>();
  let number = 0;
  const stores = createStores({
    bridge: createBridge(fake.api, windowTimers),
    timers: {
      after(_, run) {
        due.add(run);
        return () => void due.delete(run);
      },
    },
    now: Date.now,
    newId: () => `${(number += 1)}`,
    memory: { read: () => null, write: () => {} },
    firstPreferences: firstPreferences('en'),
  });
  return {
    fake,
    stores,
    async tick() {
      const waiting = [...due];
      for (const run of waiting) {
        due.delete(run);
        run();
      }
      await Promise.resolve();
    },
    signIn(id) {
      if (id === null) fake.world.session.signOut();
      else fake.world.session.carryOn(id);
    },
  };
}
