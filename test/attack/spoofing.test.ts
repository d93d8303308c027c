// Text that is not what it looks like: ids and names that hold what is not seen, or that turn the text around them. They
// would be one id to a person and two to the bridge, on every list, slip and export.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop();
let erp: Erp;
beforeAll(async () => {
  await shop.open();
  erp = new Erp(shop.bridgeUrl, shop.token);
});
afterAll(() => shop.close());

async function told(body: JsonObject, key: string): Promise<string> {
  const reply = await erp.post('/v1/operations/cloud-pos?wait=60', body, key);
  return textAt(reply.body, 'code') ?? textAt(reply.body, 'state') ?? '';
}

const signs: readonly (readonly [string, string])[] = [
  ['turned around', '\u202E'],
  ['in an isolate', '\u2066'],
  ['with a mark of direction', '\u200F'],
  ['with a space without width', '\u200B'],
  ['with a joiner', '\u200D'],
  ['with a soft hyphen', '\u00AD'],
  ['with a Braille blank', '\u2800'],
  ['with a Hangul filler', '\u3164'],
  ['with a private sign', '\uE000'],
];

describe.each(signs)('an id %s', (_how, sign) => {
  it('is refused as a transId and as a reference, wherever the sign stands', async () => {
    expect(await told(sale(`SPOOF${sign}1`, 100), `spoof-a${sign.codePointAt(0)}`)).toBe('invalid-input');
    expect(await told(sale(`SPOOF-1${sign}`, 100), `spoof-b${sign.codePointAt(0)}`)).toBe('invalid-input');
    const referenced = sale('SPOOF-2', 100, { refNr: `REF${sign}1` });
    expect(await told(referenced, `spoof-c${sign.codePointAt(0)}`)).toBe('invalid-input');
  });

  it('is no name of a program', async () => {
    const args = ['--data-dir', shop.dataDir, '--name', `ERP${sign}`, '--scopes', 'status'];
    await expect(shop.run(['token', 'create', ...args])).rejects.toThrow('not seen as such');
  });
});

it.each(['\u00A0', '\u2003', '\u3000'])(
  'an id with the blank %j, which looks like another, is refused',
  async (blank) => {
    const key = `blank-${blank.codePointAt(0)}`;
    expect(await told(sale(`SPOOF${blank}1`, 100), `${key}-a`)).toBe('invalid-input');
    expect(await told(sale('SPOOF-3', 100, { refNr: `REF${blank}1` }), `${key}-b`)).toBe('invalid-input');
  },
);

it.each([' SPOOF-3', 'SPOOF-3 ', 'SPOOF-3\u00A0'])('an id with a blank at its end (%j) is refused', async (id) => {
  const key = `spoof-blank-${id.length}-${id.codePointAt(0)}-${id.codePointAt(id.length - 1)}`;
  expect(await told(sale(id, 100), key)).toBe('invalid-input');
  expect(await told(sale('SPOOF-4', 100, { refNr: id }), `${key}-r`)).toBe('invalid-input');
});

it('a payId that would end its part of an address is refused', async () => {
  const body = { payId: 'a1b2;x=1', transId: 'SPOOF-5', amount: { value: 100, currency: 'EUR' } };
  const reply = await erp.post('/v1/operations/refund', body, 'spoof-segment');
  expect(reply.body).toMatchObject({ code: 'invalid-input', errors: { payId: [expect.any(String)] } });
});

it('an id in any script is taken', async () => {
  expect(await told(sale('Ünïcode-東京-1', 100, { refNr: 'Заказ 7' }), 'script-1')).toBe('succeeded');
});

it('an id that could not be chosen any more can still be looked up', async () => {
  const reply = await erp.get(`/v1/payments?transId=${encodeURIComponent('OLD\u200B1')}`);
  expect(textAt(reply.body, 'code')).not.toBe('invalid-input');
});
