// The registry of screens: one folder and one line each. The order here is the order of the rail, and of Alt+1, Alt+2…
import type { ComponentType } from 'react';
import type { TextKey } from '#texts/index.ts';
import { ActivityScreen } from '../screens/activity/activity-screen.tsx';
import { DccScreen } from '../screens/dcc/dcc-screen.tsx';
import { PaymentsScreen } from '../screens/payments/payments-screen.tsx';
import { RefundScreen } from '../screens/refund/refund-screen.tsx';
import { SaleScreen } from '../screens/sale/sale-screen.tsx';
import { SettingsScreen } from '../screens/settings/settings-screen.tsx';
import { ShiftScreen } from '../screens/shift/shift-screen.tsx';
import type { ScreenName } from '../stores/navigation-store.ts';
import type { IconName } from '../ui/icons.tsx';

export interface ScreenEntry {
  readonly name: ScreenName;
  readonly title: Extract<TextKey, `rail.${string}`>;
  readonly icon: IconName;
  /** False for screens that another one leads to. */
  readonly inRail: boolean;
  readonly Screen: ComponentType;
}

export const screens: readonly ScreenEntry[] = [
  { name: 'sale', title: 'rail.sale', icon: 'sale', inRail: true, Screen: SaleScreen },
  { name: 'payments', title: 'rail.payments', icon: 'payments', inRail: true, Screen: PaymentsScreen },
  { name: 'refund', title: 'rail.refund', icon: 'refund', inRail: true, Screen: RefundScreen },
  { name: 'activity', title: 'rail.activity', icon: 'activity', inRail: true, Screen: ActivityScreen },
  { name: 'shift', title: 'rail.shift', icon: 'shift', inRail: true, Screen: ShiftScreen },
  { name: 'settings', title: 'rail.settings', icon: 'settings', inRail: true, Screen: SettingsScreen },
  { name: 'dcc', title: 'rail.dcc', icon: 'dcc', inRail: false, Screen: DccScreen },
];

export const railScreens = screens.filter((screen) => screen.inRail);
