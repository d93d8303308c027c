// Puts the window on a page, over whatever bridge it is given.
import { createRoot } from 'react-dom/client';
import type { WindowApi } from '#contract/window.ts';
import { createBridge, windowTimers } from '../bridge/bridge.ts';
import { createStores, type Stores } from '../stores/create-stores.ts';
import type { PlaceMemory } from '../stores/navigation-store.ts';
import { firstPreferences } from '../stores/preferences-store.ts';
import { App } from './app.tsx';

/** The page's own address: unlike a storage, reading it asks no other process and waits for none. */
const addressMemory: PlaceMemory = {
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
