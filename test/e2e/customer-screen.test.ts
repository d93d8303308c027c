// The customer's own screen in the real app: a window of its own on the second screen, its touch at the till, the screen
// unplugged in the middle of a choice, and a page that can do nothing else. Electron's list of screens is what a test says;
// everything behind it is real.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Cashier } from './cashier.ts';
import { openTraining } from './counter.ts';
import { type Till, newHome, until } from './till.ts';

async function openWithChoice(more: JsonObject = {}): Promise<{ readonly till: Till; readonly cashier: Cashier }> {
  const home = newHome();
  mkdirSync(join(home, 'shop'));
  const atTerminal = { quoteIdField: 'dcc.quote', currencyField: 'dcc.currency' };
  writeFileSync(
    join(home, 'shop', 'settings.json'),
    JSON.stringify({ dcc: { atTerminal }, shopName: 'Corner Shop', ...more }),
  );
  return openTraining({ home });
}

/** As where somebody plugs a second screen in, or pulls it out. */
function plug({ app }: Till, isIn: boolean): Promise<void> {
  return app.evaluate(({ screen }, second) => {
    const main = screen.getPrimaryDisplay();
    const bounds = { x: 40, y: 30, width: 800, height: 600 };
    const other = { ...main, id: main.id + 1, bounds, workArea: bounds };
    screen.getAllDisplays = () => (second ? [main, other] : [main]);
    screen.emit(second ? 'display-added' : 'display-removed', {}, other);
  }, isIn);
}

async function giveScreen(cashier: Cashier, answer = true): Promise<void> {
  await cashier.goTo('Settings');
  await cashier.press('This till');
  await cashier.page.locator('label').filter({ hasText: 'A second screen is the customer’s' }).click();
  await cashier.page.getByRole('switch', { name: 'A second screen is the customer’s', checked: answer }).waitFor();
  await cashier.goTo('Sale');
}

const customerPage = ({ app }: Till): Promise<Page> =>
  until(() => app.windows().find((each) => each.url() === 'app://customer/') ?? null);

async function atChoice(cashier: Cashier): Promise<void> {
  await cashier.reads('How much?');
  await cashier.keyIn('10000');
  await cashier.press('Let the customer choose the currency');
  await cashier.fill('First digits of the card', '411111');
  await cashier.press('Ask for a quote');
}

it('stands on the second screen where the till says so, shows the choice and the payment, and goes with that screen', async () => {
  const { till, cashier } = await openWithChoice();
  await plug(till, true);
  await giveScreen(cashier);
  const customer = await customerPage(till);
  await customer.getByRole('heading', { name: 'Corner Shop' }).waitFor();
  const placed = await till.app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL() === 'app://customer/');
    return { bounds: window?.getBounds(), focusable: window?.isFocusable() };
  });
  expect(placed).toEqual({ bounds: { x: 40, y: 30, width: 800, height: 600 }, focusable: false });

  await atChoice(cashier);
  await cashier.reads('The customer chooses on their own screen');
  await customer.getByRole('button', { name: 'US Dollar (USD)' }).click();
  await cashier.reads(/^You pay .*USD$/);
  await customer.getByRole('heading', { name: /^You pay .*USD$/ }).waitFor();

  // In the middle of the choice the screen is pulled out, and the till asks, with what was chosen.
  await plug(till, false);
  await until(() => (till.app.windows().length === 1 ? true : null));
  await cashier.reads(/^You pay .*USD$/);
  await cashier.press('Choose again');
  await cashier.reads('Select currency');
  await plug(till, true);
  const again = await customerPage(till);
  await cashier.reads('The customer chooses on their own screen');
  await again.getByRole('button', { name: 'Euro (EUR)' }).click();
  await cashier.press('Go on at the terminal');
  // The sandbox's terminal has another card than the one that was quoted, and declines.
  await again.getByRole('heading', { name: 'Not paid' }).waitFor();
  await cashier.press('Start the next sale');
  await cashier.sell('1234', '12.34 EUR');
  await again.getByRole('heading', { name: 'Paid', exact: true }).waitFor();

  await giveScreen(cashier, false);
  await until(() => (till.app.windows().length === 1 ? true : null));
});

