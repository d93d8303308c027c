// This till knows no such payment: the gateway may, by its full number.
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { RefusalNotice } from '../../ui/refusal.tsx';

export function AskGateway({ text }: { readonly text: string }) {
  const { payment } = useStores();
  const { say } = useWords();
  const { asking, refusal } = useStore(payment);
  return (
    <Empty icon="search" title={say('payments.noHit', { text })}>
      <p>{say('payments.noHitHow')}</p>
      <div className="row">
        <Button disabled={asking} onPress={() => void payment.find('payId', text)}>
          {say('payments.askPayId')}
        </Button>
        <Button disabled={asking} onPress={() => void payment.find('transId', text)}>
          {say('payments.askTransId')}
        </Button>
      </div>
      <p role="status">{asking ? say('payments.asking') : null}</p>
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
    </Empty>
  );
}
