// Dynamic currency conversion: a quote for the cashier, and the page that the customer may see. The terminal asks the
// customer for the currency.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isFinal } from '#contract/operation/states.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { Button } from '../../ui/base/button.tsx';
import css from './dcc.module.css';
import { DccForm } from './dcc-form.tsx';
import { createDccStore, type DccStore } from './dcc-store.ts';
import { NoOffer } from './no-offer.tsx';
import { OfferPage } from './offer-page.tsx';

export function DccScreen() {
  const { submissionPorts, navigation, shop } = useStores();
  const [store] = useState(() => {
    const { route } = navigation.getState();
    const currency = shop.getState().settings?.shopCurrency ?? 'EUR';
    const money = route.screen === 'dcc' && route.money !== undefined ? route.money : { value: 0, currency };
    return createDccStore(submissionPorts, money);
  });
  return <DccSteps store={store} />;
}

function DccSteps({ store }: { readonly store: DccStore }) {
  const { say } = useWords();
  const { phase, operation } = useSubmitted(store.submission);
  const reading = useStore(store, (state) => state.reading);
  const quoted = operation?.state === 'succeeded' ? operation.id : null;
  useEffect(() => {
    if (quoted !== null) void store.read(quoted);
  }, [store, quoted]);
  if (phase.type !== 'taken' || operation === null) return <DccForm store={store} />;
  if (quoted === null || reading === null || reading === 'silent') {
    return (
      <div className={css['page']}>
        <Outcome operation={operation} />
        {reading === 'silent' ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
        {isFinal(operation.state) ? <Button onPress={() => store.again()}>{say('dcc.again')}</Button> : null}
      </div>
    );
  }
  if (reading.type === 'no-offer') return <NoOffer store={store} why={reading.why} />;
  return <OfferPage store={store} offer={reading.offer} />;
}
