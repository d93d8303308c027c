// A sale that a person decided from a slip without the payId: Payments can refund it, and the terminal takes it back by
// its trace number.
import type { OperationView } from '#contract/operation/operation.ts';
import type { Money } from '#contract/money/money.ts';
import { moneyOf, numbersOf } from '#texts/operation-facts.ts';
import { isSale } from '../../model/words/operation-words.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { OtherAmountNotes, TakeBackButton } from '../../ui/money/other-amount.tsx';
import { useOtherAmount } from '../../ui/money/use-other-amount.tsx';

export function WithoutNumber({ operation }: { readonly operation: OperationView }) {
  const { payId, transId } = numbersOf(operation);
  const money = moneyOf(operation);
  const paid = isSale(operation) && operation.state === 'succeeded';
  if (!paid || payId !== null || transId === null || money === null) return null;
  return <Steps operation={operation} money={money} />;
}

interface StepsProps {
  readonly operation: OperationView;
  readonly money: Money;
}

function Steps({ operation, money }: StepsProps) {
  const { navigation } = useStores();
  const { say } = useWords();
  const steps = useOtherAmount(operation, money);
  return (
    <section className="stack">
      <p>{say('other.noNumber')}</p>
      {/* What it says of a till that cannot give back is said above: Payments can. */}
      {steps.takeBack === null ? null : <OtherAmountNotes approved={money} steps={steps} />}
      <div className="row spread">
        <TakeBackButton approved={money} steps={steps} />
        <Button icon="payments" onPress={() => navigation.go({ screen: 'payments', payId: operation.id })}>
          {say('sale.openPayment')}
        </Button>
      </div>
      {steps.dialog}
    </section>
  );
}
