// A receipt to read, to save as PDF and to copy. The text is the terminal's, shown unchanged in fixed width.
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { shownText } from '#contract/text/shown-text.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { paymentNumber } from '#contract/devices/payment-code.ts';
import { hasReceipt } from '../../model/printing/print-words.ts';
import { composedLines, receiptLines } from '../../model/words/receipt-lines.ts';
import { Button } from '../base/button.tsx';
import { ChoiceField } from '../form/choice.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { CopyButton } from '../feedback/copy-button.tsx';
import { QrCode } from '../feedback/qr-code.tsx';
import { PrintReceipt } from './print-receipt.tsx';
import { ReceiptCode } from './receipt-code.tsx';
import css from './receipt.module.css';

declare module 'react' {
  interface CSSProperties {
    /** How many letters the widest line has, for the style sheet. */
    '--columns'?: number;
  }
}

const nothing = { file: null, missing: null };
const mailWords = {
  opened: 'receipt.mailOpened',
  'not-opened': 'receipt.mailNotOpened',
  'too-long': 'receipt.mailTooLong',
  'no-receipt': 'receipt.none',
  off: 'receipt.mailOff',
} as const;

export function Receipt({ operation }: { readonly operation: OperationView }) {
  const { say, language } = useWords();
  const { ports, shop, status, printing } = useStores();
  const [copy, setCopy] = useState<ReceiptCopy>('customer');
  const [coded, setCoded] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const mode = useStore(status, (state) => state.status?.mode ?? 'live');
  const shopName = useStore(shop, (state) => state.settings?.shopName ?? '');
  const byMail = useStore(shop, (state) => state.settings?.receiptsByMail ?? false);
  const shopAddress = useStore(shop, (state) => state.settings?.shopAddress ?? '');
  const paths = useStore(printing, (state) => state.view.receiptPaths);
  const hasCode = useStore(printing, (state) => state.view.paymentCode);
  const number = hasCode ? paymentNumber(operation) : null;
  const head = { mode, shopName, shopAddress, paths };
  const lines = receiptLines(operation, copy, say, language, head);
  if (lines.length === 0) return null;
  const shown = lines.map(shownText);
  const columns = Math.max(...shown.map((line) => line.length));
  const wanted = () => ({
    operationId: operation.id,
    copy,
    lines: composedLines(operation, copy, say, language, head).map((line) => line.slice(0, 200)),
  });
  const mail = async () => {
    const answer = await ports.bridge.ask('mailReceipt', wanted());
    setOutcome(say(answer.type === 'answer' ? mailWords[answer.value.outcome] : 'receipt.mailNotOpened'));
  };
  const save = async () => {
    const answer = await ports.bridge.ask('saveReceipt', wanted());
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
      <pre className={css['paper']} style={{ '--columns': columns }} tabIndex={0} aria-label={say('receipt.title')}>
        {shown.join('\n')}
      </pre>
      <div className={css['actions']}>
        {hasReceipt(operation) ? <PrintReceipt key={copy} operation={operation} copy={copy} /> : null}
        <Button icon="download" onPress={() => void save()}>
          {say('receipt.save')}
        </Button>
        <CopyButton text={() => lines.join('\n')}>{say('receipt.copy')}</CopyButton>
        <Button onPress={() => setCoded(true)}>{say('receipt.code')}</Button>
        {byMail ? <Button onPress={() => void mail()}>{say('receipt.mail')}</Button> : null}
        <span role="status" className="said">
          {outcome}
        </span>
      </div>
      {number === null ? null : (
        <div className={css['find']}>
          <QrCode text={number} label={say('receipt.findCode', { number })} otherwise={null} />
          <p className="soft">{say('receipt.findHow')}</p>
        </div>
      )}
      {coded ? <ReceiptCode lines={lines} onClose={() => setCoded(false)} /> : null}
    </section>
  );
}
