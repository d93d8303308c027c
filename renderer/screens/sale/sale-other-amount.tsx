// The end of a sale of which another amount was approved than was asked for: both sums, what is kept, what is left.
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, supportText, toKeep } from '../../model/operation-facts.ts';
import { type Difference, isMoneyOut, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { isSale } from '../../model/words/operation-words.ts';
import { hasRest } from '../../model/tender-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Details, Facts } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { DifferenceFacts, KeepButton, OtherAmountNotes, TakeBackButton } from '../../ui/money/other-amount.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Purchase } from '../../ui/money/purchase.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import { useOtherAmount } from '../../ui/money/use-other-amount.tsx';
import { useTender } from '../../ui/money/use-tender.ts';
import { SaleEnd } from './sale-end.tsx';
import css from './sale.module.css';

interface SaleOtherAmountProps {
  readonly operation: OperationView;
  readonly difference: Difference;
}

export function SaleOtherAmount({ operation, difference }: SaleOtherAmountProps) {
  const { say, amount } = useWords();
  const { sale } = useStores();
  const steps = useOtherAmount(operation, difference.approved);
  const tender = useTender(operation);
  const undecided = toKeep(operation) !== null;
  const { terminalId, reference, card, approvalCode } = numbersOf(operation);
  const goesBack = steps.reversal !== null && lookOf(steps.reversal) !== 'failed' ? steps.reversal : null;
  const takenBack = goesBack !== null;
  return (
    <div className={css['progress']}>
      <div className={css['main']}>
        {/* The sale is not shown as paid beside what takes it back. */}
        <Outcome operation={goesBack ?? operation}>
          <div className="stack">
            {goesBack === null ? (
              <DifferenceFacts
                operation={operation}
                difference={difference}
                isRest={undecided && isSale(operation)}
                bothSaid={undecided || (difference.type === 'less' && isSale(operation))}
              />
            ) : (
              <DoubtFacts operation={goesBack} />
            )}
            <Facts
              facts={[
                [
                  say('parts.reversed'),
                  goesBack !== null && namesNoAmount(goesBack) ? amount(difference.approved) : null,
                ],
                [say('fact.card'), card],
                [say('fact.reference'), reference],
                [say('fact.terminal'), terminalId],
                [say('fact.approval'), approvalCode],
              ]}
            />
            <Details text={supportText(goesBack ?? operation)} />
          </div>
        </Outcome>
        <div className="stack">
          <OtherAmountNotes
            approved={difference.approved}
            steps={goesBack === null ? steps : { ...steps, reversal: null }}
          />
          {tender === null || takenBack ? null : <Purchase tender={tender} shown={operation.id} />}
          {undecided || takenBack ? null : <Receipt operation={operation} />}
        </div>
      </div>
      {undecided ? (
        <Foot>
          <TakeBackButton approved={difference.approved} steps={steps} />
          <Button kind="quiet" onPress={() => sale.next(false)}>
            {say('sale.leavePerson')}
          </Button>
          <KeepButton large operation={operation} difference={difference} steps={steps} />
        </Foot>
      ) : (
        <SaleEnd operation={operation} tender={takenBack ? null : tender}>
          {(hasRest(tender) || steps.reversal !== null) && !takenBack ? (
            <TakeBackButton approved={difference.approved} steps={steps} />
          ) : null}
        </SaleEnd>
      )}
      {steps.dialog}
    </div>
  );
}

/** The outcome of a reversal names no amount; that of a refund does. */
function namesNoAmount(reversal: OperationView): boolean {
  return lookOf(reversal) === 'succeeded' && !isMoneyOut(nameOf(reversal));
}
