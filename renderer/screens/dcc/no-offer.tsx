// No other currency may be offered: the customer pays in the shop's.
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

export function NoOffer({ store, incomplete }: { readonly store: DccStore; readonly incomplete: boolean }) {
  const { say, amount } = useWords();
  const { navigation } = useStores();
  const money = useStore(store, (state) => state.money);
  const words = incomplete
    ? { title: say('dcc.incomplete'), body: say('dcc.incompleteDo', { amount: amount(money) }) }
    : { title: say('dcc.notAvailable'), body: say('dcc.notAvailableDo', { amount: amount(money) }) };
  return (
    <div className={css['page']}>
      <div role="status" className="stack">
        <h1>{words.title}</h1>
        <p className={css['readBack']}>{words.body}</p>
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
