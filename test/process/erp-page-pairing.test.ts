// The sample page pairs itself, in a real browser, with a whole bridge whose window is the test.
import { expect, onTestFinished, test } from 'vitest';
import { plainClientOptions } from '#contract/programs/client.ts';
import type { PairingView } from '#contract/programs/pairing.ts';
import { Desk, answerPermission, openBrowser, servePage } from '#support/erp-page.ts';
import { Workbench } from '#support/processes.ts';
import { until } from '#support/until.ts';
import { type WholeBridge, aWholeBridge } from '#support/whole-bridge.ts';

interface Setting {
  readonly whole: WholeBridge;
  readonly desk: Desk;
  readonly pageUrl: string;
}

/** The page as it comes from the internet, and a person who allowed it to reach apps on this device. */
async function opened(): Promise<Setting> {
  const whole = await aWholeBridge();
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  const pageUrl = await servePage(bench);
  const browser = await openBrowser(bench, { public: pageUrl });
  const context = await browser.newContext();
  await answerPermission(browser, context, pageUrl, 'granted');
  const desk = await Desk.open(context, pageUrl);
  await desk.page.getByLabel('Address of Tillbridge').fill(whole.bridge.url);
  await desk.press('Pair with the till');
  return { whole, desk, pageUrl };
}

const asked = ({ window }: WholeBridge): Promise<PairingView> =>
  until(() => Promise.resolve(window.pairings().find(({ state }) => state === 'waiting') ?? null));

const executed = async (whole: WholeBridge) => (await whole.ledger()).executions.map(({ route }) => route);

test('pairs by the digits that both show, for its own origin, then sells and refunds', async () => {
  const { whole, desk, pageUrl } = await opened();
  const { id, code, origin, scopes } = await asked(whole);
  expect([origin, scopes]).toEqual([pageUrl, ['status', 'sale', 'refund', 'print']]);
  await desk.page.getByText(`${code.slice(0, 3)}\u00A0${code.slice(3)}`, { exact: true }).waitFor();
  expect(await desk.violations()).toEqual([]);
  await whole.window.answerPairing({ id, grant: { scopes: [...scopes], options: plainClientOptions } });
  await desk.page.getByText('Connected', { exact: true }).waitFor();
  await desk.page.getByText('checked with its key before every connection').waitFor();
  await desk.charge('O-1', '12.34');
  await desk.row('O-1', 'Paid').waitFor();
  await desk.page.getByRole('button', { name: 'Refund O-1' }).click();
  await desk.row('Refund of O-1', 'Refunded').waitFor();
  expect((await whole.ledger()).payments).toMatchObject([{ transId: 'O-1', captured: 1_234, refunded: 1_234 }]);
  // The pairing outlives the page.
  await desk.page.reload();
  await desk.page.getByText('Connected', { exact: true }).waitFor();
  expect(await executed(whole)).toHaveLength(2);
  expect(desk.complaints).toEqual([]);
});

test('says that the till refused, and when it may be asked again', async () => {
  const { whole, desk } = await opened();
  const { id } = await asked(whole);
  await whole.window.answerPairing({ id, grant: null });
  await desk.reads('The pairing was refused at the till');
  expect(await desk.violations()).toEqual([]);
  await desk.press('Pair with the till');
  await desk.reads('Too many requests');
  expect(await desk.notice.textContent()).toContain('Try again in 10 minutes.');
  expect(whole.window.pairings()).toEqual([]);
});

test('stops asking when the person at the desk stops', async () => {
  const { whole, desk } = await opened();
  await asked(whole);
  await desk.press('Stop');
  await desk.reads('Stopped');
  expect(await desk.page.getByRole('button', { name: 'Pair with the till' }).isEnabled()).toBe(true);
});

test('says what was not granted when it is needed', async () => {
  const { whole, desk } = await opened();
  const { id } = await asked(whole);
  await whole.window.answerPairing({ id, grant: { scopes: ['status'], options: plainClientOptions } });
  await desk.page.getByText('Connected', { exact: true }).waitFor();
  await desk.charge('O-1', '12.34');
  await desk
    .row('O-1', 'Refused')
    .getByText(/did not allow this/)
    .waitFor();
  expect(await executed(whole)).toEqual([]);
});
