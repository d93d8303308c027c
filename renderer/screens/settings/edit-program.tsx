// Other scopes and options for a program that keeps its token.
import { useState } from 'react';
import type { Client, ClientGrant } from '#contract/client.ts';
import type { Refusal } from '#contract/problems.ts';
import { scopes as allScopes } from '#contract/scopes.ts';
import type { WindowInput } from '#contract/window.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotSaved } from '../../ui/not-saved.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgramAccess } from '../../ui/program-access.tsx';

interface EditProgramProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditProgram({ client, onClose, onSaved }: EditProgramProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const { id, name } = client;
  // As it was when this was opened: the list behind it is read again whenever a program asks to be paired.
  const [before] = useState(client);
  const [access, setAccess] = useState<ClientGrant>({ scopes: [...before.scopes], options: before.options });
  const [checked, setChecked] = useState(false);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  const save = async () => {
    setChecked(true);
    if (access.scopes.length === 0) return;
    const answer = await ports.bridge.ask('changeClient', { id, change: patchOf(before, access) });
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else onSaved();
  };
  return (
    <Dialog
      title={say('access.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.close')}</Button>
          <Button kind="next" onPress={() => void save()}>
            {say('access.save')}
          </Button>
        </>
      }
    >
      <ProgramAccess legend={say('pairing.wants')} offered={allScopes} access={access} onChange={setAccess} whole />
      {checked && access.scopes.length === 0 ? <Notice tone="wrong" title={say('programs.scopesError')} live /> : null}
      <NotSaved failed={failed} />
    </Dialog>
  );
}

/** Only what was changed here: a limit that a command sets while this stands open, a right that it takes, must stay so. */
function patchOf(before: Client, { scopes, options }: ClientGrant): WindowInput<'changeClient'>['change'] {
  const { refundsPerDayMinor, waitsOffline, partialApprovals } = options;
  return {
    added: scopes.filter((each) => !before.scopes.includes(each)),
    removed: before.scopes.filter((each) => !scopes.includes(each)),
    options: {
      ...(refundsPerDayMinor === before.options.refundsPerDayMinor ? {} : { refundsPerDayMinor }),
      ...(waitsOffline === before.options.waitsOffline ? {} : { waitsOffline }),
      ...(partialApprovals === before.options.partialApprovals ? {} : { partialApprovals }),
    },
  };
}
