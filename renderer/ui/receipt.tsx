// A receipt to look at, to save as PDF and to copy. The text is a terminal's, so it stands as it came: fixed width.
import { useState } from 'react';
import { useStore } from 'zustand';
import { shownText } from '#contract/shown-text.ts';
import type { OperationView } from '#contract/operation.ts';
import { composedLines, type ReceiptCopy, receiptLines } from '../model/receipt-lines.ts';
import { Button } from './button.tsx';
import { ChoiceField } from './choice.tsx';
import { useStores, useWords } from './context.tsx';
import { CopyButton } from './copy-button.tsx';
import { ReceiptCode } from './receipt-code.tsx';
import css from './receipt.module.css';

const nothing = { file: null, missing: null };

export function Receipt({ operation }: { readonly operation: OperationView }) {
  const { say, language } = useWords();
  const { ports, shop, status } = useStores();
  const [copy, setCopy] = useState<ReceiptCopy>('customer');
  const [coded, setCoded] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const mode = useStore(status, (state) => state.status?.mode ?? 'live');
  const shopName = useStore(shop, (state) => state.settings?.shopName ?? '');
  const head = { mode, shopName };
  const lines = receiptLines(operation, copy, say, language, head);
  if (lines.length === 0) return null;
  const save = async () => {
    const answer = await ports.bridge.ask('saveReceipt', {
      operationId: operation.id,
      copy,
      lines: composedLines(operation, copy, say, language, head).map((line) => line.slice(0, 200)),
    });
    const { file, missing } = answer.type === 'answer' ? answer.value : nothing;
    if (file !== null) setOutcome(say('receipt.saved', { file }));
    else setOutcome(missing === null ? say('receipt.notSaved') : say('receipt.noFolder', { folder: missing }));
  };
  return (
    <section className={css['receipt']} aria-label={say('receipt.title')}>
      <ChoiceField
        label={say('receipt.which')}
        hideLabel
        value={copy}
        onChange={setCopy}
        choices={[
          { value: 'customer', label: say('receipt.customer') },
          { value: 'merchant', label: say('receipt.merchant') },
        ]}
      />
      <pre className={css['paper']} tabIndex={0} aria-label={say('receipt.title')}>
        {lines.map(shownText).join('\n')}
      </pre>
      <div className={css['actions']}>
        <Button icon="download" onPress={() => void save()}>
          {say('receipt.save')}
        </Button>
        <CopyButton text={() => lines.join('\n')}>{say('receipt.copy')}</CopyButton>
        <Button onPress={() => setCoded(true)}>{say('receipt.code')}</Button>
        <span role="status" className="said">
          {outcome}
        </span>
      </div>
      {coded ? <ReceiptCode lines={lines} onClose={() => setCoded(false)} /> : null}
    </section>
  );
}
