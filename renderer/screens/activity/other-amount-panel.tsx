// Beside the details of an operation for which another amount was approved: the steps that any person at the till may
// take; and, once the amount is kept, the purchase with its rest.
import type { OperationView } from '#contract/operation.ts';
import { lookOf, toKeep } from '../../model/operation-facts.ts';
import { type Difference } from '#texts/operation-facts.ts';
import { isSale } from '../../model/operation-words.ts';
import { useWords } from '../../ui/base/context.tsx';
import { DifferenceFacts, KeepButton, OtherAmountNotes, TakeBackButton } from '../../ui/money/other-amount.tsx';
import { Purchase } from '../../ui/money/purchase.tsx';
import { RestSteps } from '../../ui/money/rest-steps.tsx';
import { useOtherAmount } from '../../ui/money/use-other-amount.tsx';
import { useTender } from '../../ui/money/use-tender.ts';
import css from './activity.module.css';

interface OtherAmountPanelProps {
  readonly operation: OperationView;
  readonly difference: Difference;
}

export function OtherAmountPanel({ operation, difference }: OtherAmountPanelProps) {
  const { say } = useWords();
  const steps = useOtherAmount(operation, difference.approved);
  const undecided = toKeep(operation) !== null;
  const tried = steps.reversal !== null && lookOf(steps.reversal) === 'failed';
  return (
    <section className={css['other']} aria-label={say(undecided ? 'decide.title' : 'parts.title')}>
      <DifferenceFacts
        difference={difference}
        isRest={undecided && isSale(operation)}
        bothSaid={undecided || (difference.type === 'less' && isSale(operation))}
      />
      <OtherAmountNotes approved={difference.approved} steps={steps} />
      {undecided ? (
        <div className="row spread">
          <TakeBackButton approved={difference.approved} steps={steps} />
          <KeepButton operation={operation} difference={difference} steps={steps} />
        </div>
      ) : null}
      {tried && !undecided ? (
        <div className="row">
          <TakeBackButton approved={difference.approved} steps={steps} />
        </div>
      ) : null}
      {steps.dialog}
    </section>
  );
}

/** The purchase that a sale belongs to, with the steps for its rest. */
export function InParts({ operation }: { readonly operation: OperationView }) {
  const tender = useTender(operation);
  if (tender === null) return null;
  return (
    <>
      <Purchase tender={tender} shown={operation.id} />
      <RestSteps tender={tender} />
    </>
  );
}
