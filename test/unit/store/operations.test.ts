// Operations come back as they were put in, change one revision at a time, and are found by what they are asked for.
import { describe, expect, it } from 'vitest';
import type { Store } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { StaleRevision } from '#store/database/errors.ts';
import { aSale, anAttempt, startMs } from '#support/records.ts';
import { accept, anAccepted, change, noMarks } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const ids = (records: OperationRecord[]): string[] => records.map((each) => each.id);

async function stored(...records: OperationRecord[]): Promise<Store> {
  const { store } = opened(aFolder());
  for (const record of records) await store.transact((tx) => accept(tx, record));
  return store;
}

describe('an operation', () => {
  it('comes back exactly as it was stored, also after the folder was closed and opened again', async () => {
    const dataDir = aFolder();
    const full = aSale({
      id: 'op_full',
      revision: 1,
      attempts: [anAttempt({ reason: 'reset', baseline: { authorised: 5, captured: null, refunded: 0 } })],
      lookUps: { count: 2, absences: 1, failures: 1, lastAtMs: startMs + 0.25 },
      xIds: ['x1', 'x2'],
      result: { status: 'OK', nested: [1, null, 'ä'] },
      failure: { code: 'declined', message: 'no', status: 422, fields: { 'amount.value': ['too much'] } },
      doubt: 'no answer',
      doubtSinceMs: startMs + 0.5,
      hasSecrets: true,
      nextAtMs: startMs + 0.125,
    });
    const first = opened(dataDir);
    const { seq } = await first.store.transact((tx) => accept(tx, full));
    expect(first.store.operation('op_full')).toEqual({ ...full, seq });
    first.close();
    expect(opened(dataDir).store.operation('op_full')).toEqual({ ...full, seq });
  });

  it('leaves out of its row what nearly every row has, and comes back with it', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    const plain = anAccepted('plain', { result: null, doubt: null, key: null });
    const full = anAccepted('full', { key: 'k', hasSecrets: true, answerStatus: 200, doubt: 'no answer' });
    await store.transact((tx) => {
      accept(tx, plain);
      accept(tx, full);
    });
    expect(store.operation('op_plain')).toStrictEqual({ ...plain, seq: 1 });
    expect(store.operation('op_full')).toStrictEqual({ ...full, seq: 2 });
    const names = (id: string) => {
      const row = rawDatabase(dataDir).prepare('SELECT details FROM operations WHERE id = ?').get(id);
      return Object.keys(JSON.parse(String(row?.['details'])) as object);
    };
    const kept = ['requestDigest', 'bodyDigest', 'lanes', 'attempts', 'xIds', 'processingUntilMs', 'originType'];
    expect(names('op_plain').toSorted()).toEqual(kept.toSorted());
    expect(names('op_full')).toEqual(expect.arrayContaining(['key', 'hasSecrets', 'answerStatus', 'doubt']));
  });

  it('is sealed anew only where what is sealed changed', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    const sealed = () =>
      rawDatabase(dataDir).prepare(`SELECT sealed FROM operations WHERE id = 'op_a'`).get()?.['sealed'];
    const first = anAccepted('a');
    const { seq } = await store.transact((tx) => accept(tx, first));
    const accepted = sealed();
    const sending = { ...first, seq, state: 'sending', revision: 2 } as const;
    await store.transact((tx) => tx.update(sending));
    expect(sealed()).toEqual(accepted);
    // The same input under another id is bound to that one.
    await store.transact((tx) => accept(tx, { ...first, id: 'op_b', requestId: 'request-b' }));
    expect(store.operation('op_b')?.input).toEqual(first.input);
    const succeeded = { ...sending, state: 'succeeded', revision: 3, result: { status: 'OK' } } as const;
    await store.transact((tx) => tx.update(succeeded));
    expect(sealed()).not.toEqual(accepted);
    expect(store.operation('op_a')).toEqual(succeeded);
  });

  it('is found by its client and request id, and by no other client', async () => {
    const store = await stored(anAccepted('a'));
    expect(store.byRequest('client-1', 'request-a')?.id).toBe('op_a');
    expect(store.byRequest('client-2', 'request-a')).toBeNull();
  });

  it('cannot be stored twice under one request id', async () => {
    const store = await stored(anAccepted('a'));
    const again = anAccepted('b', { requestId: 'request-a' });
    await expect(store.transact((tx) => accept(tx, again))).rejects.toThrow('UNIQUE');
    expect(store.operation('op_b')).toBeNull();
    expect(store.counts('env').accepted).toBe(1);
  });

  it('takes the next revision and refuses any other', async () => {
    const store = await stored(anAccepted('a'));
    await store.transact((tx) => change(tx, 'op_a', { state: 'sending' }));
    const record = store.operation('op_a')!;
    expect(record).toMatchObject({ state: 'sending', revision: 2 });
    for (const revision of [1, 2, 4]) {
      const late = { ...record, state: 'failed', revision } as const;
      await expect(store.transact((tx) => tx.update(late))).rejects.toThrow(StaleRevision);
    }
    await expect(store.transact((tx) => tx.update({ ...record, id: 'op_none' }))).rejects.toThrow(StaleRevision);
    expect(store.operation('op_a')).toEqual(record);
  });

  it('lets only one of two that read the same revision change it', async () => {
    const store = await stored(anAccepted('a'));
    const read = store.operation('op_a')!;
    const results = await Promise.allSettled([
      store.transact((tx) => tx.update({ ...read, state: 'sending', revision: 2 })),
      store.transact((tx) => tx.update({ ...read, state: 'cancelled', revision: 2 })),
    ]);
    expect(results.map((each) => each.status)).toEqual(['fulfilled', 'rejected']);
    expect(store.operation('op_a')?.state).toBe('sending');
  });
});

