// What follows the making of a payment: confirmation, incremental, update; and links and intents, whose bodies are
// not shown. Each rule's refusal names its field.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { confirm } from '#operations/confirm.ts';
import type { Creation } from '#operations/define.ts';
import { incremental } from '#operations/incremental.ts';
import { amount, minimal, refusedFields, refusedWith } from './samples.ts';

describe('a confirmation', () => {
  it.each([
    ['payId', '../refunds'],
    ['transId', ''],
    ['amount', undefined],
    ['captureMethod.type', 'SOON'],
    ['captureMethod.delayed', undefined, 'captureMethod.delayed.delayedHours'],
    ['captureMethod.delayed.delayedHours', 697],
    ['captureMethod.manual', {}],
    ['expirationTime', 'tomorrow'],
    ['order.items', {}],
    ['billingAddress.country', 'D'],
    ['shipping.address.country', 'D'],
    ['paymentMethods.card.eventToken', 'SHIPMENT'],
    ['paymentMethods.card.token', 'x'],
    ['paymentMethods.klarna.accessToken', undefined],
    ['paymentMethods.klarna.accessToken', ''],
    ['paymentMethods.payPal', {}],
    ['customerInfo', {}],
  ])('refuses %s = %j', (path, value, named = path) => {
    expect(refusedWith('confirm', path, value)).toEqual([named]);
  });

  it('keeps the token of Klarna in memory only', () => {
    expect(confirm.secretFields({})).toEqual(['paymentMethods.klarna.accessToken']);
  });
});

describe('the confirmation of a payment that was made here', () => {
  const made = (type: string): Creation => ({
    kind: 'create-payment',
    input: { paymentMethods: { integrationType: 'DIRECT', type } },
    answeredAtMs: 1_000,
  });
  const least = minimal['confirm'] ?? {};
  const withToken = { ...least, paymentMethods: { klarna: {} } };

  it('by Klarna is sent within 60 minutes of the answer', () => {
    expect(confirm.demands(withToken, made('KLARNA'))).toEqual({ errors: {}, sendByMs: 3_601_000 });
  });

  it('by Klarna needs the token of that answer', () => {
    expect(Object.keys(confirm.demands(least, made('KLARNA')).errors)).toEqual(['paymentMethods.klarna.accessToken']);
  });

  it('by another method has no such limit, nor has one that was made elsewhere', () => {
    expect(confirm.demands(least, made('CARD'))).toEqual({ errors: {}, sendByMs: null });
    expect(confirm.demands(withToken, null)).toEqual({ errors: {}, sendByMs: null });
  });
});

describe('an incremental authorization', () => {
  it.each([
    ['payId', undefined],
    ['transId', 'x'.repeat(65)],
    ['amount.value', -1],
    ['refNr', ''],
    ['duration', '2'],
    ['order.total', 1],
    ['captureMethod', {}],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('incremental', path, value)).toEqual([path]);
  });

  it('adds to what is authorized', () => {
    const effect = incremental.effect({ payId: 'P1', transId: 'I-1', amount }, {});
    expect(effect).toMatchObject({ payId: 'P1', authorized: 1000, captured: 0, creates: false });
  });
});

describe('an update', () => {
  it('must change something', () => {
    expect(refusedFields('update-payment', { payId: 'P1' })).toEqual(['']);
    expect(refusedFields('update-payment', { payId: 'a/b', order: {} })).toEqual(['payId']);
  });

  it.each<[string, JsonObject]>([
    ['amount', { amount: { value: 1, currency: 'EUR' } }],
    ['Amount', { Amount: { value: 1, currency: 'EUR' } }],
    ['captureMethod', { captureMethod: { type: 'AUTOMATIC' } }],
    ['capture_method', { capture_method: 'AUTOMATIC' }],
    ['capturedValue', { capturedValue: 1 }],
    ['payment.amount', { payment: { amount: 1 } }],
    ['payments.0.captureMethod', { payments: [{ captureMethod: {} }] }],
    ['paymentMethods.card.finishAuth', { paymentMethods: { card: { finishAuth: true } } }],
    ['paymentMethods.klarna.completeType', { paymentMethods: { klarna: { completeType: 'YES' } } }],
    ['status', { status: 'REVERSED' }],
    ['refund', { refund: true }],
    ['void', { void: true }],
    ['currency', { currency: 'USD' }],
    ['delayed.delayedHours', { delayed: { delayedHours: 1 } }],
  ])('may not change what is captured or given back: %s', (path, change) => {
    expect(refusedFields('update-payment', { payId: 'P1', ...change })).toEqual([path]);
  });

  it.each<[JsonObject]>([
    [{ order: { merchantReference: 'A-1', items: [{ grossPrice: 100, taxAmount: 19, discountAmount: 1 }] } }],
    [{ metadata: { amount: 'as the caller likes', status: 'x' } }],
    [{ billingAddress: { city: 'Rome' }, shipping: { address: { city: 'Rome' } } }],
    [{ statementDescriptor: 'Shop', language: 'it', expirationTime: '2026-01-31T10:00:00Z' }],
  ])('may change any other detail: %j', (change) => {
    expect(refusedFields('update-payment', { payId: 'P1', ...change })).toEqual([]);
  });
});

describe.each(['create-link', 'create-intent'])('%s', (kind) => {
  it.each([
    ['transId', 'x'.repeat(65)],
    ['amount.value', 0],
    ['amount.currency', 'eur'],
    ['refNr', ''],
  ])('refuses %s = %j, whose meaning the whole interface shares', (path, value) => {
    expect(refusedWith(kind, path, value)).toEqual([path]);
  });
});
