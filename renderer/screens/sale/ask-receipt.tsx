// "Does the customer want a receipt?", after a sale whose receipt the settings print on request. Going on to the next sale
// is the no.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { PrintReceipt } from '../../ui/receipt/print-receipt.tsx';
import { useSentWords } from '../../ui/receipt/use-sent-words.ts';
import css from './sale.module.css';

export function AskReceipt({ operation }: { readonly operation: OperationView }) {
  const { say } = useWords();
  const when = useStore(useStores().printing, ({ view }) => view.receipts?.when.customer ?? 'never');
  const sentWords = useSentWords();
  const [printed, setPrinted] = useState(false);
  if (when !== 'ask' && when !== 'not-paid') return null;
  return (
    <section className={css['askReceipt']} aria-label={say('print.askTitle')}>
      <p>{printed ? sentWords('print.askDone') : say('print.askTitle')}</p>
      {printed ? null : (
        <PrintReceipt operation={operation} copy="customer" large onPrinted={() => setPrinted(true)}>
          {say('print.askYes')}
        </PrintReceipt>
      )}
    </section>
  );
}
