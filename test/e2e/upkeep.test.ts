// What a manager does for support and for IT at the window: a bundle by one press, which tells nothing of the shop, and
// the till's way out of a user's folder, whose key lies in the key store, into the folder of a service.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Program } from '#support/processes.ts';
import { launchOptions, newHome, openTill, shops } from './till.ts';

const bridge = join(dirname(shops), 'bin', 'tillbridge');
const canary = 'CANARYX';

it('makes a bundle by one press that tells nothing that somebody typed', async () => {
  const documents = mkdtempSync(join(tmpdir(), 'tillbridge-documents-'));
  onTestFinished(() => rmSync(documents, { recursive: true, force: true }));
  const { app, page, home } = await openTill();
  await app.evaluate(({ app: electron }, folder) => electron.setPath('documents', folder), documents);
  const made = await page.evaluate(async (name) => {
    const { tillbridge } = window;
    await tillbridge.saveShopSettings({ ...(await tillbridge.shopSettings({})), shopName: `${name} Bakery` });
    await tillbridge.createClient({ name: `${name} ERP`, scopes: ['status'], origin: null });
    await tillbridge.saveOperator({ id: null, name: `${name} Ann`, role: 'manager', active: true, pin: '483920' });
    await tillbridge.signIn({ operatorId: (await tillbridge.operators({}))[0]?.id ?? '', pin: '483920' });
    return tillbridge.makeBundle({});
  }, canary);
  expect(made).toMatchObject({ outcome: 'made' });
  expect(dirname(made.file)).toBe(documents);
  const text = readFileSync(made.file, 'utf8');
  expect(text).toContain('Tillbridge, for support');
  expect(text).toContain('&quot;event&quot;:&quot;started&quot;');
  for (const secret of [canary, home, '483920']) expect(text).not.toContain(secret);
});

it('moves the till whose key lies in the key store: the window hands it over, and the old folder says where it went', async () => {
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-machine-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const home = newHome();
  const written = join(home, 'folder.key');
  const first = await openTill({ home, keys: 'keyring' });
  await first.page.evaluate(() => window.tillbridge.createClient({ name: 'ERP', scopes: ['status'], origin: null }));
  expect(existsSync(written)).toBe(false);
  const ready = await first.page.evaluate(() => window.tillbridge.prepareMove({}));
  expect(ready).toMatchObject({ outcome: 'ready', command: expect.stringContaining(join(home, 'shop')) });
  expect(existsSync(written)).toBe(true);
  await first.close();

  const second = await openTill({ home, keys: 'keyring' });
  expect(await second.page.evaluate(() => window.tillbridge.clients({}))).toHaveLength(1);
  expect(existsSync(written)).toBe(false);
  await second.page.evaluate(() => window.tillbridge.prepareMove({}));
  await second.close();

  const [to, key] = [join(base, 'till'), join(base, 'notes', 'data.key')];
  mkdirSync(to, { mode: 0o700 });
  const environment = { ...process.env, XDG_STATE_HOME: join(base, 'notes'), TILLBRIDGE_KEY_FILE: key };
  const args = ['folder', 'move', '--data-dir', join(home, 'shop'), '--to', to, '--key-file', key];
  const { TILLBRIDGE_KEY_FILE: _, ...noKey } = environment;
  const said = execFileSync(bridge, args, { env: noKey, encoding: 'utf8' });
  expect(JSON.parse(said)).toMatchObject({ to });
  expect(existsSync(written)).toBe(false);

  const service = new Program(bridge, ['serve', '--data-dir', to, '--port', '0'], environment);
  onTestFinished(() => service.end());
  await service.ready();
  expect(execFileSync(bridge, ['token', 'list', '--data-dir', to], { env: environment, encoding: 'utf8' })).toContain(
    'ERP',
  );
  const { executablePath, args: switches, env } = launchOptions(home, { keys: 'keyring' });
  // Its words stand in a dialog of the system, too, which waits for a person.
  const app = new Program(executablePath, switches, env);
  onTestFinished(() => app.end());
  await expect.poll(() => app.stderrText, { timeout: 60_000 }).toContain(`was moved to ${to}`);
});
