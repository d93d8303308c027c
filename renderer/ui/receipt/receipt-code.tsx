// The receipt for the customer's phone: a QR code that holds its text and no web address. So no data of the sale is
// sent anywhere, and the phone needs no network.
import { shownText } from '#contract/text/shown-text.ts';
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { QrCode } from '../feedback/qr-code.tsx';
import css from './receipt.module.css';
import { useTurned } from '../money/use-turned.ts';

interface ReceiptCodeProps {
  readonly lines: readonly string[];
  readonly onClose: () => void;
}

export function ReceiptCode({ lines, onClose }: ReceiptCodeProps) {
  const { say } = useWords();
  const text = lines.map(shownText).join('\n');
  useTurned({ type: 'code', what: 'receipt', text, amount: null });
  return (
    <Dialog
      title={say('receipt.codeTitle')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{say('do.close')}</Button>}
    >
      <QrCode
        text={text}
        label={say('receipt.codeLabel')}
        className={css['code']}
        otherwise={<p>{say('receipt.codeTooLong')}</p>}
      />
      <p className="soft">{say('receipt.codeHint')}</p>
    </Dialog>
  );
}
