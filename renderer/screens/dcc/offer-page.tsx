// What the customer may see of a quote, by the card schemes' rules: two equal cards in one text size, the shop's currency
// first, the mark-up directly beneath the rate. It informs and asks nothing: a choice that is made here would reach
// neither the terminal nor the receipt.
import { useEffect } from 'react';
import type { DccOffer } from '#contract/dcc-offer.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

interface OfferPageProps {
  readonly store: DccStore;
  readonly offer: DccOffer;
}

export function OfferPage({ store, offer }: OfferPageProps) {
  const { say, amount, language } = useWords();
  const { navigation } = useStores();
  const { local, foreign } = offer;
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  const nameOf = (code: string) => `${names.of(code) ?? code} (${code})`;
  useEffect(() => {
    navigation.faceCustomer(true);
    return () => navigation.faceCustomer(false);
  }, [navigation]);
  const number = (text: string) => (language === 'de' ? text.replace('.', ',') : text);
  return (
    <div className={css['offer']}>
      <h1>{say('dcc.informs')}</h1>
      <p className={css['lead']}>{say('dcc.terminalAsks')}</p>
      <div className={css['cards']}>
        <section className={css['card']} aria-label={nameOf(local.currency)}>
          <dl>
            <Line label={say('dcc.local')} value={nameOf(local.currency)} />
            <Line label={say('dcc.localAmount')} value={amount(local)} />
          </dl>
        </section>
        <section className={css['card']} aria-label={nameOf(foreign.currency)}>
          <dl>
            <Line label={say('dcc.foreign')} value={nameOf(foreign.currency)} />
            <Line label={say('dcc.foreignAmount')} value={amount(foreign)} />
            <Line label={say('dcc.inLocal')} value={amount(local)} />
            <Line
              label={offer.rateHoldsMarkup ? say('dcc.rate') : say('dcc.rateBare')}
              value={`1 ${local.currency} = ${number(offer.rate)} ${foreign.currency}`}
            />
            <Line label={say('dcc.markup')} value={`${number(offer.markupPercent)}\u00A0%`} />
          </dl>
        </section>
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

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
