// Links that were made here, newest first, for a customer who asks later or after the link's page was left.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { shownOf } from '../../model/hosted.ts';
import { type Look, lookOf } from '../../model/operation-facts.ts';
import { moneyOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { paymentState, unpaidOffer } from '../../model/payment-sums.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Row } from '../../ui/lists/row.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { createLinkList } from './link-list.ts';
import css from './link.module.css';

/** How many payments are read; an older link shows the state of its operation. */
const shown = 200;

interface EarlierLinksProps {
  readonly onOpen: (operation: OperationView) => void;
  readonly onBack: () => void;
}

interface RowState {
  readonly look: Look;
  readonly key:
    | `look.${Look}`
    | 'link.row.open'
    | 'link.row.made'
    | ReturnType<typeof shownOf>['key']
    | ReturnType<typeof paymentState>['key'];
}

/** A link that was made successfully shows its payment's state, as the till last saw it. */
function rowState(operation: OperationView, payment: PaymentSummary | undefined): RowState {
  const look = lookOf(operation);
  if (look !== 'succeeded') return { look, key: `look.${look}` };
  const { offer } = operation;
  const asksPerson = offer?.state === 'differs' || offer?.paidAgain !== undefined;
  const isUnpaid = payment === undefined || unpaidOffer(payment) !== null;
  if (asksPerson || (isUnpaid && offer !== undefined)) return shownOf(operation);
  // Its payment was not read: the cashier opens the link to see the state.
  if (payment === undefined) return { look: 'waiting', key: 'link.row.made' };
  return paymentState(payment);
}

export function EarlierLinks({ onOpen, onBack }: EarlierLinksProps) {
  const { ports, operations } = useStores();
  const { say, time } = useWords();
  const [list] = useState(() => createLinkList(ports.bridge, ports.timers));
  const { rows, loading, broken, next } = useStore(list);
  const more = useCallback(() => list.more(), [list]);
  const [payments, setPayments] = useState<ReadonlyMap<string | null, PaymentSummary>>(new Map());
  const byId = useStore(operations, (state) => state.byId);
  // The operations store drops the oldest of very many; their rows stay as they were read.
  const made = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  useEffect(() => list.search(null), [list]);
  useEffect(() => operations.take(rows), [operations, rows]);
  useEffect(() => {
    let wanted = true;
    void ports.bridge.ask('payments', { limit: shown }).then((answer) => {
      if (wanted && answer.type === 'answer') {
        setPayments(new Map(answer.value.payments.map((payment) => [payment.transId, payment])));
      }
    });
    return () => {
      wanted = false;
    };
  }, [ports]);
  const empty = (
    <Empty icon="link" title={say('link.recentEmpty')}>
      <p>{say('link.recentHow')}</p>
    </Empty>
  );
  return (
    <div className={css['earlier']}>
      <h1>{say('link.recentTitle')}</h1>
      <div className="row">
        <Button kind="quiet" icon="back" onPress={onBack}>
          {say('do.back')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <ListState loading={loading !== 'no'} broken={broken} empty={empty} />
      ) : (
        <VirtualList
          label={say('link.recent')}
          ids={rows.map(({ id }) => id)}
          selected={null}
          more={next !== null}
          onNearEnd={more}
          onOpen={(id) => {
            const operation = byId.get(id) ?? made.get(id);
            if (operation !== undefined) onOpen(operation);
          }}
          row={(id) => {
            const operation = byId.get(id) ?? made.get(id);
            if (operation === undefined) return null;
            const { reference, transId } = numbersOf(operation);
            const { look, key } = rowState(operation, transId === null ? undefined : payments.get(transId));
            return (
              <Row
                look={look}
                title={say(nameOf(operation))}
                state={say(key)}
                reference={reference ?? textAt(operation.input, 'order.description')}
                money={moneyOf(operation)}
                out={false}
                time={time(operation.createdAt)}
              />
            );
          }}
        />
      )}
    </div>
  );
}
