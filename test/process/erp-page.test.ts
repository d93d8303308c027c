// The sample ERP page in a real browser against a real bridge, with what goes wrong at a desk: the page is reloaded in
// the middle of a sale, the bridge is gone, the browser forbids it, the till says no.
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '#peripherals/emulator/paper.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { Desk, answerPermission, openBrowser, servePage } from '#support/erp-page.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

let shop: Shop | null = null;

afterEach(async () => {
  await shop?.close();
  shop = null;
});

interface Setting {
  readonly till: Shop;
  readonly pageUrl: string;
  /** At the same port, as an installed bridge comes back. */
  readonly restart: () => Promise<void>;
}

/** A shop whose bridge knows the page by its origin. */
async function opened(bridgeArgs: readonly string[] = []): Promise<Setting> {
  const till = new Shop({ samePort: true, bridgeArgs });
  shop = till;
  await till.open();
  const pageUrl = await servePage(till.bench);
  const wanted = ['--name', 'Page', '--scopes', 'status,sale,refund,print', '--origin', pageUrl];
  till.token = await till.run(['token', 'create', '--data-dir', till.dataDir, ...wanted]);
  return { till, pageUrl, restart: () => till.startBridge() };
}

async function atDesk({ till, pageUrl }: Setting): Promise<Desk> {
  const context = await (await openBrowser(till.bench)).newContext();
  const desk = await Desk.open(context, pageUrl);
  await desk.enterToken(till.bridgeUrl, till.token);
  await desk.page.getByText('Connected', { exact: true }).waitFor();
  return desk;
}

async function sales({ sandboxUrl }: Shop): Promise<number> {
  const { executions } = await ledgerOf(sandboxUrl);
  return executions.filter(({ route }) => route === 'POST /cloudpos').length;
}

describe('the sample page', () => {
  test('charges, refunds in part and shows what happens, by keyboard alone and without a complaint of the browser', async () => {
    const setting = await opened();
    const desk = await atDesk(setting);
    const { page } = desk;
    expect(await desk.violations()).toEqual([]);
    await page.getByLabel('Order', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('O-1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12.34');
    await page.keyboard.press('Enter');
    await desk.row('O-1', 'Paid').waitFor();
    await page.getByLabel('Refund in EUR').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2.34');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await desk.row('Refund of O-1', 'Refunded').waitFor();
    await page.getByRole('log').getByText('cloud-pos').first().waitFor();
    await page.getByRole('log').getByText('refund').first().waitFor();
    const { payments } = await ledgerOf(setting.till.sandboxUrl);
    expect(payments).toMatchObject([{ transId: 'O-1', captured: 1_234, refunded: 234 }]);
    expect(await desk.violations()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await desk.violations()).toEqual([]);
    expect(desk.complaints).toEqual([]);
  });

  test('finds its sale again when it is reloaded in the middle of it', async () => {
    const setting = await opened();
    const desk = await atDesk(setting);
    // The terminal takes its time: the sale is running while the page is closed and opened again.
    await addFaults(setting.till.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'latency', ms: 4_000, times: 1 }]);
    await desk.charge('O-1', '5.00');
    await desk.row('O-1', 'Running').waitFor();
    await desk.page.reload();
    await desk.row('O-1', 'Paid').waitFor();
    expect(await sales(setting.till)).toBe(1);
    expect(await desk.page.getByRole('listitem').filter({ hasText: 'O-1' }).count()).toBe(1);
  });

  test('finds its sale again when it was closed before the till had answered at all', async () => {
    const setting = await opened();
    const desk = await atDesk(setting);
    // The request leaves, and the page is gone before anything comes back.
    await desk.page.route('**/v1/operations/cloud-pos', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await desk.charge('O-1', '5.00');
    await until(async () => ((await sales(setting.till)) === 1 ? true : null));
    await desk.page.unrouteAll({ behavior: 'ignoreErrors' });
    await desk.page.reload();
    await desk.row('O-1', 'Paid').waitFor();
    expect(await sales(setting.till)).toBe(1);
  });

  test('says not known yet while the bridge is gone in the middle of a sale, and what became of it when it is back', async () => {
    const setting = await opened();
    const { till, restart } = setting;
    const desk = await atDesk(setting);
    await addFaults(till.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'hang-after', times: 1 }]);
    await desk.charge('O-1', '5.00');
    await until(async () => ((await sales(till)) === 1 ? true : null));
    await till.killBridge();
    await desk.page.getByText('Connection lost, trying again').waitFor();
    await desk.row('O-1', 'Not known yet').waitFor();
    expect(await desk.violations()).toEqual([]);
    await restart();
    await desk.row('O-1', 'Paid').waitFor();
    expect(await sales(till)).toBe(1);
  });

  test('sends nothing and charges nothing while the bridge is not running, and says what to do', async () => {
    const setting = await opened();
    const { till, restart } = setting;
    const desk = await atDesk(setting);
    await till.killBridge();
    await desk.page.getByText('Connection lost, trying again').waitFor();
    await desk.charge('O-1', '5.00');
    const row = desk.row('O-1', 'Not sent');
    await row.getByText(/Start Tillbridge on this computer/).waitFor();
    await restart();
    await desk.page.getByText('Connected', { exact: true }).waitFor();
    // What was told as not sent is sent on a person's word only.
    expect(await sales(till)).toBe(0);
    await row.getByRole('button', { name: 'Send it now: O-1' }).click();
    await desk.row('O-1', 'Paid').waitFor();
    expect(await sales(till)).toBe(1);
  });

  test('tells what the till refuses in words, and offers no second sending', async () => {
    const setting = await opened();
    const desk = await atDesk(setting);
    await desk.charge('O-1', '5.00');
    await desk.row('O-1', 'Paid').waitFor();
    await desk.charge('O-1', '5.00');
    const row = desk.row('O-1', 'Refused');
    await row.getByText(/charged before/).waitFor();
    expect(await row.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await sales(setting.till)).toBe(1);
  });

  test('tells a page that was revoked to pair again', async () => {
    const setting = await opened();
    const { till } = setting;
    const desk = await atDesk(setting);
    await till.run(['token', 'revoke', '--data-dir', till.dataDir, '--name', 'Page']);
    await desk.reads('Tillbridge does not answer this page');
    await desk.charge('O-1', '5.00');
    await desk.row('O-1', 'Refused').waitFor();
    expect(await sales(till)).toBe(0);
  });
});

