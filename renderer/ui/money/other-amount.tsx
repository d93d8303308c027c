// The steps where another amount than was asked for was approved, for the Sale screen and for Activity: the buttons and
// their outcomes.
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { lookOf, toKeep } from '../../model/operation-facts.ts';
import { type Difference, tipIn } from '#texts/operation-facts.ts';
import { isSale } from '../../model/words/operation-words.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { DoubtFacts } from '../feedback/doubt.tsx';
import { Facts } from '../feedback/details.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNotice } from '../feedback/refusal.tsx';
import { Failure } from '../feedback/failure.tsx';
import { useTakeRest } from './rest-steps.tsx';
import type { OtherAmountSteps } from './use-other-amount.tsx';

interface StepsProps {
  readonly operation: OperationView;
  readonly difference: Difference;
  readonly steps: OtherAmountSteps;
}

interface TakeBackProps {
  readonly approved: Money;
  readonly steps: OtherAmountSteps;
}

interface KeepProps extends StepsProps {
  readonly large?: boolean;
}

interface DifferenceFactsProps {
  readonly operation: OperationView;
  readonly difference: Difference;
  readonly isRest: boolean;
  /** Whether the headline above names both sums. */
  readonly bothSaid: boolean;
}

/** The sums that the headline does not name, and their difference. */
export function DifferenceFacts({ operation, difference, isRest, bothSaid }: DifferenceFactsProps) {
  const { say, amount } = useWords();
  const { type, asked, by } = difference;
  // Before a person keeps it, it is asked whether it is a tip.
  const tipped = toKeep(operation) === null ? tipIn(operation) : null;
  return (
    <Facts
      facts={[
        [say('fact.asked'), bothSaid ? null : amount(asked)],
        [say('fact.rest'), type === 'less' && isRest ? amount(by) : null],
        [say('fact.tip'), tipped === null ? null : amount(tipped.tip)],
      ]}
    />
  );
}

/** The outcome of the presses: the operation that takes it back, or why nothing was done. */
export function OtherAmountNotes({ approved, steps }: TakeBackProps) {
  const { say, amount } = useWords();
  const { failed, phase, reversal, takeBack } = steps;
  const stays = reversal !== null && lookOf(reversal) === 'failed';
  return (
    <>
      {reversal === null ? null : (
        <>
          <Outcome operation={reversal} compact />
          <DoubtFacts operation={reversal} />
        </>
      )}
      {stays ? <p>{say('other.keptNotBack', { amount: amount(approved) })}</p> : null}
      {phase.type === 'asking' && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="reversal" /> : null}
      <Failure failed={failed} what="done" />
      {takeBack === null ? <p className="soft">{say('other.cannotTakeBack')}</p> : null}
    </>
  );
}

export function TakeBackButton({ approved, steps }: TakeBackProps) {
  const { say, amount } = useWords();
  const { busy, phase, reversal, takeBack } = steps;
  const sent = phase.type === 'asking' || (reversal !== null && lookOf(reversal) !== 'failed');
  if (takeBack === null) return null;
  const text = { amount: amount(approved) };
  return (
    <Button kind="out" disabled={busy || sent} onPress={takeBack}>
      {say(phase.type === 'asking' ? 'other.takingBack' : 'other.takeBack', text)}
    </Button>
  );
}

/** The step forward keeps the approved amount; of a sale it then opens the Sale screen with the rest. */
export function KeepButton({ operation, difference, steps, large = false }: KeepProps) {
  const { say, amount } = useWords();
  const { ports, sale, navigation } = useStores();
  const { take, busy: saleRuns } = useTakeRest();
  const approved = amount(difference.approved);
  const by = amount(difference.by);
  const chargesRest = difference.type === 'less' && isSale(operation);
  const keep = async () => {
    const { route } = navigation.getState();
    if (!(await steps.keep()) || !chargesRest) return;
    const answer = await ports.bridge.ask('tender', { id: operation.id });
    // Without an answer, or where the cashier has gone on meanwhile, the kept sale offers its rest on its own page.
    const isHere = steps.isHere() && navigation.getState().route === route && !sale.isTyped();
    if (isHere && answer.type === 'answer' && answer.value !== null) take(answer.value);
  };
  const label = chargesRest
    ? say('less.keepAndCharge', { approved, rest: by })
    : difference.type === 'less'
      ? say('less.keep', { approved })
      : say('more.keep', { approved, extra: by });
  return (
    <>
      {saleRuns ? <Notice tone="warn" title={say('other.saleRunning')} live /> : null}
      <Button kind="next" large={large} disabled={steps.busy} onPress={() => void keep()}>
        {label}
      </Button>
    </>
  );
}
