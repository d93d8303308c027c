// The lock screen: it replaces every screen while no person is signed in. Operations that were sent go on, and the
// status line beneath counts them.
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Operator } from '#contract/people/people.ts';
import { refusalWords } from '../../model/words/refusal-words.ts';
import { isLocked } from '../../stores/till/status-store.ts';
import type { PeopleOutcome } from '../../stores/people-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PeopleChoice } from '../../ui/people/people-choice.tsx';
import { PinPad, takePin } from '../../ui/people/pin-pad.tsx';
import { Silence } from '../frame/silence.tsx';
import { StatusLine } from '../frame/status-line.tsx';
import css from './lock.module.css';

/** The till has operators and none of them is signed in. */
export function useLocked(): boolean {
  return useStore(useStores().status, ({ status }) => isLocked(status));
}

export function LockScreen() {
  const { people, status: store } = useStores();
  const { say } = useWords();
  const { status, left } = useStore(store);
  const operators = useStore(people, (state) => state.operators) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Asked with every status: a command or the office may add and remove people while the till waits here.
  useEffect(() => void people.load(), [people, status]);
  useEffect(() => heading.current?.focus(), []);
  const active = operators.filter((each) => each.active);
  const wasRemoved = left !== null && active.length > 0 && !active.some(({ id }) => id === left.id);
  const person = active.length === 1 ? active[0] : active.find(({ id }) => id === chosen);
  return (
    <div className={css['lock']}>
      <main className={css['work']}>
        <section className={css['names']}>
          <h1 ref={heading} tabIndex={-1}>
            {say('lock.title')}
          </h1>
          {wasRemoved ? (
            <Notice tone="info" title={say('lock.removed', { name: left.name })} live />
          ) : (
            <p className="soft">{say('lock.goesOn')}</p>
          )}
          <Silence />
          <PeopleChoice label={say('lock.choose')} people={active} chosen={person?.id ?? null} onChoose={setChosen} />
        </section>
        <section className={css['pin']}>
          {person === undefined ? (
            <p className={css['choose']}>{say('lock.choose')}</p>
          ) : (
            <SignIn key={person.id} person={person} />
          )}
        </section>
      </main>
      <StatusLine locked />
    </div>
  );
}

function SignIn({ person }: { readonly person: Operator }) {
  const { people } = useStores();
  const { say, language } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PeopleOutcome | 'short' | null>(null);
  const error = () => {
    if (outcome === null || outcome === 'short') return outcome === null ? null : say('lock.pinShort');
    if (outcome.type === 'silent') return say('lock.silent');
    if (outcome.type !== 'refused') return null;
    const { headline, advice } = refusalWords(outcome.refusal, say, language);
    return `${headline} ${advice ?? ''}`;
  };
  const signIn = async () => {
    if (busy) return;
    const pin = takePin(field);
    if (pin === null) {
      setOutcome('short');
      return;
    }
    setBusy(true);
    setOutcome(await people.signIn({ operatorId: person.id, pin }));
    setBusy(false);
  };
  return (
    <>
      <PinPad
        label={say('lock.pinOf', { name: person.name })}
        field={field}
        error={error()}
        onEnter={() => void signIn()}
      />
      <Button kind="next" wide icon="lock" disabled={busy} onPress={() => void signIn()}>
        {say('lock.signIn')}
      </Button>
    </>
  );
}
