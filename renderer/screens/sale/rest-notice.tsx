// Says that the sale on the form takes the rest of an earlier one, with the two other ways to deal with that rest.
import type { TenderView } from '#contract/operation/tender.ts';
import { askedInAll, restOf } from '../../model/tender-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PaidOtherwise } from '../../ui/money/rest-steps.tsx';

export function RestNotice({ tender }: { readonly tender: TenderView }) {
  const { sale } = useStores();
  const { say, amount } = useWords();
  const title = say('parts.forRest', { rest: amount(restOf(tender)), asked: amount(askedInAll(tender)) });
  return (
    <Notice tone="info" title={title}>
      <div className="row">
        <PaidOtherwise tender={tender} onPaid={() => sale.dropRest(tender)} />
        <Button kind="quiet" onPress={() => sale.dropRest()}>
          {say('parts.leave')}
        </Button>
      </div>
    </Notice>
  );
}

/** What was noted is said where it was pressed, with the way to take it back. */
export function RestNoted({ tender }: { readonly tender: TenderView }) {
  const { navigation } = useStores();
  const { say, amount } = useWords();
  const title = say('parts.noted', { asked: amount(askedInAll(tender)), rest: amount(restOf(tender)) });
  return (
    <Notice tone="good" title={title} live>
      <Button
        kind="quiet"
        icon="payments"
        onPress={() => navigation.go({ screen: 'activity', operationId: tender.operationId })}
      >
        {say('sale.openPayment')}
      </Button>
    </Notice>
  );
}
