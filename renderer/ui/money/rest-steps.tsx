// The steps for the rest of a purchase: charge it as a new sale with the same reference, or note that it was paid
// without a card. Nothing is charged from here: the rest is filled in on the Sale screen, and the cashier presses
// Charge there.
import { useState } from 'react';
import type { TenderView } from '#contract/operation/tender.ts';
import { hasRest, restOf } from '../../model/tender-facts.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useAsk } from '../feedback/use-ask.ts';
import { Failure } from '../feedback/failure.tsx';

/** Opens the Sale screen with the rest filled in; `busy` where another sale runs there. */
export function useTakeRest(): { readonly take: (tender: TenderView) => void; readonly busy: boolean } {
  const { sale, navigation } = useStores();
  const [busy, setBusy] = useState(false);
  const take = (tender: TenderView) => {
    const begun = sale.takeRest(tender);
    setBusy(!begun);
    if (begun) navigation.go({ screen: 'sale' });
  };
  return { take, busy };
}

/** The steps of a page that shows a purchase with a rest to pay: they stand last among its steps. */
export function RestSteps({ tender }: { readonly tender: TenderView }) {
  const { say, amount } = useWords();
  const { take, busy } = useTakeRest();
  if (!hasRest(tender)) return null;
  return (
    <>
      {busy ? <Notice tone="warn" title={say('other.saleRunning')} live /> : null}
      <PaidOtherwise tender={tender} onPaid={() => {}} />
      <Button kind="next" large onPress={() => take(tender)}>
        {say('parts.charge', { rest: amount(restOf(tender)) })}
      </Button>
    </>
  );
}

interface OtherwiseProps {
  readonly tender: TenderView;
  readonly onPaid: () => void;
}

export function PaidOtherwise({ tender, onPaid }: OtherwiseProps) {
  const { operations } = useStores();
  const { say, amount } = useWords();
  const [asked, setAsked] = useState(false);
  const { ask, busy, failed } = useAsk();
  const rest = amount(restOf(tender));
  const note = async () => {
    const done = await ask('payRestOtherwise', { id: tender.operationId, value: tender.remaining });
    if (done === null) return;
    operations.take([done.operation]);
    setAsked(false);
    onPaid();
  };
  return (
    <>
      <Button onPress={() => setAsked(true)}>{say('parts.otherwiseAsk')}</Button>
      {asked ? (
        <Dialog
          title={say('parts.otherwiseTitle', { rest })}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button disabled={busy} onPress={() => setAsked(false)}>
                {say('parts.otherwiseKeep')}
              </Button>
              <Button kind="next" disabled={busy} onPress={() => void note()}>
                {say('parts.otherwiseDo', { rest })}
              </Button>
            </>
          }
        >
          <p>{say('parts.otherwiseLead')}</p>
          <Failure failed={failed} what="done" />
        </Dialog>
      ) : null}
    </>
  );
}
