// What programs ask of the people at the till. It lies over the top of everything else, the lock screen too, and moves
// nothing: what a finger is on its way to stays where it was. Put aside, it is a note in the status line.
import { useEffect, useRef } from 'react';
import { useStores } from '../../ui/context.tsx';
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
  // Whoever opened it goes on from here; what came by itself takes nobody's keys.
  useEffect(() => {
    if (confirmations.getState().wanted?.open === true) place.current?.focus();
  }, [confirmations]);
  return (
    // On small windows it scrolls, by key too while its buttons are still asleep.
    <div ref={place} className={css['requests']} tabIndex={0}>
      {children}
    </div>
  );
}
