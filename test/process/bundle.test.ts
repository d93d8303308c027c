// A bundle for support of a real shop that holds a canary in every place where somebody types: none may be in it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, it, onTestFinished } from 'vitest';
import { Shop, apiKey, merchantId, sale } from '#support/shop.ts';

const canary = 'CANARYX';
const amount = 87_654_321;

async function aShop(settings: object = {}, bridgeArgs: readonly string[] = []): Promise<Shop> {
  const shop = new Shop({ bridgeArgs });
  onTestFinished(() => shop.close());
  const written = { shopName: `${canary} Bakery`, loopback: { refundsPerDayMinor: 123_456 }, ...settings };
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(written), { mode: 0o600 });
  await shop.open();
  return shop;
}

async function bundled(shop: Shop, more: readonly string[] = []): Promise<string> {
  const out = join(shop.bench.folder(), 'bundle');
  await shop.run(['bundle', '--data-dir', shop.dataDir, '--out', out, ...more]);
  return out;
}

it('says how the till is, and nothing that somebody typed, paid or is called', async () => {
  const logDir = mkdtempSync(join(tmpdir(), 'tillbridge-test-'));
  onTestFinished(() => rmSync(logDir, { recursive: true }));
  const shop = await aShop({}, ['--log-dir', logDir]);
  const token = await shop.run(['token', 'create', '--data-dir', shop.dataDir, '--name', canary, '--scopes', 'status']);
  const typed = { refNr: `${canary}-REF` };
  await shop.erp.operate('cloud-pos', sale(`${canary}-1`, amount, typed), 'sale-1');
  await shop.erp.operate('cloud-pos', sale(`${canary}-2`, 100, { posTerminalId: `${canary}-T` }), 'sale-2');
  await shop.erp.operate(
    'update-customer',
    { customerId: `${canary}-C`, email: `${canary}@example.test` },
    'customer-1',
  );
  const text = readFileSync(await bundled(shop, ['--log-dir', logDir]), 'utf8');
  for (const secret of [canary, apiKey, merchantId, shop.token, token, String(amount), '876543', shop.dataDir]) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('operations succeeded');
  expect(text).toContain('<td>cloud-pos</td>');
  expect(text).toContain('loopback.refundsPerDayMinor</td><td>123456');
  expect(text).toContain('<td>shopName</td><td>set</td>');
  expect(text).toContain('&quot;event&quot;:&quot;started&quot;');
  expect(text).not.toMatch(/<script|https?:\/\//);
});

it('is encrypted to the key in the settings', async () => {
  const identity = await generateIdentity();
  const shop = await aShop({ support: { key: await identityToRecipient(identity) } });
  const bytes = readFileSync(await bundled(shop));
  expect(bytes.toString('latin1')).not.toContain('Tillbridge');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  expect(await decrypter.decrypt(bytes, 'text')).toContain('Tillbridge, for support');
});

it('replaces no file', async () => {
  const shop = await aShop();
  const out = await bundled(shop);
  await expect(shop.run(['bundle', '--data-dir', shop.dataDir, '--out', out])).rejects.toThrow(/cannot be written/);
});

it('is made of a folder whose settings and database are damaged, too', async () => {
  const shop = await aShop();
  await shop.program.kill('SIGTERM');
  writeFileSync(join(shop.dataDir, 'settings.json'), `{"shopName": "${canary}`);
  writeFileSync(join(shop.dataDir, 'tillbridge.db'), `${canary} no database`);
  const text = readFileSync(await bundled(shop), 'utf8');
  expect(text).toContain('The database cannot be read: DamagedDatabase.');
  expect(text).toContain('<td>settings-damaged</td>');
  expect(text).not.toContain(canary);
});

it('takes over no name of a strange file, and of a record of a crash only what the program itself writes there', async () => {
  const shop = await aShop();
  await shop.program.kill('SIGTERM');
  const crashes = join(shop.dataDir, 'crashes');
  mkdirSync(crashes);
  const minute = (at: number) => join(crashes, `2026-01-31T09-${String(at).padStart(2, '0')}-00-000Z.json`);
  for (const [at, text] of ['null', '[]', '"text"', '7', '{'].entries()) writeFileSync(minute(at), text);
  const typed = {
    at: `${canary}  `,
    error: `${canary} </pre><script>`,
    stack: ['at work (main/cli.ts:1:1)', `${canary}!`],
  };
  const underWay = {
    mode: 'test',
    paused: false,
    operations: { accepted: 3, note: `${canary} a` },
    [canary]: `${canary} b`,
  };
  writeFileSync(minute(10), JSON.stringify({ ...typed, underWay, more: canary }));
  const strange = ['canaryx.json', 'anna.canaryx.json', 'tillbridge.db.of-canaryx', 'settings.json.damaged-canaryx'];
  for (const name of strange) writeFileSync(join(shop.dataDir, name), '');
  const text = readFileSync(await bundled(shop), 'utf8');
  expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(text).toContain('at work (main/cli.ts:1:1)');
  expect(text).toContain('&quot;accepted&quot;: 3');
});
