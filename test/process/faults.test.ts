// Each fault that the sandbox can make, times each kind of operation: it ends as the tables of the design say, and
// the gateway carried it out at most once. One shop for each fault; its kinds run side by side.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { kinds, prepare } from '#support/kinds.ts';
import { Shop } from '#support/shop.ts';

interface Fault {
  readonly name: string;
  readonly fault: JsonObject;
  /** Final state by kind; what is not named ends as `others`. */
  readonly others: string;
  readonly ends?: { readonly [kind: string]: string };
  /** Failure code where it failed, by kind or for all. */
  readonly code?: string;
}

const noAnswer = { 'dcc-quote': 'failed', 'dcc-bin-check': 'failed' };
// A sale that never reached the terminal cannot be told from one that did: a person looks at the terminal.
const neverExecuted = {
  ...noAnswer,
  'cloud-pos': 'needs-person',
  reverse: 'needs-person',
  'refund-unreferenced': 'needs-person',
};

const faults: readonly Fault[] = [
  { name: 'refuse', fault: { fault: 'refuse' }, others: 'failed', code: 'declined' },
  { name: 'latency', fault: { fault: 'latency', ms: 300 }, others: 'succeeded' },
  { name: 'reset-before', fault: { fault: 'reset-before', times: 1 }, others: 'succeeded', ends: neverExecuted },
  { name: 'reset-after', fault: { fault: 'reset-after', times: 1 }, others: 'succeeded', ends: noAnswer },
  { name: 'hang-after', fault: { fault: 'hang-after', times: 1 }, others: 'succeeded', ends: noAnswer },
  { name: 'cut-body', fault: { fault: 'cut-body', times: 1 }, others: 'succeeded', ends: noAnswer },
  { name: 'garbled-body', fault: { fault: 'garbled-body', times: 1 }, others: 'succeeded', ends: noAnswer },
  { name: 'status 500', fault: { fault: 'status', status: 500, times: 1 }, others: 'succeeded', ends: neverExecuted },
  { name: 'status 503', fault: { fault: 'status', status: 503, times: 1 }, others: 'succeeded', ends: neverExecuted },
  {
    name: 'status 500 after executing',
    fault: { fault: 'status', status: 500, times: 1, executed: true },
    others: 'succeeded',
    ends: noAnswer,
  },
  { name: 'status 302', fault: { fault: 'status', status: 302, times: 1 }, others: 'succeeded', ends: neverExecuted },
  { name: 'status 409', fault: { fault: 'status', status: 409, times: 1 }, others: 'succeeded', ends: neverExecuted },
  {
    name: 'status 429',
    fault: { fault: 'status', status: 429, times: 1 },
    others: 'failed',
    ends: { capture: 'succeeded', refund: 'succeeded' },
    code: 'busy',
  },
  { name: 'status 400', fault: { fault: 'status', status: 400, times: 1 }, others: 'failed', code: 'rejected' },
  { name: 'status 401 once', fault: { fault: 'status', status: 401, times: 1 }, others: 'succeeded' },
];

describe.concurrent.each(faults)('the fault $name', ({ fault, others, ends = {}, code }) => {
  const shop = new Shop();
  const outcomes = new Map<string, OperationView>();

  beforeAll(async () => {
    await shop.open();
    const prepared = await prepare(shop);
    await addFaults(
      shop.sandboxUrl,
      kinds.map(({ route }) => ({ route, ...fault })),
    );
    await Promise.all(
      kinds.map(async ({ kind, id, input }) => {
        outcomes.set(kind, await shop.erp.operate(kind, input(prepared), id, 90));
      }),
    );
  });

  afterAll(async () => {
    await shop.close();
  });

  it.each(kinds)('$name ends as the tables say', ({ kind }) => {
    const operation = outcomes.get(kind);
    expect({ kind, state: operation?.state, failure: operation?.failure }).toMatchObject({
      kind,
      state: ends[kind] ?? others,
    });
    if (code !== undefined && operation?.state === 'failed') expect(operation.failure?.code).toBe(code);
  });

  it.each(kinds.filter(({ movesMoney }) => movesMoney))('$name was carried out at most once', async ({ kind, id }) => {
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const mine = executions.filter(({ transId }) => transId === id);
    expect(mine).toHaveLength(outcomes.get(kind)?.state === 'succeeded' ? 1 : 0);
  });

  it('the journal verifies', async () => {
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});
