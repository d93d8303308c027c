// What the customer sees, from what the till does: the newest payment that runs, its end for a while, nothing else.
import { describe, expect, it, test } from 'vitest';
import type { CustomerView } from '#contract/devices/customer-screen.ts';
import { type State, states } from '#contract/operation/states.ts';
import { languages } from '#contract/data/languages.ts';
import { type Watched, concernsCustomer, customerSees } from '#core/counter/customer-view.ts';
import { poleText } from '#core/counter/pole-text.ts';
import { aRecord } from '#support/records.ts';

const eur = (value: number) => ({ value, currency: 'EUR' });

function watched(state: State, change: Partial<Watched['record']> = {}, sinceMs = 0): Watched {
  const input = { messageType: 'SALE', transId: 'T-1' };
  const record = { id: 'a', seq: 1, kind: 'cloud-pos', input, state, amount: eur(1_234), approved: null, ...change };
  return { record, sinceMs };
}

const seen = (all: readonly Watched[], nowMs = 0) => customerSees(all, nowMs).view;

describe('what the customer sees', () => {
  it('follows a payment from the card to its end, and the end goes by itself', () => {
    expect(seen([watched('sending')])).toEqual({ step: 'pay', amount: eur(1_234), left: null });
    expect(seen([watched('failed')])).toMatchObject({ step: 'not-paid' });
    const paid = [watched('succeeded', {}, 1_000)];
    expect(customerSees(paid, 1_000)).toEqual({
      view: { step: 'paid', amount: eur(1_234), left: null },
      untilMs: 11_000,
    });
    expect(seen(paid, 11_000)).toEqual({ step: 'idle' });
  });

  it('says that it is not known, and never that to pay again is right', () => {
    for (const state of ['unknown', 'needs-person'] as const)
      expect(seen([watched(state)])).toMatchObject({ step: 'wait' });
    expect(seen([watched('unknown')], 120_000)).toEqual({ step: 'idle' });
  });

  it('shows what was approved, and what is left', () => {
    expect(seen([watched('succeeded', { approved: eur(1_000) })])).toEqual({
      step: 'paid',
      amount: eur(1_000),
      left: eur(234),
    });
  });

  it('of several payments shows the one that runs, and of those the newest', () => {
    const all = [
      watched('succeeded', { id: 'c', seq: 3, amount: eur(3) }),
      watched('sending', { id: 'a', seq: 1, amount: eur(1) }),
      watched('pending', { id: 'b', seq: 2, amount: eur(2) }),
    ];
    expect(seen(all)).toMatchObject({ step: 'pay', amount: eur(2) });
  });

  it('calls a refund a refund', () => {
    const refund = { kind: 'refund', input: { payId: 'P', amount: { value: 500, currency: 'EUR' } } };
    const steps = states.map((state) => seen([watched(state, refund)]).step);
    expect(new Set(steps)).toEqual(new Set(['refund', 'refunded', 'not-refunded', 'wait-refund']));
  });

  it('does not stand before a link of one method while that is made, as before any other link', () => {
    const paymentMethods = { integrationType: 'HOSTED', type: 'PAYPAL' };
    const input = { transId: 'L-1', amount: eur(1_234), paymentMethods };
    const origin = { type: 'cashier', clientId: 'window', operator: null, approvedBy: null } as const;
    const made = (kind: string) => concernsCustomer(aRecord({ kind, input, origin, state: 'succeeded' }));
    expect([made('create-payment'), made('create-link'), made('capture')]).toEqual([false, false, false]);
    expect(made('refund')).toBe(true);
  });

  it('knows nothing of a capture, and of what it does not know', () => {
    for (const kind of ['capture', 'dcc-quote', 'nothing-known']) {
      expect(seen([watched('sending', { kind, input: {} })])).toEqual({ step: 'idle' });
    }
  });
});

test.each(languages)('two lines of 20 characters, with the amount whole (%s)', (language) => {
  const steps = ['pay', 'refund', 'paid', 'refunded', 'not-paid', 'not-refunded', 'wait', 'wait-refund'] as const;
  const views = steps.flatMap((step): CustomerView[] =>
    [5, 1_234, 123_456_789_012].map((value) => ({ step, amount: eur(value), left: step === 'paid' ? eur(100) : null })),
  );
  for (const view of views) {
    const text = poleText(view, language);
    expect(text?.upper.length).toBeLessThanOrEqual(20);
    expect(text?.lower.length).toBeLessThanOrEqual(20);
    if (view.step === 'pay') expect(text?.upper).toContain('EUR');
  }
  expect(poleText({ step: 'pay', amount: eur(1_234), left: null }, 'en')?.upper).toBe('Total      12.34\u00a0EUR');
  expect(poleText({ step: 'idle' }, language)).toBeNull();
});
