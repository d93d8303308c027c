// Payments: which one, then its story and what can be done with its money.
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ownReference } from '../../model/operation-facts.ts';
import { daysOf } from '../../model/days.ts';
import { cardOf, headAmount, paymentState } from '../../model/payment-sums.ts';
import { hasRest, paidOf, restOf } from '../../model/tender-facts.ts';
import { findPayment } from '../../stores/find-payment.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Row } from '../../ui/row.tsx';
import { Split } from '../../ui/split.tsx';
import { useKeys } from '../../ui/use-key.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { AskGateway } from './ask-gateway.tsx';
import { PaymentDetail } from './payment-detail.tsx';

const pauseMs = 200;

export function PaymentsScreen() {
  const stores = useStores();
  const { payments, payment, navigation, scans } = stores;
  const { say } = useWords();
  const place = useStore(navigation, (state) => state.place);
  const asked = place.screen === 'payments' ? (place.payId ?? null) : null;
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
  const { say, time, amount } = useWords();
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
        if (row === undefined) return null;
        const { look, key } = paymentState(row);
        const { tender } = row;
        const unpaid = hasRest(tender);
        // One row for all its parts, with what is paid of it.
        const value = tender === null || key === 'payment.reversed' ? headAmount(row) : paidOf(tender);
        const money = value === null || row.currency === null ? null : { value, currency: row.currency };
        const inParts = tender === null || (tender.parts.length === 1 && !unpaid) ? say(key) : say('parts.title');
        const reference = ownReference(tender?.reference ?? row.reference);
        const card = cardOf(row);
        const settled = row.settledBy === null ? null : say('payment.settledBy');
        const known = [card, reference, row.person, settled].filter((part) => part !== null);
        return (
          <Row
            look={unpaid ? 'waiting' : look}
            title={unpaid ? say('parts.rowOpen', { rest: amount(restOf(tender)) }) : inParts}
            state=""
            reference={known.length > 0 ? known.join(' · ') : row.terminalId}
            money={money}
            out={false}
            time={time(row.createdAt)}
          />
        );
      }}
    />
  );
}