describe('what falls due', () => {
  it('is runnable when accepted, due and of this environment, in order of acceptance', async () => {
    const store = await stored(
      anAccepted('later', { nextAtMs: startMs + 10 }),
      anAccepted('b'),
      anAccepted('a'),
      anAccepted('other', { environmentId: 'elsewhere' }),
      anAccepted('sent'),
    );
    await store.transact((tx) => change(tx, 'op_sent', { state: 'sending' }));
    expect(ids(store.runnable('env', startMs, 10))).toEqual(['op_b', 'op_a']);
    expect(ids(store.runnable('env', startMs, 1))).toEqual(['op_b']);
    expect(ids(store.runnable('env', startMs + 10, 10))).toEqual(['op_later', 'op_b', 'op_a']);
  });

  it('is overdue when its send deadline passed, blocked or not', async () => {
    const lane = { lanes: ['payment:env:pay:P'] };
    const store = await stored(
      anAccepted('first', { ...lane, sendByMs: startMs + 5 }),
      anAccepted('blocked', { ...lane, sendByMs: startMs + 3 }),
      anAccepted('waits', { sendByMs: null }),
    );
    expect(ids(store.overdue('env', startMs + 4, 10))).toEqual(['op_blocked']);
    expect(ids(store.overdue('env', startMs + 5, 10))).toEqual(['op_blocked', 'op_first']);
  });

  it('is doubtful when pending or unknown and its look-up is due', async () => {
    const store = await stored(anAccepted('p'), anAccepted('u'), anAccepted('n'), anAccepted('a'));
    await store.transact((tx) => {
      change(tx, 'op_p', { state: 'pending', nextAtMs: startMs + 2 });
      change(tx, 'op_u', { state: 'unknown', nextAtMs: startMs + 1 });
      change(tx, 'op_n', { state: 'needs-person', nextAtMs: startMs });
    });
    expect(ids(store.doubtful('env', startMs + 1, 10))).toEqual(['op_u']);
    expect(ids(store.doubtful('env', startMs + 2, 10))).toEqual(['op_u', 'op_p']);
  });

  it('is at a terminal past its window until it leaves the lane', async () => {
    const store = await stored({ ...aSale({ id: 'op_s', revision: 1, terminalUntilMs: startMs + 5 }) });
    expect(ids(store.terminalEnded('env', startMs + 4, 10))).toEqual([]);
    expect(ids(store.terminalEnded('env', startMs + 5, 10))).toEqual(['op_s']);
    await store.transact((tx) => tx.release('op_s', ['terminal:env:T1']));
    expect(store.terminalEnded('env', startMs + 5, 10)).toEqual([]);
    expect(store.laneHolder('payment:env:trans:S-1')).toBe('op_s');
  });

  it('has a next time; without the network only deadlines and terminals count', async () => {
    const store = await stored(
      anAccepted('send', { nextAtMs: startMs + 40 }),
      anAccepted('deadline', { nextAtMs: startMs + 50, sendByMs: startMs + 60 }),
      anAccepted('doubt', { nextAtMs: startMs + 90 }),
      aSale({ id: 'op_s', revision: 1, terminalUntilMs: startMs + 70 }),
    );
    await store.transact((tx) => change(tx, 'op_doubt', { state: 'unknown', nextAtMs: startMs + 30 }));
    expect(store.nextDue('env', true)).toEqual({ workMs: startMs + 30, deadlineMs: startMs + 60 });
    expect(store.nextDue('env', false)).toEqual({ workMs: startMs + 70, deadlineMs: startMs + 60 });
    await store.transact((tx) => change(tx, 'op_deadline', { state: 'expired' }));
    expect(store.nextDue('env', false)).toEqual({ workMs: startMs + 70, deadlineMs: null });
    expect(store.nextDue('elsewhere', true)).toEqual({ workMs: null, deadlineMs: null });
  });

  it('is not the time of one that waits behind another', async () => {
    const lane = { lanes: ['payment:env:pay:P'] };
    const store = await stored(
      anAccepted('first', { ...lane, nextAtMs: startMs + 9 }),
      anAccepted('second', { ...lane, nextAtMs: startMs }),
    );
    expect(store.nextDue('env', true).workMs).toBe(startMs + 9);
  });

  it('is in flight while it is being sent, oldest first, of all environments', async () => {
    const store = await stored(anAccepted('a'), anAccepted('b', { environmentId: 'elsewhere' }), anAccepted('c'));
    await store.transact((tx) => {
      change(tx, 'op_b', { state: 'sending' });
      change(tx, 'op_a', { state: 'sending' });
    });
    expect(ids(store.inFlight(10))).toEqual(['op_a', 'op_b']);
  });
});

