// Which screen the window shows. The route is kept for this window only, so that a reload shows the same screen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Money } from '#contract/money/money.ts';

export type ScreenRoute =
  | { readonly screen: 'sale' }
  /** `payId`: or the id of the sale's operation, where the payId is not known. */
  | { readonly screen: 'payments'; readonly payId?: string }
  /** `manual`: a refund without a payment; else the payment is searched first. */
  | { readonly screen: 'refund'; readonly manual?: true }
  | { readonly screen: 'dcc'; readonly money?: Money }
  | { readonly screen: 'activity'; readonly operationId?: string; readonly filter?: string }
  | { readonly screen: 'shift' }
  | { readonly screen: 'settings' }
  | { readonly screen: 'terminals' }
  | { readonly screen: 'authorizations' }
  /** `anewFrom`: a link that ended unpaid; another one is begun for the same purchase. */
  | { readonly screen: 'link'; readonly money?: Money; readonly operationId?: string; readonly anewFrom?: string }
  | { readonly screen: 'customers'; readonly customerId?: string };

export type ScreenName = ScreenRoute['screen'];

export interface NavigationState {
  readonly route: ScreenRoute;
  /** The customer reads this page: the rail is hidden, so that it is not left by accident. */
  readonly facingCustomer: boolean;
  readonly helpOpen: boolean;
}

export type NavigationStore = StoreApi<NavigationState> & {
  go(route: ScreenRoute): void;
  faceCustomer(facing: boolean): void;
  showHelp(open: boolean): void;
};

/** Where the route is kept: the page's address in the window, nothing in tests. */
export interface RouteMemory {
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
  'terminals',
  'authorizations',
  'link',
  'customers',
];

export function createNavigationStore(memory: RouteMemory): NavigationStore {
  const screen = screens.find((each) => each === memory.read()) ?? 'sale';
  const store = createStore<NavigationState>(() => ({ route: { screen }, facingCustomer: false, helpOpen: false }));
  return Object.assign(store, {
    go(route: ScreenRoute) {
      memory.write(route.screen);
      store.setState({ route, facingCustomer: false, helpOpen: false });
    },
    faceCustomer(facingCustomer: boolean) {
      store.setState({ facingCustomer });
    },
    showHelp(helpOpen: boolean) {
      store.setState({ helpOpen });
    },
  });
}
