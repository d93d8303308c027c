// Facts about a long day at the counter: entries that are parked, sounds, large print, a keypad on the left, the lock by
// key.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { statusOf, tell } from '../../renderer/bridge/fake/world.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

const parked = () => page.getByRole('region', { name: /^Parked$|^Geparkt$/ });

describe('a sale’s form', () => {
  it.each([
    [1280, 800],
    [800, 600],
  ] as const)('stands still when its first digit is typed (%i x %i)', async (width, height) => {
    await page.viewport(width, height);
    await openWindow();
    const places = () =>
      [...document.querySelectorAll('main [role=status], main input, main select, main button')].map((each) => {
        const { top, left } = each.getBoundingClientRect();
        return [each.getAttribute('aria-label') ?? each.tagName, Math.round(top), Math.round(left)];
      });
    await expect.element(button('Park this entry')).toBeDisabled();
    const before = places();
    await typeAmount('1');
    await expect.element(button('Park this entry')).toBeEnabled();
    expect(places()).toEqual(before);
    await page.viewport(1280, 800);
  });
});

describe('a parked entry', () => {
  it('leaves the form to the next customer, and comes back whole without being charged', async () => {
    const { fake } = await openWindow();
    await page.getByLabelText('Reference').fill('TABLE-3');
    await typeAmount('450');
    await page.getByRole('group', { name: 'Adding up' }).getByText('+', { exact: true }).click();
    await typeAmount('50');
    await button('Park this entry').click();
    await expect.element(button('Enter an amount')).toBeVisible();
    await typeAmount('100');
    await press('Charge 1.00 EUR');
    await expect.element(heading(/^Paid 1.00/)).toBeVisible();
    await press('Start the next sale');
    await button(/^Resume .*5\.00.EUR · TABLE-3/).click();
    await expect.element(button('Charge 5.00 EUR')).toBeEnabled();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('TABLE-3');
    await expect.element(parked()).not.toBeInTheDocument();
    expect(fake.calls.get('submit')).toBe(1);
  });

  it('is not taken up over what is being typed', async () => {
    await openWindow();
    await typeAmount('450');
    await button('Park this entry').click();
    await typeAmount('7');
    await expect.element(button(/^Resume/)).toBeDisabled();
    await expect.element(page.getByText(/then resume a parked entry/)).toBeVisible();
    await expectNoViolations();
  });

  it('is there after a reload, and comes back whole', async () => {
    const opened = await openWindow();
    await page.getByLabelText('Reference').fill('TABLE-3');
    await typeAmount('450');
    await button('Park this entry').click();
    await expect.element(button(/^Resume .*4\.50/)).toBeVisible();
    const stores = await opened.reload();
    await button(/^Resume .*4\.50.EUR · TABLE-3/).click();
    await expect.element(button('Charge 4.50 EUR')).toBeEnabled();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('TABLE-3');
    expect(stores.sale.getState().parked).toEqual([]);
    await opened.reload();
    await expect.element(button('Enter an amount')).toBeVisible();
    expect(parked().query()).toBeNull();
  });

  it('is its cashier’s after a lock, never the next one’s, and gone with the shift', async () => {
    const { fake, stores } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'));
    const comes = async (name: string) => {
      await userEvent.keyboard('{Control>}l{/Control}');
      await expect.element(heading('Who is at the till?')).toBeVisible();
      fake.world.session.carryOn(fake.world.operators.find((each) => each.name === name)?.id ?? '');
      await expect.element(button('Enter an amount')).toBeVisible();
    };
    await typeAmount('450');
    await button('Park this entry').click();
    await expect.element(button(/^Resume .*4\.50.EUR · .*Cashier 1/)).toBeVisible();
    await comes('Supervisor');
    await expect.poll(() => stores.sale.getState().parkedByOthers).toBe(1);
    expect(parked().query()).toBeNull();
    await comes('Cashier 1');
    await expect.element(button(/^Resume .*4\.50/)).toBeVisible();
    await comes('Supervisor');
    await fake.api.closeShift({ evenIfOpen: true, approval: null });
    tell(fake.world, 'statusChanged', statusOf(fake.world));
    await expect.poll(() => stores.sale.getState().parkedByOthers).toBe(0);
    await comes('Cashier 1');
    await expect.poll(() => fake.calls.get('parkedSales')).toBeGreaterThan(4);
    expect(stores.sale.getState().parked).toEqual([]);
  });

  it('is named before the shift is closed', async () => {
    const { stores } = await openWindow();
    await typeAmount('450');
    await button('Park this entry').click();
    stores.navigation.go({ screen: 'shift' });
    await expect.element(button(/^Close shift/)).toBeVisible();
    await press(/^Close shift/);
    await expect.element(page.getByText(/Parked entries: .?1.?\. They are cleared/)).toBeVisible();
  });

  it('has room for nine', async () => {
    const { stores } = await openWindow();
    await expect.element(button('Enter an amount')).toBeVisible();
    for (let value = 1; value <= 10; value += 1) {
      stores.sale.edit({ value });
      expect(stores.sale.park()).toBe(value <= 9);
    }
    await expect.element(page.getByText(/Nine entries are parked/)).toBeVisible();
    await expect.element(button('Charge 0.10 EUR')).toBeEnabled();
  });
});

