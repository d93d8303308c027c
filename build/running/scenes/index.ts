// What the pictures show.
import { activityScenes } from './activity.ts';
import { amountScenes } from './amounts.ts';
import { besideSaleScenes } from './beside-sale.ts';
import { manyScenes } from './many.ts';
import { paymentsScenes } from './payments.ts';
import { peopleScenes } from './people.ts';
import { programsScenes } from './programs.ts';
import { saleScenes } from './sale.ts';
import { secondScreenScenes } from './second-screen.ts';
import { settingsScenes } from './settings.ts';
import { shiftScenes } from './shift.ts';
import { devicesScenes } from './devices.ts';
import { formScenes } from './forms.ts';
import { upkeepScenes } from './upkeep.ts';
import type { Scene } from './scene.ts';

export type { Scene };

export const scenes: readonly Scene[] = [
  ...secondScreenScenes,
  ...besideSaleScenes,
  ...manyScenes,
  ...saleScenes,
  ...amountScenes,
  ...paymentsScenes,
  ...activityScenes,
  ...shiftScenes,
  ...settingsScenes,
  ...peopleScenes,
  ...programsScenes,
  ...formScenes,
  ...devicesScenes,
  ...upkeepScenes,
];
