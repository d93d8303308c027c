// Sale. One question at a time: how much, then did it work.
import { useStores } from '../../ui/context.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
import { SaleForm } from './sale-form.tsx';
import { SaleProgress } from './sale-progress.tsx';

export function SaleScreen() {
  const { sale } = useStores();
  const { phase, operation } = useSubmitted(sale.submission);
  if (phase.type === 'taken' && operation !== null) return <SaleProgress operation={operation} />;
  return <SaleForm />;
}
