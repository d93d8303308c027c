// Quotes in the currency of the card (DCC) and the choices that cardholders make of them: which figures a program may
// show, which choice is carried out, and what an answer may say of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation } from './support/bridge.ts';
import { eur, inputs, isOpen, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';
import { type Answer, type Sent } from './support/gateway.ts';

type Over = Readonly<Record<string, unknown>>;

const money = (value: unknown, currency: unknown, more: Over = {}) => ({ value, currency, ...more });
const dollars = money(5588, 'USD', { decimalValue: 55.88 });
const rate = { exchangeRate: 1.1176, markupPercentage: 3, timestamp: '2026-11-28T08:00:00Z' };

/** An honest quote of 50.00 EUR. */
const figures = (over: Over = {}) => ({
  status: 'AVAILABLE',
  provider: 'Conversion Ltd',
  dccRequestId: 'Q',
  rate,
  amounts: { merchant: eur(5000), cardholder: dollars },
  ...over,
});
const converted = (cardholder: Over, exchangeRate: unknown = 1.1176, merchant: unknown = eur(5000)) =>
  figures({ rate: { ...rate, exchangeRate }, amounts: { merchant, cardholder } });
const rated = (over: Over) => figures({ rate: { ...rate, ...over } });
const binOf = (number: number) => `4${String(number).padStart(5, '0')}`;

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await startWorld({
    tips: true,
    dcc: {
      atTerminal: { quoteIdField: 'conversion.quote', currencyField: 'conversion.currency' },
      expiryPaths: ['dccInfo.validUntil'],
    },
  });
  scene = sceneAt(world, await world.bridge.program('a till'));
});
afterAll(async () => {
  await world.stop();
});

const isQuote = (sent: Sent) => sent.path.endsWith('/quote');

/** A number whose quotes are answered so, and whose commands are carried out in full. */
function quotedBy(dccInfo: (number: number) => unknown, sold: (sent: Sent, number: number) => Answer = lax): number {
  return scene.number((sent, number) =>
    isQuote(sent) ? { status: 200, body: { dccInfo: dccInfo(number) } } : sold(sent, number),
  );
}

const ask = (number: number, value = 5000) =>
  scene.must('dcc-quote', number, { bin: binOf(number), amount: eur(value) });

const faultOf = (operation: Operation) => (operation as { quoteFault?: string }).quoteFault ?? null;

