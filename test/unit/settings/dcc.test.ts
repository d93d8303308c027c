// The setting by which the till itself asks for the currency: a word, or the names of the fields that take the choice.
import { describe, expect, it } from 'vitest';
import { policyOf } from '#assembly/base/policy.ts';
import { issueInWords } from '#contract/data/issue-words.ts';
import type { Json } from '#contract/data/json.ts';
import { type ItPolicy, lockedIn, ownPart, withPolicy } from '#settings/policy.ts';
import { leavesOf } from '#settings/overlay.ts';
import { settingsSchema } from '#settings/settings.ts';

const fields = { quoteIdField: 'dcc.quote', currencyField: 'dcc.currency' };
const read = (atTerminal: Json) => settingsSchema.safeParse({ dcc: { atTerminal } }, { error: issueInWords });
const settingsOf = (atTerminal: Json) => settingsSchema.parse({ dcc: { atTerminal } });
const lockingPolicy = (atTerminal: Json): ItPolicy => {
  const settings = { dcc: { atTerminal } };
  return { file: '/policy.json', clients: [], settings, locked: leavesOf(settings) };
};

describe('dcc.onPages', () => {
  it('is off where nothing is set, and what links begin with', () => {
    expect(policyOf(settingsSchema.parse({})).dcc.onPages).toBe(false);
    expect(policyOf(settingsSchema.parse({ dcc: { onPages: true } })).dcc.onPages).toBe(true);
  });
});

describe('dcc.atTerminal', () => {
  it('is information where nothing is set: no field of the gateway is known here', () => {
    expect(policyOf(settingsSchema.parse({})).dcc).toMatchObject({ fields: null, quoteMs: 300_000, expiryPaths: [] });
  });

  it('takes the names of the two fields, within others too', () => {
    expect(policyOf(settingsOf(fields)).dcc.fields).toEqual({ quoteId: 'dcc.quote', currency: 'dcc.currency' });
    expect(read({ quoteIdField: 'dccRequestId', currencyField: 'chosen-currency_2' }).success).toBe(true);
  });

  const twoFields = 'must name two fields, and none that lies within the other';
  const taken = 'must not be a field that a terminal command has already';
  const noName = 'must be the name of a field, or up to five names with points between them';
  it.each<[string, Json, string]>([
    ['another word', 'terminal', 'must be information, or an object with quoteIdField and currencyField'],
    ['one field alone', { quoteIdField: 'q' }, 'must be information, or an object with'],
    ['a field of its own', { ...fields, text: 'x' }, 'has unknown fields: text'],
    ['the same field twice', { quoteIdField: 'q', currencyField: 'q' }, twoFields],
    ['a field within the other', { quoteIdField: 'dcc', currencyField: 'dcc.currency' }, twoFields],
    ['a field around the other', { quoteIdField: 'dcc.quote.id', currencyField: 'dcc.quote' }, twoFields],
    ['the amount', { ...fields, currencyField: 'amount.currency' }, taken],
    ['the amount in capitals', { ...fields, currencyField: 'Amount.currency' }, taken],
    ['the transId with a line', { ...fields, quoteIdField: 'trans_id' }, taken],
    ['the payId', { ...fields, quoteIdField: 'payId' }, taken],
    ['the same field in capitals', { quoteIdField: 'dcc.choice', currencyField: 'dcc.Choice' }, twoFields],
    ['a field within the other in capitals', { quoteIdField: 'dcc', currencyField: 'DCC.currency' }, twoFields],
    ['the transId', { ...fields, quoteIdField: 'transId' }, taken],
    ['the name of every object', { ...fields, quoteIdField: '__proto__' }, noName],
    ['nothing', { ...fields, quoteIdField: '' }, noName],
    ['an empty step', { ...fields, quoteIdField: 'dcc..quote' }, noName],
  ])('refuses %s', (_, atTerminal, words) => {
    expect(read(atTerminal).error?.issues[0]?.message).toContain(words);
  });

  it('may name fields that begin alike', () => {
    expect(read({ quoteIdField: 'dcc', currencyField: 'dccCurrency' }).success).toBe(true);
  });
});

describe('a policy that sets it', () => {
  it.each<[string, Json, Json]>([
    ['the fields, over a shop that informs', fields, 'information'],
    ['information, over a shop that asks', 'information', fields],
    ['other fields', fields, { ...fields, quoteIdField: 'other' }],
  ])('to %s counts, and the shop keeps its own', (_, locked, own) => {
    const policy = lockingPolicy(locked);
    const shop = settingsOf(own);
    const counting = withPolicy(shop, policy);
    expect(counting.dcc.atTerminal).toEqual(locked);
    expect(lockedIn(shop, policy)).not.toEqual([]);
    const saved = ownPart({ ...counting, queueLimit: 3 }, shop, policy);
    expect(saved).toMatchObject({ queueLimit: 3, dcc: { atTerminal: own } });
    expect(settingsSchema.safeParse(saved).success).toBe(true);
  });
});
