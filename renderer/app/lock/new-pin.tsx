// A person signed in with a PIN that the rules no longer allow: the till asks for another one, and they may put it off.
// PINs are read from their fields once, when they are sent to main, and the fields are emptied then.
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { pinDigits, pinIssue } from '#contract/people/pins.ts';
import { issueText } from '../../model/words/issue-text.ts';
import type { PeopleOutcome } from '../../stores/people-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { SecretField } from '../../ui/form/secret-field.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import css from './lock.module.css';

export function NewPinDialog() {
  const { people, status } = useStores();
  const wanted = useStore(people, (state) => state.newPinFor);
  const signedIn = useStore(status, (state) => state.status?.signedIn?.id ?? null);
  return wanted !== null && wanted === signedIn ? <NewPin key={wanted} /> : null;
}

function NewPin() {
  const { people, shop, status } = useStores();
  const { say, language } = useWords();
  const role = useStore(status, (state) => state.status?.signedIn?.role ?? 'cashier');
  const digits = useStore(shop, (state) => state.settings?.approverPinDigits ?? pinDigits.usual);
  const pin = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PeopleOutcome | null>(null);
  const errorOf = (chosen: string, repeated: string): string | null => {
    if (chosen !== repeated) return say('people.pinDiffers');
    const issue = pinIssue(chosen, role, digits);
    return issue === null ? null : issueText({ field: 'pin', ...issue }, say, language);
  };
  const save = async () => {
    if (busy) return;
    const [held, chosen, repeated] = [pin, next, again].map(({ current }) => current?.value ?? '');
    const error = errorOf(chosen ?? '', repeated ?? '');
    setWrong(error);
    setOutcome(null);
    for (const { current } of [next, again]) if (current !== null) current.value = '';
    if (error !== null) return;
    if (pin.current !== null) pin.current.value = '';
    setBusy(true);
    const changed = await people.changePin({ pin: held ?? '', next: chosen ?? '' });
    setBusy(false);
    setOutcome(changed);
  };
  const failed = outcome?.type === 'refused' ? outcome.refusal : outcome?.type === 'silent' ? 'silent' : null;
  return (
    <Dialog
      title={say('newPin.title')}
      onClose={() => people.keepPin()}
      actions={
        <>
          <Button onPress={() => people.keepPin()}>{say('newPin.later')}</Button>
          <Button kind="next" disabled={busy} onPress={() => void save()}>
            {say('newPin.save')}
          </Button>
        </>
      }
    >
      <p>{say('newPin.why')}</p>
      <SecretField ref={pin} numeric maxLength={pinDigits.most} label={say('newPin.now')} />
      <div className={css['twice']}>
        <SecretField ref={next} numeric maxLength={pinDigits.most} label={say('newPin.next')} error={wrong} />
        <SecretField
          ref={again}
          numeric
          maxLength={pinDigits.most}
          label={say('newPin.again')}
          onEnter={() => void save()}
        />
      </div>
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}
