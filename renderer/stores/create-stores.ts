// All stores of the window, made together from their ports. Tests make their own set with a fake bridge.
import type { Preferences } from '#contract/window.ts';
import type { Bridge, Timers } from '../bridge/bridge.ts';
import { type ActivityStore, createActivityStore, everything } from './activity-store.ts';
import { type ComparisonStore, createComparisonStore } from './comparison-store.ts';
import { createConfirmationsStore, type ConfirmationsStore } from './confirmations-store.ts';
import { createCustomersStore, type CustomersStore } from './customers-store.ts';
import { createEndsStore, type EndsStore } from './ends-store.ts';
import { createNavigationStore, type NavigationStore, type PlaceMemory } from './navigation-store.ts';
import { createOperationsStore, type OperationsStore } from './operations-store.ts';
import { createPairingsStore, type PairingsStore } from './pairings-store.ts';
import { createPaymentStore, type PaymentStore } from './payment-store.ts';
import { createPaymentsStore, type PaymentsStore } from './payments-store.ts';
import { createPeopleStore, type PeopleStore } from './people-store.ts';
import { createPreferencesStore, type PreferencesStore } from './preferences-store.ts';
import { createQuitStore, type QuitStore } from './quit-store.ts';
import { createSaleStore, type SaleStore } from './sale-store.ts';
import { createScansStore, type ScansStore } from './scans-store.ts';
import { createShiftStore, type ShiftStore } from './shift-store.ts';
import { createShopStore, type ShopStore } from './shop-store.ts';
import { createStatusStore, type StatusStore } from './status-store.ts';
import type { SubmissionPorts } from './submission.ts';

export interface StorePorts {
  readonly bridge: Bridge;
  readonly timers: Timers;
  readonly now: () => number;
  readonly newId: () => string;
  readonly memory: PlaceMemory;
  readonly firstPreferences: Preferences;
}

export interface Stores {
  readonly ports: StorePorts;
  readonly submissionPorts: SubmissionPorts;
  readonly status: StatusStore;
  readonly operations: OperationsStore;
  readonly preferences: PreferencesStore;
  readonly navigation: NavigationStore;
  readonly shop: ShopStore;
  readonly sale: SaleStore;
  readonly activity: ActivityStore;
  readonly payments: PaymentsStore;
  readonly payment: PaymentStore;
  readonly shift: ShiftStore;
  readonly comparison: ComparisonStore;
  readonly people: PeopleStore;
  readonly customers: CustomersStore;
  readonly confirmations: ConfirmationsStore;
  readonly pairings: PairingsStore;
  readonly quit: QuitStore;
  readonly scans: ScansStore;
  readonly ends: EndsStore;
  /** Begins to listen, and asks main for everything at the start and whenever it comes back. */
  start(): () => void;
}

export function createStores(ports: StorePorts): Stores {
  const { bridge, timers, now, newId } = ports;
  const operations = createOperationsStore(bridge);
  const status = createStatusStore(bridge, timers, now);
  const person = () => status.getState().status?.signedIn?.id ?? null;
  const submissionPorts: SubmissionPorts = { bridge, operations, timers, newId, person };
  const preferences = createPreferencesStore(bridge, ports.firstPreferences);
  const navigation = createNavigationStore(ports.memory);
  const shop = createShopStore(bridge);
  const ends = createEndsStore(bridge);
  /** Whoever goes on from a sale's end has seen it. */
  const sale = createSaleStore(submissionPorts, ({ id }) => {
    if (ends.getState().ends.some((each) => each.id === id)) void ends.see(id);
  });
  const activity = createActivityStore(bridge, operations, timers);
  const payments = createPaymentsStore(bridge, timers);
  const payment = createPaymentStore(bridge, operations, navigation);
  const people = createPeopleStore(bridge, now);

  let closedHere = 0;
  const shift = createShiftStore(bridge, timers, (number) => {
    closedHere = number;
    sale.forget();
  });
  const comparison = createComparisonStore(bridge);
  const customers = createCustomersStore(bridge, timers);
  const confirmations = createConfirmationsStore(bridge);
  const pairings = createPairingsStore(bridge, now);
  const quit = createQuitStore(bridge);
  const scans = createScansStore();

  let lastPerson: string | null = null;
  /** What somebody else has typed is not this person's sale. */
  const watchPeople = () =>
    status.subscribe((state) => {
      const id = state.status?.signedIn?.id ?? null;
      if (id === null || id === lastPerson) return;
      if (lastPerson !== null) {
        sale.forget();
        payments.search('');
        activity.search(everything);
        customers.forget();
        scans.setState({ unplaced: null });
        // What is to be decided stays open: a cashier calls a supervisor to that very operation.
        const { screen } = navigation.getState().place;
        if (screen !== 'activity') navigation.go({ screen });
        if (screen === 'customers') customers.refresh();
      }
      lastPerson = id;
    });

  /** A shift that is closed beside this window, for example with a command, leaves no half-typed sale either. */
  const watchShifts = () =>
    status.subscribe((state, before) => {
      const [was, is] = [before.status?.lastShift ?? null, state.status?.lastShift ?? null];
      if (was !== null && is !== null && is > was && is > closedHere) sale.forget();
    });

  const comeBack = async () => {
    const [unseen] = await Promise.all([
      operations.recover(),
      preferences.load(),
      shop.load(),
      confirmations.load(),
      ends.load(),
      pairings.load(),
    ]);
    sale.recover(unseen);
  };

  return {
    ports,
    submissionPorts,
    status,
    operations,
    preferences,
    navigation,
    shop,
    sale,
    activity,
    payments,
    payment,
    shift,
    comparison,
    people,
    customers,
    confirmations,
    pairings,
    quit,
    scans,
    ends,
    start() {
      const stops = [
        operations.start(),
        preferences.start(),
        shop.start(),
        confirmations.start(),
        pairings.start(),
        quit.start(),
        ends.start(),
        status.start(() => void comeBack()),
        watchPeople(),
        watchShifts(),
      ];
      // All at once: each question that waits for the answer to another makes the start longer.
      void comeBack();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