it('asks for a tip, which is sent with the sale and stands apart in the takings, also where the screen goes meanwhile', async () => {
  const { till, cashier } = await openWithChoice({ tipPercentages: [5, 10, 15] });
  await plug(till, true);
  await giveScreen(cashier);
  const customer = await customerPage(till);
  await customer.getByRole('heading', { name: 'Corner Shop' }).waitFor();
  await cashier.keyIn('2345');
  await cashier.press(/^Charge 23\.45/);
  await cashier.reads('The customer is asked for a tip');
  await customer.getByRole('button', { name: /^10 %/ }).click();
  await cashier.reads(/^Tip: 2\.35.EUR$/);
  await customer.getByRole('heading', { name: /^You pay 25\.80.EUR$/ }).waitFor();
  // What a page says that is no answer to this question counts for nothing.
  await customer.evaluate(() => {
    const { tillbridgeCustomer: api } = window as unknown as {
      readonly tillbridgeCustomer: { choose(answer: unknown): void };
    };
    for (const tipMinor of [1, 1.5, -1, '1', 2_346]) api.choose({ questionId: 'another', tipMinor });
  });
  await until(() => (/customer-answer-refused/.test(till.log()) ? true : null));
  await plug(till, false);
  await until(() => (till.app.windows().length === 1 ? true : null));
  await cashier.reads(/^Tip: 2\.35.EUR$/);
  await cashier.press(/^Charge 25\.80.EUR$/);
  await cashier.reads(/^Paid 25\.80.EUR/);
  expect(await cashier.fact('Tip')).toMatch(/^2\.35.EUR$/);

  // In the middle of the question the screen is pulled out: nothing is charged, and the till goes on without a tip.
  await plug(till, true);
  await customerPage(till);
  await cashier.press('Start the next sale');
  await until(async () => ((await cashier.page.getByText('How much?').count()) > 0 ? true : null));
  await cashier.keyIn('1000');
  await cashier.press(/^Charge 10\.00/);
  await cashier.reads('The customer is asked for a tip');
  await plug(till, false);
  await cashier.reads('The customer’s screen does not answer');
  await cashier.press(/^Charge 10\.00.EUR without a tip$/);
  await cashier.reads(/^Paid 10\.00.EUR/);
  await cashier.press('Start the next sale');
  await cashier.goTo('Shift');
  await cashier.finds('Tips, of what was taken');
  await cashier.finds(/^2\.35.EUR$/);
});

it('comes back where its page dies, and the till asks meanwhile', async () => {
  const { till, cashier } = await openWithChoice();
  await plug(till, true);
  await giveScreen(cashier);
  const customer = await customerPage(till);
  await customer.getByRole('heading', { name: 'Corner Shop' }).waitFor();
  await atChoice(cashier);
  await cashier.reads('The customer chooses on their own screen');
  // The choice is at the till's screen at once, and back at the customer's when that page is there again.
  const headings = cashier.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const watch = new MutationObserver(() => {
          const said = document.querySelector('main h1')?.textContent ?? '';
          if (said !== 'Select currency') return;
          watch.disconnect();
          resolve(said);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await till.app.evaluate(({ webContents }) => {
    webContents
      .getAllWebContents()
      .find((each) => each.getURL() === 'app://customer/')
      ?.forcefullyCrashRenderer();
  });
  expect(await headings).toBe('Select currency');
  await cashier.reads('The customer chooses on their own screen');
});

it('can hear what is shown and answer a choice, and nothing else', async () => {
  const { till, cashier } = await openWithChoice();
  await plug(till, true);
  await giveScreen(cashier);
  const customer = await customerPage(till);
  await customer.getByRole('heading', { name: 'Corner Shop' }).waitFor();
  const surface = await customer.evaluate(() => ({
    own: Object.keys((window as unknown as { tillbridgeCustomer: object }).tillbridgeCustomer).toSorted(),
    others: ['tillbridge', 'require', 'process', 'Buffer', 'module', 'ipcRenderer', 'electron'].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(surface).toEqual({ own: ['choose', 'start'], others: [] });
  const answer = await customer.evaluate(async () => {
    const policy = (await fetch('/')).headers.get('content-security-policy') ?? '';
    const reach = async (url: string) =>
      fetch(url).then(
        () => 'reached',
        () => 'refused',
      );
    const places = ['app://till/', 'receipt://page/1', 'https://example.com/', '/../renderer/index.html'];
    return {
      policy,
      reached: await Promise.all(places.map(reach)),
      opened: window.open('app://till/') !== null,
    };
  });
  expect(answer.policy).toContain("default-src 'none'");
  expect(answer.policy).not.toContain('unsafe');
  expect(answer.reached).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(answer.opened).toBe(false);
  await customer.evaluate(() => {
    location.href = 'app://till/';
  });

  // Answers to nothing, to another question, and of another form.
  await atChoice(cashier);
  await cashier.reads('The customer chooses on their own screen');
  await customer.evaluate(() => {
    const { tillbridgeCustomer: api } = window as unknown as {
      readonly tillbridgeCustomer: { choose(answer: unknown): void };
    };
    for (const wrong of [null, 'local', {}, { quoteOperationId: 'op_x', currency: 'local' }, { currency: 'local' }])
      api.choose(wrong);
    for (const currency of ['EUR', 1, {}, undefined]) api.choose({ quoteOperationId: 'op_x', currency });
  });
  await until(() => (/customer-answer-refused/.test(till.log()) ? true : null));
  await cashier.reads('The customer chooses on their own screen');
  expect(customer.url()).toBe('app://customer/');

  // A page that had broken out of its preload script would still be refused by main.
  const refused = await till.app.evaluate(async ({ webContents, ipcMain }) => {
    const contents = webContents.getAllWebContents().find((each) => each.getURL() === 'app://customer/');
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => Promise<unknown>> })
      ._invokeHandlers;
    const event = { sender: contents, senderFrame: contents?.mainFrame };
    const ask = (channel: string) =>
      (handlers.get(channel) ?? (() => Promise.resolve('no such channel')))(event, {}).then(
        () => 'answered',
        (error: unknown) => String(error),
      );
    return Promise.all(
      ['submit', 'status', 'preferences', 'customerScreen'].map((call) => ask(`tillbridge:call:${call}`)),
    );
  });
  for (const each of refused) expect(each).toContain('Only the till itself may ask');
});
