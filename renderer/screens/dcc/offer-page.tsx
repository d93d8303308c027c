// The part of a quote that the customer may see where the terminal asks for the currency. The page only informs: a
// choice made here would reach neither the terminal nor the receipt.
import { useEffect } from 'react';
import type { DccOffer } from '#contract/operation/dcc-offer.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { OfferCards } from '../../ui/money/offer-cards.tsx';
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
