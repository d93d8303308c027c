// Asks for the card: read at the terminal, or its first digits typed; never the whole number.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Amount } from '../../../ui/base/amount.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { TextField } from '../../../ui/form/field.tsx';
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
  const binRight = /^\d{6,8}$/.test(bin);
  const ask = () => {
    setChecked(true);
    if (binRight) flow.ask();
  };
  return (
    <div className={css['page']}>
      <div className="stack">
        <h1>{say('dccSale.card')}</h1>
        <Amount money={flow.money} size="large" />
        <p className={css['lead']}>{say('dccSale.cardLead')}</p>
      </div>
      {unread ? <Notice tone="warn" title={say('dccSale.unread')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      <div className={css['ways']}>
        <Button kind="next" large onPress={() => flow.readCard()}>
          {say('dccSale.read', { terminal: flow.terminalId })}
        </Button>
        <div className={css['typed']}>
          <TextField
            label={say('dcc.bin')}
            hint={say('dcc.binHint')}
            error={checked && !binRight ? say('dcc.binError') : null}
            inputMode="numeric"
            maxLength={8}
            value={bin}
            onChange={(text) => flow.setState({ bin: text.replaceAll(/\D/g, '') })}
          />
          <Button onPress={ask}>{say('dcc.ask')}</Button>
        </div>
      </div>
      <Foot>
        <Button onPress={onBack}>{say('dccSale.back')}</Button>
        <Button kind="next" large onPress={onCharge}>
          {say('sale.charge', { amount: amount(flow.money) })}
        </Button>
      </Foot>
    </div>
  );
}
