// The window's calls about payouts that a program asks for and a person confirms.
import type { Implementations } from '#contract/calls/table.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { EndRows } from '#core/ports/store.ts';

export type ConfirmationCalls = ReturnType<typeof confirmationCalls>;

export function confirmationCalls(
  confirmations: Confirmations,
  ends: Pick<EndRows, 'note'>,
  view: (record: OperationRecord) => OperationView,
) {
  return {
    confirmations: () => confirmations.list(),
    async answerConfirmation({ id, allow, approval }) {
      const answer = await confirmations.answer(id, allow, approval);
      if (answer.type === 'refused') return answer;
      const { record } = answer;
      if (record === null) return { type: 'answered', operation: null };
      // The customer is at this till, and the program may show its end elsewhere.
      await ends.note(record.id);
      return { type: 'answered', operation: view(record) };
    },
  } satisfies Partial<Implementations>;
}
