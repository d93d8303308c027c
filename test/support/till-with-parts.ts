// A till whose terminal approves at most so much of a sale, for what is paid in parts.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import { tenderViewOf } from '#core/sale/tender.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { aPolicy } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const cashier = { type: 'cashier', clientId: 'window' } as const;

/** A terminal that approves at most what stands in `most`. */
export async function aTillWithParts() {
  const folder = opened(aFolder());
  const most = { value: 5_000 };
  let traces = 0;
  const till = await aTill({
    folder,
    answer: ({ method, path, body }) => {
      if (method === 'GET') return ok({});
      const [, payId] = /payments\/([^/]+)\/refunds$/.exec(path) ?? [];
      if (payId !== undefined) {
        const { amount = null } = JSON.parse(body ?? '{}') as JsonObject;
        return ok({ payId, status: 'OK', responseCode: '00000000', amount });
      }
      type Sent = { transId: string; messageType: string; traceNr?: string; amount: { value: number } };
      const sent = JSON.parse(body ?? '{}') as Sent;
      const traceNr = sent.traceNr ?? String((traces += 1)).padStart(6, '0');
      const isLimited = sent.messageType !== 'REVERSE';
      const amount = amountOf(isLimited ? Math.min(sent.amount.value, most.value) : sent.amount.value);
      const numbers = { transId: sent.transId, payId: `PAY-${sent.transId}`, traceNr, approvalCode: '482913' };
      const status = isLimited ? 'OK' : 'REVERSED';
      return ok({ status, responseCode: '00000000', amount, ...numbers });
    },
  });
  const sale = (transId: string, value: number, partOf: string | null = null): JsonObject & { partOf?: string } => ({
    messageType: 'SALE',
    transId,
    posTerminalId: 'T1',
    amount: amountOf(value),
    ...(partOf === null ? {} : { partOf }),
  });
  const carryOut = async (submission: Submission) => {
    const acceptance = till.engine.submit(submission);
    await till.clock.advance(0);
    const accepted = await acceptance;
    await till.clock.advance(0);
    return accepted.type === 'refused' ? accepted.refusal : till.operation(accepted.record.id);
  };
  const submit = (
    transId: string,
    value: number,
    partOf: string | null = null,
    origin: Submission['origin'] = cashier,
  ) => {
    const { partOf: _, ...input } = sale(transId, value);
    return carryOut({ kind: 'cloud-pos', input, requestId: transId, origin, partOf });
  };
  /** Of what that sale took, by the gateway's number. */
  const refund = (transId: string, value: number, requestId: string) => {
    const input = { payId: `PAY-${transId}`, transId: requestId, amount: amountOf(value) };
    return carryOut({ kind: 'refund', input, requestId, origin: cashier });
  };
  /** At the terminal: all that this sale took. */
  const reverse = (id: string) => {
    const { transId, approved, result } = till.operation(id);
    const traceNr = textAt(result ?? undefined, 'traceNr') ?? '';
    const amount = { ...approved };
    const input = { messageType: 'REVERSE', transId: transId ?? '', posTerminalId: 'T1', traceNr, amount };
    return carryOut({ kind: 'cloud-pos', input, requestId: `V-${transId}`, origin: cashier });
  };
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    await till.clock.advance(0);
    return work;
  };
  /** A sale of 100.00 of which 50.00 was approved and kept. */
  const half = async (origin: Submission['origin'] = cashier) => {
    const asked = await submit('S-1', 10_000, null, origin);
    if ('code' in asked) throw new Error(asked.detail);
    await settled(till.engine.keepApproved(asked.id, null));
    return till.operation(asked.id);
  };
  const tender = (id: string) => tenderViewOf(till.store, till.operation(id), (ms) => till.clock.iso(ms));
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
  /** As `half`, at a terminal that only authorizes. */
  const halfAuthorized = async (origin: Submission['origin'] = cashier) => {
    const input = { ...sale('A-1', 10_000), messageType: 'AUTHORISATION_OR_RESERVATION' };
    const asked = await carryOut({ kind: 'cloud-pos', input, requestId: 'A-1', origin });
    if ('code' in asked) throw new Error(asked.detail);
    await settled(till.engine.keepApproved(asked.id, null));
    return till.operation(asked.id);
  };
  return { till, folder, most, carryOut, halfAuthorized, submit, refund, reverse, settled, half, tender, window };
}
