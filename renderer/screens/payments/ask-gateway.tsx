// Asks the gateway, by the full number, for a payment that this till does not know.
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';

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
