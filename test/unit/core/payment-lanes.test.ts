// Which lane an operation waits in, and which known payment a caller means by an id or by a terminal's trace number.
import { describe, expect, it } from 'vitest';
import {
  hasTrace,
  isTerminalLane,
  knownPayment,
  payIdLane,
  paymentLane,
  terminalLane,
  transIdLane,
} from '#core/operation/lanes.ts';
import type { StoreReads } from '#core/ports/store.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { aPayment } from '#support/records.ts';

const payment = (change: Partial<KnownPayment> = {}) => aPayment({ lane: 'its own lane', ...change });

/** A store of these payments, the latest last, that notes which trace numbers it was asked for. */
function reads(...payments: readonly KnownPayment[]) {
  const asked: string[] = [];
  const find = (environmentId: string, fits: (each: KnownPayment) => boolean) =>
    environmentId === 'env' ? (payments.findLast(fits) ?? null) : null;
  const store = {
    payment: (environmentId: string, payId: string) => find(environmentId, (each) => each.payId === payId),
    paymentByTransId: (environmentId: string, transId: string) =>
      find(environmentId, (each) => each.transId === transId),
    paymentByTrace: (environmentId: string, terminalId: string, traceNr: string) => {
      asked.push(traceNr);
      return find(environmentId, (each) => each.terminalId === terminalId && each.traceNr === traceNr);
    },
  } as unknown as StoreReads;
  return { store, asked };
}

describe('lanes', () => {
  it('have a name for each thing that has an order', () => {
    expect(terminalLane('env', 'T1')).toBe('terminal:env:T1');
    expect(transIdLane('env', 'S-1')).toBe('payment:env:trans:S-1');
    expect(payIdLane('env', 'P1')).toBe('payment:env:pay:P1');
    expect(isTerminalLane(terminalLane('env', 'T1'))).toBe(true);
    expect(isTerminalLane(payIdLane('terminal:', 'P1'))).toBe(false);
  });

  it('of a payment are its first known one, else by what it is called', () => {
    const trace = { by: 'trace', terminalId: 'T1', traceNr: '1', transId: 'S-1' } as const;
    expect(paymentLane('env', { by: 'payId', payId: 'P1' }, payment())).toBe('its own lane');
    expect(paymentLane('env', { by: 'payId', payId: 'P1' }, null)).toBe('payment:env:pay:P1');
    expect(paymentLane('env', { by: 'transId', transId: 'S-1' }, null)).toBe('payment:env:trans:S-1');
    expect(paymentLane('env', trace, null)).toBe('payment:env:trans:S-1');
  });
});

describe('a known payment', () => {
  it('is found by its payId and by its transId', () => {
    const { store } = reads(payment());
    expect(knownPayment(store, 'env', { by: 'payId', payId: 'P1' })?.lane).toBe('its own lane');
    expect(knownPayment(store, 'env', { by: 'payId', payId: 'P2' })).toBeNull();
    expect(knownPayment(store, 'env', { by: 'transId', transId: 'S-1' })?.lane).toBe('its own lane');
    expect(knownPayment(store, 'other', { by: 'transId', transId: 'S-1' })).toBeNull();
  });

  const byTrace = (store: StoreReads, traceNr: string, transId = 'S-1') =>
    knownPayment(store, 'env', { by: 'trace', terminalId: 'T1', traceNr, transId })?.payId ?? null;

  it('is the one that the transId names where its trace number fits, also after the numbers wrapped', () => {
    const later = payment({ payId: 'P2', transId: 'S-2' });
    expect(byTrace(reads(payment(), later).store, '123')).toBe('P1');
    expect(byTrace(reads(payment(), later).store, '000123')).toBe('P1');
  });

  it('is the latest with the trace number where the transId names another', () => {
    const other = payment({ payId: 'P2', transId: 'S-2', traceNr: '000124' });
    expect(byTrace(reads(payment(), other).store, '124')).toBe('P2');
    expect(byTrace(reads(payment(), other).store, '124', 'unknown')).toBe('P2');
  });

  it('is not one whose own trace number is another, nor one at another terminal', () => {
    expect(byTrace(reads(payment()).store, '999')).toBeNull();
    expect(byTrace(reads(payment({ terminalId: 'T2' })).store, '123')).toBeNull();
    expect(byTrace(reads().store, '123')).toBeNull();
  });

  it('is the one that the transId names where its trace number is not known', () => {
    expect(byTrace(reads(payment({ traceNr: null })).store, '123')).toBe('P1');
  });

  it.each([
    ['00123', ['00123', '123', '000123']],
    ['123', ['123', '000123']],
    ['000123', ['000123', '123']],
    ['0', ['0', '000000']],
    ['000', ['000', '0', '000000']],
    ['1234567', ['1234567']],
  ])('is asked for by %s as it was given, without zeros before it, and with six digits', (traceNr, written) => {
    const { store, asked } = reads();
    byTrace(store, traceNr);
    expect(asked).toEqual(written);
  });

  it('has a trace number whatever zeros stand before it', () => {
    const wanted = { terminalId: 'T1', traceNr: '123' };
    expect(hasTrace({ terminalId: 'T1', traceNr: '000123' }, wanted)).toBe(true);
    expect(hasTrace({ terminalId: 'T2', traceNr: '000123' }, wanted)).toBe(false);
    expect(hasTrace({ terminalId: 'T1', traceNr: '1230' }, wanted)).toBe(false);
    expect(hasTrace({ terminalId: 'T1', traceNr: null }, wanted)).toBe(false);
    expect(hasTrace({ terminalId: 'T1', traceNr: '0' }, { terminalId: 'T1', traceNr: '' })).toBe(false);
    expect(hasTrace({ terminalId: 'T1', traceNr: '1023' }, { terminalId: 'T1', traceNr: '123' })).toBe(false);
  });
});