describe('the sums and marks', () => {
  it('count each state as it changes', async () => {
    const store = await stored(anAccepted('a'), anAccepted('b'), anAccepted('c', { environmentId: 'elsewhere' }));
    await store.transact((tx) => change(tx, 'op_a', { state: 'sending' }));
    expect(store.counts('env')).toMatchObject({ accepted: 1, sending: 1, succeeded: 0 });
    expect(store.counts(null)).toMatchObject({ accepted: 2, sending: 1 });
    expect(store.counts('nowhere')).toMatchObject({ accepted: 0, sending: 0 });
  });

  it('claims of open operations add up, final ones do not count', async () => {
    const { store } = opened(aFolder());
    const refund = { ...noMarks, claim: 'refund' } as const;
    const lane = 'payment:env:pay:P1';
    const lanes = [lane];
    await store.transact((tx) => {
      accept(tx, anAccepted('a', { lanes, amount: { value: 300, currency: 'EUR' } }), refund);
      accept(tx, anAccepted('b', { lanes, amount: { value: 200, currency: 'EUR' } }), refund);
      accept(tx, anAccepted('c', { lanes }), { ...noMarks, claim: 'capture' });
      accept(tx, anAccepted('d', { payId: 'P2' }), refund);
    });
    expect(store.openClaims([lane], 'refund')).toBe(500);
    expect(store.openClaimsSent([lane], 'refund')).toBe(0);
    for (const state of ['sending', 'unknown', 'pending', 'needs-person'] as const) {
      await store.transact((tx) => change(tx, 'op_a', { state }));
      expect(store.openClaims([lane], 'refund')).toBe(500);
      expect(store.openClaimsSent([lane], 'refund')).toBe(300);
    }
    await store.transact((tx) => {
      change(tx, 'op_a', { state: 'succeeded' });
      tx.release('op_a', lanes);
    });
    expect(store.openClaims([lane], 'refund')).toBe(200);
    expect(store.openClaims(['payment:env:pay:none'], 'refund')).toBe(0);
  });

  it("a program's refunds of a day add up, until it is certain that nothing was paid", async () => {
    const { store } = opened(aFolder());
    const refund = { ...noMarks, refundDay: '2026-01-31' };
    await store.transact((tx) => {
      accept(tx, anAccepted('a', { amount: { value: 300, currency: 'EUR' } }), refund);
      accept(tx, anAccepted('b', { amount: { value: 200, currency: 'EUR' } }), refund);
      accept(tx, anAccepted('c', { amount: { value: 50, currency: 'USD' } }), refund);
      accept(tx, anAccepted('d', { amount: { value: 7, currency: 'EUR' } }), { ...noMarks, refundDay: '2026-01-30' });
      accept(tx, anAccepted('e', { amount: { value: 9, currency: 'EUR' } }));
    });
    const [environment, client] = ['env', anAccepted('a').origin.clientId];
    const sum = () => store.refundedOn(environment, client, '2026-01-31', 'EUR');
    expect(sum()).toBe(500);
    expect(store.refundedOn(environment, client, '2026-01-31', 'USD')).toBe(50);
    expect(store.refundedOn(environment, 'another', '2026-01-31', 'EUR')).toBe(0);
    expect(store.refundedOn('elsewhere', client, '2026-01-31', 'EUR')).toBe(0);
    expect(store.lastRefundDay(environment, client)).toBe('2026-01-31');
    for (const state of ['sending', 'unknown', 'pending', 'needs-person', 'succeeded'] as const) {
      await store.transact((tx) => change(tx, 'op_a', { state }));
      expect(sum(), state).toBe(500);
    }
    await store.transact((tx) => change(tx, 'op_b', { state: 'sending' }));
    await store.transact((tx) => change(tx, 'op_b', { state: 'failed' }));
    expect(sum()).toBe(300);
    expect(store.lastRefundDay('env', 'another')).toBeNull();
  });

  it('sum refunds that no number holds exactly as the most that one does, whatever becomes of them', async () => {
    const { store } = opened(aFolder());
    const amount = { value: Number.MAX_SAFE_INTEGER, currency: 'EUR' };
    await store.transact((tx) => {
      for (const id of ['a', 'b', 'c']) accept(tx, anAccepted(id, { amount }), { ...noMarks, refundDay: '2026-01-31' });
    });
    const sum = () => store.refundedOn('env', anAccepted('a').origin.clientId, '2026-01-31', 'EUR');
    expect(sum()).toBe(Number.MAX_SAFE_INTEGER);
    for (const id of ['op_a', 'op_b', 'op_c']) {
      await store.transact((tx) => change(tx, id, { state: 'sending' }));
      await store.transact((tx) => change(tx, id, { state: 'failed' }));
    }
    expect(sum()).toBe(0);
  });

  it('name who made a payment under a transId, and only who made it', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      accept(tx, anAccepted('capture', { transId: 'T' }));
      accept(tx, anAccepted('sale', { transId: 'T' }), { ...noMarks, createsPayment: true });
    });
    expect(store.creatorOf('env', 'T')).toBe('op_sale');
    expect(store.creatorOf('elsewhere', 'T')).toBeNull();
  });

  it('count the uses of a refNr, and no further than two where all orders of a shop have the same', async () => {
    const orders = Array.from({ length: 5 }, (_, index) => anAccepted(`order-${index}`, { refNr: 'SHOP' }));
    const store = await stored(...orders, anAccepted('a', { refNr: 'R' }));
    expect(store.refNrUses('env', 'SHOP')).toBe(2);
    expect(store.refNrUses('env', 'R')).toBe(1);
    expect(store.refNrUses('env', 'none')).toBe(0);
  });

  it('remember successes by the answer itself, not those found by a look-up', async () => {
    const store = await stored(anAccepted('a'), anAccepted('b'), anAccepted('c'));
    await store.transact((tx) => {
      for (const name of ['a', 'b', 'c']) change(tx, `op_${name}`, { state: 'sending' });
      change(tx, 'op_a', { state: 'succeeded' });
      change(tx, 'op_b', { state: 'unknown' });
      change(tx, 'op_b', { state: 'succeeded' });
      change(tx, 'op_c', { state: 'succeeded' });
    });
    expect(ids(store.recentSuccesses('env', 'capture', 10))).toEqual(['op_c', 'op_a']);
    expect(ids(store.recentSuccesses('env', 'capture', 1))).toEqual(['op_c']);
    expect(store.recentSuccesses('env', 'refund', 10)).toEqual([]);
  });
});

