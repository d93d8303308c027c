// One operator: name, role, PIN, and whether they may sign in. The PIN is read from its fields once, when it is sent to
// main, and both fields are emptied then.
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Operator } from '#contract/people/people.ts';
import { leastPinDigits, pinDigits, pinIssue } from '#contract/people/pins.ts';
import { type Role, roles } from '#contract/people/roles.ts';
import type { Failed } from '../../bridge/failed.ts';
import { issueText } from '../../model/words/issue-text.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { SwitchField, TextField } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { SecretField } from '../../ui/form/secret-field.tsx';

interface PersonFormProps {
  /** Null makes a new one. */
  readonly person: Operator | null;
  /** The list is empty. */
  readonly first: boolean;
  readonly onClose: () => void;
}

export function PersonForm({ person, first, onClose }: PersonFormProps) {
  const { people, shop } = useStores();
  const { say, language } = useWords();
  const digits = useStore(shop, (state) => state.settings?.approverPinDigits ?? pinDigits.usual);
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? (first ? 'manager' : 'cashier'));
  const [active, setActive] = useState(person?.active ?? true);
  const [checked, setChecked] = useState(false);
  const [pinError, setPinError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const pin = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const nameRight = name.trim().length >= 1 && name.trim().length <= 60;
  const pinErrorOf = (typed: string, repeated: string): string | null => {
    if (typed !== repeated) return say('people.pinDiffers');
    if (person !== null && typed === '') return null;
    const issue = pinIssue(typed, role, digits);
    return issue === null ? null : issueText({ field: 'pin', ...issue }, say, language);
  };
  const save = async () => {
    if (busy) return;
    const [typed, repeated] = [pin.current?.value ?? '', again.current?.value ?? ''];
    const wrong = pinErrorOf(typed, repeated);
    setChecked(true);
    setPinError(wrong);
    if (!nameRight && wrong === null) return;
    for (const { current } of [pin, again]) if (current !== null) current.value = '';
    if (wrong !== null) return;
    setBusy(true);
    const wish = { id: person?.id ?? null, name: name.trim(), role, active };
    const outcome = await people.save({ ...wish, pin: typed === '' ? null : typed });
    setBusy(false);
    if (outcome.type === 'done') onClose();
    else setFailed(outcome.type === 'refused' ? outcome.refusal : 'silent');
  };
  return (
    <Dialog
      title={
        person === null ? say(first ? 'people.addFirst' : 'people.add') : say('people.change', { name: person.name })
      }
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.close')}</Button>
          <Button kind="next" disabled={busy} onPress={() => void save()}>
            {say('people.save')}
          </Button>
        </>
      }
    >
      {first ? <Notice tone="info" title={say('people.firstNote')} /> : null}
      <TextField
        label={say('people.name')}
        error={checked && !nameRight ? say('people.nameError') : null}
        maxLength={60}
        required
        value={name}
        onChange={setName}
      />
      {first ? null : (
        <ChoiceField
          look="cards"
          label={say('people.role')}
          value={role}
          onChange={setRole}
          choices={roles.map((each) => ({
            value: each,
            label: say(`role.${each}`),
            hint: say(`role.${each}.may`),
          }))}
        />
      )}
      <SecretField
        ref={pin}
        numeric
        maxLength={12}
        label={say('people.pin')}
        hint={say(person === null ? 'people.pinHint' : 'people.pinKeep', { least: leastPinDigits(role, digits) })}
        error={pinError}
      />
      <SecretField ref={again} numeric maxLength={12} label={say('people.pinRepeat')} onEnter={() => void save()} />
      {person === null ? null : <SwitchField label={say('people.active')} checked={active} onChange={setActive} />}
      <Failure what="saved" failed={failed} />
    </Dialog>
  );
}
