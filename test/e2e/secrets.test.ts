// Where the app keeps the API key: the system's key store, under a passphrase, or only in memory.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { GatewayChoice } from '#contract/till/window.ts';
import { traces } from './canary.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { newHome, openTill } from './till.ts';

const canary = () => `canary-${randomBytes(12).toString('hex')}`;

const choiceFor = ({ url, merchantId, apiKey }: TestGateway, passphrase: string | null): GatewayChoice => ({
  mode: 'test',
  root: url,
  merchantId,
  apiKey,
  passphrase,
});

async function choose(page: Page, choice: GatewayChoice) {
  return page.evaluate((wanted) => window.tillbridge.saveGatewayChoice(wanted), choice);
}

/** Makes the app use its credentials, and waits until it has. */
async function useCredentials(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await window.tillbridge.findPayment({ by: 'payId', id: 'none' });
    return (await window.tillbridge.status({})).credentials.state;
  });
}

it('keeps no key of its environment there, where whatever it starts would be given it', async () => {
  const till = await openTill({ environment: { TILLBRIDGE_WEBHOOK_KEY: canary() } });
  const left = () => till.app.evaluate(() => Object.keys(process.env).filter((name) => name.startsWith('TILLBRIDGE_')));
  expect(await left()).toEqual([]);
});

it('keeps the API key in the system key store where there is one, and nowhere else', async () => {
  const home = newHome();
  const gateway = await startGateway(canary());
  const first = await openTill({ home, keys: 'keyring' });
  const saved = await choose(first.page, choiceFor(gateway, null));
  expect(saved).toMatchObject({ type: 'saved', choice: { keptBy: 'system', systemProtects: true, hasApiKey: true } });
  expect(await useCredentials(first.page)).toBe('accepted');
  await first.close();

  const second = await openTill({ home, keys: 'keyring' });
  expect(await useCredentials(second.page)).toBe('accepted');
  expect(existsSync(join(home, 'folder.key'))).toBe(false);
  expect(traces(home, gateway.apiKey)).toEqual([]);
  expect(`${first.log()}${second.log()}`).not.toContain(gateway.apiKey);
});

it('keeps it in memory only where nothing protects it', async () => {
  const home = newHome();
  const gateway = await startGateway(canary());
  const first = await openTill({ home });
  const saved = await choose(first.page, choiceFor(gateway, null));
  expect(saved).toMatchObject({ type: 'saved', choice: { keptBy: 'memory', systemProtects: false } });
  expect(await useCredentials(first.page)).toBe('accepted');
  expect(traces(home, gateway.apiKey)).toEqual([]);
  await first.close();

  const second = await openTill({ home });
  const choice = await second.page.evaluate(() => window.tillbridge.gatewayChoice({}));
  expect(choice).toMatchObject({ mode: 'test', hasApiKey: false, keptBy: 'none' });
  expect(traces(home, gateway.apiKey)).toEqual([]);
});

it('seals it and the folder under a passphrase, and asks for that after a start', async () => {
  const home = newHome();
  const gateway = await startGateway(canary());
  const passphrase = canary();
  const first = await openTill({ home });
  const saved = await choose(first.page, choiceFor(gateway, passphrase));
  expect(saved).toMatchObject({ type: 'saved', choice: { keptBy: 'passphrase' } });
  await first.close();
  expect(existsSync(join(home, 'folder.key'))).toBe(false);

  const { page } = await openTill({ home });
  const codes = () => page.evaluate(async () => (await window.tillbridge.status({})).alarms.map(({ code }) => code));
  expect(await codes()).toContain('sealed');
  const unlock = (text: string) => page.evaluate((wanted) => window.tillbridge.unlock({ passphrase: wanted }), text);
  expect(await unlock('wrong')).toMatchObject({ unlocked: false });
  expect(await unlock(passphrase)).toMatchObject({ unlocked: true });
  expect(await codes()).not.toContain('sealed');
  expect(await useCredentials(page)).toBe('accepted');
  expect([...traces(home, gateway.apiKey), ...traces(home, passphrase)]).toEqual([]);
});

it('uses the API key only where it was entered for, whatever the settings file says', async () => {
  const home = newHome();
  const gateway = await startGateway(canary());
  const thief = await startGateway(canary());
  const first = await openTill({ home, keys: 'keyring' });
  await choose(first.page, choiceFor(gateway, null));
  expect(await useCredentials(first.page)).toBe('accepted');
  await first.close();
  const file = join(home, 'shop', 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { gateway: object };
  const diverted = { ...settings, gateway: { ...settings.gateway, authRoot: thief.url } };
  writeFileSync(file, JSON.stringify(diverted), { mode: 0o600 });

  const second = await openTill({ home, keys: 'keyring' });
  const { page } = second;
  expect(await useCredentials(page)).toBe('destination-changed');
  const choice = choiceFor(gateway, null);
  const kept = { ...choice, apiKey: null };
  const test = (wanted: GatewayChoice) => page.evaluate((each) => window.tillbridge.testConnection(each), wanted);
  expect(await test(kept)).toMatchObject({ ok: false, code: 'destination-changed' });
  expect(await choose(page, kept)).toMatchObject({ type: 'refused', refusal: { code: 'destination-changed' } });
  expect(await page.evaluate(() => window.tillbridge.gatewayChoice({}))).toMatchObject({
    keyIsForAnother: true,
    destination: { authRoot: thief.url },
  });
  await expect.poll(() => second.log()).toContain('destination-changed');
  // Entered again, it is for this one.
  expect(await choose(page, choice)).toMatchObject({ type: 'saved', choice: { keyIsForAnother: false } });
  const status = await page.evaluate(() => window.tillbridge.status({}));
  expect(status.credentials.state).not.toBe('destination-changed');
});

it('tries a connection without keeping anything', async () => {
  const { page, home } = await openTill();
  const gateway = await startGateway(canary());
  const test = (choice: GatewayChoice) => page.evaluate((wanted) => window.tillbridge.testConnection(wanted), choice);
  const choice = choiceFor(gateway, null);
  expect(await test(choice)).toMatchObject({ ok: true });
  expect(await test({ ...choice, apiKey: 'wrong' })).toMatchObject({ ok: false });
  await gateway.stop();
  expect(await test(choice)).toMatchObject({ ok: false });
  expect(await page.evaluate(() => window.tillbridge.gatewayChoice({}))).toMatchObject({ mode: 'training' });
  expect(traces(home, gateway.apiKey)).toEqual([]);
});

it('leaves what waits for one environment there when another is chosen', async () => {
  const { page } = await openTill();
  const gateway = await startGateway(canary());
  await choose(page, choiceFor(gateway, null));
  await gateway.stop();
  const answer = await page.evaluate(() =>
    window.tillbridge.submit({
      kind: 'capture',
      input: { payId: 'P-1', transId: 'C-1', amount: { value: 100, currency: 'EUR' } },
      requestId: 'waits',
    }),
  );
  expect(answer).toMatchObject({ type: 'accepted' });
  const back = await choose(page, { mode: 'training', root: null, merchantId: null, apiKey: null, passphrase: null });
  expect(back).toMatchObject({ type: 'saved' });
  const status = await page.evaluate(() => window.tillbridge.status({}));
  expect(status).toMatchObject({ mode: 'training', waiting: 0, otherEnvironments: 1 });
});