describe('the list', () => {
  it('is newest first and takes every filter', async () => {
    const store = await stored(
      anAccepted('a'),
      anAccepted('b', { payId: 'P2' }),
      anAccepted('c', { kind: 'refund' }),
      anAccepted('d', { environmentId: 'elsewhere' }),
    );
    await store.transact((tx) => change(tx, 'op_a', { state: 'sending' }));
    expect(ids(store.list('env', { limit: 10 }))).toEqual(['op_a', 'op_b', 'op_c']);
    expect(ids(store.list(null, { limit: 2 }))).toEqual(['op_a', 'op_b']);
    expect(ids(store.list('env', { limit: 10, states: ['accepted'] }))).toEqual(['op_b', 'op_c']);
    expect(ids(store.list('env', { limit: 10, payId: 'P2' }))).toEqual(['op_b']);
    expect(ids(store.list('env', { limit: 10, kind: 'refund', states: ['accepted'] }))).toEqual(['op_c']);
  });

  it('is the same for every combination of filters as if each operation were looked at, in order of acceptance', async () => {
    const environments = ['env', 'elsewhere', 'third'];
    const kinds = ['refund', 'capture', 'capture', 'capture'];
    const finals = ['succeeded', 'succeeded', 'failed', 'accepted', 'succeeded'] as const;
    const all = Array.from({ length: 60 }, (_, number) =>
      anAccepted(`n${number}`, {
        environmentId: environments[(number * 7) % 3] ?? '',
        kind: kinds[(number * 5) % 4] ?? '',
        payId: `P${number % 4}`,
      }),
    );
    const store = await stored(...all);
    const states = new Map(all.map(({ id }, number) => [id, finals[(number * 3) % 5] ?? 'accepted']));
    for (const { id } of all) await store.transact((tx) => change(tx, id, { state: states.get(id) ?? 'accepted' }));

    for (const environment of [null, ...environments])
      for (const state of [undefined, 'succeeded', 'failed', 'expired'] as const)
        for (const kind of [undefined, 'refund', 'capture', 'confirm'])
          for (const payId of [undefined, 'P1', 'P9'])
            for (const after of [undefined, 'op_n20'])
              for (const limit of [3, 100]) {
                const fits = all.filter(
                  (each, number) =>
                    (environment === null || each.environmentId === environment) &&
                    (state === undefined || states.get(each.id) === state) &&
                    (kind === undefined || each.kind === kind) &&
                    (payId === undefined || each.payId === payId) &&
                    (after === undefined || number > 20),
                );
                const wish = {
                  ...(state && { states: [state] }),
                  ...(kind && { kind }),
                  ...(payId && { payId }),
                  ...(after && { after }),
                };
                const found = store.list(environment, { ...wish, limit });
                expect(ids(found), JSON.stringify([environment, wish, limit])).toEqual(ids(fits.slice(0, limit)));
              }
  });

  it('behind a cursor gives pages that leave no gap', async () => {
    const store = await stored(anAccepted('a'), anAccepted('b'), anAccepted('c'), anAccepted('d'));
    expect(ids(store.list('env', { limit: 2, after: 'op_a' }))).toEqual(['op_b', 'op_c']);
    expect(ids(store.list('env', { limit: 2, after: 'op_c' }))).toEqual(['op_d']);
    expect(store.list('env', { limit: 2, after: 'op_d' })).toEqual([]);
    expect(store.list('env', { limit: 2, after: 'unheard-of' })).toEqual([]);
  });
});

