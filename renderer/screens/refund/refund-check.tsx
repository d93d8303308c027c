// Reads the refund back before money goes out. The button that sends stands on the left, away from where "check" stood.
import type { Phase } from '../../stores/operations/submission.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import css from './refund.module.css';
import type { RefundDraft } from './refund-draft.ts';

interface RefundCheckProps {
  readonly draft: RefundDraft;
  readonly terminalId: string | null;
  readonly last4: string | null;
  readonly phase: Phase;
  /** Main is being asked who must approve it. */
  readonly asked: boolean;
  readonly onBack: () => void;
  readonly onSend: () => void;
}

export function RefundCheck({ draft, terminalId, last4, phase, asked, onBack, onSend }: RefundCheckProps) {
  const { say, amount } = useWords();
  const money = { value: draft.value, currency: draft.currency };
  const submitting = phase.type === 'asking';
  const asking = asked || submitting;
  const card = draft.target === 'card';
  const account = draft.target === 'account';
  return (
    <div className={css['page']}>
      <h1>{say('refund.checkTitle')}</h1>
      <Amount money={money} size="hero" out />
      <Facts
        facts={[
          [say('refund.target'), say(`refund.${draft.target}`)],
          [say('sale.terminal'), draft.target === 'terminal' ? terminalId : null],
          [say('refund.cardNumber'), card && last4 !== null ? say('refund.numberHidden', { last4 }) : null],
          [say('refund.brand'), card ? draft.brand : null],
          [say('refund.cardholder'), card ? draft.cardholder : null],
          [say('refund.expiry'), card ? draft.expiry : null],
          [say('refund.iban'), account ? draft.iban : null],
          [say('refund.holder'), account ? draft.holder : null],
          [say('refund.email'), card || account ? draft.email : null],
          [say('refund.reason'), draft.reason],
          [say('refund.reference'), draft.reference],
          [say('refund.line'), draft.line],
        ]}
      />
      <Notice tone="warn" title={say('refund.moneyOut')} />
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="refund" /> : null}
      {submitting && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      <Foot>
        <Button kind="out" large disabled={asking} onPress={onSend}>
          {asking ? say('running.gateway') : say('refund.do', { amount: amount(money) })}
        </Button>
        <Button disabled={asking} onPress={onBack}>
          {say('refund.change')}
        </Button>
      </Foot>
    </div>
  );
}
