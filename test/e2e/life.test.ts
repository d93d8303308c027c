// The app's life: a second start, hiding, ending, ports and preferences over a restart, receipts in files and mail.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchOptions, newHome, openTill } from './till.ts';
import { openFile } from './dialogs.ts';

it('lets a second start show the first in front of all else, and end', async () => {
  const { app, home } = await openTill();
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide();
    // Somebody else's window has the keyboard.
    new BrowserWindow({ width: 300, height: 200 }).focus();
  });
  const { executablePath, args, env } = launchOptions(home, {});
  const second = spawn(executablePath, args, { env, stdio: 'ignore' });
  const code = await new Promise((resolve) => {
    second.once('exit', resolve);
  });
  expect(code).toBe(0);
  const till = () =>
    app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL() === 'app://till/');
      return { visible: window?.isVisible(), focused: window?.isFocused() };
    });
  await expect.poll(till).toEqual({ visible: true, focused: true });
});

it('hides when it is closed, and goes on serving ERPs', async () => {
  const { app, page } = await openTill();
  const { loopbackUrl } = await page.evaluate(() => window.tillbridge.status({}));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()))).toEqual([
    false,
  ]);
  expect((await fetch(`${loopbackUrl}/.well-known/tillbridge`)).status).toBe(200);
});

it('shows ERPs its document and its documentation, from the built app', async () => {
  const { page } = await openTill();
  const { loopbackUrl } = await page.evaluate(() => window.tillbridge.status({}));
  const document = (await (await fetch(`${loopbackUrl}/openapi.json`)).json()) as { readonly openapi: string };
  expect(document.openapi).toBe('3.1.0');
  const docs = await fetch(`${loopbackUrl}/docs`);
  expect(docs.status).toBe(200);
  expect(await docs.text()).toContain('id="submitRefund"');
  expect((await fetch(`${loopbackUrl}/docs/page.css`)).status).toBe(200);
});

it('ends cleanly on SIGTERM', async () => {
  const till = await openTill();
  await till.page.evaluate(() => window.tillbridge.status({}));
  await till.close();
  expect(existsSync(join(till.home, 'shop', 'bridge.pid'))).toBe(false);
});

it('keeps its port and its preferences over a restart', async () => {
  const home = newHome();
  const first = await openTill({ home });
  const before = await first.page.evaluate(async () => {
    const preferences = await window.tillbridge.preferences({});
    await window.tillbridge.savePreferences({ ...preferences, language: 'de', guided: true });
    return window.tillbridge.status({});
  });
  await first.close();
  const second = await openTill({ home });
  const after = await second.page.evaluate(async () => ({
    preferences: await window.tillbridge.preferences({}),
    status: await window.tillbridge.status({}),
  }));
  expect(after.preferences).toMatchObject({ language: 'de', guided: true });
  expect(after.status.loopbackUrl).toBe(before.loopbackUrl);
});

it('saves receipts as PDFs by one press, and asks for a file only where their folder cannot be written', async () => {
  const { app, page, home } = await openTill();
  const file = join(home, 'asked.pdf');
  await app.evaluate(
    ({ app: electron, dialog }, given) => {
      electron.setPath('documents', given.home);
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: given.file });
    },
    { home, file },
  );
  const id = await page.evaluate(sell, 'E2E-PDF');
  const save = () =>
    page.evaluate((operationId) => window.tillbridge.saveReceipt({ operationId, copy: 'customer' }), id);
  const folder = join(home, 'Tillbridge receipts');
  const { saved, file: written } = await save();
  expect(saved).toBe(true);
  expect(written?.startsWith(folder)).toBe(true);
  expect(
    readFileSync(written ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  expect(await save()).toEqual({ saved: true, file, missing: null });
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
});

it('hands a receipt over to the mail program where the shop wants it, and not while it fills the screen', async () => {
  const { app, page } = await openTill();
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url: string) => {
      opened.push(url);
      return Promise.resolve();
    };
  });
  const id = await page.evaluate(sell, 'E2E-MAIL');
  const mail = () =>
    page.evaluate((operationId) => window.tillbridge.mailReceipt({ operationId, copy: 'customer' }), id);
  expect(await mail()).toEqual({ outcome: 'off' });
  const settings = await page.evaluate(() => window.tillbridge.shopSettings({}));
  await page.evaluate((shop) => window.tillbridge.saveShopSettings(shop), {
    ...settings,
    shopName: 'Corner Shop',
    shopAddress: '',
    receiptsByMail: true,
  });
  expect(await mail()).toEqual({ outcome: 'opened' });
  const [url, ...more] = await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(more).toEqual([]);
  expect(url).toMatch(/^mailto:\?subject=Your%20receipt%20from%20Corner%20Shop&body=/);
});

it('saves receipts in the folder that was chosen, and nowhere where that is gone', async () => {
  const { app, page, home } = await openTill();
  const folder = join(home, 'shop receipts');
  const own = join(home, 'own');
  mkdirSync(folder);
  await app.evaluate(
    ({ app: electron, dialog }, given) => {
      electron.setPath('documents', given.own);
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [given.folder] });
      dialog.showSaveDialog = () => Promise.reject(new Error('nobody is asked for a file'));
    },
    { folder, own },
  );
  expect(await page.evaluate(() => window.tillbridge.chooseReceiptFolder({}))).toEqual({ type: 'chosen', folder });
  expect(await page.evaluate(() => window.tillbridge.receiptFolder({}))).toEqual({ folder, isThere: true });
  const id = await page.evaluate(sell, 'E2E-FOLDER');
  const save = () =>
    page.evaluate((operationId) => window.tillbridge.saveReceipt({ operationId, copy: 'customer' }), id);
  const { file } = await save();
  expect(file?.startsWith(folder)).toBe(true);
  rmSync(folder, { recursive: true });
  expect(await save()).toEqual({ saved: false, file: null, missing: folder });
  expect(existsSync(folder)).toBe(false);
});

it('takes no folder in which the till lives for receipts', async () => {
  const { app, page, home } = await openTill();
  const before = await page.evaluate(() => window.tillbridge.receiptFolder({}));
  await openFile({ app }, join(home, 'shop'));
  expect(await page.evaluate(() => window.tillbridge.chooseReceiptFolder({}))).toEqual({ type: 'not-usable' });
  expect(await page.evaluate(() => window.tillbridge.receiptFolder({}))).toEqual(before);
});

it('quits when asked by the window and nothing is open', async () => {
  const { app, page } = await openTill();
  const ended = new Promise<number | null>((resolve) => {
    app.process().once('exit', (code) => resolve(code));
  });
  // The app may be gone before its answer is.
  const gone = () => ({ quitting: true });
  const answer = page.evaluate(() => window.tillbridge.quit({ evenIfWaiting: false })).catch(gone);
  expect(await answer).toMatchObject({ quitting: true });
  expect(await ended).toBe(0);
});

/** In the page: a sale that is done when it returns, with its id. */
async function sell(transId: string): Promise<string> {
  const amount = { value: 500, currency: 'EUR' };
  const input = { transId, messageType: 'SALE', amount, posTerminalId: 'VIRTUAL-1' };
  const answer = await window.tillbridge.submit({ kind: 'cloud-pos', input, requestId: transId });
  if (answer.type !== 'accepted') return '';
  for (;;) {
    const now = await window.tillbridge.operation({ id: answer.operation.id });
    if (now?.state === 'succeeded') return now.id;
    await new Promise((turn) => {
      setTimeout(turn, 50);
    });
  }
}
