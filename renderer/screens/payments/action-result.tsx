// Shows the capture, refund or reversal until it is final or waits.
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { subjectOf } from '../../model/words/operation-words.ts';
import { Button } from '../../ui/base/button.tsx';
import { FromTop } from '../../ui/base/from-top.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
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
  const look = lookOf(operation);
  const running = look === 'running';
  const refundInDoubt = subjectOf(operation) === 'refund' && (look === 'unknown' || look === 'person');
  return (
    <div className={css['panel']}>
      <FromTop page={look} />
      <Outcome operation={operation} />
      {refundInDoubt ? <Notice tone="warn" title={say('refund.tellCustomer')} /> : null}
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
