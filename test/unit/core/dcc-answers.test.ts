// What an answer to a sale may show where the cardholder chose the currency of the card: the amount of the quote, to the
// unit. Anything else in that currency disagrees, and is a question for a person.
import { describe, expect, it } from 'vitest';
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { decide } from '#core/sending/decide.ts';
import { readAnswer } from '#core/answers/signals.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { createPayment } from '#operations/create-payment.ts';
import type { Facts } from '#operations/define.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { evidenceRules } from '#operations/evidence/rules.ts';
import { approvedAtTerminal, observeAtTerminal, observeByPayment } from '#operations/payment-evidence.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { aMoment, aRecord, aSale, answered, json, startMs } from '#support/records.ts';

const local = { value: 1_000, currency: 'EUR' };
const foreign = { value: 1_118, currency: 'USD' };
const chose = (currency: string): DccChoice => ({
  quoteOperationId: 'op_q',
  quoteId: 'Q-1',
  provider: 'P',
  currency,
  local,
  foreign,
  rate: '1.1176',
  markupPercent: '3',
  rateHoldsMarkup: true,
});
const conversion = (merchant = local, cardholder = foreign): JsonObject => ({
  status: 'AVAILABLE',
  dccRequestId: 'Q-1',
  rate: { exchangeRate: 1.1176 },
  amounts: { merchant, cardholder },
});
const good = { status: 'OK', responseCode: '00000000', traceNr: '000123', approvalCode: '482913' };

const factsOf = (dcc?: DccChoice): Facts => ({
  kind: 'cloud-pos',
  input: { messageType: 'SALE' },
  payId: null,
  transId: 'T-1',
  refNr: 'REF-1',
  refNrUnique: true,
  refNrIsOurs: true,
  xIds: [],
  amount: local,
  ...(dcc === undefined ? {} : { dcc }),
  terminalId: 'T1',
  firstSentWallMs: startMs,
  conflict: false,
});

function after(dcc: DccChoice | undefined, shown: JsonObject) {
  const record = aSale({ amount: local, ...(dcc === undefined ? {} : { dcc }) });
  const answer = answered(200, json({ ...good, ...shown }));
  return decide(cloudPos, record, readAnswer(cloudPos, record, answer, defaultAnswerReading), aMoment(startMs + 100));
}

const theirs: readonly (readonly [string, JsonObject])[] = [
  ['the amount of the quote', { amount: foreign }],
  ['it as a text', { amount: { value: '1118', currency: 'usd' } }],
  ['it beside the currency', { amount: 1_118, currency: 'USD' }],
  ['it as approved, beside the shop’s', { amount: local, approvedAmount: foreign }],
  ['it within, beside the shop’s', { amount: local, transaction: { amount: foreign } }],
  ['its currency alone', { currency: 'USD' }],
  ['its currency beside the shop’s amount', { amount: local, currency: 'USD' }],
  ['the conversion', { dccInfo: { amounts: { cardholder: foreign } } }],
  ['all of the conversion', { amount: foreign, dccInfo: conversion() }],
  ['it in other capitals, within', { data: { DCCINFO: { ...conversion(), rate: { ExchangeRate: '1.11760' } } } }],
  ['what was captured of it, too', { amount: { ...foreign, capturedValue: 1_118 } }],
];

