// Shows the capture, refund or reversal until it is final or waits.
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import css from './payments.module.css';

export function ActionResult({
  operation,
  onClose,
}: {
  readonly operation: OperationView;
  readonly onClose: () => void;
}) {
  const { say } = useWords();
  const running = lookOf(operation) === 'running';
  return (
    <div className={css['panel']}>
      <Outcome operation={operation} />
      <DoubtFacts operation={operation} />
      <Receipt operation={operation} />
      <Details text={supportText(operation)} />
      <Foot>
        <span className="soft">{running ? say('sale.dontLeave') : null}</span>
        <Button onPress={onClose}>{say('action.done')}</Button>
      </Foot>
    </div>
  );
}
