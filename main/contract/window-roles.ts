// Who may make each call of the window, and which events a locked window gets: the one table that main goes by at its
// door (shell/ipc.ts) and that the window reads to hide or explain what whoever is there may not do. A till without
// operators knows nobody, so there everybody may do everything that needs no name. docs/roles.md is written from it.
import type { Approval } from './people.ts';
import type { Refusal } from './problems.ts';
import { type Role, mayActAs } from './roles.ts';
import type { Preferences, WindowCall, WindowEvents, WindowInput, WindowOutputs } from './window.ts';

/** In the message of a call that was refused because the till is locked: all that an error carries to the window. */
export const lockedCode = 'till-locked';

/** `anyone`: also while nobody is signed in. */
export type Needed = 'anyone' | Role;

export interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
}

interface More<C extends WindowCall> {
  readonly role: Role;
  /** For docs/roles.md. */
  readonly what: string;
  readonly when: (input: WindowInput<C>, now: Preferences) => boolean;
}

/** `failure`: it fails with an error, because what it answers has no place for a refusal. */
type RefusedBy<C extends WindowCall> = Refused extends WindowOutputs[C] ? 'refusal' : 'failure';

interface Guarded<C extends WindowCall> {
  readonly role: Role;
  readonly refused: RefusedBy<C>;
  /** Some inputs ask for more. */
  readonly more?: More<C>;
  /** Somebody must be known by name, so that a till without operators cannot do it at all. */
  readonly named?: true;
  /** The PIN in the input that stands for whoever is signed in, or for nobody; main's door checks it. */
  readonly standIn?: (input: WindowInput<C>) => Approval | null;
  /** Also at a sealed till, whatever its input asks for: nobody's role can be told there, and nothing is sent. */
  readonly sealed?: 'yes';
  /** What the desk asks beyond it; for docs/roles.md. */
  readonly desk?: string;
}

type Open<C extends WindowCall> = {
  readonly role: 'anyone';
  readonly desk?: string;
} & (
  | { /** What unseals a till, or tells how it is. */ readonly sealed: 'yes' }
  | { /** At a sealed till. */ readonly refused: RefusedBy<C> }
);

type Rule<C extends WindowCall> = Guarded<C> | Open<C>;

