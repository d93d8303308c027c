// Another amount than was asked for was approved: it is kept, or kept as a fact and then taken back, which is an
// operation of its own with the approval that money out asks for.
import { useState, type ReactNode } from 'react';
import type { Money } from '#contract/money.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Refusal } from '#contract/problems.ts';
import { isFinal } from '#contract/states.ts';
import { toKeep } from '../model/operation-facts.ts';
import { takeBackOf } from '../model/take-back.ts';
import { type Phase, createSubmission } from '../stores/submission.ts';
import { useStores } from './context.tsx';
import { useApproval } from './use-approval.tsx';
import { useSubmitted } from './use-operation.ts';
import { useStillHere } from './use-still-here.ts';

export interface OtherAmountSteps {
  readonly busy: boolean;
  readonly failed: Refusal | 'silent' | null;
  /** Resolves to whether it is kept now. */
  readonly keep: () => Promise<boolean>;
  /** Whether it is still on the screen. */
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
  // A refund's number lives as long as its try: pressing twice is one operation.
  const [refundId, setRefundId] = useState(() => `R-${ports.newId()}`);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Refusal | 'silent' | null>(null);
  const { phase, operation: reversal } = useSubmitted(submission);
  const { pass, asking, dialog } = useApproval();
  const isHere = useStillHere();
  const keep = async () => {
    if (toKeep(operation) === null) return true;
    if (busy) return false;
    setBusy(true);
    setFailed(null);
    const answer = await ports.bridge.ask('keepApproved', { id: operation.id });
    setBusy(false);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else {
      operations.take([answer.value.operation]);
      return true;
    }
    return false;
  };
  const request = takeBackOf(operation, approved, refundId);
  const takeBack = () => {
    if (reversal !== null && isFinal(reversal.state) && submission.renew()) setRefundId(`R-${ports.newId()}`);
    if (request === null) return;
    const { kind, input } = request;
    // Approved first: whoever leaves before that has done nothing, whoever leaves after it has done all of it.
    pass(kind, input, (along) => {
      void keep().then((kept) => {
        if (kept) submission.submit(kind, input, along);
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
