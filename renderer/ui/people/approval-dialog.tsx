// A supervisor approves money out, by name and PIN, for operations of the till and for a program's manual refunds; where
// the shop wants it, one at the office can be asked instead.
import type { ReactNode } from 'react';
import type { Approval } from '#contract/people/people.ts';
import type { ApprovalAsked, ApprovalSums } from '#contract/till/window.ts';
import { Amount } from '../base/amount.tsx';
import { useWords } from '../base/context.tsx';
import { Foreign } from '../feedback/foreign.tsx';
import { Notice } from '../feedback/notice.tsx';
import { PersonDialog, type WrongPin } from './person-dialog.tsx';
import css from './approval-dialog.module.css';

interface ApprovalDialogProps {
  readonly onApproved: (approval: Approval) => void;
  readonly onClose: () => void;
  readonly asked: ApprovalAsked;
  /** What the cashier or program who asks has paid out today without a supervisor; null: nothing. */
  readonly sums: ApprovalSums | null;
  /** Whose PIN before was refused, and why. */
  readonly refused?: WrongPin | null;
  /** Asks the office instead. */
  readonly office?: ReactNode;
  /** What to do where no operator is a supervisor. */
  readonly children?: ReactNode;
}

export function ApprovalDialog({
  onApproved,
  onClose,
  asked,
  sums,
  refused = null,
  office,
  children,
}: ApprovalDialogProps) {
  const { say, amount } = useWords();
  const today =
    sums === null ? null : say('approve.today', { paidOut: amount(sums.paidOut), limit: amount(sums.limit) });
  const why = asked.payment === null ? say('approve.always') : today;
  return (
    <PersonDialog
      title={say('approve.title')}
      about={<About asked={asked} />}
      lead={why}
      who={say('approve.who')}
      doIt={asked.amount === null ? say('approve.do') : say('approve.doAmount', { amount: amount(asked.amount) })}
      keep={say('approve.keep')}
      nobody={
        <Notice tone="warn" title={say('approve.nobody')}>
          {children}
        </Notice>
      }
      otherWay={office}
      refused={refused}
      onPin={onApproved}
      onClose={onClose}
    />
  );
}

/** Low, so that the keys for the PIN stay in sight on the smallest till. */
function About({ asked }: { readonly asked: ApprovalAsked }) {
  const { say } = useWords();
  const facts = [
    [say('approve.asks'), asked.person],
    [say('approve.payment'), asked.payment ?? say('approve.noPayment')],
    [say('approve.reason'), asked.reason],
  ] as const;
  return (
    <div className={css['about']}>
      {asked.amount === null ? <p>{say('approve.unknownAmount')}</p> : <Amount money={asked.amount} size="large" out />}
      <dl className={css['facts']}>
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
