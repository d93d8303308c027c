// Facts about a terminal that a sale of unknown outcome holds.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople, pins } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedHeld } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { variants } from './support/variants.ts';
import { button, expectFits, expectNoViolations, openWindow, press, typeAmount } from './support/window.tsx';

const title = /^Terminal T-1 is held until \d\d:\d\d at the latest$/;

describe('a held terminal', () => {
  it('is named before anything is charged, with the sale that holds it and until when', async () => {
    await openWindow(({ world }) => seedHeld(world));
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(page.getByText(/^Sale 45.90.EUR, begun .* is not known yet\.$/)).toBeVisible();
  });

  it('is exchanged for another one with one press, which charges nothing', async () => {
    const { fake } = await openWindow(({ world }) => seedHeld(world));
    await typeAmount('1200');
    await button('Use T-2').click();
    await expect.element(page.getByLabelText('Terminal')).toHaveValue('T-2');
    expect(page.getByText(title).elements()).toHaveLength(0);
    expect(fake.calls.get('submit')).toBeUndefined();
    await press('Charge 12.00 EUR');
    await expect.poll(() => fake.calls.get('submit')).toBe(1);
  });

  it('refuses at Charge with the same offer, not as an error', async () => {
    const { fake } = await openWindow();
    await typeAmount('1200');
    seedHeld(fake.world);
    await press('Charge 12.00 EUR');
    await expect.element(page.getByText(title)).toBeVisible();
    await expect
      .element(page.getByText('Nothing was charged for this sale. Use another terminal, or wait.'))
      .toBeVisible();
    await button('Use T-2').click();
    await press('Charge 12.00 EUR');
    await expect.element(page.getByRole('heading', { name: /^Paid 12.00/ })).toBeVisible();
  });

  it('is named at the choice of a terminal for a refund, which it refuses with the way to what holds it', async () => {
    const { stores } = await openWindow(({ world }) => seedHeld(world));
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('800');
    const held = page.getByRole('option', { name: /^T-1 · Held until \d\d:\d\d at the latest$/ });
    await expect.element(held).toBeInTheDocument();
    await expect.element(page.getByRole('option', { name: 'T-2', exact: true })).toBeInTheDocument();
    await page.getByLabelText('Reason').fill('Came back broken');
    await press('Check the refund');
    await press('Refund 8.00 EUR');
    await expect
      .element(page.getByText('The terminal is held by something whose end is not known yet. No money moved.'))
      .toBeVisible();
    await press('Open the earlier one');
    expect(stores.navigation.getState().route).toEqual({ screen: 'activity', operationId: 'held' });
  });

  it('is named before a reversal that would run there', async () => {
    const { fake } = await openWindow();
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await press('Open the payment');
    seedHeld(fake.world);
    await press('Reverse the payment');
    await expect.element(page.getByText(title)).toBeVisible();
  });

  it('is freed by a supervisor with a reason, while the outcome stays unknown', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPeople(world, 'Supervisor');
      seedHeld(world);
    });
    await button('Free the terminal').click();
    const reason = page.getByLabelText('What did you see at the terminal?');
    await expect.element(reason).toHaveValue('Its display is idle, no slip came');
    await reason.fill('');
    await press('Free terminal T-1');
    await expect.element(page.getByText('Write at least 3 characters')).toBeVisible();
    await reason.fill('Idle since noon');
    await button('Free terminal T-1').click();
    await expect.element(page.getByText(title)).not.toBeInTheDocument();
    expect(fake.world.operations.get('held')?.state).toBe('unknown');
  });

  it('needs a supervisor’s PIN where a cashier stands at the till', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPeople(world, 'Cashier 1');
      seedHeld(world);
    });
    await button('Free the terminal').click();
    await press('Free terminal T-1');
    await expect.element(page.getByRole('dialog').getByText('A supervisor frees the terminal')).toBeVisible();
    expect(fake.calls.get('freeTerminal')).toBeUndefined();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor Supervisor/ })
      .click();
    await userEvent.keyboard('000000');
    await press('Free terminal T-1');
    await expect.element(page.getByText(/^The PIN is wrong\./)).toBeVisible();
    await userEvent.keyboard(pins.supervisor);
    await press('Free terminal T-1');
    await expect.element(page.getByText(title)).not.toBeInTheDocument();
    await expect.poll(async () => (await fake.api.terminals({}))[0]?.busy).toBe(false);
  });
});

describe.each(variants)('looks right ($theme, $language)', (preferences) => {
  it.each([
    [1024, 768],
    [800, 600],
  ])('on the Sale screen at %i x %i', async (width, height) => {
    await page.viewport(width, height);
    await openWindow(({ world }) => seedHeld(world), preferences);
    await expect.element(page.getByText(/is held until|ist bis spätestens/)).toBeVisible();
    expectFits();
    await expectNoViolations();
    await page.viewport(1280, 800);
  });
});
