// What everybody outside the engine sees of an operation: who asked for it, where it waits, and why nothing is known.
import { describe, expect, it } from 'vitest';
import { plainClientOptions } from '#contract/programs/client.ts';
import type { Doubt } from '#contract/operation/doubt.ts';
import type { Json } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { type ViewPorts, viewOf } from '#core/api/view.ts';
import { aPolicy, aRecord, aSale, anAttempt, startMs } from '#support/records.ts';
import { anOperator } from '#support/fake-people.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const asLongAsItTakes = { busyUntil: null, sendBy: null };
const iso = (ms: number) => new Date(ms).toISOString();

async function stored(...records: readonly OperationRecord[]) {
  const { store, clients, operators } = opened(aFolder());
  for (const record of records) await store.transact((tx) => accept(tx, record));
  const ports: ViewPorts = { store, clients, clock: { iso }, policy: aPolicy() };
  return { store, clients, operators, ports, view: (id: string) => viewOf(store.operation(id)!, ports) };
}

async function doubted(doubt: string): Promise<Doubt | undefined> {
  const { ports } = await stored();
  return viewOf(aRecord({ state: 'unknown', doubt, doubtSinceMs: startMs }), ports).doubt;
}

const nobody = { operator: null, approvedBy: null };

describe('a doubt', () => {
  it('has its code and the English sentence for it', async () => {
    expect(await doubted('cut-off')).toMatchObject({
      code: 'cut-off',
      reason: 'The connection to the payment system ended before its answer was complete.',
    });
  });

  it('names the status that said nothing', async () => {
    const doubt = await doubted('http-status: 502');
    expect(doubt).toMatchObject({ code: 'http-status', status: 502 });
    expect(doubt?.reason).toContain('status 502');
  });

  it('says why the gateway was not reached', async () => {
    const doubt = await doubted('not-reached: the network is down (ENETDOWN)');
    expect(doubt?.code).toBe('not-reached');
    expect(doubt?.reason).toContain('(the network is down (ENETDOWN))');
  });

  it('of an older program is shown as it was written', async () => {
    const sentence = 'The gateway did not answer in time: nothing came.';
    expect(await doubted(sentence)).toMatchObject({ code: null, reason: sentence });
  });
});

describe('a quote of another currency', () => {
  const figures = (exchangeRate: string) => ({
    merchant: { value: 1_000, currency: 'EUR' },
    cardholder: { value: 1_118, currency: 'USD' },
    rate: { exchangeRate, markupPercentage: '3.50' },
  });
  async function shown(status: string, exchangeRate: string, more: Partial<OperationRecord> = {}) {
    const { ports } = await stored();
    const { rate, ...amounts } = figures(exchangeRate);
    const result = { dccInfo: { status, provider: 'P', dccRequestId: 'D-1', rate, amounts } };
    const quote = { kind: 'dcc-quote', state: 'succeeded', amount: amounts.merchant, result } as const;
    return viewOf(aRecord({ ...quote, ...more }), ports).quoteFault;
  }

  it('says that its figures do not agree', async () => {
    expect(await shown('AVAILABLE', '10.8')).toBe('amounts');
    expect(await shown('AVAILABLE', '1.08')).toBeUndefined();
    expect(await shown('AVAILABLE', '1.08', { amount: { value: 999, currency: 'EUR' } })).toBe('other-amount');
  });

  it('says that what cannot be offered is incomplete', async () => {
    const amount = { value: 1_000, currency: 'EUR' };
    const { rate, ...amounts } = figures('1.08');
    const quoted = (dccInfo: Json) => shown('AVAILABLE', '1.08', { amount, result: { dccInfo } });
    const whole = { status: 'AVAILABLE', provider: 'P', dccRequestId: 'D-1', rate, amounts };
    expect(await quoted(whole)).toBeUndefined();
    expect(await quoted({ ...whole, dccRequestId: ' ' })).toBe('incomplete');
    expect(await quoted({ ...whole, dccRequestId: null })).toBe('incomplete');
    expect(await quoted({ ...whole, status: 'MAYBE' })).toBe('incomplete');
    expect(await quoted([whole, whole])).toBe('incomplete');
    const tenfold = { ...amounts, cardholder: { value: 10_800, currency: 'USD' } };
    expect(await quoted({ ...whole, amounts: tenfold, rate: { ...rate, markupPercentage: 900 } })).toBe('incomplete');
  });

  it('says nothing where there is no offer, no answer, or no quote', async () => {
    expect(await shown('NOT_AVAILABLE', '10.8')).toBeUndefined();
    expect(await shown('AVAILABLE', '10.8', { state: 'failed', result: null })).toBeUndefined();
    expect(await shown('AVAILABLE', '10.8', { kind: 'cloud-pos' })).toBeUndefined();
  });
});

describe('what people said', () => {
  const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;
  const said = { outcome: 'failed', reason: 'No credit.', evidence: 'Statement', by, atMs: startMs } as const;

  it('is shown by name, also when it is settled, with how many voices it takes while it is not', async () => {
    const { ports, operators } = await stored();
    operators.save(anOperator({ ...by, pinHash: '' }), {
      type: 'operator-added',
      operationId: null,
      atMs: 0,
      data: by,
    });
    const open = { state: 'needs-person', doubt: 'no-answer', doubtSinceMs: startMs } as const;
    const one = viewOf(aRecord({ ...open, decisions: [said] }), ports);
    const at = new Date(startMs).toISOString();
    const shown = [{ outcome: 'failed', reason: 'No credit.', evidence: 'Statement', by: 'Supervisor', at }];
    expect(one.decisions).toEqual(shown);
    expect(one.doubt?.voicesNeeded).toBe(1);
    const refund = { kind: 'refund', input: { payId: 'P1', transId: 'R1', amount: { value: 5, currency: 'EUR' } } };
    expect(viewOf(aRecord({ ...open, ...refund }), ports).doubt?.voicesNeeded).toBe(2);
    const settled = viewOf(aRecord({ state: 'failed', decisions: [said] }), ports);
    expect(settled.decisions).toEqual(shown);
    expect(settled.doubt).toBeUndefined();
  });
});

