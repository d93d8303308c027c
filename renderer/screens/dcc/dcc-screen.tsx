// Dynamic currency conversion: a quote for the cashier, then a page for the customer.
import { useState } from 'react';
import { useStore } from 'zustand';
import { readOffer } from '../../model/dcc-offer.ts';
import { isFinal } from '#contract/states.ts';
import { useStores, useWords } from '../../ui/context.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
import { Button } from '../../ui/button.tsx';
import { Chosen } from './chosen.tsx';
import css from './dcc.module.css';
import { DccForm } from './dcc-form.tsx';
import { createDccStore, type DccStore } from './dcc-store.ts';
import { NoOffer } from './no-offer.tsx';
import { OfferPage } from './offer-page.tsx';

export function DccScreen() {
  const { submissionPorts, navigation, shop } = useStores();
  const [store] = useState(() => {
    const { place } = navigation.getState();
    const currency = shop.getState().settings?.shopCurrency ?? 'EUR';
    const money = place.screen === 'dcc' && place.money !== undefined ? place.money : { value: 0, currency };
    return createDccStore(submissionPorts, money);
  });
  return <DccSteps store={store} />;
}

function DccSteps({ store }: { readonly store: DccStore }) {
  const { say } = useWords();
  const { phase, operation } = useSubmitted(store.submission);
  const { choice } = useStore(store);
  if (phase.type !== 'taken' || operation === null) return <DccForm store={store} />;
  if (operation.state !== 'succeeded') {
    return (
      <div className={css['page']}>
        <Outcome operation={operation} />
        {isFinal(operation.state) ? <Button onPress={() => store.again()}>{say('dcc.again')}</Button> : null}
      </div>
    );
  }
  const reading = readOffer(operation.result);
  if (reading.type !== 'offer') return <NoOffer store={store} incomplete={reading.type === 'incomplete'} />;
  if (choice.type === 'none' || choice.type === 'recording') {
    return <OfferPage store={store} operationId={operation.id} offer={reading.offer} />;
  }
  return <Chosen store={store} offer={reading.offer} />;
}
