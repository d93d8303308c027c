// What the customer may see of a quote where the terminal asks. It informs and asks nothing: a choice that is made here
// would reach neither the terminal nor the receipt.
import { useEffect } from 'react';
import type { DccOffer } from '#contract/dcc-offer.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import { OfferCards } from '../../ui/offer-cards.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

interface OfferPageProps {
  readonly store: DccStore;
  readonly offer: DccOffer;
}

export function OfferPage({ store, offer }: OfferPageProps) {
  const { say } = useWords();
  const { navigation } = useStores();
  useEffect(() => {
    navigation.faceCustomer(true);
    return () => navigation.faceCustomer(false);
  }, [navigation]);
  return (
    <div className={css['offer']}>
      <h1>{say('dcc.informs')}</h1>
      <p className={css['lead']}>{say('dcc.terminalAsks')}</p>
      <OfferCards offer={offer} />
      <Foot>
        <Button onPress={() => store.again()}>{say('dcc.again')}</Button>
        <Button kind="next" large onPress={() => navigation.go({ screen: 'sale' })}>
          {say('dcc.toSale')}
        </Button>
      </Foot>
    </div>
  );
}
