// The receipt for the customer's own phone: a code that holds its text and nothing else. There is no page on the web
// behind it, so nothing of the sale leaves the till, and the phone needs no network.
import { shownText } from '#contract/shown-text.ts';
import { Button } from './button.tsx';
import { useWords } from './context.tsx';
import { Dialog } from './dialog.tsx';
import { QrCode } from './qr-code.tsx';
import css from './receipt.module.css';

interface ReceiptCodeProps {
  readonly lines: readonly string[];
  readonly onClose: () => void;
}

export function ReceiptCode({ lines, onClose }: ReceiptCodeProps) {
  const { say } = useWords();
  return (
    <Dialog
      title={say('receipt.codeTitle')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{say('do.close')}</Button>}
    >
      <QrCode
        text={lines.map(shownText).join('\n')}
        label={say('receipt.codeLabel')}
        className={css['code']}
        otherwise={<p>{say('receipt.codeTooLong')}</p>}
      />
      <p className="soft">{say('receipt.codeHint')}</p>
    </Dialog>
  );
}
