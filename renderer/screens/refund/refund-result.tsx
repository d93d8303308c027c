// How the manual refund went.
import type { OperationView } from '#contract/operation/operation.ts';
import { supportText } from '../../model/operation-facts.ts';
import { mayMoveOn } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Glance } from '../../ui/money/glance.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import css from './refund.module.css';

interface RefundResultProps {
  readonly operation: OperationView;
  readonly onAgain: () => void;
}

export function RefundResult({ operation, onAgain }: RefundResultProps) {
  const { say } = useWords();
  return (
    <div className={css['page']}>
      <div className={css['result']}>
        <Outcome operation={operation}>
          <DoubtFacts operation={operation} />
          <Details text={supportText(operation)} />
        </Outcome>
        <Receipt operation={operation} />
      </div>
      <Glance />
      <Foot>
        <span className="soft">{mayMoveOn(operation) ? null : say('sale.dontLeave')}</span>
        {mayMoveOn(operation) ? <Button onPress={onAgain}>{say('refund.another')}</Button> : null}
      </Foot>
    </div>
  );
}
