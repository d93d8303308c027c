// The window's calls about what programs want to pay out.
import type { OperationView } from '#contract/operation.ts';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import type { Confirmations } from '#core/confirmations.ts';
import type { OperationRecord } from '#core/record.ts';

export function confirmationCalls(confirmations: Confirmations, view: (record: OperationRecord) => OperationView) {
  return {
    confirmations: () => confirmations.list(),
    async answerConfirmation({
      id,
      allow,
      approval,
    }: WindowInput<'answerConfirmation'>): Promise<WindowOutputs['answerConfirmation']> {
      const answer = await confirmations.answer(id, allow, approval);
      if (answer.type === 'refused') return answer;
      return { type: 'answered', operation: answer.record === null ? null : view(answer.record) };
    },
  };
}
