// The comparison of a shift with what others say of it: the gateway's look-ups, and the ERP's own list.
import type { Money } from './money.ts';
import type { TakingSort } from './shift.ts';

export const findings = ['missing-there', 'missing-here', 'amounts-differ', 'cannot-tell'] as const;

/** Here but not there, there but not here, other amounts; or it could not be told, which is no difference. */
export type FindingType = (typeof findings)[number];

export interface Finding {
  readonly with: 'gateway' | 'erp';
  readonly type: FindingType;
  /** payId, transId or refNr, whichever names it best. */
  readonly reference: string;
  readonly sort: TakingSort | null;
  readonly ours: Money | null;
  readonly theirs: Money | null;
  /** Why, in words. */
  readonly why: string;
}

export interface Comparison {
  readonly shift: number;
  /** How many were found equal, on each side. */
  readonly agreed: { readonly gateway: number; readonly erp: number };
  readonly findings: readonly Finding[];
}
