// What the pictures show.
import { activityScenes } from './activity.ts';
import { amountScenes } from './selling/amounts.ts';
import { besideSaleScenes } from './selling/beside-sale.ts';
import { manyScenes } from './many.ts';
import { moneyBackScenes } from './selling/money-back.ts';
import { officeScenes } from './settings/office.ts';
import { paymentsScenes } from './selling/payments.ts';
import { peopleScenes } from './settings/people.ts';
import { programsScenes } from './settings/programs.ts';
import { saleScenes } from './selling/sale.ts';
import { secondScreenScenes } from './selling/second-screen.ts';
import { settingsScenes } from './settings/settings.ts';
import { shiftScenes } from './shift.ts';
import { devicesScenes } from './settings/devices.ts';
import { formScenes } from './forms.ts';
import { upkeepScenes } from './settings/upkeep.ts';
import type { Scene } from './scene.ts';

export type { Scene };

export const scenes: readonly Scene[] = [
  ...secondScreenScenes,
  ...besideSaleScenes,
  ...manyScenes,
  ...saleScenes,
  ...amountScenes,
  ...paymentsScenes,
  ...moneyBackScenes,
  ...activityScenes,
  ...shiftScenes,
  ...settingsScenes,
  ...peopleScenes,
  ...programsScenes,
  ...formScenes,
  ...devicesScenes,
  ...upkeepScenes,
  ...officeScenes,
];
