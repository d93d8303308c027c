// A manager lets this till join the office of its shop, with the one-time code that the office gave out.
import { useState } from 'react';
import type { WindowOutputs } from '#contract/calls/table.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Dialog } from '../../../ui/base/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useAsk } from '../../../ui/feedback/use-ask.ts';
import { TextField } from '../../../ui/form/field.tsx';
import { Reserved } from '../../../ui/people/reserved.tsx';
import { useMay } from '../../../ui/people/use-may.ts';

type Said = Exclude<WindowOutputs['joinOffice'], { readonly type: 'refused' }>;

/** `again`: it joined one before. */
export function JoinOffice({ again }: { readonly again: boolean }) {
  const { say } = useWords();
  const may = useMay('joinOffice');
  const [isOpen, setOpen] = useState(false);
  const [joinedAs, setJoinedAs] = useState<string | null>(null);
  return (
    <>
      <Reserved may={may}>
        <div className="row">
          <Button onPress={() => setOpen(true)}>{say(again ? 'office.joinAgain' : 'office.join')}</Button>
        </div>
      </Reserved>
      {joinedAs === null ? null : <Notice tone="good" title={say('office.joinedNow', { name: joinedAs })} live />}
      {isOpen ? (
        <Ask
          onClose={() => setOpen(false)}
          onJoined={(name) => {
            setOpen(false);
            setJoinedAs(name);
          }}
        />
      ) : null}
    </>
  );
}

function Ask({ onClose, onJoined }: { readonly onClose: () => void; readonly onJoined: (name: string) => void }) {
  const { say } = useWords();
  const [url, setUrl] = useState('');
  const [code, setCode] = useState('');
  const { ask, busy, failed } = useAsk();
  const [said, setSaid] = useState<Said | null>(null);
  const join = async () => {
    setSaid(null);
    const done = await ask('joinOffice', { url: url.trim(), code });
    if (done?.type === 'joined') onJoined(done.name);
    else setSaid(done);
  };
  return (
    <Dialog
      title={say('office.joinTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.close')}</Button>
          <Button kind="next" disabled={busy} onPress={() => void join()}>
            {say('office.doJoin')}
          </Button>
        </>
      }
    >
      <p>{say('office.joinLead')}</p>
      <TextField
        label={say('office.address')}
        hint={say('office.addressHint')}
        maxLength={500}
        value={url}
        onChange={setUrl}
      />
      <TextField
        label={say('office.code')}
        hint={say('office.codeHint')}
        maxLength={200}
        value={code}
        onChange={setCode}
      />
      {said?.type === 'not-joined' ? <Notice tone="wrong" title={say(`office.notJoined-${said.why}`)} live /> : null}
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}
