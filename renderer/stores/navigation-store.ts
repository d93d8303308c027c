// Where the window is. A place is kept for this window only, so that a reload comes back to the same screen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Money } from '#contract/money.ts';

export type Place =
  | { readonly screen: 'sale' }
  /** `payId`: also the id of the sale, where the payment's number is not known. */
  | { readonly screen: 'payments'; readonly payId?: string }
  /** `manual`: without a payment; otherwise the payment is looked for first. */
  | { readonly screen: 'refund'; readonly manual?: true }
  | { readonly screen: 'dcc'; readonly money?: Money }
  | { readonly screen: 'activity'; readonly operationId?: string; readonly filter?: string }
  | { readonly screen: 'shift' }
  | { readonly screen: 'settings' }
  | { readonly screen: 'link'; readonly money?: Money; readonly operationId?: string }
  | { readonly screen: 'customers'; readonly customerId?: string };

export type ScreenName = Place['screen'];

export interface NavigationState {
  readonly place: Place;
  /** A page that the customer reads: the rail is away, so that nobody leaves it by accident. */
  readonly facingCustomer: boolean;
  readonly helpOpen: boolean;
}

export type NavigationStore = StoreApi<NavigationState> & {
  go(place: Place): void;
  faceCustomer(facing: boolean): void;
  showHelp(open: boolean): void;
};

/** Where the place is remembered; the page's address in the window, nothing in tests. */
export interface PlaceMemory {
  read(): string | null;
  write(screen: string): void;
}

const screens: readonly ScreenName[] = [
  'sale',
  'payments',
  'refund',
  'dcc',
  'activity',
  'shift',
  'settings',
  'link',
  'customers',
];

export function createNavigationStore(memory: PlaceMemory): NavigationStore {
  const screen = screens.find((each) => each === memory.read()) ?? 'sale';
  const store = createStore<NavigationState>(() => ({ place: { screen }, facingCustomer: false, helpOpen: false }));
  return Object.assign(store, {
    go(place: Place) {
      memory.write(place.screen);
      store.setState({ place, facingCustomer: false, helpOpen: false });
    },
    faceCustomer(facingCustomer: boolean) {
      store.setState({ facingCustomer });
    },
    showHelp(helpOpen: boolean) {
      store.setState({ helpOpen });
    },
  });
}
