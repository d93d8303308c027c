// Opens the drawer without a sale: a person says why, and a supervisor's PIN stands for a cashier. The pulse is sent once;
// where the printer does not say whether the drawer opened, a person looks.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { failedOf, wrongPinOf } from '../../bridge/failed.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Notice } from '../feedback/notice.tsx';
import { RefusalNotice } from '../feedback/refusal.tsx';
import { ChoiceField } from '../form/choice.tsx';
import { TextField } from '../form/field.tsx';
import { PersonDialog } from './person-dialog.tsx';

/** As main asks for a person's words. */
const leastWords = 3;

/** The button with its dialog; nothing where no drawer hangs on any printer. */
export function OpenDrawer({ short = false }: { readonly short?: boolean }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  const drawers = useStore(useStores().printing, ({ view }) => view.printers.some(({ hasDrawer }) => hasDrawer));
  if (!drawers) return null;
  return (
    <>
      <Button
        {...(short ? { kind: 'quiet' } : {})}
        icon="drawer"
        label={say('drawer.open')}
        onPress={() => setOpen(true)}
      >
        {say(short ? 'drawer.short' : 'drawer.open')}
      </Button>
      {open ? <DrawerDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type Said = Refusal | 'silent' | 'opened' | 'unknown' | null;

function DrawerDialog({ onClose }: { readonly onClose: () => void }) {
  const { ports, printing, status } = useStores();
  const { say } = useWords();
  const view = useStore(printing, (state) => state.view);
  const person = useStore(status, (state) => state.status?.signedIn ?? null);
  const drawers = view.printers.filter(({ hasDrawer }) => hasDrawer).map(({ id }) => id);
  const [drawer, setDrawer] = useState(drawers.find((id) => id === view.receipts?.printer) ?? drawers[0] ?? '');
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const [needsPin, setNeedsPin] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>(null);
  const short = reason.trim().length < leastWords;
  const open = async (approval: Approval | null) => {
    setBusy(true);
    setSaid(null);
    const answer = await ports.bridge.ask('openDrawer', { drawer, reason: reason.trim(), approval });
    setBusy(false);
    const wrong = wrongPinOf(failedOf(answer));
    if (wrong !== null) return wrong;
    setNeedsPin(false);
    if (answer.type === 'silent') setSaid('silent');
    else setSaid(answer.value.type === 'refused' ? answer.value.refusal : answer.value.type);
    return null;
  };
  const press = () => {
    setChecked(true);
    if (short) return;
    if (person !== null && !mayActAs(person.role, 'supervisor')) setNeedsPin(true);
    else void open(null);
  };
  if (needsPin) {
    return (
      <PersonDialog
        title={say('drawer.pinTitle')}
        lead={say('drawer.pinLead')}
        who={say('held.pinWho')}
        doIt={say('drawer.do')}
        step="next"
        keep={say('do.back')}
        nobody={<Notice tone="warn" title={say('approve.nobody')} />}
        onPin={open}
        onClose={() => setNeedsPin(false)}
      />
    );
  }
  const isOver = said === 'opened' || said === 'unknown';
  return (
    <Dialog
      title={say('drawer.title')}
      onClose={onClose}
      actions={
        isOver ? (
          <Button kind="next" onPress={onClose}>
            {say('do.close')}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onPress={onClose}>
              {say('do.back')}
            </Button>
            <Button kind="next" icon="drawer" disabled={busy} onPress={press}>
              {say('drawer.do')}
            </Button>
          </>
        )
      }
    >
      {isOver ? (
        <Notice tone={said === 'opened' ? 'good' : 'warn'} title={say(`drawer.${said}`)} live>
          <p>{say(`drawer.${said}How`)}</p>
        </Notice>
      ) : (
        <>
          <p>{say('drawer.lead')}</p>
          {drawers.length < 2 ? null : (
            <ChoiceField
              label={say('drawer.which')}
              value={drawer}
              onChange={setDrawer}
              choices={drawers.map((id) => ({ value: id, label: id }))}
            />
          )}
          <TextField
            label={say('drawer.reason')}
            hint={say('drawer.reasonHint')}
            error={checked && short ? say('decide.wordsError') : null}
            maxLength={200}
            required
            value={reason}
            onChange={setReason}
          />
          <Failure said={said} />
        </>
      )}
    </Dialog>
  );
}

function Failure({ said }: { readonly said: Said }) {
  const { say } = useWords();
  if (said === null || said === 'opened' || said === 'unknown') return null;
  if (said === 'silent') {
    return (
      <Notice tone="warn" title={say('drawer.silent')} live>
        <p>{say('drawer.unknownHow')}</p>
      </Notice>
    );
  }
  if (said.code === 'not-sent') {
    return (
      <Notice tone="wrong" title={say('drawer.notSent')} live>
        <p>{say('print.do.no-answer')}</p>
      </Notice>
    );
  }
  return <RefusalNotice refusal={said} />;
}
