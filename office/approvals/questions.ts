// What tills ask to be approved, as rows: a till asks again with the same words until there is an answer, and withdraws
// what it waits for no longer. The answer is a person's alone (answer.ts).
import { createHash } from 'node:crypto';
import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type SignedApproval,
  questionText,
} from '#contract/office/approvals.ts';
import type { OfficeRefusal } from '#contract/office/office.ts';
import type { PageApproval } from '#contract/office/page.ts';
import type { TillStanding, Tx } from '../database/database.ts';
import { type ShownTill, standingRefusal } from '../database/standing.ts';
import { approvers } from './approvers.ts';
import { barFrom } from './may-approve.ts';

type Refused = Pick<OfficeRefusal, 'code' | 'detail'>;

/** A till has few windows; one that asks for more is not asked about. */
const mostOpenOfTill = 8;
const mostShown = 50;
/** A till that waits asks at least every 20 seconds. */
export const waits = `state = 'open' AND approval.heard_at > now() - interval '45 seconds'`;

export interface Asked {
  readonly answer: ApprovalAnswer | Refused;
  /** It was not asked before: pages that wait should be told. */
  readonly isNew: boolean;
}

/** Its standing is read with the question, in one transaction. */
export async function askIn(tx: Tx, at: ShownTill, question: ApprovalQuestion): Promise<Asked> {
  const { chain, till } = at;
  const said = (answer: Asked['answer'], isNew = false): Asked => ({ answer, isNew });
  const row = await tx.row<TillStanding & { shop: string | null }>(
    'SELECT certificate, revoked_at IS NOT NULL AS revoked, shop FROM till WHERE chain_id = $1 AND id = $2',
    [chain, till],
  );
  const notLetIn = standingRefusal(row, at);
  if (row === null || notLetIn !== null) return said(notLetIn ?? gone);
  const digest = digestOf(question);
  const known = await tx.row<{ digest: string; state: string; answer: SignedApproval | null }>(
    `UPDATE approval SET heard_at = now() WHERE chain_id = $1 AND till_id = $2 AND id = $3
      RETURNING digest, state, answer`,
    [chain, till, question.id],
  );
  if (known !== null) {
    if (known.digest !== digest) return said({ code: 'bad-request', detail: 'this id was asked with other words' });
    if (known.answer !== null) return said({ type: 'answered', answer: known.answer });
    return said(known.state === 'open' ? { type: 'waiting' } : gone);
  }
  const able = (await approvers(tx, chain)).some((person) => barFrom(person, question, row.shop) === null);
  if (!able) return said({ type: 'nobody' });
  await tx.run(
    `DELETE FROM approval WHERE chain_id = $1 AND till_id = $2 AND answer IS NULL AND heard_at < now() - interval '1 day'`,
    [chain, till],
  );
  // Of questions that come at once, no more are taken than of those that come one after the other.
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('approvals ' || $1, 0)) IS NULL AS locked`, [till]);
  const inserted = await tx.run(
    `INSERT INTO approval (chain_id, till_id, id, digest, question, state) SELECT $1, $2, $3, $4, $5, 'open'
      WHERE (SELECT count(*) FROM approval WHERE chain_id = $1 AND till_id = $2 AND ${waits}) < ${mostOpenOfTill}
      ON CONFLICT DO NOTHING`,
    [chain, till, question.id, digest, JSON.stringify(question)],
  );
  return said({ type: 'waiting' }, inserted === 1);
}

export function digestOf(question: ApprovalQuestion): string {
  return createHash('sha256').update(questionText(question), 'utf8').digest('hex');
}

/** A till waits no longer: closed, answered by a PIN, or out of time. False: there was nothing to withdraw. */
export async function withdrawIn(tx: Tx, { chain, till }: ShownTill, id: string): Promise<boolean> {
  const withdrawn = await tx.run(
    `UPDATE approval SET state = 'withdrawn' WHERE chain_id = $1 AND till_id = $2 AND id = $3 AND state = 'open'`,
    [chain, till, id],
  );
  return withdrawn === 1;
}

const gone: Refused = { code: 'not-found', detail: 'the till withdrew this question' };

interface QuestionRow {
  readonly till: string;
  readonly tillName: string;
  readonly shop: string | null;
  readonly digest: string;
  readonly question: string;
  readonly askedAt: string;
  readonly [column: string]: unknown;
}

/** What waits for an answer in the person's shops, oldest first, with what all tills know of the payment. */
export async function openQuestions(tx: Tx, chain: string, person: string): Promise<PageApproval[]> {
  const [approver] = await approvers(tx, chain, person);
  if (approver === undefined) return [];
  const shops = approver.rights.map(({ shop }) => shop);
  const rows = await tx.rows<QuestionRow>(
    `SELECT approval.till_id AS till, till.name AS "tillName", shop, digest, question,
        to_char(asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "askedAt"
      FROM approval JOIN till ON till.chain_id = approval.chain_id AND till.id = till_id
      WHERE approval.chain_id = $1 AND ${waits} AND ($2 OR shop = ANY ($3)) ORDER BY asked_at LIMIT ${mostShown}`,
    [chain, shops.includes(''), shops],
  );
  const shown: PageApproval[] = [];
  for (const { question: text, ...row } of rows) {
    const { request: _request, ...question } = JSON.parse(text) as ApprovalQuestion;
    const bar = barFrom(approver, question, row.shop);
    if (bar !== 'shop') shown.push({ ...row, ...question, bar, known: await knownOf(tx, chain, question) });
  }
  return shown;
}

/** By the journals of all tills. */
async function knownOf(
  tx: Tx,
  chain: string,
  { mode, payment }: Pick<ApprovalQuestion, 'mode' | 'payment'>,
): Promise<PageApproval['known']> {
  const payId = payment?.payId ?? null;
  if (payId === null) return null;
  return tx.row<NonNullable<PageApproval['known']> & { [column: string]: unknown }>(
    `SELECT currency, coalesce(sum(taken_minor), 0)::bigint AS "takenMinor",
        coalesce(sum(given_back_minor), 0)::bigint AS "givenBackMinor", count(DISTINCT till_id)::int AS tills
      FROM operation WHERE chain_id = $1 AND mode = $2 AND (pay_id = $3 OR target = $3) AND currency IS NOT NULL
        AND (taken_minor > 0 OR given_back_minor > 0)
      GROUP BY currency ORDER BY count(*) DESC LIMIT 1`,
    [chain, mode, payId],
  );
}
