// Programs' questions to the people at the till. They lie over every screen, the lock screen too, and move nothing, so
// that no key shifts under a finger. A question that was put aside is a note in the status line.
import { useEffect, useRef } from 'react';
import { useStores } from '../../ui/base/context.tsx';
import { ConfirmRefund } from './confirm-refund.tsx';
import css from './requests.module.css';
import { useQuestion } from './use-question.ts';

export function Requests() {
  const { question, open } = useQuestion();
  if (question === null || !open) return null;
  return (
    <Over key={question.id}>
      <ConfirmRefund question={question} />
    </Over>
  );
}

function Over({ children }: { readonly children: React.ReactNode }) {
  const { confirmations } = useStores();
  const place = useRef<HTMLDivElement>(null);
  // Takes the focus only where a person opened the question; one that opened by itself would catch their keys.
  useEffect(() => {
    if (confirmations.getState().wanted?.open === true) place.current?.focus();
  }, [confirmations]);
  return (
    // On small windows it scrolls; `tabIndex` lets keys scroll it while its buttons are still disabled.
    <div ref={place} className={css['requests']} tabIndex={0}>
      {children}
    </div>
  );
}
