// What the fake's world holds of its parts: the state that each of them keeps in it.
import type { PrintNote } from '#contract/devices/print-notes.ts';
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import type { Money } from '#contract/money/money.ts';
import type {
  ConfirmationFound,
  DeviceChoice,
  FoundPrinters,
  PrinterAnswer,
  TrialOutcome,
} from '#contract/devices/printer-setup.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { Pairings, PairingSecrets } from '#loopback/pairing/pairings.ts';
import type { ShownPayment } from './gateway/records.ts';
import type { Preferences } from '#contract/till/window.ts';

export interface FakeDevices {
  found: FoundPrinters;
  answer: PrinterAnswer | Refused;
  confirms: ConfirmationFound;
  outcome: TrialOutcome | Refused;
  choice: DeviceChoice;
  /** What the printer writes otherwise than it stands on the customer's receipt. */
  unprintable: readonly PrintNote[];
  /** What saving is refused with; null: it is saved. */
  refusal: Refusal | null;
  /** Sheets and pulses, with the address that each was sent to. */
  readonly sent: string[];
  /** Whether its drawer stands open; its switch is high then. */
  drawerOpen: boolean;
}

/** What the gateway shows of payments, by id, and what the ERP lists, where it is not what the till did. */
export interface FakeComparison {
  /** `refused`: this look-up; `unclear`: no usable answer. */
  readonly gatewayShows: Map<string, ShownPayment | 'nothing' | 'refused' | 'unclear'>;
  /** Ids of operations that the list leaves out. */
  readonly unlisted: Set<string>;
  /** Rows that are in the list alone. */
  readonly listedBeside: string[];
  /** What the person chooses in the system's file dialog. */
  list: 'good' | 'none' | { readonly badAmountAt: number };
}

export interface FakePrograms {
  readonly pairings: Pairings;
  readonly secrets: PairingSecrets;
  /** The newest request has had its two minutes. */
  lapse(): void;
}

export interface HostedPayment {
  readonly payId: string;
  readonly transId: string;
  readonly money: Money;
  /** Set where the customer paid another sum than was asked for. */
  paid?: Money;
  status: 'PENDING' | 'CAPTURED' | 'AUTHORIZED' | 'FAILED' | 'EXPIRED';
}

export interface VaultEntry {
  readonly customer: CustomerView;
  readonly methods: readonly StoredMethodView[];
}

export function freshDevices(): FakeDevices {
  return {
    found: { serial: [], queues: [], trouble: null },
    answer: { type: 'answers', language: 'esc-pos', obstacle: null, paperLow: false, drawerHigh: false },
    confirms: 'process-id',
    outcome: { type: 'printed' },
    choice: {
      printers: {},
      displays: {},
      scanners: {},
      scanPrefix: null,
      receipts: {
        printer: null,
        customer: 'ask',
        merchant: 'ask',
        shift: 'ask',
        noSale: 'never',
        drawer: 'never',
        link: null,
        paymentCode: true,
        customerLanguage: 'card',
        language: 'en',
      },
    },
    unprintable: [],
    refusal: null,
    sent: [],
    drawerOpen: false,
  };
}

/** How the next command at a terminal, or the next operation at the gateway, ends. */
export type Fate = 'approve' | 'less' | 'more' | 'tip' | 'decline' | 'busy' | 'lost' | 'person' | 'hang';

/** What the gateway and its terminals go by. */
export interface GatewayWorld {
  now: () => number;
  preferences: Preferences;
  online: boolean;
  fate: Fate;
  /** How long a terminal or the gateway takes. */
  delayMs: number;
  /** The first digits that its terminal reads of a card. */
  cardBin: string;
  /** The payId that the gateway shows for a sale that was decided without one; null: it shows none. */
  numberShown: string | null;
  /** Why the gateway shows no payId. */
  notShown: 'missing' | 'differs' | 'refused';
  readonly vault: Map<string, VaultEntry>;
  /** Payments that wait for a customer on a hosted page, by transId. */
  readonly hosted: Map<string, HostedPayment>;
  nextNumber: number;
}
