// Quitting the till: what stays open, and whose PIN is needed where the person who is signed in may not quit.
import { useStore } from 'zustand';
import { roleFor } from '#contract/calls/window-roles.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PersonDialog } from '../../ui/people/person-dialog.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';

export function QuitDialog() {
  const { quit } = useStores();
  const { say } = useWords();
  const step = useStore(quit, (state) => state.step);
  const stay = () => quit.stay();
  switch (step.type) {
    case 'no':
      return null;
    case 'pin':
      return <WithPin />;
    case 'open':
      return (
        <Dialog
          title={say('till.quit')}
          onClose={stay}
          actions={
            <>
              <Button onPress={() => void quit.ask(true)}>{say('till.quitAnyway')}</Button>
              <Button kind="next" onPress={stay}>
                {say('till.quitStay')}
              </Button>
            </>
          }
        >
          <p>{say('till.quitWaiting', { waiting: step.waiting, inDoubt: step.inDoubt })}</p>
        </Dialog>
      );
    case 'refused':
      return (
        <Dialog
          title={say('till.quit')}
          onClose={stay}
          actions={
            <Button kind="next" onPress={stay}>
              {say('till.quitStay')}
            </Button>
          }
        >
          <RefusalNotice refusal={step.refusal} />
        </Dialog>
      );
  }
}

function WithPin() {
  const { quit, status: statusStore, preferences: preferencesStore } = useStores();
  const { say } = useWords();
  const status = useStore(statusStore, (state) => state.status);
  const preferences = useStore(preferencesStore, (state) => state.preferences);
  const { waiting = 0, inDoubt = 0 } = status ?? {};
  const role = roleFor('quit', { evenIfWaiting: true }, preferences);
  return (
    <PersonDialog
      title={say('till.quit')}
      lead={waiting + inDoubt === 0 ? say('till.quitPin') : say('till.quitWaiting', { waiting, inDoubt })}
      who={say('till.quitWho')}
      doIt={say('till.quitWithPin')}
      keep={say('till.quitStay')}
      nobody={<Notice tone="warn" title={say('pairing.managerNobody')} />}
      {...(role === 'anyone' ? {} : { role })}
      onPin={(approval) => quit.ask(true, approval)}
      onClose={() => quit.stay()}
    />
  );
}
