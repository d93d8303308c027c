// A person answers what a till asks at the page: with a one-time code that was shown lately, and who it was and for what
// stands in the audit.
import { approvalAnsweredSchema } from '#contract/office/page.ts';
import { formatMoney } from '#contract/money/money.ts';
import { answerIn } from '../approvals/answer.ts';
import { noteAudit } from '../people/audit.ts';
import { type Session, proveAgain } from '../people/sign-in.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

export interface Signed {
  readonly session: Session;
  /** Of the cookie. */
  readonly secret: string;
}

export async function answerApprovalAs(
  ports: WebPorts,
  { session, secret }: Signed,
  given: unknown,
  address: string,
): Promise<WebAnswer> {
  const parsed = approvalAnsweredSchema.safeParse(given);
  if (!parsed.success) return refused('bad-request');
  const { code = null, ...wish } = parsed.data;
  const { chain, person } = session;
  const proved = wish.verdict === 'declined' ? 'proved' : await proveAgain(ports, session, secret, code);
  if (proved !== 'proved') {
    if (proved === 'wrong-code') ports.log('warn', 'approval-code-wrong', {});
    return refused(proved);
  }
  const at = new Date(ports.nowMs()).toISOString();
  const answered = await ports.database.transact(chain, async (tx) => {
    const done = await answerIn(tx, chain, person, { wish, sign: ports.signApproval, at });
    if (done.type !== 'answered') return done.type;
    const { question, tillName } = done;
    const sum = question.amount === null ? 'a sum that is not known' : formatMoney(question.amount);
    const detail = `${tillName}: ${question.sort} of ${sum}, asked by ${question.person}: ${wish.id}`;
    const what = wish.verdict === 'approved' ? 'approval-given' : 'approval-declined';
    await noteAudit(tx, chain, { person, address, what, detail });
    return done.type;
  });
  switch (answered) {
    case 'answered':
      ports.database.announce(chain);
      return json({});
    case 'gone':
      return refused('not-found');
    case 'self':
      return refused('own-request');
    case 'shop':
    case 'sum':
      return refused('role-missing');
  }
}
