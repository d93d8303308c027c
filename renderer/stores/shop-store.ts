// The shop's settings and its terminals, as main has them.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShopSettings, TerminalView } from '#contract/window.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface ShopState {
  readonly settings: ShopSettings | null;
  readonly terminals: readonly TerminalView[];
}

export type ShopStore = StoreApi<ShopState> & {
  load(): Promise<void>;
  /** True when main has saved them. */
  save(settings: ShopSettings): Promise<boolean>;
  start(): () => void;
};

export function createShopStore(bridge: Bridge): ShopStore {
  const store = createStore<ShopState>(() => ({ settings: null, terminals: [] }));
  const loadTerminals = async () => {
    const answer = await bridge.ask('terminals', {});
    if (answer.type === 'answer') store.setState({ terminals: answer.value });
  };
  return Object.assign(store, {
    async load() {
      const loadSettings = async () => {
        const answer = await bridge.ask('shopSettings', {});
        if (answer.type === 'answer') store.setState({ settings: answer.value });
      };
      await Promise.all([loadSettings(), loadTerminals()]);
    },
    async save(settings: ShopSettings) {
      const answer = await bridge.ask('saveShopSettings', settings);
      if (answer.type === 'silent' || answer.value.type === 'refused') return false;
      store.setState({ settings: answer.value.settings });
      await loadTerminals();
      return true;
    },
    start() {
      return bridge.on('operationChanged', (operation) => {
        if (operation.kind === 'cloud-pos') void loadTerminals();
      });
    },
  });
}

/** The terminal a sale begins with: the preferred one where it is there, else the first. */
export function firstTerminal(terminals: readonly TerminalView[], preferred: string | null): string | null {
  return terminals.find((each) => each.id === preferred)?.id ?? terminals[0]?.id ?? null;
}
