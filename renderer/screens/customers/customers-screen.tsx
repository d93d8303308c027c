// Customers: the list, and beside it what the gateway's vault holds of the chosen one.
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { customerName, phoneText } from '../../model/words/customer-text.ts';
import { customerFields } from '../../stores/payments/customers-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { Split } from '../../ui/lists/split.tsx';
import { useKeys } from '../../ui/base/use-key.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { CustomerDetail } from './customer-detail.tsx';
import css from './customers.module.css';

/** A search asks the gateway, so it waits for a pause in the typing. */
const pauseMs = 400;

export function CustomersScreen() {
  const { customers, navigation } = useStores();
  const { say } = useWords();
  const route = useStore(navigation, (state) => state.route);
  const asked = route.screen === 'customers' ? (route.customerId ?? null) : null;
  const id = useStore(customers.open, (state) => state.id);
  const nothing = useStore(customers.list, (state) => state.rows.length === 0);
  useEffect(() => customers.list.search(customers.list.getState().query), [customers]);
  useEffect(() => customers.show(asked), [customers, asked]);
  const back = () => navigation.go({ screen: 'customers' });
  useKeys((event) => {
    if (event.key === 'Escape' && asked !== null) back();
  });
  const choose = (
    <Empty icon="person" title={say('customers.choose')}>
      <p>{say('customers.chooseHow')}</p>
    </Empty>
  );
  return (
    <Split
      title={say('customers.title')}
      tools={<Search />}
      list={<CustomerList />}
      chosen={id !== null}
      onBack={back}
      detail={id !== null ? <CustomerDetail key={id} onGone={back} /> : nothing ? null : choose}
    />
  );
}

function Search() {
  const { customers, navigation } = useStores();
  const { say } = useWords();
  const [query, setQuery] = useState(customers.list.getState().query);
  useEffect(() => {
    const wanted = { ...query, text: query.text.trim() };
    const now = customers.list.getState().query;
    if (wanted.text === now.text && (wanted.by === now.by || wanted.text === '')) return undefined;
    const timer = setTimeout(() => customers.list.search(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [customers, query]);
  return (
    <>
      <div className="row">
        <Button kind="quiet" icon="back" onPress={() => navigation.go({ screen: 'payments' })}>
          {say('customers.toPayments')}
        </Button>
      </div>
      <ChoiceField
        label={say('customers.by')}
        hideLabel
        value={query.by}
        onChange={(by) => setQuery({ ...query, by })}
        choices={customerFields.map((each) => ({ value: each, label: say(`customers.by.${each}`) }))}
      />
      <TextField
        label={say('customers.search')}
        hideLabel
        type="search"
        placeholder={say(`customers.hint.${query.by}`)}
        value={query.text}
        onChange={(text) => setQuery({ ...query, text })}
      />
    </>
  );
}

function CustomerList() {
  const { customers, navigation } = useStores();
  const { say } = useWords();
  const { rows, loading, broken, next, query } = useStore(customers.list);
  const open = useStore(customers.open, (state) => state.id);
  const refusal = useStore(customers.open, (state) => state.listRefusal);
  const more = useCallback(() => customers.list.more(), [customers]);
  if (refusal !== null) {
    return (
      <div className="stack">
        <RefusalNotice refusal={refusal} />
        <div className="row">
          <Button icon="refresh" disabled={loading !== 'no'} onPress={() => customers.refresh()}>
            {say('customers.again')}
          </Button>
        </div>
      </div>
    );
  }
  if (rows.length === 0) {
    const searched = query.text !== '';
    const empty = (
      <Empty icon="person" title={searched ? say('customers.noHit', { text: query.text }) : say('customers.empty')}>
        <p>{say(searched ? 'customers.noHitHow' : 'customers.emptyHow')}</p>
      </Empty>
    );
    return <ListState loading={loading !== 'no'} broken={broken} empty={empty} />;
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    <VirtualList
      label={say('customers.list')}
      ids={rows.map((row) => row.id)}
      selected={open}
      more={next !== null}
      onNearEnd={more}
      onOpen={(customerId) => navigation.go({ screen: 'customers', customerId })}
      row={(id) => {
        const row = byId.get(id);
        if (row === undefined) return null;
        const reach = [row.email, phoneText(row)].filter((part) => part !== null).join(' · ');
        return (
          <span className={css['row']}>
            <span className={css['name']}>{customerName(row) ?? say('customer.unnamed')}</span>
            <span className={css['reach']}>{reach === '' ? (row.merchantCustomerId ?? row.id) : reach}</span>
          </span>
        );
      }}
    />
  );
}
