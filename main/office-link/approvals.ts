// Asks the office to approve, again and again with the same words until a person has answered or nobody waits any
// longer. An answer counts only where it is signed, with the key that the office gave when the till joined, over this
// till and this question.
import { createHash, verify } from 'node:crypto';
import {
  type ApprovalQuestion,
  type SignedApproval,
  approvalStatement,
  questionText,
} from '#contract/office/approvals.ts';
import type { AskedOffice, OfficeSaid } from '#core/ports/operators.ts';
import type { Member } from './membership.ts';
import { OfficeAway, type OfficeClient } from './office-client.ts';
import type { LinkPorts } from './ports.ts';

/** An office that answers at once that there is nothing yet is not asked without a pause. */
const pauseMs = 1_000;
const mostFailures = 3;

interface ApprovalPorts extends Pick<LinkPorts, 'after' | 'log'> {
  readonly member: Pick<Member, 'till' | 'officeKey'>;
  readonly client: Pick<OfficeClient, 'approve' | 'withdrawApproval'>;
  readonly ending: AbortSignal;
}

export function askApproval(ports: ApprovalPorts, question: ApprovalQuestion): AskedOffice {
  const over = new AbortController();
  const until = AbortSignal.any([over.signal, ports.ending]);
  let isAnswered = false;
  const said = answerTo(ports, question, until).then((answer) => {
    isAnswered = true;
    return answer;
  });
  return {
    said,
    end() {
      if (isAnswered || over.signal.aborted) return;
      over.abort();
      // One that does not hear it sees that nobody asks any longer.
      void ports.client.withdrawApproval(question.id).catch(() => undefined);
    },
  };
}

async function answerTo(ports: ApprovalPorts, question: ApprovalQuestion, until: AbortSignal): Promise<OfficeSaid> {
  const { client, member, log } = ports;
  const digest = createHash('sha256').update(questionText(question), 'utf8').digest('hex');
  let failures = 0;
  while (!until.aborted) {
    try {
      const answer = await client.approve(question, until);
      failures = 0;
      if (answer.type === 'nobody') return answer;
      if (answer.type === 'answered') {
        if (isSigned(member, digest, answer.answer)) return { ...answer, question: digest };
        log('warn', 'office-signature-wrong', { approval: question.id });
        return { type: 'not-trusted' };
      }
    } catch (error) {
      failures += 1;
      if (!(error instanceof OfficeAway) || failures >= mostFailures) break;
    }
    await pause(ports, until);
  }
  return { type: 'away' };
}

function isSigned({ till, officeKey }: ApprovalPorts['member'], digest: string, answer: SignedApproval): boolean {
  const statement = Buffer.from(approvalStatement(till, digest, answer), 'utf8');
  try {
    return verify(null, statement, officeKey, Buffer.from(answer.signature, 'base64'));
  } catch {
    return false;
  }
}

function pause({ after }: ApprovalPorts, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stop();
      until.removeEventListener('abort', finish);
      resolve();
    };
    const stop = after(pauseMs, finish);
    until.addEventListener('abort', finish);
    if (until.aborted) finish();
  });
}
