// The steps of a sale for which the customer chooses the currency: which card, the two currencies, the choice read
// back. Without a choice it says so, and the sale goes on in the shop's currency.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isFinal } from '#contract/operation/states.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Outcome } from '../../../ui/money/outcome.tsx';
import { useSubmitted } from '../../../ui/money/use-operation.ts';
import { useTurned } from '../../../ui/money/use-turned.ts';
import { DccCard } from './dcc-card.tsx';
import { DccChoice } from './dcc-choice.tsx';
import type { DccFlow } from './dcc-flow.ts';
import { DccNone } from './dcc-none.tsx';
import css from './dcc.module.css';

interface DccStepsProps {
  readonly flow: DccFlow;
  /** Back to the amount. */
  readonly onBack: () => void;
  /** On to the sale; null: without a choice. */
  readonly onCharge: (choice: JsonObject | null) => void;
}

export function DccSteps({ flow, onBack, onCharge }: DccStepsProps) {
  const { say } = useWords();
  const { navigation } = useStores();
  const { answer } = useStore(flow);
  const read = useSubmitted(flow.reading);
  const quote = useSubmitted(flow.quoting);
  useEndings(flow);
  const offers = answer !== null && answer !== 'silent' && answer.type === 'offer' && answer.choices !== null;
  const elsewhere = useCustomerScreen(flow, offers);
  const facing = offers && !elsewhere;
  useEffect(() => {
    navigation.faceCustomer(facing);
    return () => navigation.faceCustomer(false);
  }, [navigation, facing]);
  if (quote.phase.type === 'idle' && (read.phase.type === 'idle' || read.phase.type === 'refused')) {
    return <DccCard flow={flow} onBack={onBack} onCharge={() => onCharge(null)} />;
  }
  const wentWrong = quote.operation !== null && isFinal(quote.operation.state) && quote.operation.state !== 'succeeded';
  if (quote.phase.type === 'refused' || wentWrong) {
    const refusal = quote.phase.type === 'refused' ? quote.phase.refusal : null;
    return <DccNone flow={flow} why="no-quote" refusal={refusal} onBack={onBack} onCharge={() => onCharge(null)} />;
  }
  if (answer !== null && answer !== 'silent') {
    if (answer.type === 'offer' && answer.choices !== null) {
      return (
        <DccChoice
          flow={flow}
          offer={answer.offer}
          choices={answer.choices}
          elsewhere={elsewhere}
          onBack={onBack}
          onCharge={onCharge}
        />
      );
    }
    const why = answer.type === 'offer' ? 'not-available' : answer.why;
    if (why !== 'expired') {
      return <DccNone flow={flow} why={why} refusal={null} onBack={onBack} onCharge={() => onCharge(null)} />;
    }
  }
  const running = quote.operation ?? read.operation;
  const isSilent =
    answer === 'silent' || [read.phase, quote.phase].some((each) => each.type === 'asking' && each.silent);
  return (
    <div className={css['page']}>
      {running === null ? <h1>{say('dcc.asking')}</h1> : <Outcome operation={running} />}
      {isSilent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {read.operation === null ? null : <p className="soft">{say('dccSale.readOnly')}</p>}
      {read.operation === null ? (
        <Foot>
          <Button onPress={onBack}>{say('dccSale.back')}</Button>
        </Foot>
      ) : null}
    </div>
  );
}

/** Goes on when the card was read, and when the quote is there. */
function useEndings(flow: DccFlow): void {
  const { operation: card } = useSubmitted(flow.reading);
  const { operation: quote } = useSubmitted(flow.quoting);
  const readId = card?.state === 'succeeded' ? card.id : null;
  const notRead = card !== null && card.state !== 'succeeded' && isFinal(card.state);
  const quotedId = quote?.state === 'succeeded' ? quote.id : null;
  useEffect(() => {
    if (readId !== null) void flow.cardRead(readId);
    else if (notRead) void flow.cardRead(null);
  }, [flow, readId, notRead]);
  useEffect(() => {
    if (quotedId !== null) void flow.quoted(quotedId);
  }, [flow, quotedId]);
}

/**
 * Turns the offer to the customer's own screen, and takes the choice from there. False where there is no such screen, where
 * it went, or where the cashier wants the choice here: then the till's screen asks, with whatever was chosen already.
 */
function useCustomerScreen(flow: DccFlow, offers: boolean): boolean {
  const { customerScreen } = useStores();
  const { chosen, here } = useStore(flow);
  const { there, shown } = useStore(customerScreen);
  const { operation: quote } = useSubmitted(flow.quoting);
  const quoteOperationId = offers && !here ? (quote?.id ?? null) : null;
  useTurned(quoteOperationId === null ? null : { type: 'choice', quoteOperationId, chosen });
  // What changed while the till was locked, the window was not told.
  useEffect(() => void customerScreen.load(), [customerScreen]);
  useEffect(
    () =>
      customerScreen.onChose((answer) => {
        if ('currency' in answer && answer.quoteOperationId === quoteOperationId) flow.choose(answer.currency);
      }),
    [customerScreen, flow, quoteOperationId],
  );
  return offers && !here && there && shown;
}
