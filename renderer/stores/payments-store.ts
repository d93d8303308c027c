// The list of payments that this till knows, by pages; asked for again when an operation becomes final, since a new
// payment may have come into being.
import type { PaymentSummary } from '#contract/window.ts';
import { isFinal } from '#contract/states.ts';
import type { Bridge, Timers } from '../bridge/bridge.ts';
import { createPagedList, type PagedList } from './paged-list.ts';

export type PaymentsStore = PagedList<PaymentSummary, string> & {
  start(): () => void;
  /** Searches, and tells of the payment where it is the only one that was found. */
  searchFor(text: string, onOnly: (id: string) => void): void;
};

const pageSize = 100;

export function createPaymentsStore(bridge: Bridge, timers: Timers): PaymentsStore {
  const list = createPagedList<PaymentSummary, string>(
    async (text, before) => {
      const answer = await bridge.ask('payments', {
        limit: pageSize,
        ...(text === '' ? {} : { text }),
        ...(before === null ? {} : { before }),
      });
      if (answer.type === 'silent') return answer;
      return { type: 'answer', value: { rows: answer.value.payments, next: answer.value.next } };
    },
    '',
    timers,
  );
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
        if (isFinal(operation.state)) list.search(list.getState().query);
      });
    },
  });
}
