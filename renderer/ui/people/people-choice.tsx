// Names as large tiles, one of which is chosen.
import type { Operator } from '#contract/people/people.ts';
import { useWords } from '../base/context.tsx';
import css from './people-choice.module.css';
import { Foreign } from '../feedback/foreign.tsx';

interface PeopleChoiceProps {
  readonly label: string;
  readonly people: readonly Operator[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

export function PeopleChoice({ label, people, chosen, onChoose }: PeopleChoiceProps) {
  const { say, clock } = useWords();
  return (
    <ul className={css['people']} aria-label={label}>
      {people.map(({ id, name, role, lockedUntil }) => (
        <li key={id}>
          <button type="button" className={css['person']} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <span className={css['name']}>
              <Foreign text={name} />
            </span>
            <span className={css['role']}>
              {lockedUntil === null ? say(`role.${role}`) : say('lock.until', { time: clock(lockedUntil) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
