// The operation that a submission started, as it is now.
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Phase, Submission } from '../../stores/operations/submission.ts';
import { useStores } from '../base/context.tsx';

export function useSubmitted(submission: Submission): {
  readonly phase: Phase;
  readonly operation: OperationView | null;
} {
  const phase = useStore(submission, (state) => state.phase);
  const id = phase.type === 'taken' ? phase.operationId : null;
  const operation = useStore(useStores().operations, (state) => (id === null ? null : (state.byId.get(id) ?? null)));
  return { phase, operation };
}
