// Mounts the window on a page, over the bridge that it is given.
import type { WindowApi } from '#contract/calls/table.ts';
import { createRoot } from 'react-dom/client';
import { createBridge, windowTimers } from '../bridge/bridge.ts';
import { createStores, type Stores } from '../stores/create-stores.ts';
import type { RouteMemory } from '../stores/till/navigation-store.ts';
import { firstPreferences } from '../stores/till/preferences-store.ts';
import { App } from './app.tsx';

/** Kept in the page's address: unlike a storage, reading it needs no other process. */
const addressMemory: RouteMemory = {
  read: () => location.hash.slice(1),
  write: (screen) => history.replaceState(null, '', `#${screen}`),
};

export function mount(api: WindowApi, now: () => number = Date.now): Stores | null {
  const root = document.getElementById('root');
  if (root === null) return null;
  const stores = createStores({
    bridge: createBridge(api),
    timers: windowTimers,
    now,
    newId: () => crypto.randomUUID(),
    memory: addressMemory,
    firstPreferences: firstPreferences(navigator.language),
  });
  createRoot(root).render(<App stores={stores} />);
  return stores;
}
