// Payment link. One question at a time: how much, then the code to show, then whether it was paid.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../ui/context.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
import { EarlierLinks } from './earlier-links.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkMade } from './link-made.tsx';
import { LinkOutcome } from './link-outcome.tsx';
import { createLinkStore } from './link-store.ts';

export function LinkScreen() {
  const { submissionPorts, navigation, shop, operations, ports, sale } = useStores();
  const place = useStore(navigation, (state) => state.place);
  const [store] = useState(() => {
    const { settings, dccOnPages } = shop.getState();
    const currency = settings?.shopCurrency ?? 'EUR';
    const given = place.screen === 'link' ? place.money : undefined;
    // What the customer pays by a link is not charged at the terminal as well.
    const onMade = () => {
      const { value } = sale.getState();
      // What was typed meanwhile is the next customer's.
      if (given !== undefined && given.value === value) sale.forget();
    };
    return createLinkStore(submissionPorts, given ?? { value: 0, currency }, dccOnPages, ports.now, onMade);
  });
  const [earlier, setEarlier] = useState(false);
  const wanted = place.screen === 'link' ? place.operationId : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    const held = operations.getState().byId.get(wanted);
    if (held !== undefined) store.show(held);
  }, [operations, store, wanted]);
  const { phase, operation } = useSubmitted(store.submission);
  if (earlier) {
    return (
      <EarlierLinks
        onBack={() => setEarlier(false)}
        onOpen={(chosen) => {
          store.show(chosen);
          setEarlier(false);
        }}
      />
    );
  }
  if (phase.type !== 'taken' || operation === null) {
    return <LinkForm store={store} onEarlier={() => setEarlier(true)} />;
  }
  const again = (keep: boolean) => store.again(keep);
  if (operation.state === 'succeeded') return <LinkMade key={operation.id} operation={operation} onAgain={again} />;
  return <LinkOutcome operation={operation} onAgain={again} />;
}
