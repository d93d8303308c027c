// The outcome of one operation: the mark, the headline, the advice, the amount. It is a live region, so that a screen
// reader announces each change of state once.
import { Fragment, type ReactNode } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import { shownOf } from '../../model/hosted.ts';
import { lookOf, toKeep } from '../../model/operation-facts.ts';
import { isMoneyOut, moneyOf, nameOf } from '#texts/operation-facts.ts';
import { notesOf, wordsOf } from '../../model/words/operation-words.ts';
import { Amount } from '../base/amount.tsx';
import { useOnline, useWords } from '../base/context.tsx';
import css from './outcome.module.css';
import { type Mark, StateMark } from '../feedback/state-badge.tsx';

/** From this length a headline is smaller, so that an amount of twelve digits stays beside its currency. */
const longWords = 20;

/** Each sentence begins a line of its own where there is not room for all. */
function sentences(headline: string): string[] {
  return headline.split(/(?<=\.) /);
}

interface SentenceProps {
  readonly text: string;
  /** An amount that is shown beneath with its minus: in the headline it is for screen readers only. */
  readonly beneath: string | null;
}

function Sentence({ text, beneath }: SentenceProps) {
  if (beneath === null || !text.includes(beneath)) return <span>{text}</span>;
  const [before = '', ...after] = text.split(beneath);
  return (
    <span>
      {before}
      <span className="visually-hidden">{beneath}</span>
      {after.join(beneath)}
    </span>
  );
}

interface OutcomeProps {
  readonly operation: OperationView;
  /** Puts the amount beside the mark, where the part beneath matters as much. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

export function Outcome({ operation, compact = false, children }: OutcomeProps) {
  const { say, language, amount } = useWords();
  const online = useOnline();
  const look = lookOf(operation);
  const shown = shownOf(operation).look;
  const { headline, advice } = wordsOf(operation, say, language, online);
  const money = moneyOf(operation);
  const name = nameOf(operation);
  // An amount in the headline is not shown a second time; money out shows the one with its minus instead.
  const out = isMoneyOut(name);
  const mark: Mark = shown === 'succeeded' && name === 'kind.authorization' ? 'reserved' : shown;
  const said = (look === 'succeeded' && shown !== 'ended' && !out) || toKeep(operation) !== null;
  const sum =
    money === null || said ? null : (
      <Amount
        money={money}
        size={compact ? 'large' : 'hero'}
        out={out}
        struck={shown === 'failed' || shown === 'ended'}
      />
    );
  const beneath = sum === null || money === null || compact ? null : amount(money);
  return (
    <div className={`${css['outcome']} ${css[mark]}`}>
      <div role="status" aria-live="assertive" className={css['words']}>
        <div className={css['top']}>
          <StateMark look={mark} size="large" />
          <p className={css['kind']}>{say(name)}</p>
          {compact ? sum : null}
        </div>
        <h1
          className={`${css['headline']} ${headline.length > longWords ? css['long'] : ''}`}
          tabIndex={-1}
          data-in-sight=""
        >
          {sentences(headline).map((sentence, index) => (
            // The space stands outside, where the line can break and nothing trims it.
            <Fragment key={sentence}>
              {index === 0 ? null : ' '}
              <Sentence text={sentence} beneath={beneath} />
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
      {compact || sum === null ? null : <div className={css['sum']}>{sum}</div>}
      {children}
    </div>
  );
}
