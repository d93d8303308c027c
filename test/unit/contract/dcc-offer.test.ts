// Which quotes may be shown as an offer: all figures are there, and they agree.
import { describe, expect, it } from 'vitest';
import { readOffer } from '#contract/operation/dcc-offer.ts';

const asked = { value: 10_000, currency: 'EUR' };

interface Figures {
  readonly status?: string;
  readonly merchant?: object | null;
  readonly cardholder?: object | null;
  readonly rate?: string | number | null;
  readonly markup?: string | number | null;
}

function read(figures: Figures, money = asked) {
  const { status = 'AVAILABLE', merchant = money, rate = 1.11755, markup = 3 } = figures;
  const { cardholder = { value: 11_176, currency: 'USD', decimalValue: 111.76 } } = figures;
  const dccInfo = {
    status,
    provider: 'P',
    rate: { exchangeRate: rate, markupPercentage: markup },
    amounts: { merchant, cardholder },
  };
  return readOffer(money, JSON.parse(JSON.stringify({ dccInfo })) as object as never);
}

const why = (figures: Figures, money = asked) => {
  const reading = read(figures, money);
  return reading.type === 'offer' ? 'offer' : reading.why;
};

describe('a quote is an offer', () => {
  it('with its figures as the gateway wrote them', () => {
    expect(read({ rate: '1.117550' })).toEqual({
      type: 'offer',
      offer: {
        local: asked,
        foreign: { value: 11_176, currency: 'USD' },
        rate: '1.117550',
        markupPercent: '3',
        rateHoldsMarkup: true,
      },
    });
  });

  it.each([
    ['rounded up', 1.11755, 11_176, 'USD'],
    ['rounded down', 1.11755, 11_175, 'USD'],
    ['a rate of four decimals', '1.1176', 11_175, 'USD'],
    ['a rate whose last zeros are gone', 1.1, 11_000, 'USD'],
    ['a currency without minor units', 168.1475, 16_815, 'JPY'],
    ['a currency with three decimals', 0.343505, 34_351, 'KWD'],
  ])('%s', (_name, rate, value, currency) => {
    expect(why({ rate, cardholder: { value, currency } })).toBe('offer');
  });

  it('where the mark-up comes on top of the rate, and says so', () => {
    expect(read({ rate: 1.085 })).toMatchObject({ type: 'offer', offer: { rateHoldsMarkup: false } });
  });

  it.each([
    ['yen as the shop’s currency', { value: 5_000, currency: 'JPY' }, '0.0061', 3_050, 'EUR'],
    ['the smallest amount', { value: 1, currency: 'EUR' }, 1.11755, 1, 'USD'],
    ['an amount of twelve digits', { value: 999_999_999_999, currency: 'EUR' }, '1.11755000', 1_117_549_999_999, 'USD'],
  ])('%s', (_name, money, rate, value, currency) => {
    expect(why({ rate, cardholder: { value, currency } }, money)).toBe('offer');
  });
});

describe('a quote is none', () => {
  it.each([
    ['the gateway has none', { status: 'NOT_AVAILABLE' }, 'not-available'],
    ['its amount in the shop’s currency is missing', { merchant: null }, 'incomplete'],
    ['its amount in the card’s currency is missing', { cardholder: null }, 'incomplete'],
    ['the rate is missing', { rate: null }, 'incomplete'],
    ['the rate is zero', { rate: 0 }, 'incomplete'],
    ['the rate is no number', { rate: 'about one' }, 'incomplete'],
    ['the mark-up is missing', { markup: null }, 'incomplete'],
    ['the mark-up is below zero', { markup: -3 }, 'incomplete'],
    ['it is for another amount', { merchant: { value: 10_001, currency: 'EUR' } }, 'other-amount'],
    ['it is for another currency', { merchant: { value: 10_000, currency: 'CHF' } }, 'other-amount'],
    ['there is nothing to convert', { cardholder: { value: 10_000, currency: 'EUR' }, rate: 1 }, 'same-currency'],
    ['its units are others', { cardholder: { value: 11_176, currency: 'USD', decimalValue: 1117.6 } }, 'decimals'],
    ['its amount is a hundred times too much', { cardholder: { value: 1_117_600, currency: 'USD' } }, 'amounts'],
    ['its amount is two minor units too much', { cardholder: { value: 11_178, currency: 'USD' } }, 'amounts'],
    ['its rate leads the other way', { rate: 0.8948 }, 'direction'],
    ['its rate leads the other way, and the mark-up is on top', { rate: 0.8687, markup: 3 }, 'direction'],
    ['its rate is coarse and far off', { rate: '1' }, 'amounts'],
  ] as const)('where %s', (_name, figures, expected) => {
    expect(why(figures)).toBe(expected);
  });

  it('where it is not known what was asked for', () => {
    expect(readOffer(null, { dccInfo: { status: 'AVAILABLE' } })).toEqual({ type: 'no-offer', why: 'incomplete' });
  });
});
