// The names under which window and main process talk. They stand apart from the schemas so that the preload script,
// which runs before every page, carries no schema library. The compiler keeps the lists equal to the table.
import type { WindowCall, WindowEvents } from './window.ts';

export const windowCallNames = [
  'submit',
  'operation',
  'operations',
  'cancel',
  'findPayment',
  'payments',
  'paymentStory',
  'learnPayId',
  'tender',
  'customers',
  'customer',
  'customerMethods',
  'terminals',
  'ends',
  'seeEnd',
  'status',
  'gatewayChoice',
  'testConnection',
  'saveGatewayChoice',
  'shopSettings',
  'saveShopSettings',
  'lockedSettings',
  'preferences',
  'savePreferences',
  'clients',
  'createClient',
  'revokeClient',
  'changeClient',
  'pairings',
  'answerPairing',
  'saveReceipt',
  'receiptFolder',
  'chooseReceiptFolder',
  'dccOffer',
  'dccSetting',
  'cardBin',
  'shiftReport',
  'closeShift',
  'saveShift',
  'compareShift',
  'comparison',
  'comparisonFindings',
  'stopComparison',
  'forgetComparison',
  'unlock',
  'operators',
  'signIn',
  'changePin',
  'signOut',
  'touch',
  'saveOperator',
  'needsApproval',
  'decide',
  'keepApproved',
  'payRestOtherwise',
  'takeBackRest',
  'freeTerminal',
  'confirmations',
  'answerConfirmation',
  'resume',
  'quit',
] as const satisfies readonly WindowCall[];

export const windowEventNames = [
  'operationChanged',
  'statusChanged',
  'preferencesChanged',
  'pairingsChanged',
  'confirmationsChanged',
  'comparisonChanged',
  'quitAsked',
] as const satisfies readonly (keyof WindowEvents)[];

/** Does not compile where a name is missing above. */
type Complete<All, Listed extends All> = [Exclude<All, Listed>] extends [never] ? true : Exclude<All, Listed>;
/** @public The compiler reads it. */
export const listsAreComplete: {
  readonly calls: Complete<WindowCall, (typeof windowCallNames)[number]>;
  readonly events: Complete<keyof WindowEvents, (typeof windowEventNames)[number]>;
} = { calls: true, events: true };

/** Between main and the preload script alone: whether the page's thread is free. The page itself has no part in it. */
export const thereChannel = 'tillbridge:there';

export function callChannel(call: WindowCall): string {
  return `tillbridge:call:${call}`;
}

export function eventChannel(event: keyof WindowEvents): string {
  return `tillbridge:event:${event}`;
}
