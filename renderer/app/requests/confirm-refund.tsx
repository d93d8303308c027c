// Asks a person to confirm a program's manual refund (money out without a payment): which program, how much, to whom.
// Where the till has operators it needs a supervisor's PIN. It shows one confirmation at a time, the oldest first.
import { Fragment, useState } from 'react';
import { useStore } from 'zustand';
import type { ConfirmationView, RefundTarget } from '#contract/people/confirmation.ts';
import type { Approval } from '#contract/people/people.ts';
import type { Say } from '#texts/index.ts';
import { maskedNumber } from '#texts/operation-facts.ts';
import type { Failed } from '../../bridge/failed.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { ApprovalDialog } from '../../ui/people/approval-dialog.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import css from './confirm-refund.module.css';
import { usePressGuard } from './use-press-guard.ts';

export function ConfirmRefund({ question }: { readonly question: ConfirmationView }) {
  const { confirmations } = useStores();
  const { say, amount, time } = useWords();
  const more = useStore(confirmations, (state) => state.questions.length - 1);
  const mayPress = usePressGuard(`${question.id} ${more}`);
  const [busy, setBusy] = useState(false);
  const [asksPin, setAsksPin] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const { client, target, reason, transId, askedAt } = question;
  const answer = async (allow: boolean, approval: Approval | null) => {
    if (busy) return;
    setBusy(true);
    setAsksPin(false);
    setFailed(null);
    setFailed(await confirmations.answer(question.id, allow, approval));
    setBusy(false);
  };
  const inert = !mayPress || busy;
  return (
    <section className={css['request']} aria-label={say('confirmRefund.region')}>
      <div className={css['what']}>
        <p className={css['title']} role="alert">
          <Icon name="refund" />
          <span>{say('confirmRefund.title', { client: client ?? say('confirmRefund.unknown') })}</span>
        </p>
        <p className={css['amount']}>
          <span className={css['word']}>{say('confirmRefund.word')}</span>
          <Amount money={question.amount} size="hero" out />
        </p>
        <div className={css['aside']}>
          <Button kind="quiet" icon="clock" onPress={() => confirmations.want(question.id, false)}>
            {say('confirmRefund.later')}
          </Button>
        </div>
      </div>
      <div className={css['facts']}>
        <Known
          facts={[
            [say(targetWord[target.type]), targetText(target, say)],
            [say('confirmRefund.reason'), reason],
            [say('confirmRefund.transId'), transId],
            [say('confirmRefund.asked'), time(askedAt)],
          ]}
        />
        <p className="soft">{say('confirmRefund.why')}</p>
      </div>
      <div className={css['answers']}>
        <Button large wide disabled={inert} onPress={() => void answer(false, null)}>
          {say('confirmRefund.refuse')}
        </Button>
        <Button
          kind="out"
          icon="refund"
          large
          wide
          disabled={inert}
          onPress={() => (question.needsPin ? setAsksPin(true) : void answer(true, null))}
        >
          {say('confirmRefund.allow', { amount: amount(question.amount) })}
        </Button>
        {more === 0 ? null : <p className="soft">{say('confirmRefund.more', { count: more })}</p>}
      </div>
      {failed === null ? null : (
        <div className={css['failed']}>
          <Failure failed={failed} what="refundAnswered" subject="refund" />
        </div>
      )}
      {asksPin ? (
        <ApprovalDialog
          asked={{ person: client, amount: question.amount, payment: null, reason }}
          sums={null}
          onApproved={(approval) => void answer(true, approval)}
          onClose={() => setAsksPin(false)}
        />
      ) : null}
    </section>
  );
}

/** Closer together than facts elsewhere, because each line covers a part of the screen beneath. */
function Known({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={css['known']}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

const targetWord = {
  card: 'confirmRefund.toCard',
  account: 'confirmRefund.toAccount',
  terminal: 'confirmRefund.toTerminal',
} as const satisfies { readonly [type in RefundTarget['type']]: string };

function targetText({ type, name, lastFour, holder }: RefundTarget, say: Say): string {
  if (type === 'terminal') return name ?? '';
  const number = lastFour === null ? say('confirmRefund.hidden') : maskedNumber(lastFour);
  const where = name === null ? number : `${name} ${number}`;
  return holder === null ? where : `${where}, ${holder}`;
}
