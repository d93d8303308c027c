// Takes back the note that the rest of a purchase was paid without a card, so that the rest is to be paid again. Main
// decides who may do it, and until when.
import { useState } from 'react';
import type { Refusal } from '#contract/programs/problems.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { TextField } from '../form/field.tsx';
import { Notice } from '../feedback/notice.tsx';
import { RefusalNotice } from '../feedback/refusal.tsx';

const leastWords = 3;

export function TakeBackRest({ tender }: { readonly tender: TenderView }) {
  const { ports, operations } = useStores();
  const { say } = useWords();
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  const short = reason.trim().length < leastWords;
  const takeBack = async () => {
    setBusy(true);
    setFailed(null);
    const answer = await ports.bridge.ask('takeBackRest', { id: tender.operationId, reason: reason.trim() });
    setBusy(false);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else {
      operations.take([answer.value.operation]);
      setAsked(false);
    }
  };
  const press = () => {
    setChecked(true);
    if (!short) void takeBack();
  };
  return (
    <>
      <Button kind="quiet" onPress={() => setAsked(true)}>
        {say('parts.backAsk')}
      </Button>
      {asked ? (
        <Dialog
          title={say('parts.backTitle')}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button disabled={busy} onPress={() => setAsked(false)}>
                {say('parts.backKeep')}
              </Button>
              <Button kind="next" disabled={busy} onPress={press}>
                {say('parts.backDo')}
              </Button>
            </>
          }
        >
          <p>{say('parts.backLead')}</p>
          <TextField
            label={say('parts.backReason')}
            error={checked && short ? say('decide.wordsError') : null}
            maxLength={500}
            required
            value={reason}
            onChange={setReason}
          />
          {failed === 'silent' ? <Notice tone="warn" title={say('other.silent')} live /> : null}
          {failed === null || failed === 'silent' ? null : <RefusalNotice refusal={failed} />}
        </Dialog>
      ) : null}
    </>
  );
}
