// The list of payments that this till knows, by pages. It is asked for again when an operation ends or is in doubt: that
// may have made a payment, or changed what can be said of one.
import type { PaymentSummary } from '#contract/till/window.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal, isInDoubt } from '#contract/operation/states.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';
import { dayTyped } from '../../model/time/typed-days.ts';
import { createPagedList, type PagedList } from '../operations/paged-list.ts';

export type PaymentsStore = PagedList<PaymentSummary, string> & {
  start(): () => void;
  /** Searches, and calls back with the payment if exactly one was found. */
  searchFor(text: string, onOnly: (id: string) => void): void;
};

const idOf = ({ id }: PaymentSummary) => id;

interface ListPorts {
  readonly bridge: Bridge;
  readonly timers: Timers;
  readonly now: () => number;
}

const pageSize = 100;

export function createPaymentsStore({ bridge, timers, now }: ListPorts, limit = pageSize): PaymentsStore {
  const list = createPagedList<PaymentSummary, string>(
    async (text, before) => {
      const begun = dayTyped(text, now());
      const answer = await bridge.ask('payments', {
        limit,
        ...(text === '' ? {} : { text }),
        ...(begun === null ? {} : { begun }),
        ...(before === null ? {} : { before }),
      });
      if (answer.type === 'silent') return answer;
      return { type: 'answer', value: { rows: answer.value.payments, next: answer.value.next } };
    },
    '',
    timers,
  );
  /** Updates a payment on a later page, for example after its refund. */
  const readAgain = async ({ input, result }: OperationView) => {
    const payId = textAt(input, 'payId') ?? textAt(result ?? {}, 'payId');
    const row = list.getState().rows.find((each, index) => index >= limit && payId !== null && each.payId === payId);
    if (row === undefined) return;
    const answer = await bridge.ask('paymentStory', { id: row.id });
    const payment = answer.type === 'answer' ? answer.value.payment : null;
    if (payment !== null) list.edit((rows) => rows.map((each) => (each.id === row.id ? payment : each)));
  };
  return Object.assign(list, {
    searchFor(text: string, onOnly: (id: string) => void) {
      const stop = list.subscribe(({ query, loading, rows, next }) => {
        if (query === text && loading !== 'no') return;
        stop();
        const [only] = rows;
        if (query === text && only !== undefined && rows.length === 1 && next === null) onOnly(only.id);
      });
      list.search(text);
    },
    start() {
      list.search(list.getState().query);
      return bridge.on('operationChanged', (operation) => {
        if (!isFinal(operation.state) && !isInDoubt(operation.state)) return;
        list.refresh(idOf);
        void readAgain(operation);
      });
    },
  });
}
