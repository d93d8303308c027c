// Takes back the note that the rest of a purchase was paid without a card, so that the rest is to be paid again. Main
// decides who may do it, and until when.
import { useState } from 'react';
import type { TenderView } from '#contract/operation/tender.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { TextField } from '../form/field.tsx';
import { useAsk } from '../feedback/use-ask.ts';
import { Failure } from '../feedback/failure.tsx';

const leastWords = 3;

export function TakeBackRest({ tender }: { readonly tender: TenderView }) {
  const { operations } = useStores();
  const { say } = useWords();
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const { ask, busy, failed } = useAsk();
  const short = reason.trim().length < leastWords;
  const takeBack = async () => {
    const done = await ask('takeBackRest', { id: tender.operationId, reason: reason.trim() });
    if (done === null) return;
    operations.take([done.operation]);
    setAsked(false);
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
          <Failure failed={failed} what="done" />
        </Dialog>
      ) : null}
    </>
  );
}
