// What people look for: newest first, by text, state and kind, page by page.
import { describe, expect, it } from 'vitest';
import { accept, anAccepted, change, noMarks } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Store } from '#core/ports/store.ts';

async function stored(...records: OperationRecord[]): Promise<Store> {
  const { store } = opened(aFolder());
  await store.transact((tx) => {
    for (const record of records) accept(tx, record);
  });
  return store;
}

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

describe('a search', () => {
  it('finds text anywhere in the ids, newest first', async () => {
    const store = await stored(
      anAccepted('a', { transId: 'ORDER-77' }),
      anAccepted('b', { refNr: 'x-order-7' }),
      anAccepted('c', { terminalId: 'T7' }),
    );
    expect(ids(store.search('env', { text: 'order-7', limit: 10 }))).toEqual(['op_b', 'op_a']);
    expect(ids(store.search('env', { text: ' T7 ', limit: 10 }))).toEqual(['op_c']);
    expect(ids(store.search('env', { text: '', limit: 10 }))).toEqual(['op_c', 'op_b', 'op_a']);
  });

  it('takes signs of the pattern language for what they are', async () => {
    const store = await stored(anAccepted('a', { transId: '100%' }), anAccepted('b', { transId: '1000' }));
    expect(ids(store.search('env', { text: '0%', limit: 10 }))).toEqual(['op_a']);
    expect(store.search('env', { text: "'; DROP TABLE operations; --", limit: 10 })).toEqual([]);
  });

  it('goes by states, kind, payment and environment', async () => {
    const store = await stored(
      anAccepted('a'),
      anAccepted('b', { kind: 'refund', payId: 'P2' }),
      anAccepted('c', { environmentId: 'elsewhere' }),
    );
    await store.transact((tx) => change(tx, 'op_a', { state: 'unknown' }));
    expect(ids(store.search('env', { states: ['unknown', 'pending'], limit: 10 }))).toEqual(['op_a']);
    expect(ids(store.search('env', { kind: 'refund', payId: 'P2', limit: 10 }))).toEqual(['op_b']);
    expect(ids(store.search(null, { limit: 10 }))).toEqual(['op_c', 'op_b', 'op_a']);
  });

  it('leaves no gap between its pages', async () => {
    const store = await stored(...['a', 'b', 'c', 'd', 'e'].map((name) => anAccepted(name)));
    const first = ids(store.search('env', { limit: 2 }));
    const second = ids(store.search('env', { limit: 2, before: first.at(-1) ?? '' }));
    const third = ids(store.search('env', { limit: 2, before: second.at(-1) ?? '' }));
    expect([...first, ...second, ...third]).toEqual(['op_e', 'op_d', 'op_c', 'op_b', 'op_a']);
  });
});

