// One line of a list: a mark, two lines of words, an amount and when.
import type { Money } from '#contract/money/money.ts';
import type { Look } from '../../model/operation-facts.ts';
import { Amount } from '../base/amount.tsx';
import { Foreign } from '../feedback/foreign.tsx';
import css from './row.module.css';
import { StateMark } from '../feedback/state-badge.tsx';

interface RowProps {
  readonly look: Look;
  readonly title: string;
  readonly state: string;
  readonly reference: string | null;
  readonly money: Money | null;
  readonly out: boolean;
  readonly time: string;
}

/** So many letters of title and state have room beside an amount in the narrowest list. */
const oneLine = 24;

export function Row({ look, title, state, reference, money, out, time }: RowProps) {
  // A row has the height for three lines: the second one goes to the words that need it.
  const long = title.length + state.length > oneLine;
  return (
    <>
      <StateMark look={look} />
      <span className={css['lines']}>
        <span className={css['line']}>
          <span className={css['title']}>
            <Foreign text={title} />
            {state === '' ? null : <span className={css['state']}> {state}</span>}
          </span>
          {money === null ? null : <Amount money={money} out={out} struck={look === 'failed' || look === 'ended'} />}
        </span>
        <span className={css['line']}>
          <span className={`${css['reference']} ${long ? css['brief'] : ''}`}>
            {reference === null ? '\u00A0' : <Foreign text={reference} />}
          </span>
          <span className={css['time']}>{time}</span>
        </span>
      </span>
    </>
  );
}
