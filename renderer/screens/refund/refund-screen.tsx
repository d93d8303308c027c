// A refund begins with its payment. The manual one, without a payment, is one step further: a form, a check, one press.
// The form stays mounted behind the check, because the card number is in its field alone, which is emptied once it was
// sent.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Refusal } from '#contract/programs/problems.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { type Accompanied, createSubmission } from '../../stores/operations/submission.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useApproval } from '../../ui/people/use-approval.tsx';
import { lineOf } from '../../ui/money/line-field.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import css from './refund.module.css';
import {
  compact,
  creditInput,
  emptyDraft,
  errorsOf,
  refundAsked,
  refundInput,
  type RefundDraft,
  type RefundErrors,
} from './refund-draft.ts';
import { FindFirst } from './find-first.tsx';
import { RefundCheck } from './refund-check.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundResult } from './refund-result.tsx';

function isAboutPin(code: Refusal['code']): boolean {
  return ['pin-wrong', 'operator-locked', 'operator-unknown', 'role-missing', 'approval-needed'].includes(code);
}

export function RefundScreen() {
  const { navigation } = useStores();
  const isManual = useStore(navigation, ({ route }) => route.screen === 'refund' && route.manual === true);
  return isManual ? <ManualRefund /> : <FindFirst />;
}

function ManualRefund() {
  const { submissionPorts, ports, shop, preferences } = useStores();
  const currency = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const [{ submission }] = useState(() => ({ submission: createSubmission(submissionPorts) }));
  const [transId, setTransId] = useState(() => `M-${ports.newId()}`);
  const [draft, setDraft] = useState<RefundDraft>(() => emptyDraft(currency));
  const [errors, setErrors] = useState<RefundErrors>({});
  const [checking, setChecking] = useState<{ readonly last4: string } | null>(null);
  const number = useRef<HTMLInputElement>(null);
  const terminals = useStore(shop, (state) => state.terminals);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const terminalId = draft.terminalId ?? firstTerminal(terminals, preferred);
  const { phase, operation } = useSubmitted(submission);
  const { pass, asking: asked, dialog } = useApproval(phase);

  const check = () => {
    const typed = number.current?.value ?? '';
    const found = errorsOf(draft, typed, terminalId);
    setErrors(found);
    // Main stored nothing of a refused refund: the next try has new ids.
    if (submission.getState().phase.type === 'refused' && submission.renew()) setTransId(`M-${ports.newId()}`);
    if (Object.keys(found).length === 0) setChecking({ last4: compact(typed).slice(-4) });
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
  };
  const send = () => {
    const line = lineOf(draft.line);
    if (draft.target === 'terminal') {
      const input = creditInput(draft, transId, terminalId ?? '');
      pass('cloud-pos', input, (along, told) => submission.submit('cloud-pos', told, along), line);
      return;
    }
    // The approval does not depend on the card, so the card number stays in its field while main is asked.
    const submitCard = (along: Accompanied) => {
      const input = refundInput(draft, transId, number.current?.value ?? '');
      submission.submitOnce('refund-unreferenced', input, transId, along);
    };
    pass('refund-unreferenced', refundAsked(draft), submitCard, line);
  };
  const again = () => {
    if (!submission.renew()) return;
    setTransId(`M-${ports.newId()}`);
    setDraft(emptyDraft(currency));
    setChecking(null);
  };

  const asking = phase.type === 'asking';
  // After a wrong PIN only the PIN is typed again. In every other case the card number was used, and its field is
  // emptied.
  const pinAgain = phase.type === 'refused' && phase.refusal !== 'number-again' && isAboutPin(phase.refusal.code);
  const spent = phase.type === 'taken' || (phase.type === 'refused' && !pinAgain) || (asking && phase.silent);
  useEffect(() => {
    if (!spent) return;
    if (number.current !== null) number.current.value = '';
    setChecking(null);
  }, [spent]);
  const showCheck = checking !== null || asking;
  // The check begins at its top, wherever the form was scrolled to.
  useLayoutEffect(() => {
    document.querySelector('main')?.scrollTo(0, 0);
  }, [showCheck]);

  if (phase.type === 'taken' && operation !== null) return <RefundResult operation={operation} onAgain={again} />;
  return (
    <>
      <div hidden={showCheck} className={css['keep']}>
        <RefundForm
          draft={draft}
          errors={errors}
          terminalId={terminalId}
          number={number}
          phase={showCheck ? { type: 'idle' } : phase}
          onEdit={setDraft}
          onCheck={check}
        />
      </div>
      {showCheck ? (
        <RefundCheck
          draft={draft}
          terminalId={terminalId}
          last4={checking?.last4 ?? null}
          phase={phase}
          asked={asked}
          onBack={() => setChecking(null)}
          onSend={send}
        />
      ) : null}
      {dialog}
    </>
  );
}
