// Asks why money goes back, before a supervisor is asked to approve it. Within the limit no reason is asked for. Its title
// names no supervisor: where it did, their PIN was typed here.
import { useState } from 'react';
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { TextField } from '../form/field.tsx';

interface ReasonDialogProps {
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

export function ReasonDialog({ onReason, onClose }: ReasonDialogProps) {
  const { say } = useWords();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const missing = reason.trim() === '';
  const goOn = () => {
    setChecked(true);
    if (!missing) onReason(reason.trim());
  };
  return (
    <Dialog
      title={say('approve.why')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('approve.keep')}</Button>
          <Button kind="next" onPress={goOn}>
            {say('guide.next')}
          </Button>
        </>
      }
    >
      <TextField
        label={say('approve.reason')}
        hint={say('refund.reasonHint')}
        error={checked && missing ? say('refund.error.reason') : null}
        maxLength={200}
        required
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  );
}
