// Sale, one step at a time: the form, then the progress and the outcome.
import { useEffect, useState } from 'react';
import type { Money } from '#contract/money/money.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { type DccFlow, createDccFlow } from './dcc/dcc-flow.ts';
import { DccSteps } from './dcc/dcc-steps.tsx';
import { SaleForm } from './sale-form.tsx';
import { SaleProgress } from './sale-progress.tsx';

export function SaleScreen() {
  const { sale, submissionPorts } = useStores();
  const [flow, setFlow] = useState<DccFlow | null>(null);
  const { phase, operation } = useSubmitted(sale.submission);
  useEffect(() => () => flow?.end(), [flow]);
  if (phase.type === 'taken' && operation !== null) return <SaleProgress operation={operation} />;
  if (flow === null) {
    const begin = (money: Money, terminalId: string) => setFlow(createDccFlow(submissionPorts, money, terminalId));
    return <SaleForm onDcc={begin} />;
  }
  return (
    <DccSteps
      flow={flow}
      onBack={() => setFlow(null)}
      onCharge={(choice) => {
        sale.charge(flow.money, flow.terminalId, choice ?? {});
        setFlow(null);
      }}
    />
  );
}
