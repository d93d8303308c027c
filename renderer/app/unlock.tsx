// Asks for the passphrase where the key is sealed with one. The passphrase is in no React state: its field is read
// once, sent to main and emptied.
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isSealed } from '../stores/till/status-store.ts';
import { Button } from '../ui/base/button.tsx';
import { useStores, useWords } from '../ui/base/context.tsx';
import { Dialog } from '../ui/base/dialog.tsx';
import { SecretField } from '../ui/form/secret-field.tsx';

export function Unlock() {
  const sealed = useStore(useStores().status, ({ status }) => isSealed(status));
  return sealed ? <UnlockDialog /> : null;
}

function UnlockDialog() {
  const { say } = useWords();
  const { ports, quit } = useStores();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const unlock = async () => {
    const passphrase = field.current?.value ?? '';
    if (passphrase === '' || busy) return;
    setBusy(true);
    const answer = await ports.bridge.ask('unlock', { passphrase });
    setBusy(false);
    // The passphrase stays in its field, for the next press.
    if (answer.type === 'silent') {
      setError(say('other.silent'));
      return;
    }
    if (field.current !== null) field.current.value = '';
    if (!answer.value.unlocked) setError(say('unlock.wrong'));
  };
  return (
    <Dialog
      title={say('unlock.title')}
      onClose={() => {}}
      dismissable={false}
      actions={
        <>
          <Button disabled={busy} onPress={() => void quit.ask(false)}>
            {say('till.quit')}
          </Button>
          <Button kind="next" icon="lock" disabled={busy} onPress={() => void unlock()}>
            {say('unlock.do')}
          </Button>
        </>
      }
    >
      <p>{say('unlock.body')}</p>
      <SecretField ref={field} label={say('unlock.passphrase')} error={error} onEnter={() => void unlock()} />
      <p>{say('unlock.orQuit')}</p>
    </Dialog>
  );
}
