// Payment link, one step at a time: how much, then the code to show, then whether it was paid.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { totalOf } from '../../model/adding-machine.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { EarlierLinks } from './earlier-links.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkMade } from './link-made.tsx';
import { LinkOutcome } from './link-outcome.tsx';
import { createLinkStore } from './link-store.ts';

export function LinkScreen() {
  const { submissionPorts, navigation, shop, operations, ports, sale } = useStores();
  const route = useStore(navigation, (state) => state.route);
  const [store] = useState(() => {
    const { dccOnPages } = shop.getState();
    const shopCurrency = () => shop.getState().settings?.shopCurrency ?? 'EUR';
    const given = route.screen === 'link' ? route.money : undefined;
    // An amount that became a link must not be charged at the terminal as well.
    const onMade = () => {
      // A sale that was typed meanwhile is the next customer's.
      if (given !== undefined && given.value === totalOf(sale.getState())) sale.forget();
    };
    const money = given ?? { value: 0, currency: shopCurrency() };
    const created = createLinkStore(submissionPorts, money, shopCurrency, dccOnPages, ports.now, onMade);
    const ended = route.screen === 'link' ? operations.getState().byId.get(route.anewFrom ?? '') : undefined;
    if (ended !== undefined) created.again(ended);
    return created;
  });
  const [earlier, setEarlier] = useState(false);
  const wanted = route.screen === 'link' ? route.operationId : undefined;
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
  const again = (keep: boolean) => store.again(keep ? operation : null);
  if (operation.state === 'succeeded') return <LinkMade key={operation.id} operation={operation} onAgain={again} />;
  return <LinkOutcome operation={operation} onAgain={again} />;
}
