// How the manual refund went. While that is not known no other refund is offered here: it could pay the money out twice.
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, supportText } from '../../model/operation-facts.ts';
import { mayMoveOn } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Glance } from '../../ui/money/glance.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Details } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import css from './refund.module.css';

interface RefundResultProps {
  readonly operation: OperationView;
  readonly onAgain: () => void;
}

export function RefundResult({ operation, onAgain }: RefundResultProps) {
  const { say } = useWords();
  const { navigation } = useStores();
  const look = lookOf(operation);
  const person = look === 'person';
  const inDoubt = look === 'unknown' || person;
  return (
    <div className={css['page']}>
      <div className={css['result']}>
        <Outcome operation={operation}>
          {inDoubt ? <Notice tone="warn" title={say('refund.tellCustomer')} /> : null}
          <DoubtFacts operation={operation} />
          <Details text={supportText(operation)} />
        </Outcome>
        <Receipt operation={operation} />
      </div>
      <Glance />
      {inDoubt ? (
        <Foot>
          <span className="soft">{say(person ? 'sale.leavePersonHint' : 'refund.leaveHint')}</span>
          <Button onPress={() => navigation.go({ screen: 'sale' })}>
            {say(person ? 'sale.leavePerson' : 'sale.leave')}
          </Button>
        </Foot>
      ) : (
        <Foot>
          <span className="soft">{mayMoveOn(operation) ? null : say('sale.dontLeave')}</span>
          {mayMoveOn(operation) ? <Button onPress={onAgain}>{say('refund.another')}</Button> : null}
        </Foot>
      )}
    </div>
  );
}
