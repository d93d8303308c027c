// A person's answer to what a till asks: judged by their rights in the transaction that stores it, and signed over the
// question as it came, so that it counts for nothing else.
import type { SignedApproval, ApprovalVerdict, ApprovalQuestion } from '#contract/office/approvals.ts';
import type { ApprovalBar } from '#contract/office/page.ts';
import type { Tx } from '../database/database.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';
import { approvers } from './approvers.ts';
import { barFrom } from './may-approve.ts';
import { digestOf, waits } from './questions.ts';

export interface AnswerWish {
  readonly till: string;
  readonly id: string;
  /** Of the question that the person saw. */
  readonly digest: string;
  readonly verdict: ApprovalVerdict;
}

interface Answered {
  readonly type: 'answered';
  readonly tillName: string;
  readonly question: ApprovalQuestion;
}

/** `gone`: it was answered or withdrawn, or the till waits no longer. */
export async function answerIn(
  tx: Tx,
  chain: string,
  person: string,
  { wish, sign, at }: { readonly wish: AnswerWish; readonly sign: OfficeKeys['signApproval']; readonly at: string },
): Promise<Answered | { readonly type: 'gone' | ApprovalBar }> {
  const row = await tx.row<{ question: string; shop: string | null; name: string }>(
    `SELECT question, shop, till.name FROM approval
      JOIN till ON till.chain_id = approval.chain_id AND till.id = approval.till_id
      WHERE approval.chain_id = $1 AND till_id = $2 AND approval.id = $3 AND ${waits}
        AND revoked_at IS NULL FOR UPDATE OF approval`,
    [chain, wish.till, wish.id],
  );
  if (row === null) return { type: 'gone' };
  const question = JSON.parse(row.question) as ApprovalQuestion;
  // What is signed is what was shown and is judged here, whatever digest is stored beside it.
  if (digestOf(question) !== wish.digest) return { type: 'gone' };
  const [approver] = await approvers(tx, chain, person);
  if (approver === undefined) return { type: 'shop' };
  const bar = barFrom(approver, question, row.shop);
  if (bar !== null) return { type: bar };
  const by = { id: approver.id, name: approver.name };
  const answer: SignedApproval = sign(wish.till, wish.digest, { verdict: wish.verdict, by, at });
  await tx.run('UPDATE approval SET state = $4, answer = $5 WHERE chain_id = $1 AND till_id = $2 AND id = $3', [
    chain,
    wish.till,
    wish.id,
    wish.verdict,
    JSON.stringify(answer),
  ]);
  return { type: 'answered', tillName: row.name, question };
}
