// A question to the people at the till: may this program pay out money that no payment here stands behind? It says who
// wants to give how much to whom; of a card or an account never more than the last four digits.
import type { Money } from '../money/money.ts';

/** Where the money would go. */
export interface RefundTarget {
  readonly type: 'card' | 'account' | 'terminal';
  /** The card's scheme or the terminal's id; null where it is not known. */
  readonly name: string | null;
  readonly lastFour: string | null;
  readonly holder: string | null;
}

export interface ConfirmationView {
  readonly id: string;
  /** The name that the program was paired under; null where the program is no longer known. */
  readonly client: string | null;
  readonly amount: Money;
  readonly transId: string | null;
  /** What the program gives as the reason; null where it gives none. */
  readonly reason: string | null;
  readonly target: RefundTarget;
  /** Whether a supervisor's PIN is needed to allow it: a till with operators. */
  readonly needsPin: boolean;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
}
