// The choice, read back.
import { useStore } from 'zustand';
import type { DccOffer } from '../../model/dcc-offer.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

export function Chosen({ store, offer }: { readonly store: DccStore; readonly offer: DccOffer }) {
  const { say, amount } = useWords();
  const { navigation } = useStores();
  const choice = useStore(store, (state) => state.choice);
  const { local, foreign } = offer;
  const recorded = choice.type === 'recorded';
  const money = recorded && choice.currency === foreign.currency ? foreign : local;
  return (
    <div className={css['page']}>
      <div role="status" className="stack">
        <h1>
          {recorded
            ? say('dcc.chosen', { currency: money.currency })
            : say('dcc.notRecorded', { currency: local.currency })}
        </h1>
        <p className={css['readBack']}>{say('dcc.transaction', { currency: money.currency, amount: amount(money) })}</p>
        {recorded ? <p className="soft">{say('dcc.recorded')}</p> : null}
      </div>
      <Foot>
        <Button onPress={() => store.again()}>{say('dcc.again')}</Button>
        <Button kind="next" large onPress={() => navigation.go({ screen: 'sale' })}>
          {say('dcc.toSale')}
        </Button>
      </Foot>
    </div>
  );
}
