// A refund begins with its payment. The manual one, without a payment, is one step behind: a form, a check, one press. The form stays mounted behind the check, because the card number lives
// in its field alone; it is emptied in the moment in which it is handed over.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Refusal } from '#contract/problems.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { createSubmission } from '../../stores/submission.ts';
import { useStores } from '../../ui/context.tsx';
import { useApproval } from '../../ui/use-approval.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
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
  const isManual = useStore(navigation, ({ place }) => place.screen === 'refund' && place.manual === true);
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
  const { pass, asking: asked, dialog } = useApproval();

  const check = () => {
    const typed = number.current?.value ?? '';
    const found = errorsOf(draft, typed, terminalId);
    setErrors(found);
    // A refusal stored nothing: the next try has numbers of its own.
    if (submission.getState().phase.type === 'refused' && submission.renew()) setTransId(`M-${ports.newId()}`);
    if (Object.keys(found).length === 0) setChecking({ last4: compact(typed).slice(-4) });
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
  };
  const send = () => {
    if (draft.target === 'terminal') {
      const input = creditInput(draft, transId, terminalId ?? '');
      pass('cloud-pos', input, (along) => submission.submit('cloud-pos', input, along));
      return;
    }
    // Whether somebody must approve does not depend on where it goes, so the number stays in its field meanwhile.
    pass('refund-unreferenced', refundAsked(draft), (along) => {
      const input = refundInput(draft, transId, number.current?.value ?? '');
      submission.submitOnce('refund-unreferenced', input, transId, along);
    });
  };
  const again = () => {
    if (!submission.renew()) return;
    setTransId(`M-${ports.newId()}`);
    setDraft(emptyDraft(currency));
    setChecking(null);
  };

  const asking = phase.type === 'asking';
  // A wrong PIN is entered again, without the card. In every other case the number has been used and goes.
  const pinAgain = phase.type === 'refused' && phase.refusal !== 'number-again' && isAboutPin(phase.refusal.code);
  const spent = phase.type === 'taken' || (phase.type === 'refused' && !pinAgain) || (asking && phase.silent);
  useEffect(() => {
    if (!spent) return;
    if (number.current !== null) number.current.value = '';
    setChecking(null);
  }, [spent]);
  const showCheck = checking !== null || asking;
  // What is read back begins at its top, wherever the form was scrolled to.
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
