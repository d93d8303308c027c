// Facts about open authorizations: listed by age, captured or released together, each with its own outcome, none twice.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedAuthorizations } from '../../renderer/bridge/fake/seeds/seed-authorizations.ts';
import { place } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { variants } from './support/variants.ts';
import {
  answerRunning,
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
} from './support/window.tsx';

const list = () => page.getByRole('list', { name: /^Open authorizations|^Offene Autorisierungen/ });
const outcomes = () => page.getByRole('list', { name: 'What became of each' }).getByRole('listitem');
/** What the window began: not the authorizations of the past. */
const sent = (fake: FakeBridge) =>
  fake.world.operations
    .values()
    .filter(({ id }) => !id.startsWith('auth-'))
    .map(({ kind, input }) => [kind, input['payId'] ?? input['transId']]);

async function openList(
  count: number,
  terminalId: string | null = null,
  prepare: (fake: FakeBridge) => void = () => {},
) {
  const opened = await openWindow((fake) => {
    seedAuthorizations(fake.world, count, terminalId);
    fake.world.delayMs = 50;
    prepare(fake);
  });
  opened.stores.navigation.go({ screen: 'authorizations' });
  await expect.element(list()).toBeVisible();
  return opened;
}

describe('open authorizations', () => {
  it('stand by age, the oldest first, and say which lapse soon', async () => {
    await openList(7);
    const rows = list().getByRole('listitem');
    await expect.element(rows.nth(0)).toBeVisible();
    await expect
      .poll(() => rows.nth(0).element().textContent)
      .toMatch(/Room 206.*6.? days old, lapses soon \(from day .?5/);
    await expect.element(rows.nth(2)).toBeVisible();
    await expect.poll(() => rows.nth(2).element().textContent).toMatch(/Room 204.*4.? days old/);
    await expect.element(rows.nth(5)).toBeVisible();
    await expect.poll(() => rows.nth(5).element().textContent).toMatch(/1 day old/);
    await button('Choose what lapses soon').click();
    await expect.element(page.getByText(/2.? chosen: .*130\.00.EUR/)).toBeVisible();
    await expectNoViolations();
  });

  it('are captured together, each for itself, once', async () => {
    const { fake, stores } = await openList(3);
    await button('Choose all').click();
    await press('Capture 3');
    await expect.element(heading('Capture these?')).toBeVisible();
    await settled();
    const send = button(/^Capture .*60\.00.EUR/).element() as HTMLButtonElement;
    send.click();
    send.click();
    await expect.element(heading('Captured: 3 of 3')).toBeVisible();
    expect(sent(fake)).toEqual(['AUTH-2', 'AUTH-1', 'AUTH-0'].map((id) => ['capture', id]));
    // A person who leaves the screen and comes back sees what became of them.
    stores.navigation.go({ screen: 'sale' });
    stores.navigation.go({ screen: 'authorizations' });
    await expect.element(heading('Captured: 3 of 3')).toBeVisible();
    await press('Back to the list');
    await expect.element(page.getByText('No open authorizations')).toBeVisible();
    expect(fake.calls.get('submit')).toBe(3);
  });

  it('are read back from the top, wherever the list was scrolled to', async () => {
    await page.viewport(800, 600);
    await openList(9);
    await button('Choose all').click();
    document.querySelector('main')?.scrollTo(0, 1e6);
    await press('Capture 9');
    await expect.element(heading('Capture these?')).toBeVisible();
    await expect.poll(() => inSight(heading('Capture these?').element())).toBe(true);
    document.querySelector('main')?.scrollTo(0, 1e6);
    await settled();
    await press(/^Capture .*EUR/);
    await expect.element(heading('Captured: 9 of 9')).toBeVisible();
    await expect.poll(() => inSight(heading('Captured: 9 of 9').element())).toBe(true);
    await page.viewport(1280, 800);
  });

  it('go on where one of them is refused, and say which', async () => {
    const { fake } = await openList(3);
    const { submit } = fake.api;
    Object.assign(fake.api, {
      submit: (input: Parameters<typeof submit>[0]) =>
        input.input['payId'] === 'AUTH-1'
          ? Promise.resolve({
              type: 'refused',
              refusal: { code: 'capture-exceeds-authorized', detail: 'No more is authorized.' },
            })
          : submit(input),
    });
    await button('Choose all').click();
    await press('Capture 3');
    await expect.element(heading('Capture these?')).toBeVisible();
    await press(/^Capture .*60/);
    await expect.element(heading('Captured: 2 of 3')).toBeVisible();
    await expect.element(outcomes().filter({ hasText: 'Room 201' })).toBeVisible();
    await expect.poll(() => outcomes().filter({ hasText: 'Room 201' }).element().textContent).toMatch(/Not done/);
    await expect.element(outcomes().filter({ hasText: 'Room 202' })).toBeVisible();
    await expect.poll(() => outcomes().filter({ hasText: 'Room 202' }).element().textContent).toMatch(/Captured/);
    await press('Back to the list');
    await expect.element(list().getByRole('listitem')).toHaveLength(1);
  });

  it('are released at a terminal one after the other', async () => {
    const { fake } = await openList(2, 'T-1');
    fake.world.fate = 'hang';
    await button('Choose all').click();
    await button('Reverse 2').click();
    await expect.element(page.getByText(/one after the other/)).toBeVisible();
    await press(/^Reverse .*30\.00/);
    await expect.element(outcomes().nth(1)).toBeVisible();
    await expect.poll(() => outcomes().nth(1).element().textContent).toMatch(/Waits for the one before it/);
    expect(sent(fake)).toHaveLength(1);
    await expect.element(button('Back to the list')).toBeDisabled();
    answerRunning(fake);
    await expect.element(heading('Reversed: 2 of 2')).toBeVisible();
    expect(sent(fake)).toEqual([
      ['cloud-pos', 'T-AUTH-1'],
      ['cloud-pos', 'T-AUTH-0'],
    ]);
  });

  it('of which a part was captured are captured only: the gateway reverses none of them', async () => {
    await openList(2, null, ({ world }) => {
      const input = { payId: 'AUTH-0', transId: 'C-part', amount: { value: 400, currency: 'EUR' } };
      place(world, 'part', { kind: 'capture', state: 'succeeded', input }, 30);
    });
    await page.getByRole('checkbox', { name: /Room 200/ }).click();
    await expect.element(page.getByText('A part was captured: the rest cannot be reversed')).toBeVisible();
    await expect.element(button('Capture 1')).toBeEnabled();
    await expect.element(button('Reverse 0')).toBeDisabled();
    await button('Choose all').click();
    await expect.element(button('Capture 2')).toBeEnabled();
    await expect.element(button('Reverse 1')).toBeEnabled();
  });

  it('lead to the payment for another amount, and cannot be chosen while something runs on them', async () => {
    const { fake, stores } = await openList(2);
    fake.world.fate = 'lost';
    await page.getByRole('checkbox').nth(0).click();
    await press('Capture 1');
    await expect.element(heading('Capture these?')).toBeVisible();
    await press(/^Capture .*20\.00/);
    await expect.element(outcomes().nth(0)).toBeVisible();
    await expect.poll(() => outcomes().nth(0).element().textContent).toMatch(/don’t know|Unknown/i);
    await press('Back to the list');
    await expect.element(page.getByText('Something is under way on it')).toBeVisible();
    await expect.element(page.getByRole('checkbox').nth(0)).toBeDisabled();
    await button('Open Room 200 · VISA •••• 1111').click();
    expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'AUTH-0' });
  });
});

describe.each([
  [800, 600],
  [1920, 1080],
] as const)('at %i x %i', (width, height) => {
  afterAll(() => page.viewport(1280, 800));

  it.each(variants)('the list and what is read back fit with long names ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      const long = { value: 999_999_999_999, currency: 'EUR' };
      const message = { messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: 'T-1', transId: 'A-long' };
      const input = { ...message, refNr: 'Reference-'.repeat(6), amount: long };
      place(world, 'long', { kind: 'cloud-pos', state: 'succeeded', input }, 20_000);
      seedAuthorizations(world, 11);
    }, look);
    stores.navigation.go({ screen: 'authorizations' });
    await expect.element(list()).toBeVisible();
    await button(/^Choose all$|^Alle auswählen$/).click();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await expectNoViolations();
    await button(/^Reverse 12$|^12 stornieren$/).click();
    await expect.element(heading(/^Reverse these\?$|^Diese stornieren\?$/)).toBeVisible();
    expectFits();
    await expectNoViolations();
  });
});
