// A person's name and PIN for one step: a supervisor who approves, a second person who decides.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Approval } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { mayActAs, type Role } from '#contract/people/roles.ts';
import { refusalWords } from '../../model/words/refusal-words.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { PinPad, takePin } from './pin-pad.tsx';
import css from './person-dialog.module.css';

export interface WrongPin {
  readonly operatorId: string;
  readonly refusal: Refusal;
}

interface PersonDialogProps {
  readonly title: string;
  /** The subject, above the names; the keys stand beside it, in sight on the smallest till. */
  readonly about?: ReactNode;
  /** Beside the keys. Null for nothing. */
  readonly lead: ReactNode;
  readonly who: string;
  readonly doIt: string;
  /** `next` where no money goes out by it and nothing is decided about money; `out` by default. */
  readonly step?: 'next' | 'out';
  readonly keep: string;
  /** Shown instead of names, where no operator has the role. */
  readonly nobody: ReactNode;
  /** Another way than a PIN, beside the keys. */
  readonly otherWay?: ReactNode;
  /** Names of people who are left out. */
  readonly exceptNamed?: readonly string[];
  /** The least role; supervisor by default. */
  readonly role?: Role;
  /** Whose PIN before was wrong. */
  readonly refused?: WrongPin | null;
  /** Resolves to the refusal of a wrong PIN: the dialog says so and stays. Else the caller closes it. */
  readonly onPin: (approval: Approval) => Promise<Refusal | null> | void;
  readonly onClose: () => void;
}

export function PersonDialog(props: PersonDialogProps) {
  const { people } = useStores();
  const { say, language } = useWords();
  const { role: needed = 'supervisor', exceptNamed = [] } = props;
  const operators = useStore(people, (state) => state.operators);
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(props.refused ?? null);
  const [chosen, setChosen] = useState<string | null>(refused?.operatorId ?? null);
  const [short, setShort] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => void people.load(), [people]);
  const able = (operators ?? []).filter(
    ({ name, active, role }) => active && !exceptNamed.includes(name) && mayActAs(role, needed),
  );
  const person = able.length === 1 ? able[0] : able.find(({ id }) => id === chosen);
  const go = async () => {
    if (person === undefined || busy) return;
    const pin = takePin(field);
    setShort(pin === null);
    if (pin === null) return;
    setBusy(true);
    const refusal = (await props.onPin({ operatorId: person.id, pin })) ?? null;
    setBusy(false);
    if (refusal !== null) setRefused({ operatorId: person.id, refusal });
  };
  const whyRefused = () => {
    if (refused === null || refused.operatorId !== person?.id) return null;
    const { headline, advice } = refusalWords(refused.refusal, say, language);
    return `${headline} ${advice ?? ''}`;
  };
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      secret
      actions={
        <>
          <Button onPress={props.onClose}>{props.keep}</Button>
          {able.length === 0 ? null : (
            <Button kind={props.step ?? 'out'} disabled={person === undefined || busy} onPress={() => void go()}>
              {props.doIt}
            </Button>
          )}
        </>
      }
    >
      {operators !== null && able.length === 0 ? props.nobody : null}
      {able.length === 0 ? props.about : null}
      {able.length === 0 ? props.otherWay : null}
      {able.length === 0 ? null : (
        <div className={css['parts']}>
          {/* Beside the keys, so that all of them are in sight on the smallest till. */}
          <div className="stack">
            {props.about}
            {props.lead === null ? null : <div>{props.lead}</div>}
            <PeopleChoice label={props.who} people={able} chosen={person?.id ?? null} onChoose={setChosen} />
            {props.otherWay}
          </div>
          {person === undefined ? (
            <p className="soft">{say('lock.choose')}</p>
          ) : (
            <PinPad
              key={person.id}
              label={say('lock.pinOf', { name: person.name })}
              field={field}
              error={short ? say('lock.pinShort') : whyRefused()}
              onEnter={() => void go()}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
