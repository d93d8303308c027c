// Payments: the list, and beside it the chosen payment with its story and steps.
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { daysOf } from '../../model/time/days.ts';
import { findPayment } from '../../stores/payments/find-payment.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { PaymentRow } from '../../ui/money/payment-row.tsx';
import { Split } from '../../ui/lists/split.tsx';
import { useKeys } from '../../ui/base/use-key.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { AskGateway } from './ask-gateway.tsx';
import { PaymentDetail } from './payment-detail.tsx';

const pauseMs = 200;

export function PaymentsScreen() {
  const stores = useStores();
  const { payments, payment, navigation, scans } = stores;
  const { say } = useWords();
  const route = useStore(navigation, (state) => state.route);
  const asked = route.screen === 'payments' ? (route.payId ?? null) : null;
  const payId = useStore(payment, (state) => state.payId);
  const nothing = useStore(payments, (state) => state.rows.length === 0);
  const [text, setText] = useState(payments.getState().query);
  useEffect(() => payments.start(), [payments]);
  useEffect(() => payment.start(), [payment]);
  useEffect(() => payment.open(asked), [payment, asked]);
  useEffect(() => {
    if (text.trim() === payments.getState().query) return undefined;
    const timer = setTimeout(() => payments.search(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [payments, text]);
  useLayoutEffect(
    () =>
      scans.open({
        leaves: true,
        take(code) {
          setText(code);
          findPayment(code, stores);
        },
        remember: () => () => undefined,
      }),
    [scans, stores],
  );
  const back = () => navigation.go({ screen: 'payments' });
  useKeys((event) => {
    if (event.key === 'Escape' && asked !== null) back();
  });
  return (
    <Split
      title={say('payments.title')}
      tools={
        <>
          <TextField
            label={say('payments.search')}
            hideLabel
            type="search"
            placeholder={say('payments.searchHint')}
            value={text}
            onChange={setText}
          />
          <div className="row">
            <Button kind="quiet" icon="person" onPress={() => navigation.go({ screen: 'customers' })}>
              {say('customers.open')}
            </Button>
            <Button kind="quiet" icon="clock" onPress={() => navigation.go({ screen: 'authorizations' })}>
              {say('rail.authorizations')}
            </Button>
          </div>
        </>
      }
      list={<PaymentList text={text.trim()} />}
      chosen={payId !== null}
      onBack={back}
      detail={
        payId !== null ? (
          <PaymentDetail key={payId} />
        ) : nothing ? null : (
          <Empty icon="payments" title={say('payments.choose')}>
            <p>{say('payments.chooseHow')}</p>
          </Empty>
        )
      }
    />
  );
}

function PaymentList({ text }: { readonly text: string }) {
  const { payments, payment, navigation, ports } = useStores();
  const { say } = useWords();
  const { rows, loading, broken, next } = useStore(payments);
  const open = useStore(payment, (state) => state.payId);
  const more = useCallback(() => payments.more(), [payments]);
  if (rows.length === 0) {
    const empty =
      text === '' ? (
        <Empty icon="payments" title={say('payments.empty')}>
          <p>{say('payments.emptyHow')}</p>
        </Empty>
      ) : (
        <AskGateway text={text} />
      );
    return <ListState loading={loading !== 'no'} broken={broken} empty={empty} />;
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const days = daysOf(
    rows.map((row) => row.createdAt),
    ports.now(),
  ).map(({ at, day }) => ({ at, title: say(`payments.${day}`) }));
  return (
    <VirtualList
      label={say('payments.list')}
      ids={rows.map((row) => row.id)}
      selected={open}
      groups={days}
      more={next !== null}
      onNearEnd={more}
      onOpen={(payId) => navigation.go({ screen: 'payments', payId })}
      row={(id) => {
        const row = byId.get(id);
        return row === undefined ? null : <PaymentRow payment={row} />;
      }}
    />
  );
}
