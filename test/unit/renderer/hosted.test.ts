// The link of a hosted payment, and what became of it.
import { describe, expect, it } from 'vitest';
import { valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OfferView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { sayIn } from '#texts/index.ts';
import { hostedState, isSettled, linkOf, shownOf } from '../../../renderer/model/hosted.ts';
import { differingAdvice } from '../../../renderer/model/words/operation-words.ts';
import { validityOf } from '../../../renderer/model/words/customer-text.ts';
import {
  type LinkDraft,
  draftAgain,
  emptyLink,
  linkRequest,
  linkTransId,
} from '../../../renderer/screens/link/link-draft.ts';
import { changesOf, draftOf, errorsOf } from '../../../renderer/screens/customers/customer-draft.ts';

const known = (sums: Partial<PaymentSummary>) =>
  ({ captured: 0, authorized: 0, reversed: false, ...sums }) as PaymentSummary;

describe('the link of a hosted payment', () => {
  it.each([
    [{ _links: { redirect: { href: 'https://pay.example.com/1' } } }],
    [{ _links: { redirect: 'https://pay.example.com/1' } }],
    [{ link: 'https://pay.example.com/1' }],
    [{ link: 7, url: 'https://pay.example.com/1' }],
  ])('is read from %j', (result) => {
    expect(linkOf(result)).toBe('https://pay.example.com/1');
  });

  it.each([[null], [{}], [{ link: 'javascript:alert(1)' }], [{ link: 'https://' }], [{ link: 'https:// x' }]])(
    'is not guessed from %j',
    (result) => {
      expect(linkOf(result)).toBeNull();
    },
  );
});

describe('what became of a hosted payment', () => {
  it.each([
    ['PENDING', known({}), 'waiting'],
    ['CAPTURED', null, 'paid'],
    ['OK', known({ captured: 5 }), 'paid'],
    ['OK', known({}), 'unclear'],
    ['AUTHORIZED', null, 'authorized'],
    ['FAILED', known({}), 'failed'],
    ['expired', null, 'expired'],
    ['REFUNDED', known({ captured: 5 }), 'back'],
    ['SOMETHING', null, 'unclear'],
  ] as const)('with the status %s and %j is %s', (status, sums, state) => {
    expect(hostedState({ status }, sums, null)).toBe(state);
  });

  it('is never paid where another sum was paid than was asked for', () => {
    const shown = { value: 1_999, currency: 'CHF' };
    const offer = { state: 'differs', shown, lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
    expect(hostedState({ status: 'CAPTURED' }, known({ captured: 1_999 }), offer)).toBe('differs');
    expect(hostedState({ status: 'REFUNDED' }, known({ captured: 1_999 }), offer)).toBe('back');
    expect(hostedState({ status: 'CAPTURED' }, known({ captured: 1_999 }), { ...offer, state: 'paid' })).toBe('paid');
  });

  it('is over where its end has passed and no payment was seen since', () => {
    const offer = { state: 'open', over: true, lookUps: 9, lastLookUpAt: null, nextLookUpAt: null } as const;
    expect(shownOf({ state: 'succeeded', mayWait: false, offer })).toEqual({ look: 'ended', key: 'link.row.over' });
    expect(hostedState({ status: 'CREATED' }, known({}), offer)).toBe('over');
    expect(hostedState({ status: 'ODD' }, known({}), offer)).toBe('unclear');
    expect(hostedState({ status: 'CAPTURED' }, known({}), offer)).toBe('paid');
    expect(hostedState({ status: 'AUTHORIZED' }, known({}), offer)).toBe('authorized');
    expect(hostedState({ status: 'EXPIRED' }, known({}), offer)).toBe('expired');
  });

  it('is made anew for the same amount and reference, with new numbers', () => {
    const draft: LinkDraft = {
      ...emptyLink({ value: 1_999, currency: 'CHF' }, true),
      reference: 'Order 7',
      description: 'Two evenings',
      method: 'CARD',
      expiry: 'week',
      currencies: 'withheld',
    };
    for (const each of [draft, emptyLink({ value: 5, currency: 'EUR' }, false)]) {
      const { kind, input } = linkRequest(each, 'L1', 0);
      // The bridge gives a reference of its own where there was none.
      const stored = { refNr: `TB${'0'.repeat(30)}`, ...input };
      expect(draftAgain({ kind, input: stored, result: null, createdAt: new Date(2_000).toISOString() })).toEqual(each);
    }
  });

  it('is said to be asked about no more once the till has stopped, while nothing is known of it', () => {
    const keyOf = (state: OfferView['state'], nextLookUpAt: string | null) =>
      shownOf({
        state: 'succeeded',
        mayWait: false,
        offer: { state, lookUps: 9, lastLookUpAt: null, nextLookUpAt },
      }).key;
    const soon = '2026-01-31T18:05:00.000Z';
    expect([keyOf('open', soon), keyOf('failed', soon)]).toEqual(['link.row.open', 'link.row.failed']);
    expect([keyOf('open', null), keyOf('failed', null)]).toEqual(['link.row.unasked', 'link.row.unasked']);
    expect([keyOf('paid', null), keyOf('expired', null)]).toEqual(['payment.paid', 'link.row.expired']);
  });

  it('that was paid by too much is refunded, and by too little completed: each advice names the difference', () => {
    const asked = { value: 2_100, currency: 'EUR' };
    const advice = (shown: Money | null) => differingAdvice(shown, asked, sayIn('en'), 'en');
    expect(advice({ value: 2_600, currency: 'EUR' })).toMatch(/^That is 5\.00.EUR more .* refund 5\.00.EUR/);
    expect(advice({ value: 1_000, currency: 'EUR' })).toMatch(/^11\.00.EUR is missing\./);
    for (const unlike of [null, { value: 2_600, currency: 'USD' }]) {
      expect(advice(unlike)).toBe(sayIn('en')('link.do.differs'));
    }
  });

  it('may still change while it waits or is unclear', () => {
    const states = ['waiting', 'unclear', 'paid', 'differs', 'authorized', 'failed', 'expired', 'back'] as const;
    expect(states.filter((state) => !isSettled(state))).toEqual(['waiting', 'unclear']);
  });
});

describe('a link that is asked for', () => {
  const draft = { ...emptyLink({ value: 1234, currency: 'EUR' }, false), reference: ' A-1 ' };

  it('says only what was filled in', () => {
    expect(linkRequest(draft, 'L1', 0)).toEqual({
      kind: 'create-link',
      input: {
        transId: 'L1',
        amount: { value: 1234, currency: 'EUR' },
        refNr: 'A-1',
        order: { merchantReference: 'A-1' },
      },
    });
    expect(linkRequest({ ...draft, reference: ' ', expiry: 'hour' }, 'L1', 0).input).toEqual({
      transId: 'L1',
      amount: { value: 1234, currency: 'EUR' },
      expirationTime: '1970-01-01T01:00:00.000Z',
    });
  });

  it('says for cards alone whether the page offers the currency of the card', () => {
    const methodsOf = (change: Partial<LinkDraft>) =>
      valueAt(linkRequest({ ...draft, ...change }, 'L1', 0).input, 'paymentMethods');
    expect(methodsOf({ currencies: 'offered' })).toEqual({ card: { dccEnabled: true } });
    expect(methodsOf({ currencies: 'withheld', method: 'CARD' })).toEqual({
      integrationType: 'HOSTED',
      type: 'CARD',
      card: { dccEnabled: false },
    });
    expect(methodsOf({ currencies: 'offered', method: 'PAYPAL' })).toEqual({
      integrationType: 'HOSTED',
      type: 'PAYPAL',
    });
    expect(methodsOf({ currencies: 'unsaid' })).toBeUndefined();
  });

  it('has a number of letters and digits, 24 at most', () => {
    expect(linkTransId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('L0f8fad5bd9cb469fa165708');
  });
});

describe('a customer', () => {
  const address = { streetName: null, postalCode: null, city: 'Berlin', state: null, country: null };
  const customer = {
    id: 'C',
    merchantCustomerId: null,
    firstName: 'Sample',
    lastName: 'Customer',
    companyName: null,
    email: 'customer@example.com',
    phoneCountry: null,
    phoneNumber: null,
    address,
    createdAt: null,
    lastUsedAt: null,
  };
  const before = draftOf(customer);

  it('is changed by what differs alone', () => {
    expect(changesOf('C', before, before)).toBeNull();
    expect(changesOf('C', before, { ...before, phoneNumber: '123 ', city: 'Berlin ' })).toEqual({
      customerId: 'C',
      phone: { number: '123' },
    });
  });

  it('keeps a name in sight where one is emptied', () => {
    const company = { ...before, firstName: '', lastName: '', companyName: 'Sample Ltd' };
    expect(errorsOf(company)).toEqual({});
    expect(changesOf('C', before, company)).toEqual({
      customerId: 'C',
      firstName: '',
      lastName: '',
      companyName: 'Sample Ltd',
    });
    // The company did not change, and yet it must be seen that it is there.
    const both = { ...before, companyName: 'Sample Ltd' };
    expect(changesOf('C', both, { ...both, lastName: '' })).toEqual({
      customerId: 'C',
      firstName: 'Sample',
      lastName: '',
      companyName: 'Sample Ltd',
    });
    expect(errorsOf({ ...before, lastName: '' })).toEqual({ companyName: 'customer.needsName' });
  });

  it('has a card that is good through its whole last month', () => {
    const card = { id: 'm', type: null, brand: null, last4: null, holder: null, expiry: '202611' };
    expect(validityOf(card, Date.parse('2026-11-30T23:59:59Z'))).toEqual({ month: '11/2026', past: false });
    expect(validityOf(card, Date.parse('2026-12-01T00:00:00Z'))).toMatchObject({ past: true });
    expect(validityOf({ ...card, expiry: '1126' }, 0)).toBeNull();
  });
});