describe('a sound', () => {
  afterEach(() => vi.restoreAllMocks());
  const heard = () => {
    const begun = vi.spyOn(OscillatorNode.prototype, 'start');
    return () => begun.mock.contexts.map((tone) => (tone as OscillatorNode).frequency.value);
  };

  it.each([
    ['approve', /^Paid/, [660, 880]],
    ['decline', /^Declined/, [330, 220]],
    ['lost', /^We don’t know/, [550, 550]],
  ] as const)('says how a sale went: %s', async (fate, headline, frequencies) => {
    const tones = heard();
    await openWindow(({ world }) => (world.fate = fate));
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(heading(headline)).toBeVisible();
    expect(tones()).toEqual(frequencies);
  });

  it('is not made where the till is set so', async () => {
    const tones = heard();
    await openWindow(() => {}, { sounds: false });
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(heading(/^Paid/)).toBeVisible();
    expect(tones()).toEqual([]);
  });
});

it('the till is locked by a key only where somebody is signed in', async () => {
  const { fake } = await openWindow();
  await expect.element(button('Enter an amount')).toBeVisible();
  await userEvent.keyboard('{Control>}l{/Control}');
  expect(fake.calls.get('signOut')).toBeUndefined();
});

it('with the keypad on the left, Charge and the next step stand there too', async () => {
  const { stores } = await openWindow(() => {}, { leftHanded: true });
  await typeAmount('500');
  const middle = innerWidth / 2;
  const keys = [...document.querySelectorAll('main [role=group] > button')];
  const widths = keys.map((each) => each.getBoundingClientRect().width);
  expect(Math.max(...widths)).toBeLessThan(1.5 * Math.min(...widths));
  const beside = page.getByRole('status', { name: 'Amount' }).element().getBoundingClientRect().left;
  expect(keys.every((each) => each.getBoundingClientRect().right < beside)).toBe(true);
  expect(button('Charge 5.00 EUR').element().getBoundingClientRect().right).toBeLessThan(middle);
  await press('Charge 5.00 EUR');
  const next = button('Start the next sale');
  await expect.element(next).toBeVisible();
  expect(next.element().getBoundingClientRect().right).toBeLessThan(middle);
  await stores.preferences.change({ leftHanded: false });
  await expect.poll(() => next.element().getBoundingClientRect().left).toBeGreaterThan(middle);
});

describe.each([
  [800, 600],
  [1920, 1080],
] as const)('in large print at %i x %i', (width, height) => {
  afterAll(() => page.viewport(1280, 800));

  it('every word is larger, at once', async () => {
    await page.viewport(width, height);
    const { stores } = await openWindow();
    await expect.element(button('Enter an amount')).toBeVisible();
    const sizes = () =>
      [...document.querySelectorAll('main button, main label, footer, nav')].map((each) =>
        Number.parseFloat(getComputedStyle(each).fontSize),
      );
    const usual = sizes();
    await stores.preferences.change({ largePrint: true });
    await expect.poll(() => sizes().filter((px, index) => px < 1.1 * (usual[index] ?? 0))).toEqual([]);
    expect(usual.length).toBeGreaterThan(10);
    await stores.preferences.change({ largePrint: false });
    await expect.poll(sizes).toEqual(usual);
  });

  it.each(variants)('everything that charges is in sight ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'), {
      ...look,
      largePrint: true,
      leftHanded: look.theme === 'dark',
    });
    stores.sale.edit({ value: 123_456, reference: 'R-'.repeat(30) });
    stores.sale.park();
    stores.sale.edit({ value: 99_999_999_999 });
    await expect.element(parked()).toBeVisible();
    const charge = document.querySelector('main [aria-keyshortcuts="Control+Enter"]');
    const { bottom, top } = charge?.getBoundingClientRect() ?? { bottom: 0, top: 0 };
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(document.querySelector('footer')?.getBoundingClientRect().top ?? 0);
    expectFits();
    expect(smallTargets()).toEqual([]);
    await expectNoViolations();
    stores.navigation.go({ screen: 'settings' });
    await expect.element(page.getByRole('switch', { name: /^Large print$|^Große Schrift$/ })).toBeChecked();
    expectFits();
  });
});
