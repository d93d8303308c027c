// Beside the details of an operation for which another amount was approved: the steps that any person at the till may
// take; and, once the amount is kept, the purchase with its rest.
import type { ReactNode } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, toKeep } from '../../model/operation-facts.ts';
import { hasRest } from '../../model/tender-facts.ts';
import { type Difference } from '#texts/operation-facts.ts';
import { isSale } from '../../model/words/operation-words.ts';
import { useWords } from '../../ui/base/context.tsx';
import { DifferenceFacts, KeepButton, OtherAmountNotes, TakeBackButton } from '../../ui/money/other-amount.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Purchase } from '../../ui/money/purchase.tsx';
import { RestSteps } from '../../ui/money/rest-steps.tsx';
import { useOtherAmount } from '../../ui/money/use-other-amount.tsx';
import { useTender } from '../../ui/money/use-tender.ts';
import css from './activity.module.css';

interface OtherAmountPanelProps {
  readonly operation: OperationView;
  readonly difference: Difference;
  /** Lays the page out: the panel beside what is known, and its steps at the foot of the page. */
  readonly page: (panel: ReactNode, foot: ReactNode) => ReactNode;
}

export function OtherAmountPanel({ operation, difference, page }: OtherAmountPanelProps) {
  const { say } = useWords();
  const steps = useOtherAmount(operation, difference.approved);
  const undecided = toKeep(operation) !== null;
  const tried = steps.reversal !== null && lookOf(steps.reversal) === 'failed';
  const tender = useTender(operation);
  return page(
    <>
      <section className={css['other']} aria-label={say(undecided ? 'decide.title' : 'parts.title')}>
        <DifferenceFacts
          operation={operation}
          difference={difference}
          isRest={undecided && isSale(operation)}
          bothSaid={undecided || (difference.type === 'less' && isSale(operation))}
        />
        <OtherAmountNotes approved={difference.approved} steps={steps} />
        {tried && !undecided ? (
          <div className="row">
            <TakeBackButton approved={difference.approved} steps={steps} />
          </div>
        ) : null}
        {steps.dialog}
      </section>
      {tender === null ? null : <Purchase tender={tender} shown={operation.id} />}
    </>,
    undecided ? (
      <Foot>
        <TakeBackButton approved={difference.approved} steps={steps} />
        <KeepButton large operation={operation} difference={difference} steps={steps} />
      </Foot>
    ) : (
      <RestFoot tender={tender} />
    ),
  );
}

/** The purchase that a sale belongs to. */
export function InParts({ operation }: { readonly operation: OperationView }) {
  const tender = useTender(operation);
  return tender === null ? null : <Purchase tender={tender} shown={operation.id} />;
}

/** The steps for the rest of the purchase that a sale belongs to. */
export function RestOfPurchase({ operation }: { readonly operation: OperationView }) {
  return <RestFoot tender={useTender(operation)} />;
}

function RestFoot({ tender }: { readonly tender: ReturnType<typeof useTender> }) {
  if (tender === null || !hasRest(tender)) return null;
  return (
    <Foot>
      <RestSteps tender={tender} />
    </Foot>
  );
}
