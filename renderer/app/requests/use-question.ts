// The question that waits longest, and whether it stands open or is put aside. It opens by itself, except over a
// payment that runs here: what the customer is to do must stay in sight. A person's press wins over both.
import { useStore } from 'zustand';
import type { ConfirmationView } from '#contract/confirmation.ts';
import { lookOf } from '../../model/operation-facts.ts';
import { useStores } from '../../ui/context.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';

interface Question {
  readonly question: ConfirmationView | null;
  readonly open: boolean;
  readonly more: number;
}

export function useQuestion(): Question {
  const { confirmations, navigation, sale } = useStores();
  const { questions, wanted } = useStore(confirmations);
  const atSale = useStore(navigation, ({ place }) => place.screen === 'sale');
  // Turned to the customer, the screen is theirs: a question to the shop waits until it is turned back.
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const { phase, operation } = useSubmitted(sale.submission);
  const runs = phase.type === 'asking' || (operation !== null && lookOf(operation) === 'running');
  const question = facingCustomer ? null : (questions[0] ?? null);
  const said = wanted !== null && wanted.id === question?.id ? wanted.open : null;
  return { question, open: said ?? !(atSale && runs), more: Math.max(0, questions.length - 1) };
}
