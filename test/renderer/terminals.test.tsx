// Facts about the terminal menu: a check, a start and the reading of a card, none of which moves money.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seedHeld } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  settled,
  smallTargets,
} from './support/window.tsx';

const title = /^What should a terminal do\?$|^Was soll ein Terminal tun\?$/;

describe('the terminal menu', () => {
  it('is one press away from the status line', async () => {
    await openWindow();
    await button('Open the terminals: Terminal T-1').click();
    await expect.element(heading(title)).toBeVisible();
  });

  it('says that the settings name none, and what that means', async () => {
    const message = 'The settings name no terminal.';
    await openWindow(({ world }) => {
      world.shop = { ...world.shop, terminals: [] };
      world.mode = 'test';
      world.alarms.push({ code: 'no-terminals', message });
    });
    await button('Open the terminals: No terminal is named').click();
    await expect.element(page.getByText(/every terminal id that a program sends goes to the gateway/)).toBeVisible();
    await expectNoViolations();
    expectFits();
  });

  it.each([
    ['Check T-1', 'DIAGNOSE'],
    ['Start up T-1', 'TERMINAL_STARTUP'],
  ])('sends one command for "%s", however often it is pressed', async (name, messageType) => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'terminals' });
    const press = button(name);
    await expect.element(press).toBeEnabled();
    const element = press.element() as HTMLButtonElement;
    element.click();
    element.click();
    const back = button('Back to the terminals');
    await expect.element(back).toBeVisible();
    const all = [...fake.world.operations.values()];
    expect(all.map(({ input }) => input)).toMatchObject([{ messageType, posTerminalId: 'T-1' }]);
    await settled();
    await back.click();
    await expect.element(heading(title)).toBeVisible();
  });

  it('shows the masked number and the first digits of a card that was read', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'terminals' });
    await button('Read a card at T-1').click();
    await expect.element(page.getByText(fake.world.cardBin, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/1111/).first()).toBeVisible();
    await expectNoViolations();
  });

  it('offline lets a check wait, from where it can be cancelled, and reads no card', async () => {
    const { stores, fake } = await openWindow((made) => made.setOnline(false));
    stores.navigation.go({ screen: 'terminals' });
    await expect.element(button('Read a card at T-1')).toBeDisabled();
    await button('Check T-1').click();
    fake.world.silent = true;
    await button('Cancel this terminal check').click();
    await expect.element(page.getByText(/The till did not answer/).first()).toBeVisible();
    fake.world.silent = false;
    await button('Cancel this terminal check').click();
    await expect.element(button('Back to the terminals')).toBeVisible();
    expect([...fake.world.operations.values()].map(({ state }) => state)).toEqual(['cancelled']);
  });
});

describe.each([
  [800, 600],
  [1920, 1080],
] as const)('at %i x %i', (width, height) => {
  afterAll(() => page.viewport(1280, 800));

  it.each(variants)('long names and a held terminal fit ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedHeld(world);
      world.shop = { ...world.shop, terminals: [...world.shop.terminals, 'TERMINAL-'.repeat(7).slice(0, 60)] };
    }, look);
    stores.navigation.go({ screen: 'terminals' });
    await expect.element(heading(title)).toBeVisible();
    await expect.element(page.getByText(/^Held until|^Bis spätestens/)).toBeVisible();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await expectNoViolations();
  });
});
