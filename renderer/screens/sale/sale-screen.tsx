// Sale, one step at a time: the form, the customer's choices where the shop has them, then the progress and the outcome.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { type DccFlow, createDccFlow } from './dcc/dcc-flow.ts';
import { DccSteps } from './dcc/dcc-steps.tsx';
import { SaleForm } from './sale-form.tsx';
import { SaleProgress } from './sale-progress.tsx';
import { TipStep } from './tip/tip-step.tsx';

/** A sale whose customer is asked before it is sent. */
interface Entered {
  readonly money: Money;
  readonly terminalId: string;
  /** The customer chooses the currency, too. */
  readonly dcc: boolean;
}

export function SaleScreen() {
  const { sale, submissionPorts } = useStores();
  const [tipped, setTipped] = useState<Entered | null>(null);
  const [flow, setFlow] = useState<{ readonly dcc: DccFlow; readonly tip: JsonObject } | null>(null);
  const asksTip = useAsksTip();
  const { phase, operation } = useSubmitted(sale.submission);
  useEffect(() => () => flow?.dcc.end(), [flow]);
  if (phase.type === 'taken' && operation !== null) return <SaleProgress operation={operation} />;
  const goOn = ({ money, terminalId, dcc }: Entered, tipMinor: number) => {
    const tip = tipMinor === 0 ? {} : { tipMinor };
    const whole = { value: money.value + tipMinor, currency: money.currency };
    setTipped(null);
    if (dcc) setFlow({ dcc: createDccFlow(submissionPorts, whole, terminalId), tip });
    else sale.charge(whole, terminalId, tip);
  };
  if (tipped !== null) {
    return <TipStep money={tipped.money} onBack={() => setTipped(null)} onDone={(tip) => goOn(tipped, tip)} />;
  }
  if (flow !== null) {
    return (
      <DccSteps
        flow={flow.dcc}
        onBack={() => setFlow(null)}
        onCharge={(choice) => {
          sale.charge(flow.dcc.money, flow.dcc.terminalId, { ...flow.tip, ...choice });
          setFlow(null);
        }}
      />
    );
  }
  const begin = (dcc: boolean) => (money: Money, terminalId: string) => {
    const entered = { money, terminalId, dcc };
    if (asksTip()) setTipped(entered);
    else goOn(entered, 0);
  };
  return <SaleForm onCharge={begin(false)} onDcc={begin(true)} />;
}

/** Whether the customer is asked: on a screen of their own, for a sale, and once for a purchase that is paid in parts. */
function useAsksTip(): () => boolean {
  const { sale, shop, customerScreen } = useStores();
  const offers = useStore(shop, ({ tipPercentages }) => tipPercentages.length > 0);
  // What changed while the till was locked, the window was not told.
  useEffect(() => {
    if (offers) void customerScreen.load();
  }, [customerScreen, offers]);
  return () => {
    const { kind, rest } = sale.getState();
    return offers && customerScreen.getState().there && kind === 'SALE' && rest === null;
  };
}
