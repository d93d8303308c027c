// A sale that a person decided from a slip without the payment's number: the gateway may know the number by the
// transaction, and the terminal takes the sale back by its trace number.
import { useState } from 'react';
import { textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Money } from '#contract/money.ts';
import type { Refusal } from '#contract/problems.ts';
import { moneyOf, numbersOf } from '../../model/operation-facts.ts';
import { isSale } from '../../model/operation-words.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OtherAmountNotes, TakeBackButton } from '../../ui/other-amount.tsx';
import { RefusalNotice } from '../../ui/refusal.tsx';
import { useOtherAmount } from '../../ui/use-other-amount.tsx';

export function WithoutNumber({ operation }: { readonly operation: OperationView }) {
  const { payId, transId } = numbersOf(operation);
  const money = moneyOf(operation);
  const paid = isSale(operation) && operation.state === 'succeeded';
  if (!paid || payId !== null || transId === null || money === null) return null;
  return <Steps operation={operation} transId={transId} money={money} />;
}

interface StepsProps {
  readonly operation: OperationView;
  readonly transId: string;
  readonly money: Money;
}

function Steps({ operation, transId, money }: StepsProps) {
  const { ports, navigation } = useStores();
  const { say } = useWords();
  const steps = useOtherAmount(operation, money);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  const ask = async () => {
    setAsking(true);
    setFailed(null);
    const answer = await ports.bridge.ask('findPayment', { by: 'transId', id: transId });
    setAsking(false);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else {
      const payId = answer.value.known?.payId ?? textAt(answer.value.payment, 'payId');
      if (payId !== null) navigation.go({ screen: 'payments', payId });
    }
  };
  return (
    <section className="stack">
      <p>{say('other.noNumber')}</p>
      <OtherAmountNotes approved={money} steps={steps} />
      {failed === 'silent' ? <Notice tone="warn" title={say('other.silent')} live /> : null}
      {failed === null || failed === 'silent' ? null : <RefusalNotice refusal={failed} />}
      <div className="row spread">
        <TakeBackButton approved={money} steps={steps} />
        <Button icon="refresh" disabled={asking} onPress={() => void ask()}>
          {say(asking ? 'payments.asking' : 'payments.askTransId')}
        </Button>
      </div>
      {steps.dialog}
    </section>
  );
}
