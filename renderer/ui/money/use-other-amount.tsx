// Another amount than was asked for was approved: a person keeps it, or takes it back. Taking back first keeps it, then
// sends a reversal or refund, with the supervisor's approval that money out needs.
import { useState, type ReactNode } from 'react';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { Failed } from '../../bridge/failed.ts';
import { toKeep } from '../../model/operation-facts.ts';
import { takeBackOf } from '../../model/take-back.ts';
import { type Phase, createSubmission } from '../../stores/operations/submission.ts';
import { useStores } from '../base/context.tsx';
import { useApproval } from '../people/use-approval.tsx';
import { useSubmitted } from './use-operation.ts';
import { useStillHere } from '../base/use-still-here.ts';
import { useAsk } from '../feedback/use-ask.ts';

export interface OtherAmountSteps {
  readonly busy: boolean;
  readonly failed: Failed;
  /** Resolves to whether the amount is kept now. */
  readonly keep: () => Promise<boolean>;
  /** Whether the component is still on the screen. */
  readonly isHere: () => boolean;
  /** Null where nothing names the payment. */
  readonly takeBack: (() => void) | null;
  /** The reversal or refund that takes it back, once it was begun. */
  readonly reversal: OperationView | null;
  readonly phase: Phase;
  /** The approval, while it is asked for. */
  readonly dialog: ReactNode;
}

export function useOtherAmount(operation: OperationView, approved: Money): OtherAmountSteps {
  const { ports, operations, submissionPorts } = useStores();
  const [submission] = useState(() => createSubmission(submissionPorts));
  // The refund's id stays the same until that refund has ended, so pressing twice is one operation.
  const [refundId, setRefundId] = useState(() => `R-${ports.newId()}`);
  const { ask, busy, failed } = useAsk();
  const { phase, operation: reversal } = useSubmitted(submission);
  const { pass, asking, dialog } = useApproval(phase);
  const isHere = useStillHere();
  const keep = async () => {
    // It may have been kept since this was drawn.
    if (toKeep(operations.getState().byId.get(operation.id) ?? operation) === null) return true;
    if (busy) return false;
    const done = await ask('keepApproved', { id: operation.id });
    if (done !== null) operations.take([done.operation]);
    return done !== null;
  };
  const request = takeBackOf(operation, approved, refundId);
  const takeBack = () => {
    if (reversal !== null && isFinal(reversal.state) && submission.renew()) setRefundId(`R-${ports.newId()}`);
    if (request === null) return;
    const { kind, input } = request;
    // The approval comes first: a person who leaves before it has done nothing, and after it all steps are carried out.
    pass(kind, input, (along, told) => {
      void keep().then((kept) => {
        if (kept) submission.submit(kind, told, along);
      });
    });
  };
  return {
    busy: busy || asking,
    failed,
    keep,
    isHere,
    takeBack: request === null ? null : takeBack,
    reversal,
    phase,
    dialog,
  };
}