/** Does not compile where a call is missing, or is to be refused in a way that its answer cannot tell. */
export const callRoles: { readonly [C in WindowCall]: Rule<C> } = {
  submit: {
    role: 'cashier',
    refused: 'refusal',
    desk: 'money out above the limit and refunds without a payment: the PIN of a supervisor',
  },
  operation: { role: 'cashier', refused: 'failure' },
  operations: { role: 'cashier', refused: 'failure' },
  cancel: { role: 'cashier', refused: 'refusal' },
  findPayment: { role: 'cashier', refused: 'refusal' },
  payments: { role: 'cashier', refused: 'failure' },
  paymentStory: { role: 'cashier', refused: 'failure' },
  learnPayId: { role: 'cashier', refused: 'refusal' },
  tender: { role: 'cashier', refused: 'failure' },
  customers: { role: 'cashier', refused: 'refusal' },
  customer: { role: 'cashier', refused: 'refusal' },
  customerMethods: { role: 'cashier', refused: 'refusal' },
  terminals: { role: 'cashier', refused: 'failure' },
  ends: { role: 'cashier', refused: 'failure' },
  seeEnd: { role: 'cashier', refused: 'failure' },
  // Counts and the connection stand beneath the lock screen; who is signed in tells the page that it is locked.
  status: { role: 'anyone', sealed: 'yes' },
  gatewayChoice: { role: 'cashier', refused: 'failure' },
  // It sends the merchant id and a key to whatever address it is given.
  testConnection: { role: 'manager', refused: 'failure' },
  saveGatewayChoice: { role: 'manager', refused: 'refusal' },
  // What the frame is drawn with the moment somebody has signed in.
  shopSettings: { role: 'anyone', refused: 'failure' },
  saveShopSettings: { role: 'manager', refused: 'refusal' },
  lockedSettings: { role: 'anyone', refused: 'failure' },
  // Language and theme.
  preferences: { role: 'anyone', sealed: 'yes' },
  savePreferences: {
    role: 'cashier',
    refused: 'failure',
    more: {
      role: 'manager',
      what: 'full screen (kiosk) and the start with the computer',
      when: (wanted, now) => wanted.kiosk !== now.kiosk || wanted.startAtLogin !== now.startAtLogin,
    },
  },
  clients: { role: 'cashier', refused: 'failure' },
  createClient: { role: 'manager', refused: 'refusal' },
  revokeClient: { role: 'manager', refused: 'refusal' },
  changeClient: { role: 'manager', refused: 'refusal' },
  pairings: { role: 'cashier', refused: 'failure' },
  answerPairing: { role: 'cashier', refused: 'refusal', desk: 'to give access: a manager, or the PIN of one' },
  saveReceipt: { role: 'cashier', refused: 'failure' },
  receiptFolder: { role: 'cashier', refused: 'failure' },
  chooseReceiptFolder: { role: 'manager', refused: 'refusal' },
  dccOffer: { role: 'cashier', refused: 'failure' },
  // What the Sale screen is drawn with the moment somebody has signed in.
  dccSetting: { role: 'anyone', refused: 'failure' },
  cardBin: { role: 'cashier', refused: 'failure' },
  shiftReport: { role: 'cashier', refused: 'refusal' },
  closeShift: { role: 'supervisor', refused: 'refusal' },
  saveShift: {
    role: 'cashier',
    refused: 'failure',
    more: { role: 'manager', what: 'the whole journal (ndjson, csv)', when: ({ format }) => format !== 'pdf' },
  },
  compareShift: { role: 'supervisor', refused: 'refusal' },
  // Whether one runs: the step beside the report says so to everybody.
  comparison: { role: 'cashier', refused: 'failure' },
  comparisonFindings: { role: 'supervisor', refused: 'refusal' },
  stopComparison: { role: 'supervisor', refused: 'refusal' },
  forgetComparison: { role: 'supervisor', refused: 'refusal' },
  // Before there is a folder nobody can be signed in.
  unlock: { role: 'anyone', sealed: 'yes' },
  // The names to choose from, and the PIN.
  operators: { role: 'anyone', refused: 'failure' },
  signIn: { role: 'anyone', refused: 'refusal' },
  changePin: { role: 'cashier', refused: 'refusal', named: true },
  signOut: { role: 'anyone', refused: 'failure' },
  touch: { role: 'anyone', refused: 'failure' },
  saveOperator: { role: 'manager', refused: 'refusal' },
  needsApproval: { role: 'cashier', refused: 'failure' },
  // What became of money is never said by nobody.
  decide: {
    role: 'supervisor',
    refused: 'refusal',
    named: true,
    desk: 'where money may have gone out: a second supervisor, or the PIN of one',
  },
  keepApproved: { role: 'cashier', refused: 'refusal' },
  payRestOtherwise: { role: 'cashier', refused: 'refusal' },
  takeBackRest: { role: 'cashier', refused: 'refusal', desk: 'whoever noted it, or a supervisor' },
  freeTerminal: { role: 'cashier', refused: 'refusal', desk: 'a supervisor, or the PIN of one' },
  // A program waits for a minute only: its question stands on the lock screen, and a supervisor's PIN answers it.
  confirmations: { role: 'anyone', refused: 'failure' },
  answerConfirmation: { role: 'anyone', refused: 'refusal', desk: 'a supervisor, or the PIN of one' },
  resume: { role: 'manager', refused: 'refusal' },
  // In full screen the desktop lies behind it. A sealed till is quit by whoever stands there, also in full screen: no PIN
  // can be compared, nothing is sent, and whoever has no passphrase would else have the power switch alone.
  quit: {
    role: 'cashier',
    refused: 'refusal',
    sealed: 'yes',
    more: { role: 'manager', what: 'in full screen (kiosk)', when: (_, now) => now.kiosk },
    standIn: ({ approval }) => approval ?? null,
  },
};

