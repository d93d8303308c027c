// The registry of screens: one folder and one line each. Their order is the order of the rail, and of Alt+1, Alt+2…
// Sale is loaded at the start; the others when the till is idle, or when a person opens them earlier.
import type { ComponentType } from 'react';
import type { TextKey } from '#texts/index.ts';
import { SaleScreen } from '../../screens/sale/sale-screen.tsx';
import type { ScreenName } from '../../stores/till/navigation-store.ts';
import type { IconName } from '../../ui/base/icons.tsx';

export interface ScreenEntry {
  readonly name: ScreenName;
  readonly title: Extract<TextKey, `rail.${string}`>;
  readonly icon: IconName;
  /** False for screens that another one leads to. */
  readonly inRail: boolean;
  /** The screen of the rail that it belongs to. */
  readonly under?: ScreenName;
  readonly load: () => Promise<ComponentType>;
}

export const screens: readonly ScreenEntry[] = [
  { name: 'sale', title: 'rail.sale', icon: 'sale', inRail: true, load: async () => SaleScreen },
  {
    name: 'payments',
    title: 'rail.payments',
    icon: 'payments',
    inRail: true,
    load: async () => (await import('../../screens/payments/payments-screen.tsx')).PaymentsScreen,
  },
  {
    name: 'refund',
    title: 'rail.refund',
    icon: 'refund',
    inRail: true,
    load: async () => (await import('../../screens/refund/refund-screen.tsx')).RefundScreen,
  },
  {
    name: 'activity',
    title: 'rail.activity',
    icon: 'activity',
    inRail: true,
    load: async () => (await import('../../screens/activity/activity-screen.tsx')).ActivityScreen,
  },
  {
    name: 'shift',
    title: 'rail.shift',
    icon: 'shift',
    inRail: true,
    load: async () => (await import('../../screens/shift/shift-screen.tsx')).ShiftScreen,
  },
  {
    name: 'settings',
    title: 'rail.settings',
    icon: 'settings',
    inRail: true,
    load: async () => {
      // This screen parses what was typed with schemas; no code that the start loads does.
      await import('./strict-schemas.ts');
      return (await import('../../screens/settings/settings-screen.tsx')).SettingsScreen;
    },
  },
  {
    name: 'authorizations',
    title: 'rail.authorizations',
    icon: 'clock',
    inRail: false,
    under: 'payments',
    load: async () => (await import('../../screens/authorizations/authorizations-screen.tsx')).AuthorizationsScreen,
  },
  {
    name: 'terminals',
    title: 'rail.terminals',
    icon: 'terminal',
    inRail: false,
    load: async () => (await import('../../screens/terminals/terminals-screen.tsx')).TerminalsScreen,
  },
  {
    name: 'dcc',
    title: 'rail.dcc',
    icon: 'dcc',
    inRail: false,
    under: 'sale',
    load: async () => (await import('../../screens/dcc/dcc-screen.tsx')).DccScreen,
  },
  {
    name: 'link',
    title: 'rail.link',
    icon: 'link',
    inRail: false,
    under: 'sale',
    load: async () => (await import('../../screens/link/link-screen.tsx')).LinkScreen,
  },
  {
    name: 'customers',
    title: 'rail.customers',
    icon: 'person',
    inRail: false,
    under: 'payments',
    load: async () => (await import('../../screens/customers/customers-screen.tsx')).CustomersScreen,
  },
];

/** Loaded with the window. */
export const screensAtHand: ReadonlyMap<ScreenName, ComponentType> = new Map([['sale', SaleScreen]]);

/** The screen of the rail on which a person is, also where it led to another one. */
export function railScreenOf(name: ScreenName): ScreenName {
  return screens.find((screen) => screen.name === name)?.under ?? name;
}

export const railScreens = screens.filter((screen) => screen.inRail);
