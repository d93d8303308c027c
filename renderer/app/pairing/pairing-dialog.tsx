// Asks whether a program may use this till: which program, the digits to compare, the scopes it wants. A person opens
// the dialog; it shows and answers one request only. Its buttons do nothing for a second, so that a press meant for
// something else grants no access.
import { useState } from 'react';
import { useStore } from 'zustand';
import { plainClientOptions, type ClientGrant } from '#contract/programs/client.ts';
import type { Approval } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { type Failed, failedOf, wrongPinOf } from '../../bridge/failed.ts';
import type { ShownPairing } from '../../stores/pairings-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { useSettled } from '../../ui/base/use-settled.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { PersonDialog } from '../../ui/people/person-dialog.tsx';
import { ProgramAccess } from '../../ui/form/program-access.tsx';
import { digitsText } from './digits-text.ts';
import css from './pairing.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

const settleMs = 1_000;

export function PairingDialog() {
  const { pairings } = useStores();
  const opened = useStore(pairings, (state) => state.opened);
  const heard = useStore(pairings, (state) => state.pairings.some(({ id }) => id === state.opened?.id));
  if (opened === null) return null;
  const { state } = opened;
  if (state === 'fetched') return <Told pairing={opened} which="done" />;
  if (!heard) return <Told pairing={opened} which={state === 'granted' ? 'overGranted' : 'over'} />;
  return state === 'granted' ? <Told pairing={opened} which="waiting" /> : <Ask key={opened.id} pairing={opened} />;
}

type Outcome = 'waiting' | 'done' | 'over' | 'overGranted';

function Told({ pairing, which }: { readonly pairing: ShownPairing; readonly which: Outcome }) {
  const { pairings } = useStores();
  const { say } = useWords();
  const { name } = pairing;
  const title = which === 'waiting' || which === 'done' ? say(`pairing.${which}`, { name }) : say('pairing.over');
  const body = {
    waiting: 'pairing.waitingHow',
    done: 'pairing.doneHow',
    over: 'pairing.overHow',
    overGranted: 'pairing.overGranted',
  } as const;
  const close = () => pairings.close();
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        // A `next` button ignores the press that led here.
        <Button kind="next" onPress={close}>
          {say('do.close')}
        </Button>
      }
    >
      <p role="status">{say(body[which])}</p>
    </Dialog>
  );
}

/** A manager's PIN is needed, because the person who is signed in is no manager. */
function useNeedsPin(): boolean {
  const status = useStore(useStores().status, (state) => state.status);
  return status !== null && status.manned && !(status.signedIn !== null && mayActAs(status.signedIn.role, 'manager'));
}

function Ask({ pairing }: { readonly pairing: ShownPairing }) {
  const { ports, pairings } = useStores();
  const { say } = useWords();
  const settled = useSettled(settleMs);
  const needsPin = useNeedsPin();
  const left = useSecondsLeft(pairing.endsMs);
  // The scope `refund-unreferenced` pays out to any card, so a person must tick it.
  const [access, setAccess] = useState<ClientGrant>({
    scopes: pairing.scopes.filter((scope) => scope !== 'refund-unreferenced'),
    options: plainClientOptions,
  });
  const [busy, setBusy] = useState(false);
  const [withPin, setWithPin] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const { id, name, origin, code, namesake, lookAlike } = pairing;

  const answer = async (grant: ClientGrant | null, approval?: Approval) => {
    setBusy(true);
    const said = await ports.bridge.ask('answerPairing', {
      id,
      grant,
      ...(approval === undefined ? {} : { approval }),
    });
    setBusy(false);
    const why = failedOf(said);
    const wrong = wrongPinOf(why);
    if (wrong !== null) return wrong;
    setWithPin(false);
    if (why !== null) setFailed(why);
    else if (grant === null) pairings.close();
    return null;
  };

  if (withPin) {
    return (
      <PersonDialog
        title={say('pairing.managerTitle')}
        lead={say('pairing.managerLead')}
        who={say('pairing.managerWho')}
        doIt={say('pairing.grant')}
        step="next"
        keep={say('do.back')}
        nobody={<Notice tone="warn" title={say('pairing.managerNobody')} />}
        role="manager"
        onPin={(approval) => answer(access, approval)}
        onClose={() => setWithPin(false)}
      />
    );
  }
  const asleep = !settled || busy;
  return (
    <Dialog
      title={say('pairing.title', { name })}
      onClose={() => pairings.close()}
      actions={
        <>
          <Button disabled={asleep} onPress={() => void answer(null)}>
            {say('pairing.refuse')}
          </Button>
          <Button onPress={() => pairings.close()}>{say('pairing.later')}</Button>
          <Button
            kind="next"
            disabled={asleep || access.scopes.length === 0}
            onPress={() => (needsPin ? setWithPin(true) : void answer(access))}
          >
            {say('pairing.grant')}
          </Button>
        </>
      }
    >
      <div>
        <p className={css['asker']}>{origin === null ? say('pairing.program') : say('pairing.page', { origin })}</p>
        <p className="soft">{say(origin === null ? 'pairing.unchecked' : 'pairing.uncheckedPage', { name })}</p>
      </div>
      {namesake ? <Notice tone="warn" title={say('pairing.namesake')} /> : null}
      {lookAlike === null ? null : <Notice tone="warn" title={say('pairing.lookAlike', { name: lookAlike })} />}
      {/* Side by side, so that digits and scopes are both in sight on the smallest till. */}
      <div className={css['parts']}>
        <div className={css['judge']}>
          <div className={css['compare']}>
            <p>{say('pairing.compare', { name })}</p>
            <p className={css['digits']}>{digitsText(code)}</p>
            <p className="soft">{say('pairing.left', { time: clockOf(left) })}</p>
          </div>
          <p>{say('pairing.refuseWhen', { name })}</p>
          <p>{say(needsPin ? 'pairing.managerNeeded' : 'pairing.whoDecides')}</p>
        </div>
        <div className={css['wants']}>
          <ProgramAccess legend={say('pairing.wants')} offered={pairing.scopes} access={access} onChange={setAccess} />
          {access.scopes.length === 0 ? <p className="soft">{say('pairing.chooseOne')}</p> : null}
        </div>
      </div>
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