describe('a credit', () => {
  it('names the sale whose money it gives back, and another one names none', async () => {
    const { view } = await stored(anAccepted('a', { refundOf: 'op_0' }), anAccepted('b'));
    expect(view('op_a')).toMatchObject({ refundOf: 'op_0' });
    expect(view('op_b')).not.toHaveProperty('refundOf');
  });
});

describe('who asked for it', () => {
  it('is the person who was signed in, and the one whose PIN approved it', async () => {
    const person = (name: string) => ({ id: name, name, role: 'manager' }) as const;
    const origin = { type: 'cashier', clientId: 'window', operator: person('A'), approvedBy: person('B') } as const;
    const { view } = await stored(anAccepted('a', { origin, replaces: 'op_0' }));
    expect(view('op_a')).toMatchObject({
      origin: { type: 'cashier', operator: 'A', approvedBy: 'B' },
      replaces: 'op_0',
    });
  });

  it('is the till itself', async () => {
    const { view } = await stored(anAccepted('a', { origin: { ...nobody, type: 'cashier', clientId: 'window' } }));
    expect(view('op_a').origin).toEqual({ type: 'cashier' });
  });

  it('is a program by its name, also after it was revoked', async () => {
    const { clients, view } = await stored(anAccepted('a', { origin: { ...nobody, type: 'erp', clientId: 'c1' } }));
    expect(view('op_a').origin).toEqual({ type: 'erp', clientId: 'c1', client: null });
    const createdAt = new Date(startMs).toISOString();
    const client = {
      id: 'c1',
      name: 'Shop',
      scopes: [],
      origin: null,
      options: plainClientOptions,
      createdAt,
      lastUsedAt: null,
      revokedAt: null,
    };
    clients.add(client, 'hash');
    clients.revoke('c1', createdAt);
    expect(view('op_a').origin).toEqual({ type: 'erp', clientId: 'c1', client: 'Shop' });
  });
});

describe('the place in the queue', () => {
  it('counts what was accepted before it and waits as well', async () => {
    const { store, view } = await stored(anAccepted('a'), anAccepted('b'), anAccepted('c'));
    expect(['a', 'b', 'c'].map((name) => view(`op_${name}`).queue)).toEqual([
      { ahead: 0, after: null, ...asLongAsItTakes },
      { ahead: 1, after: null, ...asLongAsItTakes },
      { ahead: 2, after: null, ...asLongAsItTakes },
    ]);
    await store.transact((tx) => change(tx, 'op_a', { state: 'sending' }));
    expect(view('op_c').queue?.ahead).toBe(1);
    expect(view('op_a').queue).toBeUndefined();
  });

  it('does not count what waits for another environment', async () => {
    const { view } = await stored(anAccepted('a', { environmentId: 'other' }), anAccepted('b'));
    expect(view('op_b').queue?.ahead).toBe(0);
  });

  it('names the operation that holds its payment', async () => {
    const lanes = ['payment:env:pay:P1'];
    const { store, view } = await stored(anAccepted('a', { lanes }), anAccepted('b', { lanes }));
    await store.transact((tx) => change(tx, 'op_a', { state: 'unknown' }));
    expect(view('op_b').queue).toEqual({ ahead: 0, after: 'op_a', ...asLongAsItTakes });
  });

  it('stops counting at the limit', async () => {
    const { store } = await stored(anAccepted('a'), anAccepted('b'), anAccepted('c'));
    expect(store.aheadInQueue('env', store.operation('op_c')!.seq, 1)).toBe(1);
  });

  const lanes = ['payment:env:trans:S-2', 'terminal:env:T1'];
  const waiting = { interactive: true, lanes, sendByMs: startMs + 15_000 };

  it('of what cannot wait is told only behind another operation, with until when it waits and is held up', async () => {
    const { store, view } = await stored(anAccepted('a', { lanes: ['terminal:env:T1'] }), anAccepted('b', waiting));
    const sendBy = iso(startMs + 15_000);
    expect(view('op_b').queue).toEqual({ ahead: 1, after: 'op_a', busyUntil: null, sendBy });
    const terminalUntilMs = startMs + 300_000;
    await store.transact((tx) => change(tx, 'op_a', { state: 'sending', terminalUntilMs }));
    expect(view('op_b').queue).toEqual({ ahead: 0, after: 'op_a', busyUntil: iso(terminalUntilMs), sendBy });
    await store.transact((tx) => {
      change(tx, 'op_a', { state: 'succeeded' });
      tx.release('op_a', ['terminal:env:T1']);
    });
    expect(view('op_b').queue).toBeUndefined();
  });

  it('gives way to the time until which an answer is waited for, once it was sent', async () => {
    const { ports } = await stored();
    const sent = { state: 'sending', attempts: [anAttempt({ sentAtMs: startMs + 7 })] } as const;
    const { terminalTimeoutMs, answerTimeoutMs } = ports.policy;
    expect(viewOf(aSale(sent), ports)).toMatchObject({ answerBy: iso(startMs + 7 + terminalTimeoutMs) });
    expect(viewOf(aRecord(sent), ports)).toMatchObject({ answerBy: iso(startMs + 7 + answerTimeoutMs) });
    expect(viewOf(aSale({ ...sent, state: 'unknown' }), ports)).not.toHaveProperty('answerBy');
  });
});
