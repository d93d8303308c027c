// Asks before closing the shift, with another question while money is still open. Beside a cashier a supervisor's PIN
// closes it.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { PersonDialog } from '../../ui/people/person-dialog.tsx';

export function CloseDialog({ number }: { readonly number: number }) {
  const { shift, people, status, navigation, sale } = useStores();
  const parked = useStore(sale, (state) => state.parked.length + state.parkedByOthers);
  const { say } = useWords();
  const closing = useStore(shift, (state) => state.closing);
  const signedIn = useStore(status, (state) => state.status?.signedIn ?? null);
  const [pinFor, setPinFor] = useState<'close' | 'leave' | null>(null);
  if (closing.step === 'no') return null;
  const running = closing.step === 'running';
  const open = closing.step === 'ask' ? closing.open : null;
  const next = number + 1;
  const close = async (how: 'close' | 'leave', approval: Approval | null) => {
    const closed = await shift.close(open !== null, approval);
    if (typeof closed !== 'boolean') return closed;
    setPinFor(null);
    if (!closed || how === 'close') return null;
    // The next person begins with a sale.
    navigation.go({ screen: 'sale' });
    await people.signOut();
    return null;
  };
  const press = (how: 'close' | 'leave') => {
    if (signedIn !== null && !mayActAs(signedIn.role, 'supervisor')) setPinFor(how);
    else void close(how, null);
  };
  const closes = open === null ? say('shift.close', { number }) : say('shift.closeAnyway');
  if (pinFor !== null) {
    return (
      <PersonDialog
        title={say('shift.pinTitle')}
        lead={say('shift.pinLead')}
        who={say('shift.pinWho')}
        doIt={pinFor === 'leave' ? say('shift.closeAndSignOut') : closes}
        step={open === null ? 'next' : 'out'}
        keep={say('do.back')}
        nobody={<Notice tone="warn" title={say('approve.nobody')} />}
        onPin={(approval) => close(pinFor, approval)}
        onClose={() => setPinFor(null)}
      />
    );
  }
  const steps =
    closing.step === 'failed' ? null : (
      <>
        {signedIn === null ? null : (
          <Button kind={open === null ? 'plain' : 'out'} disabled={running} onPress={() => press('leave')}>
            {say('shift.closeAndSignOut')}
          </Button>
        )}
        <Button kind={open === null ? 'next' : 'out'} disabled={running} onPress={() => press('close')}>
          {closes}
        </Button>
      </>
    );
  return (
    <Dialog
      title={say('shift.closeTitle', { number })}
      onClose={() => shift.keepOpen()}
      dismissable={!running}
      actions={
        <>
          <Button disabled={running} onPress={() => shift.keepOpen()}>
            {closing.step === 'failed' ? say('do.back') : say('shift.keepOpen', { number })}
          </Button>
          {steps}
        </>
      }
    >
      {closing.step === 'failed' ? <NotClosed refusal={closing.refusal} /> : <p>{say('shift.closeText', { next })}</p>}
      {parked === 0 || closing.step === 'failed' ? null : (
        <Notice tone="warn" title={say('park.gone', { count: parked })} />
      )}
      {open === null ? null : (
        <Notice tone="warn" title={say('shift.stillOpen')} live>
          <p>{say('shift.openCounts', { ...open })}</p>
          <p>{say('shift.stillOpenText', { next })}</p>
        </Notice>
      )}
      {running ? <p role="status">{say('shift.closing')}</p> : null}
    </Dialog>
  );
}

function NotClosed({ refusal }: { readonly refusal: Refusal | null }) {
  const { say } = useWords();
  if (refusal !== null) return <RefusalNotice refusal={refusal} />;
  return (
    <Notice tone="wrong" title={say('shift.notClosed')} live>
      <p>{say('shift.notClosedText')}</p>
    </Notice>
  );
}
