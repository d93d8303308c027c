// Asks before closing the shift, with another question while money is still open.
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

export function CloseDialog({ number }: { readonly number: number }) {
  const { shift, people, status, navigation, sale } = useStores();
  const parked = useStore(sale, (state) => state.parked.length + state.parkedByOthers);
  const { say } = useWords();
  const closing = useStore(shift, (state) => state.closing);
  const signedIn = useStore(status, (state) => state.status?.signedIn ?? null);
  if (closing.step === 'no') return null;
  const running = closing.step === 'running';
  const open = closing.step === 'ask' ? closing.open : null;
  const next = number + 1;
  const close = () => shift.close(open !== null);
  const closeAndLeave = async () => {
    if (!(await close())) return;
    // The next person begins with a sale.
    navigation.go({ screen: 'sale' });
    await people.signOut();
  };
  const confirm =
    closing.step === 'failed' ? null : (
      <Button kind={open === null ? 'next' : 'out'} disabled={running} onPress={() => void close()}>
        {open === null ? say('shift.close', { number }) : say('shift.closeAnyway')}
      </Button>
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
          {confirm === null || signedIn === null || open !== null ? null : (
            <Button disabled={running} onPress={() => void closeAndLeave()}>
              {say('shift.closeAndSignOut')}
            </Button>
          )}
          {confirm}
        </>
      }
    >
      {closing.step === 'failed' ? (
        <Notice tone="wrong" title={say('shift.notClosed')} live>
          <p>{say('shift.notClosedText')}</p>
        </Notice>
      ) : (
        <p>{say('shift.closeText', { next })}</p>
      )}
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
