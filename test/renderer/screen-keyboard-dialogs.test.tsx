// Facts about the keyboard on the screen at a small till: in each dialog the field that is typed into lies above it, and
// what ends the dialog is in reach.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedHeld } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import type { Stores } from '../../renderer/stores/create-stores.ts';
import { inSight } from './support/in-sight.ts';
import { button, expectFits, openWindow, press } from './support/window.tsx';

const keyboard = page.getByRole('region', { name: 'Keyboard on the screen' });
const dialog = page.getByRole('dialog');

async function toSettings(stores: Stores, part: string): Promise<void> {
  stores.navigation.go({ screen: 'settings' });
  await button(part).click();
}

const dialogs = {
  'a new program': async (stores: Stores) => {
    await toSettings(stores, 'Programs');
    await button('Add a program').click();
  },
  'a new person': async (stores: Stores) => {
    await toSettings(stores, 'People');
    await button('Add a person').click();
  },
  'an office to join': async (stores: Stores) => {
    await toSettings(stores, 'This till');
    await button('Join an office…').click();
  },
  'a terminal that is freed': async (stores: Stores) => {
    stores.navigation.go({ screen: 'sale' });
    await button('Free the terminal').click();
  },
  'why money goes back': async (stores: Stores) => {
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-0' });
    await press('Refund money');
    await press(/^Refund \d/);
  },
} as const;

beforeAll(() => page.viewport(1024, 600));
afterAll(() => page.viewport(1280, 800));

describe('above the keyboard on the screen, at 1024 x 600', () => {
  it.each(Object.keys(dialogs) as (keyof typeof dialogs)[])('is each field of the dialog: %s', async (name) => {
    const { stores } = await openWindow(
      ({ world }) => {
        seedPast(world, 4);
        seedHeld(world);
        seedPeople(world, 'Manager');
        world.shop = { ...world.shop, refundLimitMinor: 0 };
      },
      { screenKeyboard: 'always' },
    );
    await expect.element(page.getByRole('main')).toBeVisible();
    await dialogs[name](stores);
    await expect.element(dialog).toBeVisible();
    const fields = [...dialog.element().querySelectorAll<HTMLInputElement>('input')].filter(
      ({ type }) => type === 'text',
    );
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      field.focus();
      await expect.element(keyboard).toBeVisible();
      await expect.poll(() => inSight(field)).toBe(true);
      const top = keyboard.element().getBoundingClientRect().top;
      expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
      expectFits();
    }
    // One press away: closed, or scrolled to.
    await keyboard.getByRole('button', { name: 'Done', exact: true }).click();
    await expect.element(keyboard).not.toBeInTheDocument();
    const steps = [...dialog.element().querySelectorAll('button')].slice(-2);
    expect(steps.map(inSight)).toEqual(steps.map(() => true));
  });
});