describe('the figures of a quote', () => {
  test.each<[string, unknown]>([
    ['dollars', figures()],
    ['with the mark-up on top of the rate', converted(money(5588, 'USD'), 1.085)],
    ['yen', converted(money(8407, 'JPY', { decimalValue: 8407 }), 168.1475)],
    ['dinars with three decimals', converted(money(17175, 'KWD', { decimalValue: 17.175 }), 0.343505)],
    ['the decimal value as text', converted(money(5588, 'USD', { decimalValue: '55.88' }))],
    ['without a time of the rate', rated({ timestamp: undefined })],
    ['no offer at all', { status: 'NOT_AVAILABLE' }],
  ])('may be shown: %s', async (_name, dccInfo) => {
    const quote = await ask(quotedBy(() => dccInfo));
    expect([quote.state, faultOf(quote)]).toEqual(['succeeded', null]);
  });

  test.each<[string, unknown]>([
    ['a merchant amount of one cent less', converted(dollars, 1.1176, eur(4999))],
    ['a merchant amount in francs', converted(dollars, 1.1176, money(5000, 'CHF'))],
    ['no merchant amount', converted(dollars, 1.1176, null)],
    ['a merchant amount with decimals', converted(dollars, 1.1176, money(50.5, 'EUR'))],
    ['the amounts the wrong way round', converted(money(5000, 'EUR'), 1.1176, money(5588, 'USD'))],
    ['an inverted rate', converted(dollars, 0.8948)],
    ['an inverted rate with the mark-up on top', converted(dollars, 0.8687)],
    ['yen in hundredths', converted(money(840738, 'JPY'), 168.1475)],
    ['dinars with two decimals', converted(money(1718, 'KWD'), 0.343505)],
    ['a decimal value of another amount', converted(money(5588, 'USD', { decimalValue: 558.8 }))],
    ['a decimal value with a comma', converted(money(5588, 'USD', { decimalValue: '55,88' }))],
    ['a decimal value below zero', converted(money(5588, 'USD', { decimalValue: -55.88 }))],
    ['an amount with decimals', converted(money(55.88, 'USD'))],
    ['an amount of nothing', converted(money(0, 'USD'), 0.0001)],
    ['an amount below zero', converted(money(-5588, 'USD'))],
    ['an amount that is no integer any more', converted(money(1e300, 'USD'), 1e298)],
    ['a currency in small letters', converted(money(5588, 'usd'))],
    ['a currency by number', converted(money(5588, '840'))],
    ['a currency that does not exist', converted(money(5588, 'XQZ'))],
    ['no currency of the card', converted(money(5588, undefined))],
    ['the currency of the shop', converted(money(5000, 'EUR'), 1)],
    ['a rate of zero', rated({ exchangeRate: 0 })],
    ['a rate below zero', rated({ exchangeRate: -1.1176 })],
    ['a rate with a comma', rated({ exchangeRate: '1,1176' })],
    ['a rate beyond all sense', rated({ exchangeRate: 1e308 })],
    ['no rate', rated({ exchangeRate: undefined })],
    ['no mark-up', rated({ markupPercentage: undefined })],
    ['a mark-up below zero', rated({ markupPercentage: -3 })],
    ['a mark-up with its sign', rated({ markupPercentage: '3 %' })],
    ['a mark-up of three hundred percent', rated({ markupPercentage: 300 })],
    ['an unknown status', figures({ status: 'PENDING' })],
    ['no status', figures({ status: undefined })],
    ['no id', figures({ dccRequestId: undefined })],
    ['an empty id', figures({ dccRequestId: ' ' })],
    ['two quotes', [figures(), figures()]],
  ])('may not be shown: %s', async (_name, dccInfo) => {
    const quote = await ask(quotedBy(() => dccInfo));
    expect(quote.state === 'succeeded' && faultOf(quote) === null, JSON.stringify(quote)).toBe(false);
  });

  test.each<[string, Answer]>([
    ['that is not ready (202)', { status: 202, body: { dccInfo: figures() } }],
    ['that is empty', { status: 200 }],
    ['that is cut', { status: 200, body: { dccInfo: figures() }, broken: 'cut' }],
    ['that is a page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ])('an answer %s is no offer', async (_name, answer) => {
    const quote = await ask(scene.number(() => answer));
    expect(quote.state === 'succeeded' && faultOf(quote) === null, JSON.stringify(quote)).toBe(false);
  });
});

describe('a choice', () => {
  const idOf = (number: number) => `Q-${number}`;
  const offering = (sold?: (sent: Sent, number: number) => Answer, over: Over = {}) =>
    quotedBy((number) => figures({ dccRequestId: idOf(number), ...over }), sold);
  const chosen = (number: number, currency: unknown, value = 5000, over: Over = {}) =>
    inputs.terminal(number, 'SALE', value, { conversion: { quote: idOf(number), currency }, ...over });

  async function codeOf(number: number, input: Record<string, unknown>) {
    const answered = await scene.run('cloud-pos', number, input);
    return answered.ok ? answered.operation.state : answered.problem.code;
  }

  test('is sent with the sale, and what was shown is kept', async () => {
    const number = offering((sent, own) => lax(sent, own, { amount: money(5588, 'USD') }));
    await ask(number);
    const sale = await scene.must('cloud-pos', number, chosen(number, 'USD'));
    expect(sale).toMatchObject({
      state: 'succeeded',
      approved: eur(5000),
      dcc: {
        currency: 'USD',
        local: eur(5000),
        foreign: money(5588, 'USD'),
        rate: '1.1176',
        markupPercent: '3',
        provider: 'Conversion Ltd',
      },
    });
    const sent = world.gateway.posts(number).find((each) => each.path === '/cloudpos');
    expect(sent?.body).toMatchObject({ amount: eur(5000), conversion: { quote: idOf(number), currency: 'USD' } });
  });

  test.each<[string, unknown, number, Over]>([
    ['for another amount', 'USD', 5001, {}],
    ['of a currency that was not offered', 'GBP', 5000, {}],
    ['in small letters', 'usd', 5000, {}],
    ['that is no text', 840, 5000, {}],
    ['of a quote that is over', 'USD', 5000, { validUntil: '2026-01-01T00:00:00Z' }],
    ['of a quote that ends at no known time', 'USD', 5000, { validUntil: 'soon' }],
    ['of a quote whose figures disagree', 'USD', 5000, { rate: { ...rate, exchangeRate: 0.8948 } }],
    ['of a quote of another merchant amount', 'USD', 5000, { amounts: { merchant: eur(4999), cardholder: dollars } }],
    ['of a quote that names no provider', 'USD', 5000, { provider: undefined }],
    ['of a quote that is not available', 'USD', 5000, { status: 'NOT_AVAILABLE' }],
  ])('%s is refused, and nothing is sent', async (_name, currency, value, over) => {
    const number = offering(undefined, over);
    await ask(number);
    expect(await codeOf(number, chosen(number, currency, value))).toBe('dcc-quote-void');
    expect(scene.sent(number, 'SALE')).toBe(0);
  });

  test('serves one sale, also where two come at once', async () => {
    const number = offering((sent, own) => lax(sent, own, { amount: money(5588, 'USD') }));
    await ask(number);
    const other = { ...chosen(number, 'USD'), transId: `T-other-${number}` };
    const both = await Promise.all([codeOf(number, chosen(number, 'USD')), codeOf(number, other)]);
    expect(both.toSorted()).toEqual(['dcc-quote-void', 'succeeded']);
    expect(scene.sent(number, 'SALE')).toBe(1);
  });

  test.each(['CREDIT', 'REVERSE'])('is not carried by a %s', async (messageType) => {
    const number = offering();
    await ask(number);
    const input = { ...chosen(number, 'USD'), messageType, traceNr: '000123' };
    await codeOf(number, input);
    const sent = world.gateway.posts(number).filter((each) => each.body['messageType'] === messageType);
    expect(sent.filter((each) => each.body['conversion'] !== undefined)).toEqual([]);
  });

  test('in another spelling of its field is refused', async () => {
    const number = offering();
    await ask(number);
    const { conversion, ...rest } = chosen(number, 'USD') as Record<string, unknown>;
    expect(await codeOf(number, { ...rest, Conversion: conversion })).toBe('invalid-input');
    expect(scene.sent(number, 'SALE')).toBe(0);
  });

  test.each<[string, string, Over]>([
    ['nothing of a sum', 'USD', { amount: undefined }],
    ['the sum of the shop', 'USD', { amount: eur(5000) }],
    ['the conversion in full', 'USD', { amount: money(5588, 'USD'), dccInfo: figures({ dccRequestId: undefined }) }],
    ['the shop’s currency that was chosen', 'EUR', { amount: eur(5000) }],
  ])('whose answer shows %s is done', async (_name, currency, over) => {
    const number = offering((sent, own) => lax(sent, own, over));
    await ask(number);
    const sale = await scene.must('cloud-pos', number, chosen(number, currency));
    expect(sale, JSON.stringify(sale)).toMatchObject({ state: 'succeeded', approved: eur(5000), dcc: { currency } });
  });

  test.concurrent.each<[string, string, Over]>([
    ['another sum in the currency of the card', 'USD', { amount: money(5688, 'USD') }],
    ['the sum of the card without its currency', 'USD', { amount: { value: 5588 } }],
    ['half of the sum in the currency of the card', 'USD', { amount: money(2794, 'USD') }],
    ['the sum in the currency of the card a hundred times', 'USD', { amount: money(558800, 'USD') }],
    ['the sum of the card in the currency of the shop', 'USD', { amount: eur(5588) }],
    ['another currency than was chosen', 'USD', { amount: money(4300, 'GBP') }],
    ['the conversion of another quote', 'USD', { amount: money(5588, 'USD'), dccInfo: figures() }],
    ['another conversion', 'USD', { dccInfo: converted(money(5700, 'USD'), 1.14) }],
    ['a conversion where the shop’s currency was chosen', 'EUR', { amount: money(5588, 'USD') }],
    ['a conversion beside the sum of the shop’s currency that was chosen', 'EUR', { dccInfo: figures() }],
  ])('whose answer shows %s is a doubt', async (_name, currency, over) => {
    const number = offering((sent, own) => lax(sent, own, over));
    await ask(number);
    const sale = await scene.must('cloud-pos', number, chosen(number, currency));
    expect(isOpen(sale), JSON.stringify(sale)).toBe(true);
    expect(scene.sent(number, 'SALE')).toBe(1);
  });
});

describe('payments without a terminal carry a choice in the fields of the specification', () => {
  test.each<[string, string, (number: number) => Record<string, unknown>, Over]>([
    [
      'DIRECT',
      'create-payment',
      (number) => ({
        ...inputs.direct(number),
        paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card: { dcc: { id: 'Q', currency: 'USD' } } },
      }),
      { dcc: { id: 'Q', currency: 'USD' } },
    ],
    [
      'HOSTED',
      'create-payment',
      (number) => ({
        ...inputs.hosted(number),
        paymentMethods: { integrationType: 'HOSTED', type: 'CARD', card: { dccEnabled: true } },
      }),
      { dccEnabled: true },
    ],
    [
      'a session',
      'create-session',
      (number) => {
        const { paymentMethods: _, ...rest } = inputs.hosted(number);
        return { ...rest, paymentMethods: { card: { dccEnabled: true } } };
      },
      { dccEnabled: true },
    ],
  ])('%s', async (_name, kind, input, card) => {
    const number = scene.number((sent, own) => lax(sent, own));
    await scene.must(kind, number, input(number));
    expect(world.gateway.posts(number)[0]?.body).toMatchObject({ paymentMethods: { card } });
  });
});
