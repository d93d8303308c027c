// Frees a terminal whose last command has an unknown outcome: a person has seen that it is idle, and a supervisor
// confirms it by PIN. The outcome stays unknown.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Dialog } from '../../../ui/base/dialog.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useAsk } from '../../../ui/feedback/use-ask.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { PersonDialog } from '../../../ui/people/person-dialog.tsx';

export interface Hold {
  readonly terminalId: string;
  readonly operationId: string;
  /** ISO 8601. */
  readonly until: string;
  /** Main's whole refusal, where it refused a sale because of the hold. */
  readonly refusal: string | null;
}

const leastWords = 3;

interface FreeTerminalProps {
  readonly hold: Hold;
  readonly onClose: () => void;
}

export function FreeTerminal({ hold, onClose }: FreeTerminalProps) {
  const { sale, shop, operations, status } = useStores();
  const { say } = useWords();
  const person = useStore(status, (state) => state.status?.signedIn ?? null);
  const [reason, setReason] = useState(say('held.freeSeen'));
  const [checked, setChecked] = useState(false);
  const [needsPin, setNeedsPin] = useState(false);
  const { askWithPin, busy, failed } = useAsk();
  const { terminalId, operationId } = hold;
  const short = reason.trim().length < leastWords;
  const free = async (approval: Approval | null) => {
    const { done, wrongPin } = await askWithPin('freeTerminal', { id: operationId, reason: reason.trim(), approval });
    if (wrongPin !== null) return wrongPin;
    setNeedsPin(false);
    if (done === null) return null;
    operations.take([done.operation]);
    sale.useTerminal(terminalId);
    await shop.load();
    onClose();
    return null;
  };
  const press = () => {
    setChecked(true);
    if (short) return;
    if (person !== null && !mayActAs(person.role, 'supervisor')) setNeedsPin(true);
    else void free(null);
  };
  if (needsPin) {
    return (
      <PersonDialog
        title={say('held.pinTitle')}
        lead={say('held.pinLead')}
        who={say('held.pinWho')}
        doIt={say('held.freeDo', { id: terminalId })}
        keep={say('held.freeKeep')}
        nobody={<Notice tone="warn" title={say('approve.nobody')} />}
        onPin={free}
        onClose={() => setNeedsPin(false)}
      />
    );
  }
  return (
    <Dialog
      title={say('held.freeTitle', { id: terminalId })}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {say('held.freeKeep')}
          </Button>
          <Button kind="next" disabled={busy} onPress={press}>
            {say('held.freeDo', { id: terminalId })}
          </Button>
        </>
      }
    >
      <p>{say('held.freeLead')}</p>
      <TextField
        label={say('held.freeReason')}
        error={checked && short ? say('decide.wordsError') : null}
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
      <Failure failed={failed} what="done" />
    </Dialog>
  );
}
