// A sale of 50.00 whose answer was lost and that a person decided by a slip which does not name the gateway's number:
// the till, what its window says of the sale, and what the gateway shows of it from then on.
import { expect } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Acceptance, Submission } from '#core/acceptance/accept.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { aPolicy } from '#support/records.ts';
import { type Till, amountOf, aTill, lost, ok } from '#support/till.ts';

const origin = { type: 'cashier', clientId: 'window' } as const;
const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;

interface Story {
  /** What the slip says was approved, minor units, where that is not what was asked for. */
  readonly amountMinor?: number;
  /** Members of the sale's input beside the usual ones. */
  readonly sale?: JsonObject;
  /** Members of the slip beside its trace number. */
  readonly slip?: JsonObject;
  /** What happens before the person decides. */
  readonly before?: (till: Till) => Promise<void>;
}

type Links = Partial<Pick<Submission, 'refundOf' | 'partOf' | 'replaces'>>;
type Refusal = Extract<Acceptance, { type: 'refused' }>['refusal'];

/** `record`: what the gateway shows of the sale once it is decided, but to what is done by its number; null: nothing. */
export async function decided(record: (sale: JsonObject) => JsonObject | null, story: Story = {}) {
  let sale: JsonObject = {};
  let shows = false;
  /** Nothing is looked up while something is done by its number. */
  let hides = false;
  let traces = 100;
  const till = await aTill({
    answer: ({ method, path, body }) => {
      const shown = shows && !hides ? record(sale) : null;
      if (method === 'GET') return shown === null ? { ...ok({}), status: 404 } : ok(shown);
      const sent = JSON.parse(body ?? '{}') as JsonObject;
      const { transId = null, amount = null, messageType = null, traceNr = `000${(traces += 1)}` } = sent;
      if (transId === 'S-1' && !shows) {
        sale = sent;
        return lost;
      }
      if (path.includes('/payments/')) return ok({ status: 'OK', responseCode: '00000000', payId: 'PAY-9' });
      const status = messageType === 'REVERSE' ? 'REVERSED' : 'OK';
      return ok({ status, responseCode: '00000000', transId, amount, traceNr, approvalCode: '482913' });
    },
  });
  const during = async <T>(work: Promise<T>): Promise<T> => {
    await till.clock.advance(0);
    return work;
  };
  const input = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: amountOf(5_000), ...story.sale };
  const { id } = await till.submit('cloud-pos', input);
  await till.clock.advance(3_600_000);
  expect(till.operation(id).state).toBe('needs-person');
  await story.before?.(till);
  const { amountMinor } = story;
  const slip = { traceNr: '000042', ...story.slip, ...(amountMinor === undefined ? {} : { amountMinor }) };
  const words = { reason: 'The slip says paid.', evidence: 'Slip of T1' };
  await during(till.engine.decide(id, { outcome: 'succeeded', ...words, slip, by }));
  expect(till.operation(id).state).toBe('succeeded');
  shows = true;
  const window = createWindowCalls({
    engine: till.engine,
    store: till.store,
    clients: { nameOf: () => null, list: () => [] } as never,
    operators: { list: () => [] },
    clock: till.clock,
    environment: till.environment,
    policy: aPolicy(),
    nextTurn: async () => undefined,
    begunMs: 0,
  });
  const submit = async (kind: string, wish: JsonObject, links: Links = {}) => {
    const requestId = `r-${JSON.stringify(wish['transId'])}`;
    const acceptance = await during(till.engine.submit({ kind, input: wish, requestId, origin, ...links }));
    await till.clock.advance(0);
    return acceptance.type === 'refused' ? acceptance.refusal : till.operation(acceptance.record.id);
  };
  const credit = (transId: string, value: number, links: Links = { refundOf: id }) =>
    submit('cloud-pos', { messageType: 'CREDIT', transId, posTerminalId: 'T1', amount: amountOf(value) }, links);
  const byNumber = async (kind: string, wish: JsonObject) => {
    hides = true;
    const outcome = await submit(kind, { payId: 'PAY-9', ...wish });
    hides = false;
    return outcome;
  };
  const refund = (transId: string, value: number) => byNumber('refund', { transId, amount: amountOf(value) });
  const capture = (transId: string, value: number) => byNumber('capture', { transId, amount: amountOf(value) });
  const learn = () => during(window.learnPayId({ id }));
  return { till, id, window, submit, credit, refund, capture, learn };
}

/** What the gateway shows of the sale where it was carried out. */
export const ofSale =
  (change: JsonObject = {}) =>
  ({ transId = null, refNr = null }: JsonObject): JsonObject => ({
    payId: 'PAY-9',
    transId,
    refNr,
    posTerminalId: 'T1',
    status: 'CAPTURED',
    amount: amountOf(5_000),
    totals: { authorized: 5_000, captured: 5_000, refunded: 0 },
    ...change,
  });

/** The code of a refusal, else the state of the operation. */
export function codeOf(outcome: Refusal | ReturnType<Till['operation']>): string {
  return 'code' in outcome ? outcome.code : outcome.state;
}
