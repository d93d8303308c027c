// The manual refund: a form, a check, one press. The form stays mounted behind the check, because the card number lives
// in its field alone; it is emptied in the moment in which it is handed over.
import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createSubmission } from '../../stores/submission.ts';
import { useStores } from '../../ui/context.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
import css from './refund.module.css';
import { compact, emptyDraft, errorsOf, refundInput, type RefundDraft, type RefundErrors } from './refund-draft.ts';
import { RefundCheck } from './refund-check.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundResult } from './refund-result.tsx';

export function RefundScreen() {
  const { submissionPorts, ports, shop } = useStores();
  const currency = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const [{ submission }] = useState(() => ({ submission: createSubmission(submissionPorts) }));
  const [transId, setTransId] = useState(() => `M-${ports.newId()}`);
  const [draft, setDraft] = useState<RefundDraft>(() => emptyDraft(currency));
  const [errors, setErrors] = useState<RefundErrors>({});
  const [checking, setChecking] = useState<{ readonly last4: string } | null>(null);
  const number = useRef<HTMLInputElement>(null);
  const { phase, operation } = useSubmitted(submission);

  const check = () => {
    const typed = number.current?.value ?? '';
    const found = errorsOf(draft, typed);
    setErrors(found);
    // A refusal stored nothing: the next try has numbers of its own.
    if (submission.getState().phase.type === 'refused' && submission.renew()) setTransId(`M-${ports.newId()}`);
    if (Object.keys(found).length === 0) setChecking({ last4: compact(typed).slice(-4) });
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
  };
  const send = () => {
    const field = number.current;
    const input = refundInput(draft, transId, field?.value ?? '');
    if (field !== null) field.value = '';
    submission.submitOnce('refund-unreferenced', input, transId);
    setChecking(null);
  };
  const again = () => {
    if (!submission.renew()) return;
    setTransId(`M-${ports.newId()}`);
    setDraft(emptyDraft(currency));
    setChecking(null);
  };

  const asking = phase.type === 'asking';
  const showCheck = checking !== null || asking;
  // What is read back begins at its top, wherever the form was scrolled to.
  useLayoutEffect(() => {
    document.querySelector('main')?.scrollTo(0, 0);
  }, [showCheck]);

  if (phase.type === 'taken' && operation !== null) return <RefundResult operation={operation} onAgain={again} />;
  return (
    <>
      <div hidden={showCheck} className={css['keep']}>
        <RefundForm draft={draft} errors={errors} number={number} phase={phase} onEdit={setDraft} onCheck={check} />
      </div>
      {showCheck ? (
        <RefundCheck
          draft={draft}
          last4={checking?.last4 ?? null}
          phase={phase}
          onBack={() => setChecking(null)}
          onSend={send}
        />
      ) : null}
    </>
  );
}
