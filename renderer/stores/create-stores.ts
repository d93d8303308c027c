// All stores of the window, made together from their ports. Tests make their own set with a fake bridge.
import type { Preferences } from '#contract/till/window.ts';
import type { Bridge, Timers } from '../bridge/bridge.ts';
import { type ActivityStore, createActivityStore, everything } from './operations/activity-store.ts';
import { type BatchStore, createBatchStore } from './payments/batch-store.ts';
import { type ComparisonStore, createComparisonStore } from './comparison-store.ts';
import { createConfirmationsStore, type ConfirmationsStore } from './confirmations-store.ts';
import { createCustomerScreenStore, type CustomerScreenStore } from './sale/customer-screen-store.ts';
import { createCustomersStore, type CustomersStore } from './payments/customers-store.ts';
import { createEndsStore, type EndsStore } from './operations/ends-store.ts';
import { createNavigationStore, type NavigationStore, type RouteMemory } from './till/navigation-store.ts';
import { createOperationsStore, type OperationsStore } from './operations/operations-store.ts';
import { createPairingsStore, type PairingsStore } from './pairings-store.ts';
import { createPaymentStore, type PaymentStore } from './payments/payment-store.ts';
import { createPaymentsStore, type PaymentsStore } from './payments/payments-store.ts';
import { createPeopleStore, type PeopleStore } from './people-store.ts';
import { createPreferencesStore, type PreferencesStore } from './till/preferences-store.ts';
import { createPrintingStore, type PrintingStore } from './printing-store.ts';
import { createQuitStore, type QuitStore } from './till/quit-store.ts';
import { createSaleStore, type SaleStore } from './sale/sale-store.ts';
import { createScansStore, type ScansStore } from './sale/scans-store.ts';
import { createShiftStore, type ShiftStore } from './shift-store.ts';
import { createShopStore, type ShopStore } from './shop-store.ts';
import { createStatusStore, type StatusStore } from './till/status-store.ts';
import type { SubmissionPorts } from './operations/submission.ts';

export interface StorePorts {
  readonly bridge: Bridge;
  readonly timers: Timers;
  readonly now: () => number;
  readonly newId: () => string;
  readonly memory: RouteMemory;
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
  readonly batch: BatchStore;
  readonly comparison: ComparisonStore;
  readonly people: PeopleStore;
  readonly customers: CustomersStore;
  readonly customerScreen: CustomerScreenStore;
  readonly confirmations: ConfirmationsStore;
  readonly pairings: PairingsStore;
  readonly printing: PrintingStore;
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
  /** A cashier who goes on from a sale's end has seen that end. */
  const sale = createSaleStore(
    submissionPorts,
    ({ id }) => {
      if (ends.getState().ends.some((each) => each.id === id)) void ends.see(id);
    },
    {
      parkedBy: () => status.getState().status?.signedIn?.name ?? null,
      now: () => new Date(now()).toISOString(),
    },
  );
  const activity = createActivityStore(bridge, operations, timers);
  const payments = createPaymentsStore(ports);
  const payment = createPaymentStore(bridge, operations, navigation);
  /** What was typed by the person who signed out: parked for them, and in the form again where they sign in next. */
  let leftBehind: string | null = null;
  const people = createPeopleStore(bridge, now, () => {
    leftBehind = sale.park() ? (sale.getState().parked.at(-1)?.id ?? null) : null;
  });

  let closedHere = 0;
  const shift = createShiftStore(bridge, timers, (number) => {
    closedHere = number;
    sale.forget();
    sale.dropParked();
  });
  const batch = createBatchStore(submissionPorts);
  const comparison = createComparisonStore(bridge);
  const customers = createCustomersStore(bridge, timers);
  const customerScreen = createCustomerScreenStore(bridge);
  const confirmations = createConfirmationsStore(bridge, () => void ends.load());
  const pairings = createPairingsStore(bridge, now);
  const printing = createPrintingStore(bridge);
  const quit = createQuitStore(bridge);
  const scans = createScansStore();

  let lastPerson: string | null = null;
  let isSignedOut = true;
  /** When another person signs in, clears what the one before has typed and searched. */
  const watchPeople = () =>
    status.subscribe((state) => {
      const id = state.status?.signedIn?.id ?? null;
      const isBack = isSignedOut && id === lastPerson;
      isSignedOut = id === null;
      if (isBack && leftBehind !== null) sale.resume(leftBehind);
      if (isBack) leftBehind = null;
      if (id === null || id === lastPerson) return;
      leftBehind = null;
      // What is parked is this person's, and main has it.
      sale.dropParked();
      void sale.loadParked();
      if (lastPerson !== null) {
        sale.forget();
        payments.search('');
        activity.search(everything);
        customers.forget();
        scans.setState({ unusedCode: null, unread: false });
        printing.close();
        // A cashier begins with a sale. Others stay where they were called to, on Activity with the open operation.
        const { screen } = navigation.getState().route;
        if (state.status?.signedIn?.role === 'cashier') navigation.go({ screen: 'sale' });
        else if (screen !== 'activity') navigation.go({ screen });
        if (screen === 'customers') customers.refresh();
      }
      lastPerson = id;
    });

  /** Clears a half-typed sale also when the shift is closed outside of this window, for example with a command. */
  const watchShifts = () =>
    status.subscribe((state, before) => {
      const [was, is] = [before.status?.lastShift ?? null, state.status?.lastShift ?? null];
      if (was !== null && is !== null && is > was && is > closedHere) {
        sale.forget();
        sale.dropParked();
      }
    });

  const loadAll = async () => {
    const [unseen] = await Promise.all([
      operations.recover(),
      preferences.load(),
      shop.load(),
      confirmations.load(),
      ends.load(),
      pairings.load(),
      printing.load(),
      customerScreen.load(),
      sale.loadParked(),
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
    batch,
    comparison,
    people,
    customers,
    customerScreen,
    confirmations,
    pairings,
    printing,
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
        printing.start(),
        customerScreen.start(),
        quit.start(),
        ends.start(),
        status.start(() => void loadAll()),
        watchPeople(),
        watchShifts(),
      ];
      // All calls at once: one that waited for another would make the start longer.
      void loadAll();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
