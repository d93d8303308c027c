// The bridge's calls in the window's terms.
import type { Bridge } from '#bridge';
import { isJsonObject, textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Refusal } from '#contract/problems.ts';
import { states } from '#contract/states.ts';
import type { StatusView, TerminalView, WindowInput, WindowOutputs } from '#contract/window.ts';
import { watchByAsking } from './change-watch.ts';
import type { BridgeListener, RunningBridge, WindowBridge } from './window-bridge.ts';

const cashier = { type: 'cashier', clientId: 'window' } as const;

/** What a bridge may offer beyond its calls. Each is used where it is there. */
export type WiderBridge = Bridge & {
  readonly window?: Partial<WindowBridge>;
};

export function adaptBridge(bridge: WiderBridge, listener: BridgeListener): RunningBridge {
  const { calls } = bridge;
  const wider = bridge.window ?? {};
  const window: WindowBridge = {
    submit: ({ kind, input, requestId }) => calls.submit({ kind, input, requestId, origin: cashier }),
    operation: (id) => calls.operation(id),
    operations: (input) => operationsOf(calls, input),
    cancel: (id) => calls.cancel(id, 'cashier'),
    findPayment: async (input) => {
      const outcome = await calls.payment(input);
      return outcome.type === 'refused' ? outcome : { ...outcome, known: null };
    },
    payments: () => ({ payments: [], next: null }),
    paymentStory: (payId) => ({
      payment: null,
      operations: calls.operations({ payId, limit: 500 }).operations.toReversed(),
    }),
    recordDccChoice: async () => ({ recorded: false }),
    terminals: () => calls.terminals() as unknown as TerminalView[],
    status: () => statusOf(calls.status(), bridge.url),
    clients: () => [],
    createClient: () => ({ type: 'refused', refusal: notYet }),
    revokeClient: () => ({ revoked: false }),
    checkConnection: async () => {},
    subscribe: (listen) => watchByAsking(calls, listen),
    ...wider,
  };
  const unsubscribe = window.subscribe(listener);
  return {
    window,
    async stop() {
      unsubscribe();
      await bridge.stop();
    },
  };
}

const notYet: Refusal = { code: 'internal-error', detail: 'This bridge cannot manage clients yet.' };

function operationsOf(calls: Bridge['calls'], input: WindowInput<'operations'>): WindowOutputs['operations'] {
  const { states: wanted, kind, payId, text, before, limit } = input;
  const filter = { ...(kind === undefined ? {} : { kind }), ...(payId === undefined ? {} : { payId }), limit: 500 };
  const found = calls.operations(filter).operations;
  const from = before === undefined ? 0 : found.findIndex((each) => each.id === before) + 1;
  const operations = found
    .slice(from)
    .filter((each) => wanted === undefined || wanted.includes(each.state))
    .filter((each) => text === undefined || mentions(each, text))
    .slice(0, limit);
  return { operations, next: operations.length === limit ? (operations.at(-1)?.id ?? null) : null };
}

function mentions({ input, result }: OperationView, text: string): boolean {
  const fields = ['transId', 'payId', 'refNr', 'posTerminalId'];
  const places = [input, ...(isJsonObject(result) ? [result] : [])];
  return places.some((place) => fields.some((field) => (textAt(place, field) ?? '').includes(text)));
}

/** A sealed bridge knows little of its state; the window gets the same shape all the same. */
function statusOf(status: { readonly [name: string]: unknown }, url: string): StatusView {
  const nothing = Object.fromEntries(states.map((state) => [state, 0]));
  return {
    connection: { state: 'unchecked', since: new Date().toISOString(), reason: null },
    credentials: { state: 'unchecked', message: '' },
    waiting: 0,
    inDoubt: 0,
    needsPerson: 0,
    otherEnvironments: 0,
    operations: nothing,
    ...status,
    loopbackUrl: url,
  } as unknown as StatusView;
}
