// A link that is not there: still being made, refused, or with an unknown outcome.
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { moneyOf } from '#texts/operation-facts.ts';
import { mayMoveOn } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import css from './link.module.css';

interface LinkOutcomeProps {
  readonly operation: OperationView;
  readonly onAgain: (keep: boolean) => void;
}

export function LinkOutcome({ operation, onAgain }: LinkOutcomeProps) {
  const { say, amount } = useWords();
  const money = moneyOf(operation);
  const inDoubt = ['unknown', 'person'].includes(lookOf(operation));
  return (
    <div className={css['made']}>
      <Outcome operation={operation}>
        <DoubtFacts operation={operation} />
        <Details text={supportText(operation)} />
      </Outcome>
      {mayMoveOn(operation) ? (
        <Foot>
          {inDoubt ? (
            <span className="soft">{say('link.unknownHint')}</span>
          ) : (
            <Button onPress={() => onAgain(false)}>{say('link.new')}</Button>
          )}
          {isFinal(operation.state) && money !== null ? (
            <Button kind="next" large onPress={() => onAgain(true)}>
              {say('link.again', { amount: amount(money) })}
            </Button>
          ) : (
            <Button onPress={() => onAgain(false)}>{say('link.other')}</Button>
          )}
        </Foot>
      ) : null}
    </div>
  );
}
