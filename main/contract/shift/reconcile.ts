// The comparison of a shift with what others say of it: the gateway's look-ups, and the ERP's own list.
import type { Money } from '../money/money.ts';
import type { TakingSort } from '../money/taking-sorts.ts';

/** Here but not there, there but not here, other amounts; or the two could not be compared, which is no difference. */
export type FindingType = 'missing-there' | 'missing-here' | 'amounts-differ' | 'cannot-tell';

/** Why, by code, for texts in another language. */
export const findingCodes = [
  // The gateway's side.
  'not-looked-up',
  'no-answer',
  'not-shown', // it shows others by the same way of asking
  'nothing-shown', // it shows no payment at all by that way
  'older-payment',
  'touched-later',
  'reversed',
  'no-totals',
  'currency-differs',
  'authorized-differs',
  'captured-differs',
  'refunded-differs',
  // The list's side.
  'no-row',
  'no-operation',
  'amount-differs',
  // Both.
  'no-outcome',
  'no-amount',
] as const;
export type FindingCode = (typeof findingCodes)[number];

export interface Finding {
  readonly with: 'gateway' | 'erp';
  readonly type: FindingType;
  readonly code: FindingCode;
  /** payId, transId or refNr, whichever names it best. */
  readonly reference: string;
  readonly payId: string | null;
  readonly transId: string | null;
  /** The row of the list that it speaks of, or null. */
  readonly line: number | null;
  readonly sort: TakingSort | null;
  readonly ours: Money | null;
  readonly theirs: Money | null;
  /** Why, in English. */
  readonly why: string;
}

export interface Comparison {
  readonly shift: number;
  /** How many were found equal, on each side. */
  readonly agreed: { readonly gateway: number; readonly erp: number };
  readonly findings: readonly Finding[];
}

/** How findings are shown, each direction for itself, and apart from them what could not be compared. */
export const findingGroups = ['not-at-gateway', 'not-at-erp', 'not-here', 'amounts', 'cannot-tell'] as const;
export type FindingGroup = (typeof findingGroups)[number];

export function groupOf({ type, with: side }: Finding): FindingGroup {
  switch (type) {
    case 'missing-there':
      return side === 'gateway' ? 'not-at-gateway' : 'not-at-erp';
    case 'missing-here':
      return 'not-here';
    case 'amounts-differ':
      return 'amounts';
    case 'cannot-tell':
      return 'cannot-tell';
  }
}

/** How far the gateway was asked. `no-answers`: it was given up, because several answers in a row were of no use. */
export const askings = ['whole', 'stopped', 'offline', 'credentials-refused', 'no-answers'] as const;
export type Asking = (typeof askings)[number];

/** A comparison as the window follows it; its findings are asked for page by page. */
export type ComparisonView =
  | {
      readonly type: 'running';
      /** Null: the running shift. */
      readonly number: number | null;
      readonly withList: boolean;
      readonly asked: number;
      /** Null while the shift is read. */
      readonly toAsk: number | null;
    }
  | {
      readonly type: 'done';
      readonly number: number | null;
      readonly shift: number;
      /** ISO 8601. */
      readonly at: string;
      readonly withList: boolean;
      readonly asking: Asking;
      readonly agreed: Comparison['agreed'];
      readonly counts: { readonly [group in FindingGroup]: number };
      /** Operations of another gateway, merchant or mode: this bridge cannot look them up. */
      readonly elsewhere: number;
    }
  /** The shift could not be read, or there is none of that number. */
  | { readonly type: 'failed'; readonly number: number | null };

/** What is wrong with the ERP's list. A row that cannot be read refuses the whole list. */
export const listFaults = [
  'too-large',
  'unreadable-file',
  'empty',
  'unreadable-row',
  'amount',
  'currency',
  'reference',
  'kind',
] as const;
export type ListFault = (typeof listFaults)[number];
