// Whether a payment waits for its second step: this till created it for a method with two steps, in the merchant's own
// pages, and no confirmation of it has begun.
import { useStore } from 'zustand';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { useStores } from '../../ui/base/context.tsx';

/** Methods whose payment needs a separate confirmation (specification, "Confirm payment"). */
const twoSteps: readonly string[] = ['KLARNA', 'PAYPAL', 'RIVERTY'];
const notDone: readonly string[] = ['failed', 'cancelled', 'expired'];

/** The operation that created it; null where there is nothing to confirm. */
export function useConfirmable(): OperationView | null {
  const { payment, operations } = useStores();
  const ids = useStore(payment, (state) => state.operationIds);
  const captured = useStore(payment, (state) => (state.known?.captured ?? 0) > 0 || state.known?.reversed === true);
  const byId = useStore(operations, (state) => state.byId);
  const story = ids.flatMap((id) => byId.get(id) ?? []);
  const begun = story.some((each) => each.kind === 'confirm' && !notDone.includes(each.state));
  if (begun || captured) return null;
  return story.find(isOfTwoSteps) ?? null;
}

function isOfTwoSteps({ kind, state, input }: OperationView): boolean {
  if (kind !== 'create-payment' || state !== 'succeeded') return false;
  const type = textAt(input, 'paymentMethods.type') ?? '';
  return textAt(input, 'paymentMethods.integrationType') === 'DIRECT' && twoSteps.includes(type);
}