it('payments are replaced by their lane and found by each of their names', async () => {
  const { store } = opened(aFolder());
  const payment = {
    environmentId: 'env',
    lane: 'payment:env:trans:T',
    payId: null,
    transId: 'T',
    currency: 'EUR',
    authorized: 500,
    captured: null,
    refunded: 0,
    captureCount: 0,
    reversed: false,
    terminalId: 'T1',
    traceNr: '7',
    openSinceMs: null,
    brand: 'VISA',
    refNr: 'Order 1',
    last4: '1111',
    approvalCode: '482913',
  } as const;
  await store.transact((tx) => tx.putPayment(payment));
  expect(store.paymentByTransId('env', 'T')).toEqual(payment);
  const known = { ...payment, payId: 'P', captured: 500, reversed: true };
  await store.transact((tx) => tx.putPayment(known));
  expect(store.payment('env', 'P')).toEqual(known);
  expect(store.payment('elsewhere', 'P')).toBeNull();
  const newer = { ...payment, lane: 'payment:env:trans:T2', transId: 'T2' };
  await store.transact((tx) => tx.putPayment(newer));
  await store.transact((tx) => tx.putPayment(known));
  expect(store.paymentByTrace('env', 'T1', '7')).toEqual(newer);
});

it('open authorizations are told by their age, the oldest first', async () => {
  const { store } = opened(aFolder());
  const put = (lane: string, openSinceMs: number | null, environmentId = 'env') =>
    store.transact((tx) =>
      tx.putPayment({
        environmentId,
        lane,
        payId: lane,
        transId: null,
        currency: 'EUR',
        authorized: 500,
        captured: 0,
        refunded: 0,
        captureCount: 0,
        reversed: false,
        terminalId: null,
        traceNr: null,
        openSinceMs,
      }),
    );
  await Promise.all([put('a', 30), put('b', 10), put('c', null), put('d', 20), put('e', 5, 'elsewhere'), put('f', 99)]);
  const lanes = (sinceMs: number, limit = 10) =>
    store.openAuthorizations('env', sinceMs, limit).map(({ lane }) => lane);
  expect(lanes(30)).toEqual(['b', 'd', 'a']);
  expect(lanes(30, 2)).toEqual(['b', 'd']);
  await put('b', null);
  expect(lanes(30)).toEqual(['d', 'a']);
});

