// Changes the scopes and options of a program; its token stays.
import { useState } from 'react';
import type { WindowInput } from '#contract/calls/table.ts';
import type { Client, ClientGrant } from '#contract/programs/client.ts';
import { scopes as allScopes } from '#contract/programs/scopes.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { ProgramAccess } from '../../ui/form/program-access.tsx';

interface EditProgramProps {
  readonly client: Client;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditProgram({ client, onClose, onSaved }: EditProgramProps) {
  const { say } = useWords();
  const { id, name } = client;
  // The program as it was when the dialog opened: the list is read again whenever a program asks to be paired.
  const [before] = useState(client);
  const [access, setAccess] = useState<ClientGrant>({ scopes: [...before.scopes], options: before.options });
  const [checked, setChecked] = useState(false);
  const { ask, failed } = useAsk();
  const save = async () => {
    setChecked(true);
    if (access.scopes.length === 0) return;
    if ((await ask('changeClient', { id, change: patchOf(before, access) })) !== null) onSaved();
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
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}

/** Only what was changed here: a limit or scope that a command changes while the dialog is open must stay changed. */
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
