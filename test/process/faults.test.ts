// Each fault that the sandbox can make, times each kind of operation: it ends as docs/answers.md says, and
// the gateway carried it out at most once. One shop for each fault; its kinds run side by side. The small share takes
// one fault for each answer that leaves the caller without success.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { type Kind, kinds, prepare } from '#support/kinds.ts';
import { share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';

/** What the caller is left with: an answer that says it, none though it was carried out, none and it was not. */
type Leaves = 'success' | 'lost-after' | 'lost-before' | 'declined' | 'rejected' | 'busy' | 'conflict';

interface Fault {
  readonly name: string;
  readonly fault: JsonObject;
  readonly leaves: Leaves;
}

const once = { times: 1 };

const faults: readonly Fault[] = [
  { name: 'refuse', fault: { fault: 'refuse' }, leaves: 'declined' },
  { name: 'latency', fault: { fault: 'latency', ms: 300 }, leaves: 'success' },
  { name: 'reset-before', fault: { fault: 'reset-before', ...once }, leaves: 'lost-before' },
  { name: 'reset-after', fault: { fault: 'reset-after', ...once }, leaves: 'lost-after' },
  { name: 'hang-after', fault: { fault: 'hang-after', ...once }, leaves: 'lost-after' },
  { name: 'cut-body', fault: { fault: 'cut-body', ...once }, leaves: 'lost-after' },
  { name: 'garbled-body', fault: { fault: 'garbled-body', ...once }, leaves: 'lost-after' },
  { name: 'status 500', fault: { fault: 'status', status: 500, ...once }, leaves: 'lost-before' },
  { name: 'status 503', fault: { fault: 'status', status: 503, ...once }, leaves: 'lost-before' },
  {
    name: 'status 500 after executing',
    fault: { fault: 'status', status: 500, executed: true, ...once },
    leaves: 'lost-after',
  },
  { name: 'status 302', fault: { fault: 'status', status: 302, ...once }, leaves: 'lost-before' },
  { name: 'status 409', fault: { fault: 'status', status: 409, ...once }, leaves: 'conflict' },
  { name: 'status 429', fault: { fault: 'status', status: 429, ...once }, leaves: 'busy' },
  { name: 'status 400', fault: { fault: 'status', status: 400, ...once }, leaves: 'rejected' },
  { name: 'status 401 once', fault: { fault: 'status', status: 401, ...once }, leaves: 'success' },
];

function endOf({ kind, lostAfter, lostBefore, mayWait }: Kind, leaves: Leaves): { state: State; code?: string } {
  switch (leaves) {
    case 'success':
      return { state: 'succeeded' };
    case 'lost-after':
      return { state: lostAfter };
    case 'lost-before':
      return { state: lostBefore };
    case 'conflict':
      // Perhaps with this very payment: that a look-up does not find it contradicts the answer.
      return { state: kind === 'create-payment' ? 'needs-person' : lostBefore };
    case 'declined':
    case 'rejected':
      return { state: 'failed', code: leaves };
    case 'busy':
      return mayWait === true ? { state: 'succeeded' } : { state: 'failed', code: 'busy' };
  }
}

/** The table of answers has these as well. */
const alsoElsewhere: ReadonlySet<Leaves> = new Set(['success', 'rejected']);
const firstOfEach = faults.filter(
  ({ leaves }, index) => !alsoElsewhere.has(leaves) && faults.findIndex((each) => each.leaves === leaves) === index,
);

describe.concurrent.each(share({ small: firstOfEach, large: faults }))('the fault $name', ({ fault, leaves }) => {
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
        outcomes.set(id, await shop.erp.operate(kind, input(prepared), id, 90));
      }),
    );
  });

  afterAll(async () => {
    await shop.close();
  });

  it.each(kinds)('$name ends as the tables say', (each) => {
    const operation = outcomes.get(each.id);
    const { state, code } = endOf(each, leaves);
    expect({ kind: each.kind, state: operation?.state, failure: operation?.failure }).toMatchObject({ state });
    if (code !== undefined) expect(operation?.failure?.code).toBe(code);
  });

  it.each(kinds.filter(({ counted }) => counted))('$name was carried out at most once', async ({ id }) => {
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const mine = executions.filter(({ transId }) => transId === id);
    expect(mine).toHaveLength(outcomes.get(id)?.state === 'succeeded' ? 1 : 0);
  });

  it('the journal verifies', async () => {
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});
