// Card numbers that programs send where they do not belong: written so that a guard may miss them, and as ids, which
// would lie in clear in the database, its log, the export and the log of the program.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

const number = '4111111111111111';
const inDigits = (zero: number) => Array.from(number, (each) => String.fromCodePoint(zero + Number(each))).join('');
const joinedBy = (sign: string) => Array.from(number).join(sign);

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

describe('in text', () => {
  it.each([
    ['behind the name of its network', `visa${number}`],
    ['behind letters that are hexadecimal', `cc${number}`],
    ['before its date', `${number}exp1230`],
    ['in Devanagari digits', inDigits(0x0966)],
    ['in Bengali digits', inDigits(0x09e6)],
    ['in Thai digits', inDigits(0x0e50)],
    ['in mathematical digits', inDigits(0x1d7d8)],
    ['joined by variation selectors', joinedBy('\uFE0F')],
    ['joined by grapheme joiners', joinedBy('\u034F')],
    ['with a full stop between all digits', joinedBy('.')],
    ['with an encoded space between all digits', joinedBy('%20')],
    ['before its date and service code, as on track 2', `${number}3012201`],
    ['behind the zeros of a fixed width', `0000${number}`],
    ['behind another group of four', '1234: 4111, 1111, 1111, 1111'],
    ['percent-encoded', number.replaceAll(/\d/g, (digit) => `%3${digit}`)],
  ])('a card number %s is refused', async (_how, text) => {
    expect(await told(sale('text-1', 100, { metadata: { note: text } }), 'text-1')).toBe('invalid-input');
  });

  it('a program is not named so in a journal that nothing is erased from', async () => {
    const args = ['--data-dir', shop.dataDir, '--name', `cc${number}`, '--scopes', 'status'];
    await expect(shop.run(['token', 'create', ...args])).rejects.toThrow('must not contain a card number');
  });
});

describe('in what a journal keeps for ever', () => {
  const command = (...args: readonly string[]) => shop.run([...args, '--data-dir', shop.dataDir]);
  const erase = ['journal', 'erase', '--older-than-days', '0', '--reason'];

  it.each([
    ['why personal data was erased', [...erase, number]],
    ['who erased it', [...erase, 'asked for', '--by', number]],
    ['who took an operation back', ['operation', 'cancel', '--id', 'op-1', '--by', number]],
    ['who says that a folder goes on', ['folder', 'resume', '--reason', 'the only one', '--name', number]],
  ])('%s', async (_what, args) => {
    await expect(command(...args)).rejects.toThrow('must not contain a card number');
  });

  it('where the events of a program are sent', async () => {
    const url = `https://erp.example/${number}`;
    const { status, body } = await erp.post('/v1/webhook', { url }, 'not-needed');
    expect([status, textAt(body, 'detail')]).toEqual([400, expect.stringContaining('must not contain a card number')]);
  });

  it('and it holds none', async () => {
    expect(await command('journal', 'export')).not.toContain(number);
  });
});

describe('as an id', () => {
  const refund = (change: JsonObject) => ({ payId: 'P-1', amount: { value: 100, currency: 'EUR' }, ...change });

  it.each([
    ['the payId', 'refund', refund({ payId: number, transId: 'other-1' }), 'payId'],
    ['the payId behind a letter', 'refund', refund({ payId: `P${number}`, transId: 'other-2' }), 'payId'],
    ['the payId between letters', 'refund', refund({ payId: `p${number}f`, transId: 'other-3' }), 'payId'],
    ['the payId before an expiry date', 'reverse', { payId: `${number}-1230`, transId: 'other-4' }, 'payId'],
    ['the posTerminalId', 'cloud-pos', sale('other-5', 100, { posTerminalId: number }), 'posTerminalId'],
    [
      'the posTerminalId behind a letter',
      'cloud-pos',
      sale('other-6', 100, { posTerminalId: `T${number}` }),
      'posTerminalId',
    ],
    [
      'the providerTransactionId',
      'refund',
      refund({ transId: 'other-7', paymentMethods: { card: { providerTransactionId: number } } }),
      'paymentMethods.card.providerTransactionId',
    ],
  ])('%s of nothing that is known here is refused, and in no file', async (_which, kind, body: JsonObject, field) => {
    const reply = await erp.post(`/v1/operations/${kind}`, body, `of-others-${field}-${JSON.stringify(body).length}`);
    expect(reply.body).toMatchObject({ code: 'invalid-input', errors: { [field]: [expect.any(String)] } });
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const holding = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(number));
    expect(holding.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['transId', sale(number, 100), 'id-1'],
    ['transId with a name before it', sale(`ORDER-${number}`, 100), 'id-2'],
    ['refNr', sale('id-3', 100, { refNr: number }), 'id-3'],
    ['transId with a date behind it', sale(`${number}3012`, 100), 'id-5'],
    ['transId with zeros before it', sale(`00${number}`, 100), 'id-6'],
    ['the Idempotency-Key', sale('id-4', 100), number],
  ])('%s is refused, and in no file', async (_which, body, key) => {
    expect(await told(body, key)).toBe('invalid-input');
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const holding = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(number));
    expect(holding.map(({ name }) => name)).toEqual([]);
    expect(shop.program.stderrText).not.toContain(number);
  });

  it('is taken where the shop’s settings say that its numbers look so', async () => {
    await shop.killBridge();
    const policy = join(shop.bench.folder(), 'policy.json');
    writeFileSync(policy, '{"settings":{"idsMayLookLikeCards":true}}', { mode: 0o644 });
    await shop.startBridge(['--policy', policy]);
    erp = new Erp(shop.bridgeUrl, shop.token);
    expect(await told(sale(number, 100), number)).toBe('succeeded');
  });
});
