// The hosted page in a real browser: read, understood and paid with the keyboard alone, in both languages and schemes.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSession, startGateway, urls } from './gateway.ts';

let browser: Browser;

beforeAll(async () => {
  const executablePath = process.env['TILLBRIDGE_CHROMIUM'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});

afterAll(() => browser.close());

/** A shop that shows on its page where the customer was sent. */
async function shop(): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Shop</title><p>${request.url ?? ''}</p>`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(href: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } });
  onTestFinished(() => page.close());
  await page.goto(href);
  return page;
}

async function violations(page: Page): Promise<string[]> {
  // The page's policy lets no script in; the debugger's own way does not ask it.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<{ violations: { id: string; help: string }[] }>('axe.run()');
  return found.map(({ id, help }) => `${id}: ${help}`);
}

describe('the hosted page in a browser', () => {
  test('is paid with the keyboard, and the browser lands in the shop', async () => {
    const gateway = await startGateway();
    const root = await shop();
    const { href, payId } = await openSession(gateway, { urls: { ...urls, return: `${root}/thanks` } });
    const page = await open(href);
    await page.getByRole('radio', { name: 'CARD', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Pay 10.00 EUR' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/thanks/);
    expect(await page.locator('p').textContent()).toContain(`payId=${payId}`);
    expect(await gateway.payment(payId)).toMatchObject({
      status: 'CAPTURED',
      paymentMethods: { card: { brand: 'MASTERCARD' } },
    });
  });

  test('changes its language by a link, and cancels in the other one', async () => {
    const gateway = await startGateway();
    const root = await shop();
    const { href, payId } = await openSession(gateway, { urls: { ...urls, cancel: `${root}/basket` } });
    const page = await open(href);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.waitForURL(/basket/);
    expect((await gateway.payment(payId)).status).toBe('FAILED');
  });

  test.each(['light', 'dark'] as const)('has nothing that axe would refuse (%s)', async (scheme) => {
    const gateway = await startGateway();
    const paymentMethods = { card: { dccEnabled: true } };
    const customerInfo = { companyName: 'Example Ltd', email: 'shop@example.org' };
    const { href } = await openSession(gateway, { paymentMethods, customerInfo, order: { description: 'Two cups' } });
    const page = await open(href, scheme);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: /^VISA 400000…0000/ }).check();
    await page.getByRole('button', { name: 'Pay 10.00 EUR' }).click();
    await page.getByRole('heading', { name: 'Please select a currency' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const [own, other] = await page.getByRole('button').all();
    const boxes = [await own?.boundingBox(), await other?.boundingBox()];
    expect(boxes[0]).toMatchObject({ width: boxes[1]?.width, height: boxes[1]?.height });
  });
});
