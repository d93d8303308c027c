// How it went, for one operation: the mark, the headline, the advice, the amount. It is a live region, so a screen
// reader says each change of state once, and nothing else.
import { Fragment, type ReactNode } from 'react';
import type { OperationView } from '#contract/operation.ts';
import { isMoneyOut, lookOf, moneyOf, nameOf, toKeep } from '../model/operation-facts.ts';
import { notesOf, wordsOf } from '../model/operation-words.ts';
import { Amount } from './amount.tsx';
import { useOnline, useWords } from './context.tsx';
import css from './outcome.module.css';
import { type Mark, StateMark } from './state-badge.tsx';

/** From here on a headline is set smaller, so that an amount of twelve digits keeps its currency beside it. */
const longWords = 24;

/** Each sentence begins a line of its own where there is not room for all. */
function sentences(headline: string): string[] {
  return headline.split(/(?<=\.) /);
}

interface OutcomeProps {
  readonly operation: OperationView;
  /** Where what is beneath matters as much: the amount stands beside the mark. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

export function Outcome({ operation, compact = false, children }: OutcomeProps) {
  const { say, language } = useWords();
  const online = useOnline();
  const look = lookOf(operation);
  const { headline, advice } = wordsOf(operation, say, language, online);
  const money = moneyOf(operation);
  const name = nameOf(operation);
  // Where the headline says the amount it is not said twice, but money out always shows its minus.
  const out = isMoneyOut(name);
  const mark: Mark = look === 'succeeded' && name === 'kind.authorisation' ? 'reserved' : look;
  const said = (look === 'succeeded' && !out) || toKeep(operation) !== null;
  const sum =
    money === null || said ? null : (
      <Amount
        money={money}
        size={compact ? 'large' : 'hero'}
        out={out}
        struck={look === 'failed' || look === 'ended'}
      />
    );
  return (
    <div className={`${css['outcome']} ${css[mark]}`}>
      <div role="status" aria-live="assertive" className={css['words']}>
        <div className={css['top']}>
          <StateMark look={mark} size="large" />
          <p className={css['kind']}>{say(name)}</p>
          {compact ? sum : null}
        </div>
        <h1 className={`${css['headline']} ${headline.length > longWords ? css['long'] : ''}`} tabIndex={-1}>
          {sentences(headline).map((sentence, index) => (
            // The space stands outside, where the line can break and nothing trims it.
            <Fragment key={sentence}>
              {index === 0 ? null : ' '}
              <span>{sentence}</span>
            </Fragment>
          ))}
        </h1>
        {advice === null ? null : <p className={css['advice']}>{advice}</p>}
        {notesOf(operation, say).map((note) => (
          <p key={note} className={css['note']}>
            {note}
          </p>
        ))}
      </div>
      {compact ? null : sum}
      {children}
    </div>
  );
}
