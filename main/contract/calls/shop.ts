// The window's calls about how the shop is set up: its gateway, its settings, its receipts and its programs.
import type { Client } from '../programs/client.ts';
import type { JsonObject } from '../data/json.ts';
import type { PairingView } from '../programs/pairing.ts';
import type {
  ConnectionVerdict,
  GatewayChoiceView,
  LockedSettings,
  Preferences,
  ShopSettings,
  StatusView,
} from '../till/window.ts';
import { answers, answersOrRefuses, call } from './call.ts';

interface ParkedEntry {
  readonly id: string;
  readonly draft: JsonObject;
  readonly by: string | null;
  readonly at: string;
}

/** A person looks at a dialog of the system. */
const dialogMs = 600_000;
/** The gateway is asked, or the bridge starts anew. */
const slowMs = 45_000;

export const shopCalls = {
  /** Counts and the connection stand beneath the lock screen; `signedIn` tells the page that it is locked. */
  status: call({ input: ({ nothing }) => nothing, output: answers<StatusView>(), role: 'anyone', sealed: true }),

  /** The system says that this computer's network came or went. The gateway is asked at once; the status says the rest. */
  checkConnection: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly reached: boolean }>(),
    role: 'anyone',
    timeoutMs: 20_000,
  }),

  gatewayChoice: call({ input: ({ nothing }) => nothing, output: answers<GatewayChoiceView>(), role: 'cashier' }),

  /** Uses the choice for one look at the gateway; stores nothing. It sends merchant id and key to the address given. */
  testConnection: call({
    input: ({ gatewayChoice }) => gatewayChoice,
    output: answers<ConnectionVerdict>(),
    role: 'manager',
    timeoutMs: slowMs,
  }),

  saveGatewayChoice: call({
    input: ({ gatewayChoice }) => gatewayChoice,
    output: answersOrRefuses<{ readonly type: 'saved'; readonly choice: GatewayChoiceView }>(),
    role: 'manager',
    timeoutMs: slowMs,
  }),

  /** The frame is drawn with them as soon as a person has signed in. */
  shopSettings: call({ input: ({ nothing }) => nothing, output: answers<ShopSettings>(), role: 'anyone' }),

  saveShopSettings: call({
    input: ({ shopSettings }) => shopSettings,
    output: answersOrRefuses<{ readonly type: 'saved'; readonly settings: ShopSettings }>(),
    role: 'manager',
    timeoutMs: slowMs,
  }),

  /** What the IT department's policy and the office of the chain hold. */
  lockedSettings: call({ input: ({ nothing }) => nothing, output: answers<LockedSettings>(), role: 'anyone' }),

  /** Language and theme. */
  preferences: call({ input: ({ nothing }) => nothing, output: answers<Preferences>(), role: 'anyone', sealed: true }),

  savePreferences: call({
    input: ({ preferences }) => preferences,
    output: answers<Preferences>(),
    role: 'cashier',
    more: {
      role: 'manager',
      what: 'full screen (kiosk), the start with the computer, and the customer’s screen',
      when: (wanted, now) =>
        wanted.kiosk !== now.kiosk ||
        wanted.startAtLogin !== now.startAtLogin ||
        wanted.customerScreen !== now.customerScreen,
    },
  }),

  /** What the person at the till has parked; `others`: how many entries other people have. */
  parkedSales: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly entries: readonly ParkedEntry[]; readonly others: number }>(),
    role: 'cashier',
  }),

  /** All that the person at the till has parked now. Main keeps it while the app runs, and reads none of it. */
  parkSales: call({
    input: ({ z, id, fields }) =>
      z.strictObject({
        entries: z
          .array(z.strictObject({ id, draft: fields, by: z.string().max(200).nullable(), at: z.string().max(40) }))
          .max(9),
      }),
    output: answers<{ readonly kept: true }>(),
    role: 'cashier',
  }),

  clients: call({ input: ({ nothing }) => nothing, output: answers<readonly Client[]>(), role: 'cashier' }),

  createClient: call({
    input: ({ z, scope }) =>
      z.strictObject({
        name: z.string().min(1).max(100),
        scopes: z.array(scope).min(1),
        origin: z.string().max(256).nullable(),
      }),
    output: answersOrRefuses<{ readonly type: 'created'; readonly client: Client; readonly token: string }>(),
    role: 'manager',
  }),

  /** Another token for a program that stays the same client. The one before ends at once. */
  renewClient: call({
    input: ({ byId }) => byId,
    output: answersOrRefuses<{ readonly type: 'renewed'; readonly client: Client; readonly token: string }>(),
    role: 'manager',
  }),

  revokeClient: call({
    input: ({ byId }) => byId,
    output: answersOrRefuses<{ readonly revoked: boolean }>(),
    role: 'manager',
  }),

  /** Lets a program of the till's office in again that was switched off here. */
  letInClient: call({
    input: ({ byId }) => byId,
    output: answersOrRefuses<{ readonly type: 'changed'; readonly client: Client }>(),
    role: 'manager',
  }),

  /** Other scopes and options for a program that keeps its token. */
  changeClient: call({
    input: ({ z, id, clientPatch }) => z.strictObject({ id, change: clientPatch }),
    output: answersOrRefuses<{ readonly type: 'changed'; readonly client: Client }>(),
    role: 'manager',
  }),

  /** Who asks to use this till. */
  pairings: call({ input: ({ nothing }) => nothing, output: answers<readonly PairingView[]>(), role: 'cashier' }),

  /** `grant` null: nothing is given. `approval`: a manager's PIN, where somebody else is signed in. */
  answerPairing: call({
    input: ({ z, id, clientGrant, approval }) =>
      z.strictObject({ id, grant: clientGrant.nullable(), approval: approval.optional() }),
    output: answersOrRefuses<{ readonly type: 'answered' }>(),
    role: 'cashier',
    beyondRole: 'to give access: a manager, or the PIN of one',
    timeoutMs: 20_000,
  }),

  /**
   * Writes the receipt as a PDF into the folder for receipts, and asks for a file only where that cannot be written.
   * Where a folder that somebody chose is not there, nothing is written, and `missing` names it.
   */
  saveReceipt: call({
    input: ({ receipt }) => receipt,
    output: answers<{ readonly saved: boolean; readonly file: string | null; readonly missing: string | null }>(),
    role: 'cashier',
    timeoutMs: dialogMs,
  }),

  /**
   * Opens the receipt's text in the computer's mail program, as a new mail without an address. `off`: the shop's
   * settings do not allow it, or the till fills the screen.
   */
  mailReceipt: call({
    input: ({ receipt }) => receipt,
    output: answers<{ readonly outcome: 'opened' | 'not-opened' | 'too-long' | 'no-receipt' | 'off' }>(),
    role: 'cashier',
    timeoutMs: 20_000,
  }),

  /** Where receipts go on this computer. */
  receiptFolder: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly folder: string; readonly isThere: boolean }>(),
    role: 'cashier',
  }),

  /** Opens the system's dialog for it. */
  chooseReceiptFolder: call({
    input: ({ nothing }) => nothing,
    output: answersOrRefuses<
      | { readonly type: 'chosen'; readonly folder: string }
      /** The dialog was left, or the folder is one in which nothing may be written; the one from before stays. */
      | { readonly type: 'left' | 'not-usable' }
    >(),
    role: 'manager',
    timeoutMs: dialogMs,
  }),

  /** Writes a bundle for support into the user's documents. `machine`: the service's till makes its own, by command. */
  makeBundle: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly outcome: 'made' | 'not-written' | 'machine'; readonly file: string }>(),
    role: 'manager',
    timeoutMs: slowMs,
  }),

  /**
   * Writes the folder's key out of the vault, for the command that moves this till into the machine's folder. The next
   * start of the app removes what was written, unless the till was moved.
   */
  prepareMove: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly outcome: 'ready' | 'under-way' | 'locked' | 'not-here'; readonly command: string }>(),
    role: 'manager',
  }),

  /**
   * Joins the office that gave out `code`. A live till without operators joins none: its journal leaves the
   * machine. Nothing is sent before the office has proved with the code that it is the one.
   */
  joinOffice: call({
    input: ({ z }) => z.strictObject({ url: z.string().max(500), code: z.string().max(200) }),
    output: answersOrRefuses<
      | { readonly type: 'joined'; readonly name: string }
      | {
          readonly type: 'not-joined';
          readonly why: 'address' | 'code' | 'away' | 'too-many' | 'other-till' | 'refused';
        }
    >(),
    role: 'manager',
    timeoutMs: slowMs,
  }),

  /** From when on, each day, a version may be installed although somebody is at the till; null: at no time. */
  giveUpdateMoment: call({
    input: ({ z }) =>
      z.strictObject({
        at: z
          .string()
          .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
          .nullable(),
      }),
    output: answers<{ readonly at: string | null }>(),
    role: 'manager',
  }),
};