describe('the sample page at a till with a printer', () => {
  test('prints a receipt of a sale once, and says what the printer waits for', async () => {
    const counter = await emulatedCounter();
    onTestFinished(counter.close);
    const desk = await atDesk(await opened(counter.args));
    await desk.charge('O-1', '12.34');
    const row = desk.row('O-1', 'Paid');
    await row.waitFor();
    const printed = async () => {
      await row.getByRole('button', { name: 'Print a receipt: O-1' }).click();
      await row.getByText('The receipt is printed.').waitFor();
    };
    await printed();
    await printed();
    const text = textOf(counter.paper.paper);
    expect(text.match(/Total\s+12\.34 EUR/g)).toHaveLength(1);
    expect(text).toContain('[qr https://shop.example/orders/O-1]');
    expect(await desk.violations()).toEqual([]);
    await desk.charge('O-2', '1.00');
    const next = desk.row('O-2', 'Paid');
    await next.waitFor();
    counter.paper.paperOut();
    await next.getByRole('button', { name: 'Print a receipt: O-2' }).click();
    await next.getByText(/put paper into the printer/).waitFor();
    counter.paper.paperIn();
    await until(() => Promise.resolve(textOf(counter.paper.paper).includes('O-2') || null));
    expect(desk.complaints).toEqual([]);
  });

  test('says that there is no printer', async () => {
    const desk = await atDesk(await opened());
    await desk.charge('O-1', '12.34');
    const row = desk.row('O-1', 'Paid');
    await row.getByRole('button', { name: 'Print a receipt: O-1' }).click();
    await row.getByText(/has no printer for receipts/).waitFor();
    expect(desk.complaints).toEqual([]);
  });
});

describe('the sample page on the internet, and the browser’s permission to reach apps on this device', () => {
  test('explains what to do when it was denied', async () => {
    const setting = await opened();
    const { till, pageUrl } = setting;
    const browser = await openBrowser(till.bench, { public: pageUrl });
    const context = await browser.newContext();
    await answerPermission(browser, context, pageUrl, 'denied');
    const desk = await Desk.open(context, pageUrl);
    await desk.page.getByLabel('Address of Tillbridge').fill(till.bridgeUrl);
    await desk.press('Only look whether it is there');
    await desk.reads('The browser keeps this page from the till');
    expect(await desk.notice.textContent()).toContain('Apps on device');
    expect(await desk.violations()).toEqual([]);

    // The person follows the advice, and tries again.
    await answerPermission(browser, context, pageUrl, 'granted');
    await desk.press('Only look whether it is there');
    await desk.reads('Tillbridge is there');
  });

  test('works like any other when it was granted, and tells a bridge that is gone from a permission that is missing', async () => {
    const setting = await opened();
    const { till, pageUrl } = setting;
    const browser = await openBrowser(till.bench, { public: pageUrl });
    const context = await browser.newContext();
    await answerPermission(browser, context, pageUrl, 'granted');
    const desk = await Desk.open(context, pageUrl);
    await desk.enterToken(till.bridgeUrl, till.token);
    await desk.charge('O-1', '5.00');
    await desk.row('O-1', 'Paid').waitFor();
    expect(await sales(till)).toBe(1);
    await till.killBridge();
    await desk.press('Forget this pairing');
    await desk.page.getByLabel('Address of Tillbridge').fill(till.bridgeUrl);
    await desk.press('Only look whether it is there');
    await desk.reads('Tillbridge does not answer');
  });
});
