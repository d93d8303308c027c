// A terminal refund of a sale: money back to the customer's card, with the sale's reference. It counts as a refund of
// that sale, so no more can go back than was taken.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { JsonObject } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { ownReference, paymentName } from '#texts/operation-facts.ts';
import { refundable } from '../../model/payment-sums.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { type Accompanied, createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { LineField, lineOf } from '../../ui/money/line-field.tsx';
import { useApproval } from '../../ui/people/use-approval.tsx';
import { TerminalField } from '../../ui/terminals/terminal-field.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { ActionResult } from './action-result.tsx';
import { AmountPart } from './amount-part.tsx';
import css from './payments.module.css';

interface CreditPanelProps {
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

export function CreditPanel({ payment, onClose }: CreditPanelProps) {
  const { submissionPorts, ports, shop, preferences } = useStores();
  const { say, amount } = useWords();
  const online = useOnline();
  // Both ids live as long as this form, so pressing twice is one operation.
  const [{ submission, transId }] = useState(() => ({
    submission: createSubmission(submissionPorts),
    transId: `M-${ports.newId()}`,
  }));
  const { phase, operation } = useSubmitted(submission);
  const { pass, asking: asked, dialog } = useApproval(phase);
  const terminals = useStore(shop, (state) => state.terminals);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [most] = useState(() => refundable(payment));
  const [value, setValue] = useState(most ?? 0);
  const [line, setLine] = useState('');
  if (phase.type === 'taken' && operation !== null) return <ActionResult operation={operation} onClose={onClose} />;
  const terminalId = chosen ?? firstTerminal(terminals, preferred);
  const currency = payment.currency ?? 'EUR';
  const reference = ownReference(payment.reference) ?? payment.transId ?? payment.id;
  const money = (minor: number) => amount({ value: minor, currency });
  const tooMuch = most !== null && value > most ? say('action.tooMuch', { amount: money(most) }) : null;
  const submitting = phase.type === 'asking';
  const asking = asked || submitting;
  const send = () => {
    const input: JsonObject = {
      messageType: 'CREDIT',
      transId,
      posTerminalId: terminalId ?? '',
      refNr: reference,
      amount: { value, currency },
    };
    const links = { refundOf: payment.id, ...lineOf(line) };
    const credit = (along: Accompanied, told: JsonObject) => submission.submit('cloud-pos', told, along);
    pass('cloud-pos', input, credit, { ...links, payment: paymentName(payment) ?? reference });
  };
  return (
    <div className={css['panel']}>
      <h1>{say('unnumbered.creditTitle')}</h1>
      <AmountPart
        question={say('unnumbered.creditTitle')}
        most={most}
        value={value}
        currency={currency}
        error={tooMuch}
        out
        disabled={asking}
        onChange={setValue}
        about={<LineField value={line} disabled={asking} onChange={setLine} />}
      >
        <p>{say('unnumbered.creditHow', { reference })}</p>
        <TerminalField value={terminalId} onChange={setChosen} />
      </AmountPart>
      {submitting && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {online ? null : <Notice tone="warn" title={say('refund.offline')} />}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="refund" /> : null}
      <Foot>
        <Button
          kind="out"
          large
          disabled={value === 0 || tooMuch !== null || terminalId === null || asking || !online}
          onPress={send}
        >
          {asking ? say('running.gateway') : say('action.refund', { amount: money(value) })}
        </Button>
        <Button disabled={asking} onPress={onClose}>
          {say('action.keep')}
        </Button>
      </Foot>
      {dialog}
    </div>
  );
}
