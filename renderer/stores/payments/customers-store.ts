// Customers of the gateway's vault: the list by pages, and the one that is open. Each look asks the vault; nothing is
// stored. A refusal is shown beside the customer that was shown before, and is not retried by itself.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';
import { createPagedList, type PagedList } from '../operations/paged-list.ts';

export const customerFields = ['email', 'merchantCustomerId', 'phoneNumber'] as const;
export type CustomerField = (typeof customerFields)[number];

export interface CustomerQuery {
  readonly by: CustomerField;
  readonly text: string;
}

export interface OpenCustomer {
  readonly id: string | null;
  readonly customer: CustomerView | null;
  readonly methods: readonly StoredMethodView[] | null;
  readonly loading: boolean;
  readonly refusal: Refusal | null;
  /** Why the gateway refused the list. */
  readonly listRefusal: Refusal | null;
  readonly total: number | null;
}

export interface CustomersStore {
  readonly list: PagedList<CustomerView, CustomerQuery>;
  readonly open: StoreApi<OpenCustomer>;
  show(id: string | null): void;
  /** Clears another person's search. The screen asks the vault again when it is opened. */
  forget(): void;
  /** Asks again for the open customer and for the list. */
  refresh(): void;
}

const everybody: CustomerQuery = { by: 'email', text: '' };

const none: OpenCustomer = {
  id: null,
  customer: null,
  methods: null,
  loading: false,
  refusal: null,
  listRefusal: null,
  total: null,
};

export function createCustomersStore(bridge: Bridge, timers: Timers): CustomersStore {
  const open = createStore<OpenCustomer>(() => none);

  const list = createPagedList<CustomerView, CustomerQuery>(
    async ({ by, text }, before) => {
      const page = before === null ? 1 : Number(before);
      const answer = await bridge.ask('customers', { page, ...(text === '' ? {} : { [by]: text }) });
      if (answer.type === 'silent') return answer;
      if (answer.value.type === 'refused') {
        open.setState({ listRefusal: answer.value.refusal });
        return { type: 'answer', value: { rows: [], next: null } };
      }
      const { customers, next, total } = answer.value;
      open.setState({ listRefusal: null, total });
      return { type: 'answer', value: { rows: customers, next: next === null ? null : String(next) } };
    },
    everybody,
    timers,
  );

  const load = async (id: string) => {
    open.setState({ loading: true });
    const [customer, methods] = await Promise.all([
      bridge.ask('customer', { customerId: id }),
      bridge.ask('customerMethods', { customerId: id }),
    ]);
    if (open.getState().id !== id) return;
    const refused = [customer, methods].flatMap((each) =>
      each.type === 'answer' && each.value.type === 'refused' ? [each.value.refusal] : [],
    );
    const found = customer.type === 'answer' && customer.value.type === 'found' ? customer.value.customer : null;
    const stored = methods.type === 'answer' && methods.value.type === 'found' ? methods.value.methods : null;
    const before = open.getState();
    open.setState({
      customer: found ?? before.customer,
      methods: stored ?? before.methods,
      loading: false,
      refusal: refused[0] ?? null,
    });
  };

  return {
    list,
    open,
    show(id: string | null) {
      const { listRefusal, total } = open.getState();
      if (id !== open.getState().id) {
        // Shows at once what the list already knows of this customer.
        const customer = list.getState().rows.find((each) => each.id === id) ?? null;
        open.setState({ ...none, id, customer, listRefusal, total });
      }
      if (id !== null) void load(id);
    },
    forget() {
      list.forget(everybody);
      open.setState(none);
    },
    refresh() {
      const { id } = open.getState();
      list.search(list.getState().query);
      if (id !== null) void load(id);
    },
  };
}
