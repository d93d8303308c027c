// Another token for a program, which stays the same program: asked for once more, since the one it has ends at once.
import { useState } from 'react';
import type { Client } from '#contract/programs/client.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { type Made, ShownToken } from './shown-token.tsx';

interface RenewProgramProps {
  readonly client: Client;
  readonly onClose: () => void;
}

export function RenewProgram({ client: { id, name }, onClose }: RenewProgramProps) {
  const { say } = useWords();
  const [made, setMade] = useState<Made | null>(null);
  const { ask, failed } = useAsk();
  if (made !== null) return <ShownToken made={made} onClose={onClose} />;
  const renew = async () => {
    const renewed = await ask('renewClient', { id });
    if (renewed !== null) setMade({ name, token: renewed.token });
  };
  return (
    <Dialog
      title={say('programs.renewTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('programs.renewKeep')}</Button>
          <Button kind="out" onPress={() => void renew()}>
            {say('programs.renewDo')}
          </Button>
        </>
      }
    >
      <p>{say('programs.renewBody')}</p>
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}