const others: readonly (readonly [string, JsonObject])[] = [
  ['another sum in its currency', { amount: { value: 1_119, currency: 'USD' } }],
  ['the shop’s sum in its currency', { amount: { value: 1_000, currency: 'USD' } }],
  ['the shop’s sum beside its currency', { amount: 1_000, currency: 'USD' }],
  ['less in its currency', { amount: local, approvedAmount: { value: 500, currency: 'USD' } }],
  ['a third currency', { amount: { value: 1_118, currency: 'CHF' } }],
  ['the right sum and another one', { amount: foreign, approvedAmount: { value: 900, currency: 'USD' } }],
  ['its amount beside the shop’s, and no currency', { amount: local, approvedAmount: 1_118 }],
  ['its amount and no currency', { amount: { value: 1_118 } }],
  ['its amount beside the currency of the shop', { amount: { value: 1_118, currency: 'EUR' } }],
  ['a part and no currency', { amount: { value: 400 } }],
  ['a part as approved and no currency', { approvedAmount: 559 }],
  ['that no conversion was to be had', { dccInfo: { status: 'NOT_AVAILABLE' } }],
  ['no readable sum', { amount: { value: '11.18', currency: 'USD' } }],
  ['another conversion', { dccInfo: { amounts: { cardholder: { ...foreign, value: 1_200 } } } }],
  ['a conversion of another sum', { dccInfo: conversion({ ...local, value: 800 }) }],
  ['a conversion of another currency', { dccInfo: conversion({ ...local, currency: 'CHF' }) }],
  ['another rate', { dccInfo: { ...conversion(), rate: { exchangeRate: 1.2 } } }],
  ['another quote', { dccInfo: { ...conversion(), dccRequestId: 'Q-2' } }],
  ['another conversion in data', { data: { dccInfo: conversion(local, { ...foreign, value: 1_980 }) } }],
  ['another conversion in other capitals', { DccInfo: conversion(local, { ...foreign, value: 1_980 }) }],
  ['in other capitals that no conversion was to be had', { DccInfo: { Status: 'not_available' } }],
  ['two conversions', { dccInfo: conversion(), DccInfo: conversion(local, { ...foreign, value: 1_980 }) }],
  [
    'a conversion to another currency',
    { paymentMethods: { card: { dccInfo: { amounts: { cardholder: { value: 1_118, currency: 'CHF' } } } } } },
  ],
];

describe('the answer to a sale for which the currency of the card was chosen', () => {
  it.each(theirs)('that shows %s is success, approved in the shop’s currency', (_, shown) => {
    const change = after(chose('USD'), shown);
    expect(change).toMatchObject({ state: 'succeeded' });
    expect(change.approved ?? null).toBeNull();
  });

  it.each(others)('that shows %s is a doubt', (_, shown) => {
    const change = after(chose('USD'), shown);
    expect(change.state).toBe('unknown');
    expect(change.doubt).toContain('contradiction');
  });

  it('still names a partial approval in the shop’s currency', () => {
    expect(after(chose('USD'), { amount: { value: 400, currency: 'EUR' } })).toMatchObject({
      state: 'needs-person',
      approved: { value: 400, currency: 'EUR' },
    });
  });

  it('proves a sale by our own reference together with the cardholder’s amount', () => {
    const record = aSale({ amount: local, refNr: 'REF-1', dcc: chose('USD') });
    const shown = json({ status: 'OK', refNr: 'REF-1', amount: foreign });
    const signal = readAnswer(cloudPos, record, answered(200, shown), defaultAnswerReading);
    expect(signal.type).toBe('success');
  });
});

describe('the answer to a sale for which the currency of the shop was chosen', () => {
  it.each<[string, JsonObject]>([
    ['a conversion', { dccInfo: { amounts: { cardholder: foreign } } }],
    ['a conversion of the card', { paymentMethods: { card: { dccInfo: { amounts: { cardholder: foreign } } } } }],
  ])('that shows %s is a doubt', (_, shown) => {
    expect(after(chose('EUR'), { amount: local, ...shown }).doubt).toBe('contradiction: dccInfo');
    // Where the terminal asks by itself, a conversion is news and disagrees with nothing.
    expect(after(undefined, { amount: local, ...shown }).state).toBe('succeeded');
  });

  it('may say that nothing was converted', () => {
    const shown = { amount: local, dccInfo: { status: 'NOT_AVAILABLE', amounts: { cardholder: local } } };
    expect(after(chose('EUR'), shown).state).toBe('succeeded');
  });
});

