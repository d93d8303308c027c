// The window's calls about payouts that a program asks for and a person confirms.
import type { Implementations } from '#contract/calls/table.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { OperationRecord } from '#core/ports/record.ts';

export type ConfirmationCalls = ReturnType<typeof confirmationCalls>;

export function confirmationCalls(confirmations: Confirmations, view: (record: OperationRecord) => OperationView) {
  return {
    confirmations: () => confirmations.list(),
    async answerConfirmation({ id, allow, approval }) {
      const answer = await confirmations.answer(id, allow, approval);
      if (answer.type === 'refused') return answer;
      return { type: 'answered', operation: answer.record === null ? null : view(answer.record) };
    },
  } satisfies Partial<Implementations>;
}
