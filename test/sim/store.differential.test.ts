// The simulated store must mean what the real one means, or the simulator proves nothing. Both get the same random
// calls, step by step, and every question of the port is asked of both after each step.
import type { JournalEntry } from '#core/ports/journal.ts';
import { expect, test } from 'vitest';
import { type State, isFinal, states } from '#contract/operation/states.ts';
import type { Store, StoreWrites } from '#core/ports/store.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { startMs } from '#support/records.ts';
import { share } from '#support/share.ts';
import { anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { Random } from './random.ts';
import { Disk } from './disk.ts';
import { createSimStore } from './store/store.ts';

const environments = ['env', 'env-2'] as const;
const payIds = ['P1', 'P2', 'P3'] as const;
const transIds = ['S-1', 'S-2', 'C-1'] as const;
const lanes = [
  'payment:env:pay:P1',
  'payment:env:pay:P2',
  'payment:env:trans:S-1',
  'terminal:env:T1',
  'terminal:env:T2',
];
const clients = ['client-1', 'client-2'] as const;
const traces = ['7', '8'] as const;
const days = ['2026-01-30', '2026-01-31'] as const;
const kinds = ['capture', 'refund', 'cloud-pos'] as const;

function aSimStore(): { readonly store: Store; readonly turn: () => void } {
  const waiting: (() => void)[] = [];
  const disk = new Disk(new Random('differential'), true);
  const store = createSimStore(disk, {
    lives: () => true,
    soon: (work) => waiting.push(work),
    diskFails: () => false,
  });
  return { store, turn: () => waiting.splice(0).forEach((work) => work()) };
}

function draft(random: Random, number: number): OperationRecord {
  const terminal = random.chance(0.4) ? random.pick(lanes.slice(3)) : null;
  const environmentId = random.pick(environments);
  return anAccepted(String(number), {
    environmentId,
    kind: random.pick(kinds),
    requestId: `request-${random.between(1, 60)}`,
    origin: {
      type: random.pick(['erp', 'cashier']),
      clientId: random.pick(clients),
      operator: random.pick([null, { id: 'per_1', name: 'Cashier 1', role: 'cashier' as const }]),
      approvedBy: null,
    },
    payId: random.pick([null, ...payIds]),
    transId: random.pick([null, ...transIds]),
    refNr: random.pick([null, 'R-1', 'R-2', `R-own-${number}`]),
    terminalId: terminal === null ? null : 'T1',
    amount: random.pick([null, { value: random.between(1, 900), currency: 'EUR' }]),
    lanes: [...(random.chance(0.8) ? [random.pick(lanes.slice(0, 3))] : []), ...(terminal === null ? [] : [terminal])],
    interactive: random.chance(0.5),
    sendByMs: random.pick([null, startMs + random.between(0, 500)]),
    nextAtMs: startMs + random.between(0, 500),
    terminalUntilMs: null,
  });
}

function payment(random: Random): KnownPayment {
  return {
    environmentId: random.pick(environments),
    lane: random.pick(lanes.slice(0, 3)),
    payId: random.pick([null, ...payIds]),
    transId: random.pick([null, ...transIds]),
    currency: 'EUR',
    authorized: random.pick([null, 500]),
    captured: random.pick([null, 0, 300]),
    refunded: random.pick([null, 0, 100]),
    captureCount: random.pick([null, 0, 2]),
    reversed: random.chance(0.2),
    terminalId: random.pick([null, 'T1']),
    traceNr: random.pick([null, ...traces]),
    openSinceMs: random.pick([null, startMs]),
    brand: random.pick([null, 'VISA']),
    refNr: random.pick([null, 'Order 1', 'Order 12']),
    last4: random.pick([null, '1111']),
    approvalCode: random.pick([null, '482913']),
  };
}

/** One random piece of work; it must do the same to either store, so all its chance is drawn before. */
function someWork(random: Random, number: number): (tx: StoreWrites) => unknown {
  const what = random.weighted({ insert: 5, update: 8, payment: 3, control: 1, fail: 1 });
  const atMs = startMs + number;
  const id = `op_${random.between(1, Math.max(1, number - 1))}`;
  const state: State = random.pick(states);
  const [one, two] = [random.between(0, 500), random.between(0, 500)];
  const fresh = draft(random, number);
  const claim = random.pick(['capture', 'refund', 'none'] as const);
  const createsPayment = random.chance(0.3);
  const refundDay = fresh.amount === null ? null : random.pick([null, ...days]);
  // Others than the client, too: a person at the till is counted by name.
  const refunder = random.pick([fresh.origin.clientId, 'person op-1']);
  const marks = { createsPayment, claim, refundDay, refunder };
  const known = payment(random);
  const given = random.chance(0.3) ? [random.pick(['x1', 'x2'])] : [];
  const stale = random.chance(0.1);
  const part = random.chance(0.3);
  switch (what) {
    case 'insert':
    case 'fail':
      return (tx) => {
        const { seq: _, ...record } = fresh;
        const place = tx.insert(record, marks);
        tx.journal({ type: 'accepted', operationId: fresh.id, atMs, data: { state: 'accepted' } });
        if (what === 'fail') throw new Error('the work changed its mind');
        return place;
      };
    case 'update':
      return (tx) => {
        const before = tx.operation(id);
        if (before === null) return null;
        const times = { nextAtMs: startMs + one, terminalUntilMs: part ? startMs + two : null, updatedAtMs: atMs };
        const xIds = before.xIds.length > 0 ? before.xIds : given;
        const more = isFinal(state) || !part || before.lanes.length === 0 ? [] : lanes.slice(1, 2);
        const inLanes = { lanes: [...new Set([...before.lanes, ...more])] };
        tx.update({ ...before, ...times, ...inLanes, xIds, state, revision: before.revision + (stale ? 2 : 1) });
        tx.enter(id, more);
        if (isFinal(state)) tx.release(id, part ? before.lanes.slice(0, 1) : before.lanes);
        return before.seq;
      };
    case 'payment':
      return (tx) => tx.putPayment(known);
    case 'control':
      return (tx) => tx.putControl(fresh.environmentId, fresh.kind, id, atMs);
  }
}

function everyQuestion(store: Store, random: Random, count: number): unknown {
  const nowMs = startMs + random.between(0, 500);
  const limit = random.pick([2, 100]);
  const ids = Array.from({ length: count }, (_, index) => `op_${index + 1}`);
  return {
    operations: ids.map((id) => store.operation(id)),
    requests: clients.map((client) => store.byRequest(client, `request-${random.between(1, 60)}`)),
    everywhere: [
      store.inFlight(limit),
      store.counts(null),
      store.list(null, { limit }),
      store.list(null, { limit, after: 'op_3' }),
      store.page({ limit, states: ['accepted', 'failed'], newest: true }),
      store.page({ limit, transId: 'S-1', after: 'op_3' }),
      store.page({ limit, updatedFromMs: startMs + 20, kind: 'refund' }),
      store.page({ limit, terminalId: 'T1', createdBeforeMs: startMs + 20 }),
      store.page({ limit, requestId: 'request-7' }),
      store.search(null, { limit, text: 's-1' }),
      store.search(null, { limit, before: 'op_5', states: ['accepted', 'sending'] }),
    ],
    // One that is in two of them counts once.
    together: (['capture', 'refund'] as const).map((claim) => [
      store.openClaims(lanes, claim),
      store.openClaimsSent(lanes, claim),
      store.firstOpen(lanes, claim),
    ]),
    lanes: lanes.map((lane) => [
      store.laneHolder(lane),
      store.openClaims([lane], 'capture'),
      store.openClaims([lane], 'refund'),
      store.openClaimsSent([lane], 'capture'),
      store.openClaimsSent([lane], 'refund'),
      store.openClaimsSent([lane], 'none'),
      store.firstOpen([lane], 'capture'),
      store.firstOpen([lane], 'reversal'),
    ]),
    environments: environments.map((environment) => [
      store.runnable(environment, nowMs, limit),
      store.overdue(environment, nowMs, limit),
      store.doubtful(environment, nowMs, limit),
      store.terminalEnded(environment, nowMs, limit),
      store.nextDue(environment, true),
      store.nextDue(environment, false),
      store.counts(environment),
      store.list(environment, { limit, states: ['accepted'] }),
      store.list(environment, { limit, payId: 'P1', kind: 'refund' }),
      store.search(environment, { limit, payId: 'P2', kind: 'capture' }),
      store.payments(environment, { limit, text: 'p1' }),
      store.payments(environment, { limit, text: 'Order 1' }),
      store.payments(environment, { limit, text: '1111', amounts: [100, 1_000] }),
      store.payments(environment, { limit, text: 'S-1', begun: { fromMs: startMs + 20, beforeMs: nowMs } }),
      store.payments(environment, { limit, text: 'no', by: { people: ['per_1'], clients: [clients[0] ?? ''] } }),
      store.payments(environment, { limit, before: lanes[1] ?? '' }),
      clients.map((client) => [
        store.lastRefundDay(environment, client),
        days.map((day) => store.refundedOn(environment, client, day, 'EUR')),
      ]),
      payIds.map((payId) => store.payment(environment, payId)),
      transIds.map((transId) => [store.paymentByTransId(environment, transId), store.creatorOf(environment, transId)]),
      lanes.map((lane) => store.paymentByLane(environment, lane)),
      traces.map((trace) => store.paymentByTrace(environment, 'T1', trace)),
      ['R-1', 'R-2'].map((refNr) => store.refNrUses(environment, refNr)),
      ['x1', 'x2'].map((xId) => store.otherWithXId(environment, xId, 'op_1')),
      [1, 5, 100].map((seq) => store.aheadInQueue(environment, seq, 3)),
      clients.map((client) => store.waitingOf(environment, client, 3)),
      kinds.map((kind) => [store.hasControl(environment, kind), store.recentSuccesses(environment, kind, limit)]),
    ]),
  };
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await work };
  } catch (error) {
    return { error: error instanceof Error && error.name === 'StaleRevision' ? error.name : 'refused' };
  }
}

