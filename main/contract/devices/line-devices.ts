// The customer's display and the scanners as programs and the window see them: whether their line works, and what a
// person does where it does not.

/**
 * `invalid-address`: the settings cannot be read. `not-found`: nothing is plugged in there. `no-permission`: this user
 * may not open it. `busy`: another program has it. `no-answer`: it does not open for another reason.
 */
export const lineObstacles = ['invalid-address', 'not-found', 'no-permission', 'busy', 'no-answer'] as const;

export type LineObstacle = (typeof lineObstacles)[number];

/** Why a line does not open, for a person, who reads it in the language of the window. */
export const lineTroubles = [
  'invalid-address',
  'not-found',
  'another-device',
  'several-alike',
  'busy',
  'no-permission',
  'no-right',
  'not-open',
] as const;

export interface LineTrouble {
  readonly code: (typeof lineTroubles)[number];
  /** The line's, as in its address. */
  readonly path: string;
  /** `no-permission`: the group whose members may open it. */
  readonly group: string | null;
  /** A command for the person who looks after the computer; null where none helps. */
  readonly command: string | null;
  /** The same in English, with the command, for logs and programs. */
  readonly advice: string;
}

/** A display or a scanner that cannot be used. */
export interface LineDeviceTrouble {
  readonly id: string;
  readonly type: 'display' | 'scanner';
  readonly trouble: LineTrouble;
}

export interface LineState {
  /** Null where its line is open. */
  readonly obstacle: LineObstacle | null;
  /** What to do, with the command where there is one; null where nothing is to be done. */
  readonly advice: string | null;
  /** The same as a code; missing where nothing is to be done. */
  readonly trouble?: LineTrouble;
}

export interface LineDeviceView extends Omit<LineState, 'trouble'> {
  readonly id: string;
  readonly type: 'display' | 'scanner';
}

/** What a program wrote on a display. */
export interface DisplayShown {
  readonly id: string;
  readonly lines: readonly string[];
  /** False: the till shows a payment, or the display is not there. It is shown as soon as that is over. */
  readonly shown: boolean;
}

/** The sort of code, where the scanner says it (ISO/IEC 15424). */
export const symbologies = [
  'ean',
  'code128',
  'gs1-128',
  'gs1-databar',
  'code39',
  'itf',
  'qr',
  'data-matrix',
  'other',
] as const;

export type Symbology = (typeof symbologies)[number];

export interface Scan {
  /** Null where the scanner does not say it. */
  readonly symbology: Symbology | null;
  readonly data: string;
}

/** A scan as programs get it. It is stored nowhere. */
export interface ScanView {
  /** The scanner's id; null: one that types like a keyboard. */
  readonly scanner: string | null;
  readonly code: string;
  /** The code where it is a trade item number with a right check digit; else null. */
  readonly gtin: string | null;
  readonly symbology: Symbology | null;
  readonly at: string;
}

/** More than the largest QR code holds. */
export const longestScan = 4_300;

/**
 * A scan for the till, with its code as it counts. `payment`: it is the number of one, as on its slip. `screen`: where its
 * screen takes a code. `nothing`: it could not be used.
 */
export type TillScan =
  | { readonly to: 'payment' | 'screen'; readonly code: string }
  | { readonly to: 'nothing'; readonly reason: ScanDropReason };

/** What a scan is for. `programs`: those that listen got it. */
export type ScanTarget = TillScan | { readonly to: 'programs' };

/** Why a scan was dropped; the code itself goes nowhere. */
export type ScanDropReason = 'broken' | 'too-long' | 'card-data';
