// The office as the one that may be asked where money out needs a supervisor (ADR 87).
import type { ApprovalQuestion, SignedApproval } from '#contract/office/approvals.ts';

export type OfficeSaid =
  /** Signed by the office that the till joined, over this question; `question`: its SHA-256, hex. */
  | { readonly type: 'answered'; readonly question: string; readonly answer: SignedApproval }
  /** No person there may approve it in this shop. */
  | { readonly type: 'nobody' }
  | { readonly type: 'away' }
  /** It was not signed with the key that the office gave when the till joined. */
  | { readonly type: 'not-trusted' };

export interface AskedOffice {
  /** Never rejects. */
  readonly said: Promise<OfficeSaid>;
  /** Nobody waits any longer: the office is told so, and what it says after that is not heard. */
  end(): void;
}

export interface ApprovalOffice {
  /** The till joined one, which was reached at the last try. */
  isThere(): boolean;
  ask(question: ApprovalQuestion): AskedOffice;
}
