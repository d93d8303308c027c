// Beside what is known of an operation of which another amount was approved: what to do about it, for whoever stands at
// the till; and, once it is kept, the purchase with its rest.
import type { OperationView } from '#contract/operation.ts';
import { type Difference, lookOf, toKeep } from '../../model/operation-facts.ts';
import { isSale } from '../../model/operation-words.ts';
import { useWords } from '../../ui/context.tsx';
import { DifferenceFacts, KeepButton, OtherAmountNotes, TakeBackButton } from '../../ui/other-amount.tsx';
import { Purchase } from '../../ui/purchase.tsx';
import { RestSteps } from '../../ui/rest-steps.tsx';
import { useOtherAmount } from '../../ui/use-other-amount.tsx';
import { useTender } from '../../ui/use-tender.ts';
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
      <DifferenceFacts difference={difference} isRest={undecided && isSale(operation)} />
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

/** The purchase that a sale belongs to, with what can be done about its rest. */
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
