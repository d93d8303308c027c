// What the window may ask while nobody is signed in at a till that has operators. The page hides what it showed then;
// this table is what main goes by, so that a page that shows it all the same has nothing new to show.
import type { Refusal } from './problems.ts';
import type { WindowCall, WindowEvents, WindowOutputs } from './window.ts';

/** In the message of a call that was refused because the till is locked: all that an error carries to the window. */
export const lockedCode = 'till-locked';

/**
 * `open`: the lock screen needs it. `refusal`: answered with `lockedRefusal`, as the desk would. `failure`: fails with
 * `lockedCode`, because what it answers has no place for a refusal.
 */
export type LockedRule = 'open' | 'refusal' | 'failure';

export interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
}

export const lockedRefusal: Refused = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};

/** Does not compile where a call is missing, or is to be refused in a way that its answer cannot tell. */
export const callsWhileLocked: {
  readonly [C in WindowCall]: 'open' | (Refused extends WindowOutputs[C] ? 'refusal' : 'failure');
} = {
  submit: 'refusal',
  operation: 'failure',
  operations: 'failure',
  cancel: 'refusal',
  findPayment: 'refusal',
  payments: 'failure',
  paymentStory: 'failure',
  tender: 'failure',
  customers: 'refusal',
  customer: 'refusal',
  customerMethods: 'refusal',
  terminals: 'failure',
  // Counts and the connection stand beneath the lock screen; who is signed in tells the page that it is locked.
  status: 'open',
  gatewayChoice: 'failure',
  testConnection: 'failure',
  saveGatewayChoice: 'refusal',
  // What the frame is drawn with the moment somebody has signed in.
  shopSettings: 'open',
  saveShopSettings: 'refusal',
  lockedSettings: 'open',
  // Language and theme.
  preferences: 'open',
  savePreferences: 'failure',
  clients: 'failure',
  createClient: 'refusal',
  revokeClient: 'refusal',
  changeClient: 'refusal',
  pairings: 'failure',
  answerPairing: 'refusal',
  saveReceipt: 'failure',
  dccOffer: 'failure',
  // What the Sale screen is drawn with the moment somebody has signed in.
  dccSetting: 'open',
  cardBin: 'failure',
  shiftReport: 'refusal',
  closeShift: 'refusal',
  saveShift: 'failure',
  compareShift: 'refusal',
  comparison: 'failure',
  comparisonFindings: 'refusal',
  stopComparison: 'refusal',
  forgetComparison: 'refusal',
  // Before there is a folder nobody can be signed in.
  unlock: 'open',
  // The names to choose from, and the PIN.
  operators: 'open',
  signIn: 'open',
  signOut: 'open',
  touch: 'open',
  saveOperator: 'refusal',
  needsApproval: 'failure',
  decide: 'refusal',
  keepApproved: 'refusal',
  payRestOtherwise: 'refusal',
  freeTerminal: 'refusal',
  // A program waits for a minute only: its question stands on the lock screen, and a supervisor's PIN answers it.
  confirmations: 'open',
  answerConfirmation: 'open',
  resume: 'refusal',
  quit: 'open',
};

/** Whether a locked window is told. */
export const eventsWhileLocked: { readonly [E in keyof WindowEvents]: boolean } = {
  operationChanged: false,
  statusChanged: true,
  preferencesChanged: false,
  pairingsChanged: false,
  // As above.
  confirmationsChanged: true,
  comparisonChanged: false,
};
