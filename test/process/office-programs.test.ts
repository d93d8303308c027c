// A program that comes from an office, at a till and an office that are processes of their own: it works with its token at this
// till alone, ends at once, is switched off at the till and let in again, and goes on without the office.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeView } from '#contract/office/office-view.ts';
import { Erp } from '#support/erp.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, machineUser, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('a till that takes programs from an office', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  let number = 0;
  /** A record, with which the till hears of its office. */
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 1_000), `S-${number}`)).state;
  };
  const view = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView).programs;
  };
  const taken = (version: number) =>
    until(async () => {
      await sells();
      return (await view())?.version === version ? true : null;
    });
  const programs = (action: string, ...more: string[]) =>
    office.run('programs', action, '--name', 'Chain ERP', '--by', 'Ada', ...more);
  const tokensIn = (file: string): { [till: string]: string } =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',') as [string, string]),
    );
  const statusWith = async (token: string) => (await new Erp(shop.bridgeUrl, token).get('/v1/status')).status;
  let [token, elsewhere] = ['', ''];

  beforeAll(async () => {
    const settings = { office: { programScopes: ['status', 'sale', 'refund', 'refund-unreferenced'] } };
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    await office.enrol('Till 2');
    await until(async () => (await view()) ?? null);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('lets it in by the token of this till and no other, and out at once, with its open stream', async () => {
    await programs('set', '--scope', 'chain', '--scopes', 'status,sale,refund-unreferenced');
    const out = join(office.dataDir, 'tokens.csv');
    await programs('tokens', '--out', out);
    ({ 'Till 1': token = '', 'Till 2': elsewhere = '' } = tokensIn(out));
    await taken(1);
    expect([await statusWith(token), await statusWith(elsewhere)]).toEqual([200, 401]);
    const erp = new Erp(shop.bridgeUrl, token);
    expect((await erp.operate('cloud-pos', sale('O-1', 500), 'O-1')).state).toBe('succeeded');
    const stream = await fetch(`${shop.bridgeUrl}/v1/events`, { headers: { Authorization: `Bearer ${token}` } });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    await programs('remove', '--scope', 'chain');
    await taken(2);
    expect(await statusWith(token)).toBe(401);
    await ended;
    await office.run('programs', 'revert', '--scope', 'chain', '--by', 'Ada');
    await taken(3);
    expect(await statusWith(token)).toBe(200);
    // The same program: its request id is not used twice.
    expect((await erp.operate('cloud-pos', sale('O-1', 500), 'O-1')).state).toBe('succeeded');
  }, 240_000);

  it('pays out nothing without a payment where no person is asked, whatever the shop’s setting says', async () => {
    const card = { number: '4111111111111111', cardholderName: 'Sample', expiryDate: '203012', brand: 'visa' };
    const body = { transId: 'RU-1', amount: { value: 500, currency: 'EUR' }, paymentMethods: { card } };
    const refused = await new Erp(shop.bridgeUrl, token).post('/v1/operations/refund-unreferenced', body, 'RU-1');
    expect(refused.body).toMatchObject({ code: 'confirmation-impossible' });
  }, 120_000);

  it('is switched off at the till, stays off whatever the office says, and is let in again there', async () => {
    const { clients } = await shop.ask('clients', {});
    const id = clients.find(({ name }) => name === 'Chain ERP')?.id ?? '';
    expect(await shop.ask('changeClient', { by: machineUser, id, options: { waitsOffline: true } })).toMatchObject({
      refusal: { code: 'set-by-office' },
    });
    expect(await shop.ask('renewToken', { by: machineUser, id, tokenHash: '0'.repeat(64) })).toMatchObject({
      refusal: { code: 'set-by-office' },
    });
    await shop.run(['token', 'revoke', '--data-dir', shop.dataDir, '--name', 'Chain ERP']);
    expect(await statusWith(token)).toBe(401);
    await programs('set', '--scope', 'chain', '--scopes', 'status,sale');
    await taken(4);
    expect(await statusWith(token)).toBe(401);
    expect((await view())?.refused?.problems).toEqual([{ name: 'Chain ERP', why: 'switched-off', detail: null }]);
    await shop.run(['token', 'let-in', '--data-dir', shop.dataDir, '--id', id]);
    expect(await statusWith(token)).toBe(200);
    expect((await view())?.refused).toBe(null);
  }, 240_000);

  it('goes on without the office and after a start, and its journal verifies', async () => {
    await office.kill();
    await shop.killBridge();
    await shop.startBridge();
    expect(await statusWith(token)).toBe(200);
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
    const journal = await shop.run(['journal', 'export', '--data-dir', shop.dataDir]);
    for (const each of [token, elsewhere]) expect(journal).not.toContain(each);
    // Without the setting the till lets them go.
    await shop.killBridge();
    writeFileSync(join(shop.dataDir, 'settings.json'), '{}', { mode: 0o600 });
    await shop.startBridge();
    expect(await statusWith(token)).toBe(401);
  }, 240_000);
});
