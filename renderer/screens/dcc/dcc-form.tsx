// The form for a quote: the card's first digits, never its whole number, and the amount.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { BinField, isBin } from '../../ui/money/bin-field.tsx';
import { currencyOptions } from '../../ui/form/currencies.ts';
import { SelectField } from '../../ui/form/field.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

export function DccForm({ store }: { readonly store: DccStore }) {
  const { say, language } = useWords();
  const { navigation } = useStores();
  const { bin, money } = useStore(store);
  const phase = useStore(store.submission, (state) => state.phase);
  const [checked, setChecked] = useState(false);
  // The amount may come from Sale; the first typed digit begins a new one.
  const [typed, setTyped] = useState<number | null>(null);
  const asking = phase.type === 'asking';
  const ask = () => {
    setChecked(true);
    if (isBin(bin) && money.value > 0) store.ask();
  };
  return (
    <div className={css['page']}>
      <div>
        <h1>{say('dcc.title')}</h1>
        <p className={css['lead']}>{say('dcc.lead')}</p>
      </div>
      <div className={css['fields']}>
        <BinField bin={bin} checked={checked} onChange={(digits) => store.setState({ bin: digits })} />
        <MoneyField
          label={say('sale.amount')}
          error={checked && money.value === 0 ? say('refund.error.amount') : null}
          value={money.value}
          currency={money.currency}
          fresh={typed !== money.value}
          onChange={(value) => {
            setTyped(value);
            store.setState({ money: { ...money, value } });
          }}
        />
        <SelectField
          label={say('sale.currency')}
          value={money.currency}
          options={currencyOptions(money.currency, language)}
          onChange={(currency) => store.setState({ money: { ...money, currency } })}
        />
      </div>
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      {asking && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      <Foot>
        <Button onPress={() => navigation.go({ screen: 'sale' })}>{say('dcc.toSale')}</Button>
        <Button kind="next" large disabled={asking} onPress={ask}>
          {asking ? say('dcc.asking') : say('dcc.ask')}
        </Button>
      </Foot>
    </div>
  );
}
