// What a look-up shows of a payment on which more than one operation is open. In a copied folder all that waited is in
// doubt, and the first in the lane is settled first: it may wait again while one behind it may have been carried out.
import { expect, it } from 'vitest';
import { commandOf } from '#operations/index.ts';
import { readPayment } from '#operations/payment-view.ts';
import { emptyPayment, storeEffect } from '#core/payments/payments.ts';
import { storeFoundSums, storeLookedUpSums } from '#core/payments/seen/looked-up.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change, noMarks } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const lane = 'payment:env:pay:P1';
const amount = { value: 500, currency: 'EUR' };
const open = { payId: 'P1', amount, lanes: [lane] };

async function captured(capture: 'accepted' | 'needs-person'): Promise<number | null | undefined> {
  const { store } = opened(aFolder());
  await store.transact((tx) => {
    tx.putPayment({ ...emptyPayment('env', lane, true), payId: 'P1', currency: 'EUR', authorized: 2_000 });
    accept(tx, anAccepted('refund', { ...open, kind: 'refund' }), { ...noMarks, claim: 'refund' });
    accept(tx, anAccepted('capture', open), { ...noMarks, claim: 'capture' });
    if (capture !== 'accepted') change(tx, 'op_capture', { state: capture });
  });
  const totals = { authorized: 2_000, captured: 500, refunded: 0 };
  const seen = readPayment({ payId: 'P1', amount: { value: 2_000, currency: 'EUR' }, totals }, defaultPaymentPaths);
  await store.transact((tx) => storeLookedUpSums(tx, 'env', seen, startMs));
  return store.payment('env', 'P1')?.captured;
}

it('what is in doubt behind an operation that waits may be what the record shows, and is added when it is found', async () => {
  expect(await captured('needs-person')).toBe(0);
});

/** An increment of 5.00 behind a capture that waits; the record shows it, and then it is settled. */
async function authorized(increment: 'accepted' | 'needs-person'): Promise<readonly (number | null | undefined)[]> {
  const { store } = opened(aFolder());
  await store.transact((tx) => {
    tx.putPayment({ ...emptyPayment('env', lane, true), payId: 'P1', currency: 'EUR', authorized: 2_000 });
    accept(tx, anAccepted('capture', open), { ...noMarks, claim: 'capture' });
    accept(tx, anAccepted('more', { ...open, kind: 'incremental', input: { payId: 'P1', amount } }), noMarks);
    if (increment !== 'accepted') change(tx, 'op_more', { state: increment });
  });
  const totals = { authorized: 2_500, captured: 0, refunded: 0 };
  const seen = readPayment({ payId: 'P1', amount: { value: 2_500, currency: 'EUR' }, totals }, defaultPaymentPaths);
  await store.transact((tx) => storeLookedUpSums(tx, 'env', seen, startMs));
  const whileOpen = store.payment('env', 'P1')?.authorized;
  const command = commandOf('incremental');
  await store.transact((tx) => {
    const settled = change(tx, 'op_more', { state: 'succeeded', approved: amount });
    if (command !== null) storeEffect(tx, command, settled);
  });
  return [whileOpen, store.payment('env', 'P1')?.authorized];
}

it('an increment in doubt behind an operation that waits may be in the record, and is added when it is found', async () => {
  expect(await authorized('needs-person')).toEqual([2_000, 2_500]);
});

it('what others authorized more counts while all that is open only waits', async () => {
  expect(await authorized('accepted')).toEqual([2_500, 3_000]);
});

it('an increment in doubt behind what a look-up just found is added once', async () => {
  const { store } = opened(aFolder());
  const command = commandOf('capture');
  if (command === null) throw new Error('no command');
  const totals = { authorized: 2_500, captured: 500, refunded: 0 };
  const seen = readPayment({ payId: 'P1', amount: { value: 2_500, currency: 'EUR' }, totals }, defaultPaymentPaths);
  await store.transact((tx) => {
    tx.putPayment({ ...emptyPayment('env', lane, true), payId: 'P1', currency: 'EUR', authorized: 2_000 });
    accept(tx, anAccepted('capture', { ...open, input: { payId: 'P1', amount } }), { ...noMarks, claim: 'capture' });
    accept(tx, anAccepted('more', { ...open, kind: 'incremental', input: { payId: 'P1', amount } }), noMarks);
    change(tx, 'op_more', { state: 'needs-person' });
    const settled = change(tx, 'op_capture', { state: 'succeeded', approved: amount });
    storeEffect(tx, command, settled, seen);
    storeFoundSums(tx, command, settled, seen);
  });
  expect(store.payment('env', 'P1')).toMatchObject({ authorized: 2_000, captured: 500 });
});

it('what others captured counts while all that is open only waits', async () => {
  expect(await captured('accepted')).toBe(500);
});

it('a refund in the shop’s currency tells no sum of a payment that became known in the card’s meanwhile', async () => {
  const { store } = opened(aFolder());
  await store.transact((tx) => {
    const known = { ...emptyPayment('env', lane, true), payId: 'P1', currency: 'USD' };
    tx.putPayment({ ...known, authorized: 1_118, captured: 1_118, captureCount: 1 });
    accept(tx, anAccepted('refund', { ...open, kind: 'refund', input: { payId: 'P1', amount } }), noMarks);
    const settled = change(tx, 'op_refund', { state: 'succeeded' });
    const command = commandOf('refund');
    if (command !== null) storeEffect(tx, command, settled);
  });
  expect(store.payment('env', 'P1')).toMatchObject({ currency: 'USD', captured: 1_118, refunded: null });
});