describe('without such a choice', () => {
  it.each([
    ['the shop’s currency was chosen', chose('EUR')],
    ['nothing was chosen', undefined],
  ])('the cardholder’s amount is a doubt as ever: %s', (_, dcc) => {
    expect(after(dcc, { amount: foreign }).doubt).toBe('contradiction: currency');
    expect(after(dcc, { amount: 1_118, currency: 'USD' }).doubt).toBe('contradiction: currency');
    expect(after(dcc, { amount: local }).state).toBe('succeeded');
  });
});

describe('where the terminal asks the cardholder by itself', () => {
  it.each<[string, JsonObject]>([
    ['beside the shop’s amount', { amount: local, dccInfo: conversion() }],
    ['beside its amount', { amount: foreign, dccInfo: conversion() }],
    [
      'beside its amount and what was captured of it',
      { amount: { ...foreign, capturedValue: 1_118 }, dccInfo: conversion() },
    ],
    ['beside its amount, of the card', { amount: foreign, paymentMethods: { card: { dccInfo: conversion() } } }],
    ['all of it within', { data: { amount: 1_118, currency: 'USD', DccInfo: conversion() } }],
    ['alone', { dccInfo: conversion() }],
    ['of an amount in its currency, and not to be had', { amount: local, dccInfo: { status: 'NOT_AVAILABLE' } }],
  ])('a conversion of the sum that was asked for is success: %s', (_, shown) => {
    const change = after(undefined, shown);
    expect(change).toMatchObject({ state: 'succeeded' });
    expect(change.approved ?? null).toBeNull();
  });

  const less = { ...local, value: 500 };
  it.each<[string, JsonObject]>([
    ['of another sum', { dccInfo: conversion(less) }],
    ['of another sum, beside the one that was asked for', { amount: local, dccInfo: conversion(less) }],
    ['of another sum, within', { amount: local, data: { DccInfo: conversion(less) } }],
    ['of another sum, beside the cardholder’s amount', { amount: foreign, dccInfo: conversion(less) }],
    ['of another currency', { amount: local, dccInfo: conversion({ ...local, currency: 'CHF' }) }],
    [
      'beside another amount in the currency of the card',
      { amount: { ...foreign, value: 900 }, dccInfo: conversion() },
    ],
    ['beside its amount without a currency', { amount: 1_118, dccInfo: conversion() }],
    ['that was not to be had', { amount: foreign, dccInfo: { ...conversion(), status: 'NOT_AVAILABLE' } }],
    [
      'and another one',
      { amount: foreign, dccInfo: conversion(), data: { dccInfo: conversion(local, { ...foreign, value: 900 }) } },
    ],
  ])('a conversion is a doubt: %s', (_, shown) => {
    expect(after(undefined, shown)).toMatchObject({
      state: 'unknown',
      doubt: expect.stringContaining('contradiction'),
    });
  });

  it('a conversion of what was approved is a partial approval', () => {
    expect(after(undefined, { amount: less, dccInfo: conversion(less) })).toMatchObject({
      state: 'needs-person',
      approved: less,
    });
  });
});

describe('a direct payment of a card', () => {
  const direct = { integrationType: 'DIRECT', type: 'CARD' };
  const input = { transId: 'S-1', amount: local, paymentMethods: direct };
  const signal = (shown: JsonObject) => {
    const record = aRecord({ kind: 'create-payment', input, payId: null, transId: 'S-1', amount: local });
    const answer = answered(201, json({ payId: 'N-1', status: 'AUTHORIZED', ...shown }));
    return readAnswer(createPayment, record, answer, defaultAnswerReading);
  };

  it('may be shown in the currency of the card where the answer tells the conversion of this very amount', () => {
    expect(signal({ amount: foreign, paymentMethods: { card: { dccInfo: conversion() } } }).type).toBe('success');
    expect(signal({ amount: foreign }).type).toBe('unclear');
    expect(signal({ amount: local, dccInfo: conversion({ ...local, value: 800 }) }).type).toBe('unclear');
  });

  it('is found in a record in the currency of the card that tells the conversion', () => {
    const facts: Facts = { ...factsOf(), kind: 'create-payment', input, terminalId: null };
    const observation = (shown: JsonObject) => {
      const record = { payId: 'P-1', transId: 'T-1', refNr: 'REF-1', status: 'CAPTURED', amount: foreign, ...shown };
      return observeByPayment(facts, readPayment(record, defaultPaymentPaths), evidenceRules.createPayment);
    };
    expect(observation({ paymentMethods: { card: { dccInfo: conversion() } } })).toBe('applied');
    expect(observation({ dccInfo: conversion({ ...local, value: 800 }) })).toBe('cannot-tell');
    expect(observation({})).toBe('cannot-tell');
  });
});

