// All texts of the window, in the two languages that they are written in. The parts are by subject; a key's first word
// names it.
import { activityTexts } from './activity.ts';
import { authorizationTexts } from './authorizations.ts';
import { comparisonTexts } from './comparison.ts';
import { confirmRefundTexts } from './confirm-refund.ts';
import { counterTexts } from './counter.ts';
import { tipTexts } from './tip.ts';
import { customerScreenTexts } from './customer-screen.ts';
import { customerTexts } from './customers.ts';
import { dccSaleTexts } from './dcc-sale.ts';
import { dccTexts } from './dcc.ts';
import { declineTexts } from './declines.ts';
import { texts } from './define.ts';
import { deviceTexts } from './devices.ts';
import { doubtTexts } from './doubts.ts';
import { endTexts } from './ends.ts';
import { failureTexts } from './failures.ts';
import { frameTexts } from './frame.ts';
import { guideTexts } from './guide.ts';
import { issueTexts } from './issues.ts';
import { linkTexts } from './link.ts';
import { officeTexts } from './office.ts';
import { operationTexts } from './operations.ts';
import { pairingTexts } from './pairing.ts';
import { paymentStepTexts } from './payment-steps.ts';
import { paymentTexts } from './payments.ts';
import { peopleTexts } from './people.ts';
import { printingTexts } from './printing.ts';
import { problemTexts } from './problems.ts';
import { refundTexts } from './refund.ts';
import { otherAmountTexts } from './other-amounts.ts';
import { saleTexts } from './sale.ts';
import { screenKeyboardTexts } from './screen-keyboard.ts';
import { settingsTexts } from './settings.ts';
import { shiftTexts } from './shift.ts';
import { sumTexts } from './sums.ts';
import { terminalTexts } from './terminals.ts';

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
  ...sumTexts,
  ...counterTexts,
  ...terminalTexts,
  ...otherAmountTexts,
  ...paymentTexts,
  ...authorizationTexts,
  ...refundTexts,
  ...paymentStepTexts,
  ...linkTexts,
  ...customerTexts,
  ...customerScreenTexts,
  ...tipTexts,
  ...dccTexts,
  ...dccSaleTexts,
  ...activityTexts,
  ...shiftTexts,
  ...comparisonTexts,
  ...settingsTexts,
  ...officeTexts,
  ...screenKeyboardTexts,
  ...pairingTexts,
  ...guideTexts,
  ...peopleTexts,
  ...confirmRefundTexts,
  ...printingTexts,
  ...deviceTexts,
});

export type TextKey = keyof typeof allTexts;

/** All texts in a further language; one that is missing, or too many, does not compile. */
export type Translation = { readonly [key in TextKey]: string };
