// What the making of a payment demands of a later operation: only a payment that this bridge made is known well enough.
import { describe, expect, it } from 'vitest';
import { creationOf, demandRefusal } from '#core/acceptance/creation.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { aRecord } from '#support/records.ts';

const known: KnownPayment = {
  environmentId: 'env',
  lane: 'payment:env:trans:A1',
  payId: 'P1',
  transId: 'A1',
  currency: 'EUR',
  authorized: null,
  captured: null,
  refunded: null,
  captureCount: null,
  reversed: false,
  terminalId: null,
  traceNr: null,
};

const input = { transId: 'A1', paymentMethods: { type: 'KLARNA' } };
const creator = aRecord({ id: 'op_9', kind: 'create-payment', state: 'succeeded', input, updatedAtMs: 5_000 });

function reads(record: OperationRecord | null) {
  return {
    creatorOf: (_environmentId: string, transId: string) => (transId === 'A1' ? (record?.id ?? null) : null),
    operation: (id: string) => (id === record?.id ? record : null),
  };
}

describe('how a payment was made', () => {
  it('is known from the operation that used its transId', () => {
    expect(creationOf(reads(creator), 'env', known)).toEqual({ kind: 'create-payment', input, answeredAtMs: 5_000 });
  });

  it('is not known of another bridge’s payment, nor of one that is not finished', () => {
    expect(creationOf(reads(null), 'env', known)).toBeNull();
    expect(creationOf(reads(creator), 'env', null)).toBeNull();
    expect(creationOf(reads(creator), 'env', { ...known, transId: null })).toBeNull();
    expect(creationOf(reads({ ...creator, state: 'unknown' }), 'env', known)).toBeNull();
  });

  it('is not asked of the store without a transId, or without an operation', () => {
    const never = () => {
      throw new Error('the store was asked');
    };
    expect(creationOf({ creatorOf: never, operation: never }, 'env', { ...known, transId: null })).toBeNull();
    expect(creationOf({ creatorOf: () => null, operation: never }, 'env', known)).toBeNull();
  });
});

describe('a demand', () => {
  it('that is met refuses nothing, before its time ends', () => {
    expect(demandRefusal({ errors: {}, sendByMs: null }, 9_000)).toBeNull();
    expect(demandRefusal({ errors: {}, sendByMs: 9_001 }, 9_000)).toBeNull();
  });

  it('whose time has ended refuses', () => {
    expect(demandRefusal({ errors: {}, sendByMs: 9_000 }, 9_000)?.code).toBe('too-late');
  });

  it('says in words what is wrong', () => {
    expect(demandRefusal({ errors: { a: ['is required'], 'b.c': ['is required'] }, sendByMs: null }, 1)?.detail).toBe(
      'Nothing was stored. Correct: a, b.c.',
    );
    expect(demandRefusal({ errors: {}, sendByMs: 1 }, 1)?.detail).toBe(
      'The gateway takes it for a limited time after the payment was created only.',
    );
  });

  it('that is not met names its fields', () => {
    const errors = { 'paymentMethods.klarna.accessToken': ['is required'] };
    expect(demandRefusal({ errors, sendByMs: 1 }, 9_000)).toMatchObject({ code: 'invalid-input', errors });
  });
});