describe('the record of such a sale', () => {
  const record = (amount: JsonObject) =>
    readPayment({ payId: 'P-1', transId: 'T-1', refNr: 'REF-1', status: 'CAPTURED', amount }, defaultPaymentPaths);

  it.each<[string, JsonObject, string]>([
    ['shows it in the currency of the card', foreign, 'applied'],
    ['shows what was captured of it, too', { ...foreign, capturedValue: 1_118 }, 'applied'],
    ['shows it in the currency of the shop', local, 'applied'],
    ['shows another sum in the currency of the card', { value: 1_119, currency: 'USD' }, 'cannot-tell'],
    ['shows a part of it', { ...foreign, capturedValue: 500 }, 'cannot-tell'],
    ['shows a third currency', { value: 1_118, currency: 'CHF' }, 'cannot-tell'],
    ['shows it without a currency', { value: 1_118 }, 'cannot-tell'],
    ['shows a part without a currency', { value: 1_000, capturedValue: 559 }, 'cannot-tell'],
    ['shows the sum of the shop without a currency', { value: 1_000, capturedValue: 1_000 }, 'applied'],
  ])('%s', (_, amount, observation) => {
    expect(observeAtTerminal(factsOf(chose('USD')), record(amount), evidenceRules.sale)).toBe(observation);
    expect(approvedAtTerminal(factsOf(chose('USD')), record(amount))).toBeNull();
  });

  it.each<[string, string, string, JsonObject]>([
    ['the card', 'USD', 'cannot-tell', { amounts: { cardholder: { ...foreign, value: 1_200 } } }],
    ['the card', 'USD', 'cannot-tell', { status: 'NOT_AVAILABLE' }],
    ['the card', 'USD', 'applied', { amounts: { cardholder: foreign } }],
    ['the shop', 'EUR', 'cannot-tell', { amounts: { cardholder: foreign } }],
  ])('where the currency of %s was chosen (%s) says %s with a dccInfo', (_, currency, observation, dccInfo) => {
    const shown = { payId: 'P-1', transId: 'T-1', refNr: 'REF-1', status: 'CAPTURED', amount: local, dccInfo };
    expect(
      observeAtTerminal(factsOf(chose(currency)), readPayment(shown, defaultPaymentPaths), evidenceRules.sale),
    ).toBe(observation);
  });

  it.each<[string, JsonObject, string]>([
    ['its conversion, in the currency of the card', { amount: foreign, dccInfo: conversion() }, 'applied'],
    ['its conversion, in the currency of the shop', { amount: local, DccInfo: conversion() }, 'applied'],
    ['a conversion of another sum', { amount: local, dccInfo: conversion({ ...local, value: 800 }) }, 'cannot-tell'],
  ])('where nobody chose, with %s', (_, shown, observation) => {
    const body = { payId: 'P-1', transId: 'T-1', refNr: 'REF-1', status: 'CAPTURED', ...shown };
    expect(observeAtTerminal(factsOf(), readPayment(body, defaultPaymentPaths), evidenceRules.sale)).toBe(observation);
  });

  it('in the currency of the card is another payment’s where it was not chosen', () => {
    expect(observeAtTerminal(factsOf(), record(foreign), evidenceRules.sale)).toBe('cannot-tell');
  });
});
