// Asks before a program's access is revoked, and stays open until main has said that it is.
import { isFromOffice } from '#contract/people/people.ts';
import type { Client } from '#contract/programs/client.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';

interface RevokeProgramProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

export function RevokeProgram({ client: { id, name }, onClose, onRevoked }: RevokeProgramProps) {
  const { say } = useWords();
  const { ask, busy, failed } = useAsk();
  const revoke = async () => {
    if ((await ask('revokeClient', { id })) !== null) onRevoked();
  };
  return (
    <Dialog
      title={say('programs.revokeTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('programs.revokeKeep')}</Button>
          <Button kind="out" disabled={busy} onPress={() => void revoke()}>
            {say('programs.revoke', { name })}
          </Button>
        </>
      }
    >
      <p>{say('programs.revokeBody')}</p>
      {isFromOffice(id) ? <p>{say('programs.officeRevokeBody')}</p> : null}
      <Failure what="done" failed={failed} />
    </Dialog>
  );
}
