// The documentation page in a real browser, at a till's smallest screen, light and dark: nothing for axe to complain
// about, nothing cut off, nothing fetched from elsewhere, and every operation reached by its address.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#support/erp-page.ts';
import { Shop } from '#support/shop.ts';

const shop = new Shop();
let browser: Browser;

beforeAll(async () => {
  await shop.open();
  browser = await openBrowser(shop.bench);
}, 120_000);
afterAll(() => shop.close());

interface Visit {
  readonly page: Page;
  /** What the browser complained about, and every address that it asked for. */
  readonly complaints: string[];
  readonly asked: string[];
}

/** `bypassCSP` lets axe in; where it is false the page is as its readers have it. */
async function visit(colorScheme: 'light' | 'dark', bypassCSP: boolean, hash = ''): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 600 }, colorScheme, bypassCSP });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${shop.bridgeUrl}/docs${hash}`, { waitUntil: 'load' });
  return { page, complaints, asked };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('axe finds nothing, with everything unfolded', async () => {
    const { page } = await visit(colorScheme, true);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await page.evaluate(axe);
    const violations = await page.evaluate<readonly Violation[]>('axe.run().then((result) => result.violations)');
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.context().close();
  });

  test('nothing is cut off, on a small screen and on a narrow one', async () => {
    const { page } = await visit(colorScheme, false);
    const sizes = [1024, 480].map((width) => ({ width, height: 600 }));
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(size.width);
    }
    await page.context().close();
  });
});

test('it asks for nothing but its style, and the browser has nothing to complain about', async () => {
  const { page, complaints, asked } = await visit('light', false);
  expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([
    `${shop.bridgeUrl}/docs`,
    `${shop.bridgeUrl}/docs/page.css`,
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('an operation is reached by its address', async () => {
  const { page } = await visit('light', false, '#submitRefund');
  const title = page.locator('#submitRefund');
  expect(await title.textContent()).toContain('Refund a captured payment');
  const { y } = (await title.boundingBox()) ?? { y: -1 };
  expect(y >= 0 && y < 200).toBe(true);
  await page.context().close();
});
