// The question that waits longest, and whether it is open or put aside. It opens by itself, except over a payment that
// runs here: the cashier must see what the customer is to do. A person's press to open or put aside wins over both.
import { useStore } from 'zustand';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import { lookOf } from '../../model/operation-facts.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';

interface Question {
  readonly question: ConfirmationView | null;
  readonly open: boolean;
  readonly more: number;
}

export function useQuestion(): Question {
  const { confirmations, navigation, sale } = useStores();
  const { questions, wanted } = useStore(confirmations);
  const atSale = useStore(navigation, ({ route }) => route.screen === 'sale');
  // While the screen faces the customer, a question to the shop waits.
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const { phase, operation } = useSubmitted(sale.submission);
  const runs = phase.type === 'asking' || (operation !== null && lookOf(operation) === 'running');
  const question = facingCustomer ? null : (questions[0] ?? null);
  const said = wanted !== null && wanted.id === question?.id ? wanted.open : null;
  return { question, open: said ?? !(atSale && runs), more: Math.max(0, questions.length - 1) };
}
