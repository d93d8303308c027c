// With a data folder everything that was answered is there after a restart, and nothing that must not be kept.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authorize, command, eur, sell, startGateway } from './gateway.ts';

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function contents(folder: string): Promise<string> {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
}

describe('after a restart', () => {
  test('ledger, look-ups, keys, balances and trace numbers go on', async () => {
    const dataDir = await dataFolder();
    const before = await startGateway({ dataDir });
    const { payId } = await authorize(before, 1000);
    const keyed = { body: { transId: 'C-1', amount: eur(700) }, headers: { 'idempotency-key': 'k-1' } };
    const captures = `/api/v2/payments/${payId}/captures`;
    const captured = await before.send('POST', captures, keyed);
    const declined = { body: { transId: 'C-2', amount: eur(301) } };
    expect((await before.send('POST', captures, declined)).status).toBe(422);
    const ledger = await before.ledger();
    const record = (await before.send('GET', `/api/v2/payments/getByPayId/${payId}`)).text;
    await before.close();

    const after = await startGateway({ dataDir });
    expect(await after.ledger()).toEqual(ledger);
    expect((await after.send('GET', `/api/v2/payments/getByPayId/${payId}`)).text).toBe(record);
    expect((await after.send('POST', captures, keyed)).text).toBe(captured.text);
    expect((await after.send('POST', captures, declined)).status).toBe(422);
    expect((await sell(after, 1)).traceNr).toBe('000002');
    expect((await after.ledger()).executions.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('a token still opens, and a revoked one does not', async () => {
    const dataDir = await dataFolder();
    const options = { dataDir, merchantId: 'SHOP', apiKey: 'key' };
    const raw = 'grant_type=client_credentials&client_id=SHOP&client_secret=key';
    const sending = { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const before = await startGateway(options);
    const tokenOf = async (): Promise<string> =>
      (await before.send('POST', '/authorization/oauth/token', sending)).body.access_token;
    const revoked = await tokenOf();
    await before.send('POST', '/_sandbox/tokens/revoke');
    const kept = await tokenOf();
    await before.close();

    const after = await startGateway(options);
    const statusWith = async (token: string): Promise<number> =>
      (await after.send('GET', '/api/v2/payments/getByPayId/x', { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect([await statusWith(kept), await statusWith(revoked)]).toEqual([404, 401]);
  });

  test('a line that a crash cut is gone, and the next one is whole', async () => {
    const dataDir = await dataFolder();
    const before = await startGateway({ dataDir });
    await sell(before, 100);
    await before.close();
    const file = join(dataDir, 'sandbox.ndjson');
    await writeFile(file, `${await readFile(file, 'utf8')}{"opening":{"payId":"hal`);

    const between = await startGateway({ dataDir });
    expect((await between.ledger()).payments).toHaveLength(1);
    await sell(between, 200);
    await between.close();
    const after = await startGateway({ dataDir });
    expect((await after.ledger()).payments).toMatchObject([{ captured: 100 }, { captured: 200 }]);
  });

  test('a damaged line is an error that names its place, never a shorter history', async () => {
    const dataDir = await dataFolder();
    await writeFile(join(dataDir, 'sandbox.ndjson'), '{}\n{"opening":\n{}\n');
    await expect(startGateway({ dataDir })).rejects.toThrow(/sandbox\.ndjson: line 2/);
  });
});

describe('the data folder', () => {
  test('never holds a card number, a security code, an API key or a token', async () => {
    const dataDir = await dataFolder();
    const gateway = await startGateway({ dataDir, merchantId: 'SHOP', apiKey: 'very-secret-key' });
    const headers = { authorization: `Basic ${Buffer.from('SHOP:very-secret-key').toString('base64')}` };
    const card = {
      number: '5555555555554444',
      cardholderName: 'A',
      expiryDate: '203012',
      brand: 'mastercard',
      securityCode: '9137',
    };
    const body = { transId: 'U', amount: eur(1), paymentMethods: { card } };
    expect((await gateway.send('POST', '/api/v2/payments/refunds', { body, headers })).status).toBe(200);
    expect(
      (await gateway.send('POST', '/api/v2/cloudpos', { ...command('SALE', { amount: eur(1) }), headers })).status,
    ).toBe(200);
    const written = await contents(dataDir);
    expect(written).toContain('"last4Digits":"4444"');
    expect(written).not.toMatch(/5555555555554444|"9137"|securityCode|very-secret-key|Basic|Bearer/);
  });
});
