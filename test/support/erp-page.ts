// The sample ERP page in Debian's Chromium: its server as a process of its own, the browser started anew for each test
// that wants other switches, and what a person does on the page by role and name.
import axe from 'axe-core';
import { type Browser, type BrowserContext, type Locator, type Page, chromium } from 'playwright-core';
import type { Workbench } from './processes.ts';

/** Serves the page with the client that build-client.ts compiled; its address. */
export async function servePage(bench: Workbench): Promise<string> {
  return (await bench.start('examples/erp-page/server.ts', ['--port', '0']).ready()).url;
}

export interface BrowserWishes {
  /** The browser takes this address for one on the internet, so that reaching this computer needs a permission. */
  readonly public?: string;
}

export async function openBrowser(bench: Workbench, wishes: BrowserWishes = {}): Promise<Browser> {
  const far = wishes.public === undefined ? [] : [`--ip-address-space-overrides=${new URL(wishes.public).host}=public`];
  const browser = await chromium.launch({
    executablePath: process.env['TILLBRIDGE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...far],
  });
  bench.onClose(() => browser.close());
  return browser;
}

/** What the person said when the browser asked whether this page may reach apps on this device. */
export async function answerPermission(
  browser: Browser,
  context: BrowserContext,
  origin: string,
  setting: 'granted' | 'denied',
): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const whole = await browser.newBrowserCDPSession();
  const { browserContextId } = targetInfo;
  if (browserContextId === undefined) throw new Error('the page belongs to no context');
  const permission = { name: 'loopback-network' };
  await whole.send('Browser.setPermission', { permission, setting, origin, browserContextId });
  await page.close();
}

/** The person at the desk. */
export class Desk {
  readonly page: Page;
  /** What the browser had to say against the page: errors, and what its policy kept out. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) this.complaints.push(message.text());
    });
  }

  static async open(context: BrowserContext, url: string): Promise<Desk> {
    const desk = new Desk(await context.newPage());
    await desk.page.goto(url);
    return desk;
  }

  get notice(): Locator {
    return this.page.getByRole('alert');
  }

  async reads(heading: string): Promise<void> {
    await this.notice.getByRole('heading', { name: heading }).waitFor();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async enterToken(bridgeUrl: string, token: string): Promise<void> {
    await this.page.getByLabel('Address of Tillbridge').fill(bridgeUrl);
    await this.page.getByText('I was given a token instead').click();
    await this.page.getByLabel('Token made for this page at the till').fill(token);
    await this.press('Use it');
  }

  async charge(order: string, amount: string): Promise<void> {
    await this.page.getByLabel('Order', { exact: true }).fill(order);
    await this.page.getByLabel('Amount in EUR').fill(amount);
    await this.press('Charge at the terminal');
  }

  /** The row of an order, once it stands so. */
  row(order: string, state: string): Locator {
    const rows = this.page.getByRole('list').getByRole('listitem');
    return rows.filter({ has: this.page.getByText(order, { exact: true }) }).filter({ hasText: state });
  }

  async violations(): Promise<string[]> {
    // The page's policy lets no script in; the debugger's own way does not ask it.
    await this.page.evaluate(axe.source);
    const { violations } = await this.page.evaluate<{ violations: { id: string; help: string }[] }>('axe.run()');
    return violations.map(({ id, help }) => `${id}: ${help}`);
  }
}