describe('the payments that are known', () => {
  it('are found by text, newest first, page by page', async () => {
    const { store } = opened(aFolder());
    const base = {
      environmentId: 'env',
      currency: 'EUR',
      authorized: 100,
      captured: 0,
      refunded: 0,
      captureCount: 0,
      reversed: false,
      terminalId: 'T1',
      traceNr: null,
    };
    await store.transact((tx) => {
      for (const name of ['1', '2', '3']) {
        tx.putPayment({ ...base, lane: `payment:env:trans:S-${name}`, payId: `P${name}`, transId: `S-${name}` });
      }
    });
    const payIds = (filter: { text?: string; before?: string }) =>
      store.payments('env', { ...filter, limit: 2 }).map(({ payId }) => payId);
    expect(payIds({})).toEqual(['P3', 'P2']);
    expect(payIds({ before: 'payment:env:trans:S-2' })).toEqual(['P1']);
    expect(payIds({ text: 's-2' })).toEqual(['P2']);
  });

  it('fill their page though what was never made was found by the same name, and newer', async () => {
    const { store } = opened(aFolder());
    const made = {
      environmentId: 'env',
      currency: 'EUR',
      authorized: 1_250,
      captured: 1_250,
      refunded: 0,
      captureCount: 1,
      reversed: false,
      terminalId: 'T1',
      traceNr: null,
      refNr: 'Table 4',
    };
    // A sale that failed has neither a number nor an authorization.
    const notMade = { ...made, payId: null, authorized: null, captured: null, refunded: null, captureCount: null };
    await store.transact((tx) => {
      for (const at of [1, 2, 3]) {
        tx.putPayment({ ...made, lane: `payment:env:trans:M-${at}`, payId: `P${at}`, transId: `M-${at}` });
      }
      for (const at of [1, 2, 3, 4]) {
        tx.putPayment({ ...notMade, lane: `payment:env:trans:F-${at}`, transId: `F-${at}` });
      }
    });
    const page = (before?: string) =>
      store
        .payments('env', { text: 'Table 4', limit: 2, ...(before === undefined ? {} : { before }) })
        .map(({ payId }) => payId);
    expect(page()).toEqual(['P3', 'P2']);
    expect(page('payment:env:trans:M-2')).toEqual(['P1']);
  });

  it('are found by the day on which they were begun and by who began them', async () => {
    const { store } = opened(aFolder());
    const dayMs = 86_400_000;
    const person = { id: 'per_1', name: 'Cashier 1', role: 'cashier' } as const;
    const atTill = { type: 'cashier', clientId: 'till', operator: person, approvedBy: null } as const;
    const program = { type: 'erp', clientId: 'erp', operator: null, approvedBy: null } as const;
    const payment = {
      environmentId: 'env',
      currency: 'EUR',
      authorized: 100,
      captured: 100,
      refunded: 0,
      captureCount: 1,
      reversed: false,
      terminalId: 'T1',
      traceNr: null,
    };
    const sales = [
      ['a', 10, atTill],
      ['b', 11, atTill],
      ['c', 11, program],
      ['d', 12, program],
    ] as const;
    await store.transact((tx) => {
      // Made elsewhere: what was first done to it here counts. Numbers of operations rise with time.
      accept(tx, anAccepted('e', { kind: 'refund', payId: 'P-e', createdAtMs: 10 * dayMs, origin: atTill }));
      for (const [name, day, origin] of sales) {
        accept(tx, anAccepted(name, { transId: `S-${name}`, payId: null, createdAtMs: day * dayMs, origin }), {
          ...noMarks,
          createsPayment: true,
        });
        tx.putPayment({ ...payment, lane: `payment:env:trans:S-${name}`, payId: `P-${name}`, transId: `S-${name}` });
      }
      // What took the rest of another sale is shown with it.
      const rest = anAccepted('r', {
        transId: 'S-r',
        payId: null,
        createdAtMs: 11 * dayMs,
        origin: atTill,
        partOf: 'op_b',
      });
      accept(tx, rest, { ...noMarks, createsPayment: true });
      tx.putPayment({ ...payment, lane: 'payment:env:trans:S-r', payId: 'P-r', transId: 'S-r' });
      tx.putPayment({ ...payment, lane: 'payment:env:pay:P-e', payId: 'P-e', transId: null });
    });
    const found = (part: Partial<Parameters<Store['payments']>[1]>) =>
      store.payments('env', { text: 'no such text', limit: 10, ...part }).map(({ payId }) => payId);
    const on = (day: number) => ({ begun: { fromMs: day * dayMs, beforeMs: (day + 1) * dayMs } });
    const by = (people: readonly string[], clients: readonly string[]) => ({ by: { people, clients } });
    expect(found(on(10))).toEqual(['P-e', 'P-a']);
    expect(found(on(11))).toEqual(['P-c', 'P-b']);
    expect(found({ ...on(11), limit: 1 })).toEqual(['P-c']);
    expect(found({ ...on(11), before: 'payment:env:trans:S-c' })).toEqual(['P-b']);
    expect(found(on(13))).toEqual([]);
    expect(found(by(['per_1'], []))).toEqual(['P-e', 'P-b', 'P-a']);
    expect(found(by([], ['erp']))).toEqual(['P-d', 'P-c']);
    // The till's own name is no program's.
    expect(found(by([], ['till']))).toEqual([]);
    // Beside what the text itself finds, each once.
    expect(found({ text: 'S-d', ...on(12) })).toEqual(['P-d']);
    expect(store.payments('elsewhere', { text: 'x', ...on(11), limit: 10 })).toEqual([]);
  });

  it('are found by what stands on a receipt, whole names first', async () => {
    const { store } = opened(aFolder());
    const sums = { authorized: 1_250, captured: 1_250, refunded: 0, captureCount: 1, reversed: false };
    const make = (name: string, part: object) => ({
      environmentId: 'env',
      currency: 'EUR',
      ...sums,
      terminalId: 'T1',
      traceNr: null,
      lane: `payment:env:trans:S-${name}`,
      payId: `P-${name}`,
      transId: `S-${name}`,
      ...part,
    });
    await store.transact((tx) => {
      tx.putPayment(make('a', { refNr: 'Order 40977', last4: '1111', approvalCode: '482913', traceNr: '000042' }));
      tx.putPayment(make('b', { refNr: 'Order 40977-2', authorized: 100, captured: 100 }));
      tx.putPayment(make('c', { captured: 0, authorized: 4_097_700 }));
      tx.putPayment(make('d', { captured: 0, authorized: 0, refunded: 4_200 }));
      tx.putPayment({ ...make('e', { refNr: 'Order 1' }), environmentId: 'elsewhere' });
    });
    const found = (text: string, amounts: readonly number[] = [], before?: string) =>
      store
        .payments('env', { text, amounts, limit: 2, ...(before === undefined ? {} : { before }) })
        .map(({ transId }) => transId);
    expect(found('Order 40977')).toEqual(['S-a']);
    expect(found('40977', [40_977, 4_097_700])).toEqual(['S-c', 'S-b']);
    expect(found('40977', [40_977, 4_097_700], 'payment:env:trans:S-b')).toEqual(['S-a']);
    expect(found('1111')).toEqual(['S-a']);
    expect(found('482913')).toEqual(['S-a']);
    expect(found('000042')).toEqual(['S-a']);
    expect(found('P-b')).toEqual(['S-b']);
    expect(found('12.50', [1_250])).toEqual(['S-a']);
    expect(found('42,00', [4_200])).toEqual(['S-d']);
    expect(found('Order 1')).toEqual([]);
    expect(found('nothing')).toEqual([]);
  });
});
