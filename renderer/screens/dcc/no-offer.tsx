// No other currency may be offered: the customer pays in the shop's.
import { useStore } from 'zustand';
import type { DccAnswer } from '#contract/operation/dcc-offer.ts';
import type { Say } from '#texts/index.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

interface NoOfferProps {
  readonly store: DccStore;
  readonly why: Extract<DccAnswer, { type: 'no-offer' }>['why'];
}

export function NoOffer({ store, why }: NoOfferProps) {
  const { say, amount } = useWords();
  const { navigation } = useStores();
  const money = useStore(store, (state) => state.money);
  const said = { amount: amount(money) };
  const words = wordsOf(why, say, said);
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

/** The log says which figure is wrong; people at the till cannot correct it. */
function wordsOf(why: NoOfferProps['why'], say: Say, said: { readonly amount: string }) {
  if (why === 'not-available') return { title: say('dcc.notAvailable'), body: say('dcc.notAvailableDo', said) };
  if (why === 'expired') return { title: say('dcc.over'), body: say('dcc.notAvailableDo', said) };
  if (why === 'incomplete') return { title: say('dcc.incomplete'), body: say('dcc.incompleteDo', said) };
  return { title: say('dcc.wrong'), body: say('dcc.wrongDo', said) };
}
