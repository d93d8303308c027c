// How long a caller of the gateway's own addresses is kept waiting: not at all for what is only queued while there is no
// connection, and for everything else until there is an answer.
import { describe, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import { capture } from '#operations/capture.ts';
import { type Request, type SubmitPorts, commandAnswer } from '#loopback/drop-in/submit.ts';

const answerMs = 20_000;

/** How long the caller would be kept for an operation that stands like this after it was accepted. */
async function waitFor(stands: Pick<OperationView, 'state' | 'mayWait'>, connection: string): Promise<number> {
  let keptMs = Number.NaN;
  const operation = { id: 'op_1', input: {}, result: null, failure: null, ...stands } as unknown as OperationView;
  const ports = {
    merchantId: 'SHOP',
    answerMs,
    assignRequestId: () => ({ type: 'submit', requestId: 'K-1', replaces: null }),
    calls: {
      submit: async () => ({ type: 'accepted', operation, repeated: false }),
      status: () => ({ connection: { state: connection } }),
    },
    waits: {
      untilAnswered: async (_context: unknown, _operation: unknown, timeoutMs: number) => {
        keptMs = timeoutMs;
        return operation;
      },
    },
  } as unknown as SubmitPorts;
  const context = {
    client: { id: 'client', scopes: ['capture'], options: { waitsOffline: true } },
    target: '/payments/P1/captures',
    incoming: { headers: { 'idempotency-key': 'K-1' } },
    outgoing: { destroyed: false, once: () => undefined },
    readJson: async () => ({ type: 'read', value: { transId: 'C-1', amount: { value: 500, currency: 'EUR' } } }),
    acting: (work: unknown) => work,
  };
  const request = { context, command: capture, fields: { payId: 'P1' } } as unknown as Request;
  await commandAnswer(ports, request);
  return keptMs;
}

describe('a caller', () => {
  it('is not kept for what waits in the queue for the connection', async () => {
    expect(await waitFor({ state: 'accepted', mayWait: true }, 'offline')).toBe(0);
  });

  it.each([
    ['what waits for its turn while there is a connection', 'accepted', true, 'online'],
    ['what was sent before the connection broke', 'unknown', true, 'offline'],
    ['what may not wait for the connection', 'accepted', false, 'offline'],
    ['what may not wait and is under way', 'sending', false, 'online'],
  ] as const)('is kept for %s', async (_what, state, mayWait, connection) => {
    const keptMs = await waitFor({ state, mayWait }, connection);
    expect(keptMs).toBeGreaterThan(answerMs / 2);
    expect(keptMs).toBeLessThanOrEqual(answerMs);
  });
});
