// Links that were made here, newest first: a customer asks later, or the window was left.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { PaymentSummary } from '#contract/window.ts';
import { type Look, lookOf, moneyOf, nameOf, numbersOf } from '../../model/operation-facts.ts';
import { paymentState } from '../../model/payment-sums.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Row } from '../../ui/row.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import css from './link.module.css';

const shown = 200;
const kinds = ['create-link', 'create-payment'] as const;

interface EarlierLinksProps {
  readonly onOpen: (operation: OperationView) => void;
  readonly onBack: () => void;
}

interface RowState {
  readonly look: Look;
  readonly key: `look.${Look}` | 'link.row.open' | 'link.row.made' | ReturnType<typeof paymentState>['key'];
}

/** That a link was made says nothing of its payment, which reads as the till saw it last. */
function rowState(operation: OperationView, payment: PaymentSummary | undefined): RowState {
  const look = lookOf(operation);
  if (look !== 'succeeded') return { look, key: `look.${look}` };
  // Not among those that were looked at: what became of it is told by the link itself.
  if (payment === undefined) return { look: 'waiting', key: 'link.row.made' };
  if (!payment.reversed && !payment.captured && !payment.authorised && !payment.refunded) {
    return { look: 'waiting', key: 'link.row.open' };
  }
  return paymentState(payment);
}

function isLink({ kind, input }: OperationView): boolean {
  return kind === 'create-link' || textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
}

export function EarlierLinks({ onOpen, onBack }: EarlierLinksProps) {
  const { ports, operations } = useStores();
  const { say, time } = useWords();
  const [ids, setIds] = useState<readonly string[] | 'silent' | null>(null);
  const [payments, setPayments] = useState<ReadonlyMap<string | null, PaymentSummary>>(new Map());
  const byId = useStore(operations, (state) => state.byId);
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
  useEffect(() => {
    let wanted = true;
    void Promise.all(kinds.map((kind) => ports.bridge.ask('operations', { kind, limit: shown }))).then((answers) => {
      if (!wanted) return;
      const found = answers.flatMap((answer) => (answer.type === 'answer' ? answer.value.operations : []));
      operations.take(found);
      const links = found.filter(isLink).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      setIds(answers.some((answer) => answer.type === 'silent') ? 'silent' : links.map((each) => each.id));
    });
    return () => {
      wanted = false;
    };
  }, [ports, operations]);
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
      {ids === null || ids === 'silent' || ids.length === 0 ? (
        <ListState loading={ids === null} broken={ids === 'silent'} empty={empty} />
      ) : (
        <VirtualList
          label={say('link.recent')}
          ids={ids}
          selected={null}
          more={false}
          onNearEnd={() => {}}
          onOpen={(id) => {
            const operation = byId.get(id);
            if (operation !== undefined) onOpen(operation);
          }}
          row={(id) => {
            const operation = byId.get(id);
            if (operation === undefined) return null;
            const { reference, transId } = numbersOf(operation);
            const { look, key } = rowState(operation, transId === null ? undefined : payments.get(transId));
            return (
              <Row
                look={look}
                title={say(nameOf(operation))}
                state={say(key)}
                reference={reference ?? transId}
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