test.each(share({ small: [1], large: [1, 2] }))(
  'the simulated store answers everything as the real one does (sequence %i)',
  async (seed) => {
    const real = opened(aFolder());
    const sim = aSimStore();
    const random = new Random(`differential ${seed}`);
    for (let number = 1; number <= 100; number += 1) {
      const work = someWork(random, number);
      const outcomes = [real.store.transact(work), sim.store.transact(work)].map(outcomeOf);
      sim.turn();
      const [expected, got] = await Promise.all(outcomes);
      expect(got, `outcome of step ${number}`).toEqual(expected);
      const asked = `questions ${seed} ${number}`;
      const answers = [real.store, sim.store].map((store) => everyQuestion(store, new Random(asked), number));
      // Comparing texts is fast; only where they differ the reader wants to see what.
      if (JSON.stringify(answers[1]) === JSON.stringify(answers[0])) continue;
      expect(answers[1], `answers after step ${number}`).toEqual(answers[0]);
    }
  },
);

test('the simulated journal is the real one, hash by hash', async () => {
  const real = opened(aFolder());
  const disk = new Disk(new Random('journal'), true);
  const waiting: (() => void)[] = [];
  const host = { lives: () => true, soon: (work: () => void) => void waiting.push(work), diskFails: () => false };
  const store = createSimStore(disk, host);
  const from = real.journal.head();
  const entry = {
    type: 'accepted',
    operationId: 'op_1',
    atMs: startMs,
    data: { b: 1, a: ['x'] },
  } satisfies JournalEntry;
  await real.store.transact((tx) => tx.journal(entry));
  const simulated = store.transact((tx) => tx.journal(entry));
  waiting.splice(0).forEach((work) => work());
  await simulated;
  const [record] = real.journal.after(from.seq, 1);
  const [own] = disk.tables.journalRecords;
  expect({ ...own, seq: 0, prev: '', hash: '' }).toEqual({ ...record, seq: 0, prev: '', hash: '' });
});
