// The shop's settings and its terminals, as main has them.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Refusal } from '#contract/programs/problems.ts';
import type { ShopSettings, TerminalView } from '#contract/till/window.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface ShopState {
  readonly settings: ShopSettings | null;
  /** Dotted names of the settings that the IT department has set. */
  readonly locked: readonly string[];
  /** The same of those that the office has set. */
  readonly lockedByOffice: readonly string[];
  /** The IT department's limit on what a program may refund in a day; minor units. */
  readonly mostRefundsPerDay: number | null;
  readonly terminals: readonly TerminalView[];
  /** False until main has said which there are: then none means none. */
  readonly terminalsKnown: boolean;
  /** `choice`: the till asks the customer for the currency; `information`: the terminal does. */
  readonly dccAtTerminal: 'information' | 'choice';
  /** Whether payment links offer the currency of the card by default. */
  readonly dccOnPages: boolean;
  /** Tips that the customer is offered on their own screen; empty: they are not asked. */
  readonly tipPercentages: readonly number[];
}

export type SaveOutcome =
  | { readonly type: 'saved' | 'silent' }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type ShopStore = StoreApi<ShopState> & {
  load(): Promise<void>;
  loadTerminals(): Promise<void>;
  save(settings: ShopSettings): Promise<SaveOutcome>;
  start(): () => void;
};

export function createShopStore(bridge: Bridge): ShopStore {
  const store = createStore<ShopState>(() => ({
    settings: null,
    locked: [],
    lockedByOffice: [],
    mostRefundsPerDay: null,
    terminals: [],
    terminalsKnown: false,
    dccAtTerminal: 'information',
    dccOnPages: false,
    tipPercentages: [],
  }));
  const loadTerminals = async () => {
    const answer = await bridge.ask('terminals', {});
    if (answer.type === 'answer') store.setState({ terminals: answer.value, terminalsKnown: true });
  };
  return Object.assign(store, {
    loadTerminals,
    async load() {
      const loadSettings = async () => {
        const answer = await bridge.ask('shopSettings', {});
        if (answer.type === 'answer') store.setState({ settings: answer.value });
      };
      const loadLocked = async () => {
        const answer = await bridge.ask('lockedSettings', {});
        if (answer.type !== 'answer') return;
        const { names, byOffice, refundsPerDayMinor } = answer.value;
        store.setState({ locked: names, lockedByOffice: byOffice, mostRefundsPerDay: refundsPerDayMinor });
      };
      const loadDcc = async () => {
        const answer = await bridge.ask('dccSetting', {});
        if (answer.type !== 'answer') return;
        store.setState({ dccAtTerminal: answer.value.atTerminal, dccOnPages: answer.value.onPages });
      };
      const loadTips = async () => {
        const answer = await bridge.ask('tipSetting', {});
        if (answer.type === 'answer') store.setState({ tipPercentages: answer.value.percentages });
      };
      await Promise.all([loadSettings(), loadLocked(), loadTerminals(), loadDcc(), loadTips()]);
    },
    async save(settings: ShopSettings) {
      const answer = await bridge.ask('saveShopSettings', settings);
      if (answer.type === 'silent') return answer;
      if (answer.value.type === 'refused') return answer.value;
      store.setState({ settings: answer.value.settings });
      await loadTerminals();
      return { type: 'saved' as const };
    },
    start() {
      return bridge.on('operationChanged', (operation) => {
        if (operation.kind === 'cloud-pos') void loadTerminals();
      });
    },
  });
}

/** The terminal that a sale begins with: the preferred one where the shop has it, else the first. */
export function firstTerminal(terminals: readonly TerminalView[], preferred: string | null): string | null {
  return terminals.find((each) => each.id === preferred)?.id ?? terminals[0]?.id ?? null;
}