it('what is offered is told by when it is to be looked up, and forgotten when it is not any more', async () => {
  const { store } = opened(aFolder());
  const offer = { state: 'open', sinceMs: 0, untilMs: null, lookUps: 0, lastLookUpMs: null } as const;
  const put = (name: string, nextLookUpMs: number | null) =>
    store.transact((tx) => tx.insert(anAccepted(name, { offer: { ...offer, nextLookUpMs } }), noMarks));
  await put('a', 20);
  await put('b', 10);
  await put('c', null);
  const offered = () => ids(store.offers('env', 10));
  expect(offered()).toEqual(['op_b', 'op_a']);
  const b = store.operation('op_b');
  if (b?.offer === undefined) throw new Error('it has no offer');
  const { offer: known } = b;
  await store.transact((tx) =>
    tx.update({ ...b, revision: b.revision + 1, offer: { ...known, state: 'paid', nextLookUpMs: null } }),
  );
  expect(offered()).toEqual(['op_a']);
  expect(store.operation('op_b')?.offer?.state).toBe('paid');
});

it('a positive control is remembered per environment and kind', async () => {
  const { store } = opened(aFolder());
  await store.transact((tx) => tx.putControl('env', 'capture', 'op_a', startMs));
  await store.transact((tx) => tx.putControl('env', 'capture', 'op_b', startMs));
  expect(store.hasControl('env', 'capture')).toBe(true);
  expect(store.hasControl('env', 'refund')).toBe(false);
  expect(store.hasControl('elsewhere', 'capture')).toBe(false);
});

it('without the key operations wait sealed: they can be counted but not read', async () => {
  const dataDir = aFolder();
  const first = opened(dataDir);
  await first.store.transact((tx) => tx.insert(anAccepted('a'), noMarks));
  first.close();
  const { store } = opened(dataDir, { seal: null });
  expect(store.counts('env').accepted).toBe(1);
  expect(() => store.operation('op_a')).toThrow('not at hand');
});
