// Asks a person why a paper is printed that came out before, or may have: it says COPY, and the journal holds the reason.
import { useState } from 'react';
import type { Failed } from '../../bridge/failed.ts';
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Notice } from '../feedback/notice.tsx';
import { RefusalNotice } from '../feedback/refusal.tsx';
import { TextField } from '../form/field.tsx';

/** As main asks for a person's words. */
const leastWords = 3;

interface PrintAgainProps {
  /** What is printed again. */
  readonly lead: string;
  /** The reason that stands in the field at first. */
  readonly usual: string;
  readonly busy: boolean;
  readonly failed: Failed;
  readonly onPrint: (reason: string) => void;
  readonly onClose: () => void;
}

export function PrintAgain({ lead, usual, busy, failed, onPrint, onClose }: PrintAgainProps) {
  const { say } = useWords();
  const [reason, setReason] = useState(usual);
  const [checked, setChecked] = useState(false);
  const short = reason.trim().length < leastWords;
  const press = () => {
    setChecked(true);
    if (!short) onPrint(reason.trim());
  };
  return (
    <Dialog
      title={say('print.againTitle')}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {say('print.againKeep')}
          </Button>
          <Button kind="next" icon="printer" disabled={busy} onPress={press}>
            {say('print.againDo')}
          </Button>
        </>
      }
    >
      <p>{lead}</p>
      <TextField
        label={say('print.againReason')}
        error={checked && short ? say('decide.wordsError') : null}
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
      <PrintFailure failed={failed} />
    </Dialog>
  );
}

/** Why nothing was printed. */
export function PrintFailure({ failed }: { readonly failed: Failed }) {
  const { say } = useWords();
  if (failed === null) return null;
  if (failed === 'silent') return <Notice tone="wrong" title={say('print.silent')} live />;
  if (failed.code === 'not-decidable') return <Notice tone="warn" title={say('print.nothingToPrint')} live />;
  return <RefusalNotice refusal={failed} />;
}
