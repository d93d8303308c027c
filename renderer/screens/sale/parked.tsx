// Entries that were begun and put aside. Resuming one puts it back into the form, where its total is seen before it is
// charged; nothing is charged from here.
import { useStore } from 'zustand';
import { totalOf } from '../../model/adding-machine.ts';
import type { ParkedSale } from '../../stores/sale/sale-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import css from './sale.module.css';

/** Stands there before anything is typed as well: the form would jump at a sale's first digit. */
export function Park() {
  const { sale } = useStores();
  const { say } = useWords();
  const { rest } = useStore(sale);
  if (rest !== null) return null;
  return (
    <Button
      kind="quiet"
      icon="clock"
      label={say('park.doLabel')}
      disabled={!sale.isTyped()}
      onPress={() => sale.park()}
    >
      {say('park.do')}
    </Button>
  );
}

export function ParkedList() {
  const { sale } = useStores();
  const { say } = useWords();
  const { parked } = useStore(sale);
  const isTyped = sale.isTyped();
  if (parked.length === 0) return null;
  return (
    <section className={css['parked']} aria-label={say('park.list')}>
      <h2>{say('park.list')}</h2>
      <div className="row">
        {parked.map((each) => (
          <ParkedEntry key={each.id} entry={each} disabled={isTyped} />
        ))}
      </div>
      {isTyped ? (
        <p className="soft">{say(parked.length < sale.mostParked ? 'park.clearFirst' : 'park.full')}</p>
      ) : null}
    </section>
  );
}

function ParkedEntry({ entry, disabled }: { readonly entry: ParkedSale; readonly disabled: boolean }) {
  const { sale, shop } = useStores();
  const { say, amount, clock } = useWords();
  const usual = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const { draft, by, at, id } = entry;
  const money = amount({ value: totalOf(draft), currency: draft.currency ?? usual });
  const what = [money, draft.reference.trim(), by, clock(at)].filter((part) => part !== null && part !== '');
  return (
    <Button disabled={disabled} onPress={() => sale.resume(id)}>
      {say('park.take', { what: what.join(' · ') })}
    </Button>
  );
}
