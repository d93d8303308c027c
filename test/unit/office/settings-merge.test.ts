// What holds at a till of what was set for its chain, its shop and itself.
import { describe, expect, it } from 'vitest';
import { settingsKind } from '#office/config/kinds.ts';
import { merged } from '#office/config/merge.ts';

const euros = (settings: object) => ({ currency: 'EUR', settings: { ...settings } });
const plain = (settings: object) => ({ currency: null, settings: { ...settings } });

describe('settings of a till', () => {
  it('are the till’s over its shop’s over the chain’s, name by name', () => {
    const chain = euros({ 'people.refundLimitMinor': 5_000, shopName: 'Chain', 'backup.at': '02:00' });
    const shop = plain({ shopName: 'North' });
    const till = euros({ 'people.refundLimitMinor': 0 });
    expect(merged([chain, shop, till])).toEqual(
      euros({ 'people.refundLimitMinor': 0, shopName: 'North', 'backup.at': '02:00' }),
    );
    expect(merged([chain, shop])).toMatchObject({ settings: { 'people.refundLimitMinor': 5_000 } });
  });

  it('lack a sum of another currency than the narrowest one’s, and name a currency only with a sum', () => {
    const chain = euros({ 'people.refundLimitMinor': 5_000, 'office.awayLimitMinor': 100 });
    const zurich = { currency: 'CHF', settings: { 'people.refundLimitMinor': 6_000 } };
    expect(merged([chain, zurich])).toEqual(zurich);
    expect(merged([chain, { currency: 'CHF', settings: { shopName: 'Z' } }])).toEqual(plain({ shopName: 'Z' }));
    expect(merged([plain({ shopName: 'A' })])).toEqual(plain({ shopName: 'A' }));
    expect(merged([])).toEqual(plain({}));
  });

  it.each([
    ['where the API key goes', plain({ 'gateway.root': 'https://other.example' }), 'gateway.root is none'],
    ['where updates come from', plain({ 'updates.url': 'https://other.example/update.json' }), 'updates.url is none'],
    ['a group of settings at once', plain({ people: { cardNumbersTyped: true } }), 'people is none'],
    ['a name of every object', plain({ constructor: 1 }), 'constructor is none'],
    ['a value that does not fit', plain({ 'backup.at': '25:00' }), 'backup.at must be'],
    ['a sum without its currency', plain({ 'people.refundLimitMinor': 1 }), 'currency is missing'],
    ['a currency that is none', { currency: 'XXQ', settings: { 'office.awayLimitMinor': 1 } }, 'no currency XXQ'],
    ['more than a till is sent', plain({ shopAddress: 'a'.repeat(11_000) }), 'too long'],
  ])('cannot be %s', (_, content, why) => {
    expect(settingsKind.whyNot(content)).toContain(why);
  });

  it('can be limits, receipts and ages of authorizations', () => {
    const all = {
      'people.refundLimitMinor': 0,
      'loopback.refundsPerDayMinor': null,
      'loopback.refundsPerDayIn': { USD: 100 },
      authorizationDays: { default: 5, VISA: 7 },
      'devices.receipts.customer': 'always',
      tipPercentages: [5, 10],
    };
    expect(settingsKind.whyNot(euros(all))).toBe(null);
  });
});
