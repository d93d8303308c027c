// Another token for a program, which stays the same program: asked for once more, since the one it has ends at once.
import { useState } from 'react';
import type { Client } from '#contract/programs/client.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { NotSaved } from '../../ui/feedback/not-saved.tsx';
import { type Made, ShownToken } from './shown-token.tsx';

interface RenewProgramProps {
  readonly client: Client;
  readonly onClose: () => void;
}

export function RenewProgram({ client: { id, name }, onClose }: RenewProgramProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const [made, setMade] = useState<Made | null>(null);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  if (made !== null) return <ShownToken made={made} onClose={onClose} />;
  const renew = async () => {
    const answer = await ports.bridge.ask('renewClient', { id });
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else setMade({ name, token: answer.value.token });
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
      <NotSaved failed={failed} />
    </Dialog>
  );
}
