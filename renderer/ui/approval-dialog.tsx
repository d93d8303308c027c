// A supervisor's word on money that is paid out, by name and PIN: for what is done at the till and for what a program
// asks.
import type { ReactNode } from 'react';
import type { Approval } from '#contract/people.ts';
import type { ApprovalSums } from '#contract/window.ts';
import { useWords } from './context.tsx';
import { Notice } from './notice.tsx';
import { PersonDialog } from './person-dialog.tsx';

interface ApprovalDialogProps {
  readonly onApproved: (approval: Approval) => void;
  readonly onClose: () => void;
  /** What whoever asks has paid out today without a supervisor; null: nothing. */
  readonly sums: ApprovalSums | null;
  /** What to do where nobody is a supervisor. */
  readonly children?: ReactNode;
}

export function ApprovalDialog({ onApproved, onClose, sums, children }: ApprovalDialogProps) {
  const { say, amount } = useWords();
  const today =
    sums === null ? null : say('approve.today', { paidOut: amount(sums.paidOut), limit: amount(sums.limit) });
  return (
    <PersonDialog
      title={say('approve.title')}
      lead={[say('approve.lead'), today].filter((each) => each !== null).join(' ')}
      who={say('approve.who')}
      doIt={say('approve.do')}
      keep={say('approve.keep')}
      nobody={
        <Notice tone="warn" title={say('approve.nobody')}>
          {children}
        </Notice>
      }
      except={null}
      onPin={onApproved}
      onClose={onClose}
    />
  );
}
