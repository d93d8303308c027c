// All texts of the window, and the one function that says them. The parts are by subject; a key's first word names it.
import { isolated } from '#contract/shown-text.ts';
import type { Preferences } from '#contract/window.ts';
import { activityTexts } from './activity.ts';
import { comparisonTexts } from './comparison.ts';
import { confirmRefundTexts } from './confirm-refund.ts';
import { customerTexts } from './customers.ts';
import { dccSaleTexts } from './dcc-sale.ts';
import { dccTexts } from './dcc.ts';
import { declineTexts } from './declines.ts';
import { type ValuesOf, texts } from './define.ts';
import { doubtTexts } from './doubts.ts';
import { endTexts } from './ends.ts';
import { failureTexts } from './failures.ts';
import { frameTexts } from './frame.ts';
import { guideTexts } from './guide.ts';
import { issueTexts } from './issues.ts';
import { linkTexts } from './link.ts';
import { operationTexts } from './operations.ts';
import { pairingTexts } from './pairing.ts';
import { paymentStepTexts } from './payment-steps.ts';
import { paymentTexts } from './payments.ts';
import { peopleTexts } from './people.ts';
import { problemTexts } from './problems.ts';
import { refundTexts } from './refund.ts';
import { otherAmountTexts } from './other-amounts.ts';
import { saleTexts } from './sale.ts';
import { settingsTexts } from './settings.ts';
import { shiftTexts } from './shift.ts';

export const allTexts = texts({
  ...frameTexts,
  ...operationTexts,
  ...endTexts,
  ...doubtTexts,
  ...failureTexts,
  ...declineTexts,
  ...problemTexts,
  ...issueTexts,
  ...saleTexts,
  ...otherAmountTexts,
  ...paymentTexts,
  ...refundTexts,
  ...paymentStepTexts,
  ...linkTexts,
  ...customerTexts,
  ...dccTexts,
  ...dccSaleTexts,
  ...activityTexts,
  ...shiftTexts,
  ...comparisonTexts,
  ...settingsTexts,
  ...pairingTexts,
  ...guideTexts,
  ...peopleTexts,
  ...confirmRefundTexts,
});

export type TextKey = keyof typeof allTexts;
export type Language = Preferences['language'];

/** Says a text in a language, with its values filled in. */
export type Say = <K extends TextKey>(key: K, ...values: ValuesOf<(typeof allTexts)[K]['en']>) => string;

export function sayIn(language: Language): Say {
  return (key, ...values) => {
    const filled: { readonly [name: string]: string | number } = values[0] ?? {};
    return allTexts[key][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => isolated(String(filled[name] ?? '')));
  };
}
