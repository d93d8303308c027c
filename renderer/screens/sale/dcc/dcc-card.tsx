// Asks for the card: read at the terminal, or its first digits typed; never the whole number. The step forward reads it;
// where the terminal could not, it charges in the shop's currency.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Amount } from '../../../ui/base/amount.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { BinField, isBin } from '../../../ui/money/bin-field.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../../ui/feedback/refusal.tsx';
import type { DccFlow } from './dcc-flow.ts';
import css from './dcc.module.css';

interface DccCardProps {
  readonly flow: DccFlow;
  readonly onBack: () => void;
  readonly onCharge: () => void;
}

export function DccCard({ flow, onBack, onCharge }: DccCardProps) {
  const { say, amount } = useWords();
  const { bin, unread } = useStore(flow);
  const phase = useStore(flow.reading, (state) => state.phase);
  const [checked, setChecked] = useState(false);
  const ask = () => {
    setChecked(true);
    if (isBin(bin)) flow.ask();
  };
  const read = () => flow.readCard();
  const readIt = say('dccSale.read', { terminal: flow.terminalId });
  return (
    <div className={css['page']}>
      <div className="stack">
        <h1>{say('dccSale.card')}</h1>
        <Amount money={flow.money} size="large" />
        <p className={css['lead']}>{say('dccSale.cardLead')}</p>
      </div>
      {unread ? <Notice tone="warn" title={say('dccSale.unread')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="charge" /> : null}
      <div className={css['typed']}>
        <BinField bin={bin} checked={checked} onChange={(typed) => flow.setState({ bin: typed })} />
        <Button onPress={ask}>{say('dcc.ask')}</Button>
      </div>
      <Foot>
        <Button onPress={onBack}>{say('dccSale.back')}</Button>
        {unread ? <Button onPress={read}>{readIt}</Button> : null}
        <Button key={String(unread)} kind="next" large onPress={unread ? onCharge : read}>
          {unread ? say('sale.charge', { amount: amount(flow.money) }) : readIt}
        </Button>
      </Foot>
    </div>
  );
}
