// Setting a printer up: what was found, whether a printer at an address answers, and the sheets that are printed so that a
// person can say what is right. An address is as in the settings, without an id: `tcp://HOST:PORT?columns=42`.
import type { PrinterObstacleCode } from './print-jobs.ts';
import type { Preferences } from '../till/window.ts';

export interface FoundLine {
  /** As in an address behind `serial:`: by the device's serial number, else by its socket; a port of no USB device by its path. */
  readonly path: string;
  /** What the device calls itself, or ''. */
  readonly name: string;
  /** False where this user may not open it. */
  readonly mayOpen: boolean;
}

export interface FoundPrinters {
  readonly serial: readonly FoundLine[];
  /** Queues of the system's spooler. */
  readonly queues: readonly string[];
  /** `no-listing`: the system does not list its serial lines. */
  readonly trouble: 'no-listing' | null;
}

export type PrinterAnswer =
  | {
      readonly type: 'answers';
      readonly language: 'esc-pos' | 'star-line';
      readonly obstacle: PrinterObstacleCode | null;
      readonly paperLow: boolean;
      /** The level at the drawer's switch; which one means open depends on the drawer. */
      readonly drawerHigh: boolean;
    }
  /** It takes bytes and says nothing. */
  | { readonly type: 'silent' }
  | { readonly type: 'unreachable' }
  | { readonly type: 'invalid'; readonly reason: string };

/** How the end of a document is known at this printer. */
export type ConfirmationFound = 'process-id' | 'gs-r' | 'etb' | 'nothing';

export const trialSheets = ['pages', 'ruler', 'cut', 'sample'] as const;

export type TrialSheet = (typeof trialSheets)[number];

export type TrialOutcome =
  | { readonly type: 'printed' | 'handed-over' | 'doubtful' }
  | { readonly type: 'not-sent'; readonly obstacle: PrinterObstacleCode }
  | { readonly type: 'invalid'; readonly reason: string };

/** Code pages that hold € and the umlauts, by line of the sheet, with their usual numbers in each language. */
export const triedPages = {
  'esc-pos': ['cp858:19', 'windows1252:16', 'iso8859-15:40'],
  'star-line': ['cp858:4', 'windows1252:32'],
} as const;

/** The pages of a printer whose address names none, in the order in which they are tried for a character. */
export const usualPages = {
  'esc-pos': ['cp858:19', 'windows1252:16', 'cp852:18', 'cp866:17'],
  'star-line': ['cp858:4', 'windows1252:32', 'cp852:5', 'cp866:10'],
} as const;

/** The page that came out right, and behind it the usual ones for what it lacks, but none that came out wrong before it. */
export function pagesWith(language: keyof typeof usualPages, page: string): string {
  const tried: readonly string[] = triedPages[language];
  const wrong = tried.slice(0, Math.max(0, tried.indexOf(page)));
  return [page, ...usualPages[language].filter((each) => each !== page && !wrong.includes(each))].join(',');
}

/** A display or a scanner on a serial line: `serial:PATH?baud=9600`. */
export interface LineDeviceChoice {
  readonly address: string;
}

/** The devices and the receipts as the settings name them. */
export interface DeviceChoice {
  readonly displays: { readonly [id: string]: LineDeviceChoice };
  readonly scanners: { readonly [id: string]: LineDeviceChoice };
  /** What a scanner that types sends before each code. */
  readonly scanPrefix: string | null;
  readonly printers: {
    readonly [id: string]: {
      readonly address: string;
      readonly columns?: 32 | 42 | 48 | undefined;
      readonly role?: 'slips' | 'kitchen' | undefined;
    };
  };
  readonly receipts: {
    readonly printer: string | null;
    readonly customer: 'always' | 'ask' | 'never' | 'not-paid';
    readonly merchant: 'always' | 'ask' | 'never' | 'not-paid';
    /** A Z report at closing, and a slip for a drawer that was opened without a sale. */
    readonly shift: 'always' | 'ask';
    readonly noSale: 'always' | 'never';
    /** Whether a paid sale opens the drawer. */
    readonly drawer: 'always' | 'never';
    /** Where the shop itself shows a receipt, with {id} or {reference} in it. */
    readonly link: string | null;
    /** Whether receipts carry the code that a scan finds the payment by. */
    readonly paymentCode: boolean;
    /** Whose language the customer's receipt has. */
    readonly customerLanguage: 'card' | 'shop';
    readonly language: Preferences['language'];
  };
}
