// The steps after a sale that was paid: the next sale, or first the rest of this one.
import type { ReactNode } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import { numbersOf } from '#texts/operation-facts.ts';
import { hasRest, restOf } from '../../model/tender-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { PaidOtherwise, useTakeRest } from '../../ui/money/rest-steps.tsx';

interface SaleEndProps {
  readonly operation: OperationView;
  readonly tender: TenderView | null;
  /** Steps that give money back stand first, away from the step forward. */
  readonly children?: ReactNode;
}

export function SaleEnd({ operation, tender, children }: SaleEndProps) {
  const { say, amount } = useWords();
  const { sale, navigation } = useStores();
  const { take } = useTakeRest();
  const { payId } = numbersOf(operation);
  if (tender !== null && hasRest(tender)) {
    return (
      <Foot>
        {children}
        <Button kind="quiet" onPress={() => sale.next(false)}>
          {say('parts.leave')}
        </Button>
        <PaidOtherwise tender={tender} onPaid={() => {}} />
        <Button kind="next" large onPress={() => take(tender)}>
          {say('parts.charge', { rest: amount(restOf(tender)) })}
        </Button>
      </Foot>
    );
  }
  return (
    <Foot>
      {children}
      {payId === null ? (
        <span />
      ) : (
        <Button onPress={() => navigation.go({ screen: 'payments', payId })}>{say('sale.openPayment')}</Button>
      )}
      <Button kind="next" large shortcut="Control+Enter" onPress={() => sale.next(false)}>
        {say('sale.new')}
      </Button>
    </Foot>
  );
}
