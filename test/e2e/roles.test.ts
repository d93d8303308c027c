// What a person with less than the role for it, or without signing in, gets out of a till: by its page, by its window's
// buttons and by the system around it.
import { spawn } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Cashier } from './cashier.ts';
import { saveTo } from './dialogs.ts';
import { pins } from './staff.ts';
import { type Till, launchOptions, newHome, openTill } from './till.ts';
import { endOf, quit } from './waiting-refund.ts';

const isVisible = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible()));

/** A till with a manager and a cashier, the manager signed in. */
async function mannedTill(): Promise<Till> {
  const till = await openTill();
  await till.page.evaluate(async ({ Manager, Cashier: forCashier }) => {
    const { tillbridge } = window;
    await tillbridge.savePreferences({ ...(await tillbridge.preferences({})), guided: true });
    const manager = { id: null, name: 'Manager', role: 'manager', active: true, pin: Manager } as const;
    const made = await tillbridge.saveOperator(manager);
    if (made.type !== 'saved') throw new Error(made.refusal.detail);
    await tillbridge.signIn({ operatorId: made.operator.id, pin: Manager });
    await tillbridge.saveOperator({ ...manager, name: 'Cashier', role: 'cashier', pin: forCashier });
  }, pins);
  return till;
}

function signInAs({ page }: Till, name: 'Manager' | 'Cashier'): Promise<void> {
  return page.evaluate(
    async ([who, pin]) => {
      const operators = await window.tillbridge.operators({});
      const operatorId = operators.find((each) => each.name === who)?.id ?? '';
      const answer = await window.tillbridge.signIn({ operatorId, pin });
      if (answer.type !== 'signed-in') throw new Error(answer.refusal.detail);
    },
    [name, pins[name]] as const,
  );
}

const setKiosk = ({ page }: Till, kiosk: boolean) =>
  page.evaluate(
    async (wanted) =>
      window.tillbridge.savePreferences({ ...(await window.tillbridge.preferences({})), kiosk: wanted }),
    kiosk,
  );

const exportTo = async (till: Till, file: string) => {
  await saveTo(till, file);
  return till.page.evaluate(() => window.tillbridge.saveShift({ number: null, format: 'ndjson' }));
};

it('lets a cashier change no full screen, test no address and take no journal with them', async () => {
  const till = await mannedTill();
  await signInAs(till, 'Cashier');
  await saveTo(till, join(till.home, 'journal.ndjson'));
  const answers = await till.page.evaluate(async () => {
    const { tillbridge } = window;
    const preferences = await tillbridge.preferences({});
    const elsewhere = { mode: 'test', root: 'http://127.0.0.1:9', merchantId: 'x', apiKey: 'x' } as const;
    const asked = await Promise.allSettled([
      tillbridge.savePreferences({ ...preferences, kiosk: true }),
      tillbridge.savePreferences({ ...preferences, startAtLogin: true }),
      tillbridge.testConnection({ ...elsewhere, passphrase: null }),
      tillbridge.saveShift({ number: null, format: 'ndjson' }),
      tillbridge.savePreferences({ ...preferences, theme: 'dark' }),
    ]);
    return asked.map((each) => (each.status === 'rejected' ? String(each.reason) : 'answered'));
  });
  const no: unknown = expect.stringContaining('role-missing');
  expect(answers).toEqual([no, no, no, no, 'answered']);
  expect(existsSync(join(till.home, 'journal.ndjson'))).toBe(false);
});

it('shows no desktop behind a till in full screen, and only a manager quits it', async () => {
  const till = await mannedTill();
  await setKiosk(till, true);
  await till.page.evaluate(() => window.tillbridge.signOut({}));
  const end = endOf(till);
  await till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await isVisible(till)).toEqual([true]);
  const asked = await till.page.evaluate(() => window.tillbridge.quit({ evenIfWaiting: true }));
  expect(asked).toMatchObject({ refusal: { code: 'not-signed-in' } });
  // By the tray, or by whatever else the desktop has for it.
  await quit(till);
  const person = new Cashier(till.page);
  await till.page.getByRole('dialog', { name: 'Quit the till' }).waitFor();
  await person.typeSecret('PIN of Manager', pins.Manager);
  await person.press('Quit with this PIN');
  expect(await end).toBe(0);
});

it('a page that closes its own window leaves the till there for the next start to show', async () => {
  const till = await openTill();
  await till.page.evaluate(() => window.tillbridge.status({}));
  const gone = till.page.waitForEvent('close');
  await till.page.evaluate(() => window.close()).catch(() => undefined);
  await gone;
  const { executablePath, args, env } = launchOptions(till.home, {});
  const second = spawn(executablePath, args, { env, stdio: 'ignore' });
  const code = await new Promise((resolve) => {
    second.once('exit', resolve);
  });
  expect(code).toBe(0);
  await expect.poll(() => isVisible(till)).toEqual([true]);
  // The window is there before this test's driver has heard of it.
  await expect.poll(() => till.app.windows().length).toBe(1);
  const [page] = till.app.windows();
  expect(await page?.evaluate(() => window.tillbridge.status({}))).toMatchObject({ mode: 'training' });
  expect(till.log()).not.toContain('has been destroyed');
});

it('exports over nothing that the till lives on, by whatever name it is called', async () => {
  const home = newHome();
  const till = await openTill({ home });
  const shop = join(home, 'shop');
  const live = join(shop, 'tillbridge.db');
  await till.page.evaluate(() => window.tillbridge.status({}));
  const elsewhere = newHome();
  linkSync(live, join(elsewhere, 'linked.ndjson'));
  mkdirSync(join(elsewhere, 'folder.ndjson'));
  const wrong = [
    live,
    join(home, 'preferences.json'),
    join(shop, 'new.ndjson'),
    join(shop, '..', 'shop', 'backups', '..', 'new.ndjson'),
    join(elsewhere, 'linked.ndjson'),
    join(elsewhere, 'folder.ndjson'),
  ];
  for (const file of wrong) {
    expect(await exportTo(till, file)).toEqual({ saved: false, file: null });
  }
  writeFileSync(join(elsewhere, 'other.ndjson.public-key.pem'), 'not a key');
  expect(await exportTo(till, join(elsewhere, 'other.ndjson'))).toEqual({ saved: false, file: null });
  expect(readFileSync(live).subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(existsSync(join(shop, 'new.ndjson'))).toBe(false);
  expect(readFileSync(join(elsewhere, 'other.ndjson.public-key.pem'), 'utf8')).toBe('not a key');
  // A plain file is replaced: the system's dialog has asked.
  const good = join(elsewhere, 'report.pdf');
  writeFileSync(good, 'an earlier report');
  await saveTo(till, good);
  const saved = await till.page.evaluate(() => window.tillbridge.saveShift({ number: null, format: 'pdf' }));
  expect(saved).toEqual({ saved: true, file: good });
  expect(readFileSync(good).subarray(0, 5).toString()).toBe('%PDF-');
});
