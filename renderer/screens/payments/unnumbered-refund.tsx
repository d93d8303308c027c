// A refund of a payment without a known payId: the gateway is asked for it first. Where the gateway does not show the
// sale, the money goes back to the customer's card at the terminal.
import { useEffect, useState } from 'react';
import type { Refusal } from '#contract/programs/problems.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { ActionPanel } from './action-panel.tsx';
import { CreditPanel } from './credit-panel.tsx';
import css from './payments.module.css';

type LookUpStep =
  | { readonly type: 'asking' }
  | { readonly type: 'silent' }
  | { readonly type: 'learned'; readonly payment: PaymentSummary }
  | { readonly type: 'not-shown'; readonly why: 'missing' | 'differs' | 'refused' }
  | { readonly type: 'refused'; readonly refusal: Refusal };

interface UnnumberedRefundProps {
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

export function UnnumberedRefund({ payment, onClose }: UnnumberedRefundProps) {
  const { ports, navigation } = useStores();
  const { say } = useWords();
  const [answer, setAnswer] = useState<LookUpStep>({ type: 'asking' });
  const [tries, setTries] = useState(0);
  const [atTerminal, setAtTerminal] = useState(false);
  // The panel stays with this sale, whatever changes on the payment meanwhile.
  const [id] = useState(payment.id);
  useEffect(() => {
    let left = false;
    setAnswer({ type: 'asking' });
    void ports.bridge.ask('learnPayId', { id }).then((told) => {
      if (!left) setAnswer(told.type === 'silent' ? told : told.value);
    });
    return () => {
      left = true;
    };
  }, [ports, id, tries]);
  if (answer.type === 'learned') {
    const back = () => navigation.go({ screen: 'payments', payId: answer.payment.id });
    return <ActionPanel action="refund" payment={answer.payment} onClose={back} />;
  }
  if (atTerminal) return <CreditPanel payment={payment} onClose={onClose} />;
  const asking = answer.type === 'asking';
  return (
    <div className={css['panel']}>
      <h1>{say('unnumbered.title')}</h1>
      {asking ? <Notice tone="info" title={say('payments.asking')} live /> : null}
      <p>{say('unnumbered.asking')}</p>
      {answer.type === 'silent' ? <Notice tone="warn" title={say('other.silent')} live /> : null}
      {answer.type === 'refused' ? <RefusalNotice refusal={answer.refusal} subject="refund" /> : null}
      {answer.type === 'not-shown' ? (
        <Notice tone="warn" title={say(`unnumbered.${answer.why}`)} live>
          <p>{say(answer.why === 'refused' ? 'unnumbered.refusedHow' : 'unnumbered.how')}</p>
        </Notice>
      ) : null}
      <Foot>
        <Button onPress={onClose}>{say('action.keep')}</Button>
        <Button disabled={asking} icon="refresh" onPress={() => setTries(tries + 1)}>
          {say('unnumbered.again')}
        </Button>
        {/* The next form has the button that sends on the left. */}
        <Button
          kind="out"
          large
          disabled={answer.type !== 'not-shown' || answer.why === 'refused'}
          onPress={() => setAtTerminal(true)}
        >
          {say('unnumbered.credit')}
        </Button>
      </Foot>
    </div>
  );
}
