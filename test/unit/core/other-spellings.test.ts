// Names in another spelling, in bodies of every kind: what folds to a name that the bridge looks at is refused.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { merchantIssue, spellingIssues } from '#core/sensitive-data/other-spellings.ts';
import { commandOf, commands } from '#operations/index.ts';

function found(kind: string, input: JsonObject, named: readonly string[] = []): readonly string[] {
  const command = commandOf(kind);
  if (command === null) throw new Error(kind);
  return spellingIssues(command, input, named).map(({ field, message }) => `${field} ${message}`);
}

const unknown = 'is not a field of this command; others that the gateway takes stand in the setting terminalFields';

it('no example of any kind is refused', () => {
  for (const { kind, examples } of commands) {
    for (const { input } of examples) expect(found(kind, input)).toEqual([]);
  }
});

it('the fields that settings name are known names, each at its depth', () => {
  const named = ['dcc.quoteId', 'dccCurrency', 'metadata.choice'];
  expect(found('cloud-pos', { dcc: { QuoteId: 'q', quoteId: 'q' } }, named)).toEqual([
    'dcc.QuoteId is written quoteId',
  ]);
  expect(found('cloud-pos', { DCC: { quoteId: 'q' } }, named)).toEqual(['DCC is written dcc']);
  expect(found('cloud-pos', { dcc_currency: 'USD' }, named)).toEqual(['dcc_currency is written dccCurrency']);
  expect(found('cloud-pos', { metadata: { Choice: 1 } }, named)).toEqual(['metadata.Choice is written choice']);
  expect(found('cloud-pos', { dcc: { quoteId: 'q' }, dccCurrency: 'USD', quoteId: 1 }, named)).toEqual([
    `quoteId ${unknown}`,
  ]);
});

it('a terminal command takes its own fields, those of the whole interface and those that settings name', () => {
  const input = { transId: 'S-1', posTerminalId: 'T1', simulationMode: 'x', metadata: { any: 1 }, payId: 'P' };
  expect(found('cloud-pos', input)).toEqual([]);
  expect(found('cloud-pos', { ...input, refNo: 'R', orderNo: 1 })).toEqual([`refNo ${unknown}`, `orderNo ${unknown}`]);
  expect(found('cloud-pos', { ...input, orderNo: { own: [1] } }, ['orderNo'])).toEqual([]);
  expect(found('cloud-pos', { OrderNo: 1 }, ['orderNo'])).toEqual(['OrderNo is written orderNo']);
  expect(found('create-link', { ...input, orderNo: 1 })).toEqual([]);
});

it('the open objects of closed bodies are looked into', () => {
  expect(found('create-session', { paymentMethods: { paypal: {} } })).toEqual([
    'paymentMethods.paypal is written payPal',
  ]);
  expect(found('create-session', { device: { DeviceId: 'x' } })).toEqual(['device.DeviceId is written deviceId']);
  expect(found('create-payment', { paymentMethods: { card: { DCC: {} } } })).toEqual([
    'paymentMethods.card.DCC is written dcc',
  ]);
  expect(found('capture', { paymentMethods: { payPal: { CompleteType: true } } })).toEqual([
    'paymentMethods.payPal.CompleteType is written completeType',
  ]);
});

it('a closed body refuses a name itself, and once', () => {
  expect(found('refund', { Amount: {} })).toEqual([]);
  expect(commandOf('refund')?.input.safeParse({ Amount: {} }).error?.issues).toContainEqual(
    expect.objectContaining({ code: 'unrecognized_keys', keys: ['Amount'] }),
  );
});

it('names without a letter are compared as they are', () => {
  expect(found('create-link', { rates: { '1.9': 1, '19': 2, '-': 3, _: 4 } })).toEqual([]);
});

it('a till works for its own merchant, and in training no gateway is there to work for another', () => {
  const at = (mode: 'live' | 'test' | 'training') => ({
    id: 'E',
    root: 'https://gateway.example',
    merchantId: 'M',
    mode,
  });
  expect(merchantIssue({}, at('live'))).toBeNull();
  expect(merchantIssue({ merchantId: 'M' }, at('live'))).toBeNull();
  for (const other of ['m', ' M', '', null, ['M'], 7]) {
    expect(merchantIssue({ merchantId: other }, at('test'))?.field).toBe('merchantId');
    expect(merchantIssue({ merchantId: other }, at('training'))).toBeNull();
  }
});