/** Who is at the till, and how it is set up. */
export interface Seat {
  /** Whether there are operators, so that somebody has to be signed in. */
  readonly manned: boolean;
  /** Of whoever is signed in. */
  readonly role: Role | null;
  readonly preferences: Preferences;
  /** The folder's key is not at hand, so nobody knows who works here: neither does "nobody" mean everybody. */
  readonly sealed: boolean;
}

/** Whose word a call needs. `input` null: what it needs whatever is asked. */
export function roleFor<C extends WindowCall>(call: C, input: WindowInput<C> | null, now: Preferences): Needed {
  const rule = ruleOf(call);
  if (rule.role === 'anyone' || input === null || rule.more?.when(input, now) !== true) return rule.role;
  return rule.more.role;
}

export type Barred =
  | { readonly code: 'sealed' }
  | { readonly code: 'not-signed-in' }
  | { readonly code: 'role-missing'; readonly needed: Role };

/** Why whoever is there may not make this call, or null. */
export function barredFrom<C extends WindowCall>(call: C, input: WindowInput<C> | null, seat: Seat): Barred | null {
  const rule = ruleOf(call);
  if (seat.sealed) return opensSealed(call) ? null : { code: 'sealed' };
  const needed = roleFor(call, input, seat.preferences);
  if (rule.role === 'anyone' || needed === 'anyone') return null;
  if (seat.role === null) return seat.manned || rule.named === true ? { code: 'not-signed-in' } : null;
  return mayActAs(seat.role, needed) ? null : { code: 'role-missing', needed };
}

/** Whether a sealed till takes it. */
export function opensSealed(call: WindowCall): boolean {
  return 'sealed' in callRoles[call];
}

/** The answer to a call that whoever is there may not make: a refusal, or the message that it fails with. */
export function answerBarred(call: WindowCall, barred: Barred): Refused | string {
  const refusal = refusalOf(barred);
  if (!failsBarred(call)) return { type: 'refused', refusal };
  return barred.code === 'not-signed-in' ? `${lockedCode}: nobody is signed in.` : `${barred.code}: ${refusal.detail}`;
}

/** Whether it fails with an error where whoever is there may not make it. */
export function failsBarred(call: WindowCall): boolean {
  const rule = callRoles[call];
  return 'refused' in rule && rule.refused === 'failure';
}

/** Whether a PIN in its input may stand for whoever is signed in. */
export function takesPin(call: WindowCall): boolean {
  const rule = ruleOf(call);
  return rule.role !== 'anyone' && rule.standIn !== undefined;
}

export function standInOf<C extends WindowCall>(call: C, input: WindowInput<C>): Approval | null {
  const rule = ruleOf(call);
  return rule.role === 'anyone' ? null : (rule.standIn?.(input) ?? null);
}

function ruleOf<C extends WindowCall>(call: C): Rule<C> {
  return callRoles[call];
}

function refusalOf(barred: Barred): Refusal {
  if (barred.code === 'not-signed-in') return lockedRefusal.refusal;
  if (barred.code === 'sealed') return sealedRefusal.refusal;
  return { code: barred.code, detail: `It needs a ${barred.needed}.` };
}

export const lockedRefusal: Refused = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};

export const sealedRefusal: Refused = {
  type: 'refused',
  refusal: { code: 'sealed', detail: 'The key of the data folder is not at hand.' },
};

/** Whether a locked window is told, and so one of a sealed till. */
export const eventsWhileLocked: { readonly [E in keyof WindowEvents]: boolean } = {
  operationChanged: false,
  statusChanged: true,
  preferencesChanged: false,
  pairingsChanged: false,
  // As the question's calls above.
  confirmationsChanged: true,
  comparisonChanged: false,
  // It asks for a PIN.
  quitAsked: true,
};
