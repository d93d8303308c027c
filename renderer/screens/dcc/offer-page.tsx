// The page for the customer, by the card schemes' rules: two equal cards in one text size, the shop's currency first,
// neither chosen, the mark-up directly beneath the rate, buttons that name currencies and nothing else.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { DccOffer } from '../../model/dcc-offer.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import css from './dcc.module.css';
import type { DccStore } from './dcc-store.ts';

interface OfferPageProps {
  readonly store: DccStore;
  readonly operationId: string;
  readonly offer: DccOffer;
}

export function OfferPage({ store, operationId, offer }: OfferPageProps) {
  const { say, amount, language } = useWords();
  const { navigation } = useStores();
  const choice = useStore(store, (state) => state.choice);
  const { local, foreign } = offer;
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  const nameOf = (code: string) => `${names.of(code) ?? code} (${code})`;
  useEffect(() => {
    navigation.faceCustomer(true);
    return () => navigation.faceCustomer(false);
  }, [navigation]);
  const number = (text: string) => (language === 'de' ? text.replace('.', ',') : text);
  const recording = choice.type === 'recording';
  const choose = (currency: string) => void store.choose(operationId, currency);
  return (
    <div className={css['offer']}>
      <h1>{say('dcc.select')}</h1>
      <div className={css['cards']}>
        <section className={css['card']} aria-label={nameOf(local.currency)}>
          <dl>
            <Line label={say('dcc.local')} value={nameOf(local.currency)} />
            <Line label={say('dcc.localAmount')} value={amount(local)} />
          </dl>
          <button type="button" className={css['choose']} disabled={recording} onClick={() => choose(local.currency)}>
            {nameOf(local.currency)}
          </button>
        </section>
        <section className={css['card']} aria-label={nameOf(foreign.currency)}>
          <dl>
            <Line label={say('dcc.foreign')} value={nameOf(foreign.currency)} />
            <Line label={say('dcc.foreignAmount')} value={amount(foreign)} />
            <Line label={say('dcc.inLocal')} value={amount(local)} />
            <Line label={say('dcc.rate')} value={`1 ${local.currency} = ${number(offer.rate)} ${foreign.currency}`} />
            <Line label={say('dcc.markup')} value={`${number(offer.markupPercent)}\u00A0%`} />
          </dl>
          <button type="button" className={css['choose']} disabled={recording} onClick={() => choose(foreign.currency)}>
            {nameOf(foreign.currency)}
          </button>
        </section>
      </div>
      <Foot>
        <span role="status">{recording ? say('dcc.recording') : null}</span>
        <Button kind="quiet" disabled={recording} onPress={() => store.again()}>
          {say('dcc.stop')}
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
