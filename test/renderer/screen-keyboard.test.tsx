// Facts about the keyboard on the screen: when it opens, what it writes, and that the field, the scanner, dialogs and
// screen readers get on with it.
import { afterEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { createKeyboard } from './support/keyboard.ts';
import { variants } from './support/variants.ts';
import { button, expectFits, expectNoViolations, heading, openWindow, press, settled } from './support/window.tsx';

const keyboard = page.getByRole('region', { name: /^Keyboard on the screen$|^Tastatur auf dem Bildschirm$/ });
const key = (name: string) => keyboard.getByRole('button', { name, exact: true });
const search = page.getByRole('searchbox');
const reference = page.getByLabelText(/^Reference$|^Referenz$/);

/** What a finger does to the page: the browser's own taps need a screen that can be touched. */
async function touch(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  // The keyboard listens once the page was painted.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  const element = locator.element();
  const init = { bubbles: true, cancelable: true, composed: true, pointerType: 'touch' };
  element.dispatchEvent(new PointerEvent('pointerdown', init));
  const control = element.closest('label')?.control ?? element;
  const focuses = element.dispatchEvent(new MouseEvent('mousedown', init));
  if (focuses && control instanceof HTMLElement && control.matches('input')) control.focus();
  element.dispatchEvent(new PointerEvent('click', init));
}

async function type(...names: string[]): Promise<void> {
  for (const name of names) await key(name).click();
}

const valueOf = (element: Element) => (element instanceof HTMLInputElement ? element.value : null);
const past = ({ world }: FakeBridge) => seedPast(world, 4);

afterEach(() => page.viewport(1280, 800));

describe('the keyboard on the screen', () => {
  it('opens where a field was touched, not where it was clicked or came by itself', async () => {
    await openWindow(past);
    await button('Refund').click();
    await expect.element(search).toHaveFocus();
    expect(keyboard.elements()).toEqual([]);
    await search.click();
    expect(keyboard.elements()).toEqual([]);
    await touch(search);
    await expect.element(keyboard).toBeVisible();
    await expect.element(search).toHaveFocus();
  });

  it('opens for a label that was touched, and goes with the focus', async () => {
    await openWindow();
    await touch(page.getByText('Reference', { exact: true }));
    await expect.element(keyboard).toBeVisible();
    await page.getByText('How much?').click();
    await expect.element(keyboard).not.toBeInTheDocument();
    await touch(reference);
    await expect.element(keyboard).toBeVisible();
    await button('Refund').click();
    await expect.element(search).toHaveFocus();
    await expect.element(keyboard).not.toBeInTheDocument();
  });

  it('opens in every field, or in none, as is set for this till', async () => {
    const { stores } = await openWindow(past, { screenKeyboard: 'always' });
    await button('Refund').click();
    await expect.element(keyboard).toBeVisible();
    await button('Settings').click();
    await button('This till').click();
    await page.getByRole('group', { name: 'Keyboard on the screen' }).getByText('Never').click();
    await expect.poll(() => stores.preferences.getState().preferences.screenKeyboard).toBe('never');
    await button('Refund').click();
    await expect.element(search).toHaveFocus();
    await touch(search);
    await settled();
    expect(keyboard.elements()).toEqual([]);
  });

  it.each([
    [
      'en',
      ['1', 'q', 'w', 'y', 'Capital letter', 'z', 'b', 'Space', '.', 'Show signs', '€', 'Show letters', 'a'],
      '1qwyZb .€a',
    ],
    [
      'de',
      [
        'Großbuchstabe',
        'z',
        'ä',
        'Großbuchstabe',
        'ö',
        'ü',
        'ß',
        'Großbuchstabe',
        'ß',
        'Leerzeichen',
        'Zeichen zeigen',
        '#',
      ],
      'ZäÖüßẞ #',
    ],
  ] as const)('writes into the field, which keeps the focus (%s)', async (language, names, text) => {
    await openWindow(past, { language });
    await touch(reference);
    await expect.element(keyboard).toBeVisible();
    for (const name of names) {
      // A key with the shift on it shows the capital.
      const shown = keyboard.getByRole('button', { name, exact: true });
      const capital = keyboard.getByRole('button', { name: name === 'ß' ? 'ẞ' : name.toUpperCase(), exact: true });
      await (shown.elements().length > 0 ? shown : capital).click();
      await expect.element(reference).toHaveFocus();
    }
    expect(valueOf(reference.element())).toBe(text);
    await key(language === 'en' ? 'Delete the last character' : 'Letztes Zeichen löschen').click();
    expect(valueOf(reference.element())).toBe(text.slice(0, -1));
  });

  it('offers the accents of a letter that is held, writes none by itself, and goes back to the digits', async () => {
    await openWindow(past);
    await touch(reference);
    const hold = async (letter: string, first: string) => {
      const element = key(letter).element();
      const init = { bubbles: true, cancelable: true, composed: true, pointerType: 'touch' };
      element.dispatchEvent(new PointerEvent('pointerdown', init));
      await expect.element(key(first)).toBeVisible();
      element.dispatchEvent(new PointerEvent('pointerup', init));
      element.dispatchEvent(new PointerEvent('click', init));
    };
    await type('Capital letter', 'S', 'e');
    await hold('n', 'ń');
    expect(valueOf(reference.element())).toBe('Se');
    expect(key('1').elements()).toEqual([]);
    expectFits();
    await expectNoViolations();
    await type('ñ', 'o', 'r', 'Space', 'Capital letter');
    await hold('L', 'Ł');
    await type('Ł', '1');
    expect(valueOf(reference.element())).toBe('Señor Ł1');
    // A person who changes their mind goes on typing.
    await hold('e', 'é');
    await type('x', '2');
    expect(valueOf(reference.element())).toBe('Señor Ł1x2');
    await expect.element(reference).toHaveFocus();
  });

  it('writes a letter that is pressed shortly', async () => {
    await openWindow(past);
    await touch(reference);
    await type('e', 'n', 'e');
    expect(valueOf(reference.element())).toBe('ene');
    await expect.element(key('1')).toBeVisible();
  });

  it('keeps to what a field takes', async () => {
    const { stores } = await openWindow();
    await touch(reference);
    stores.sale.edit({ reference: 'x'.repeat(63) });
    await type('a', 'b');
    expect(valueOf(reference.element())).toBe(`${'x'.repeat(63)}a`);
  });

  it('closes with Done or Escape, leaves the focus where it is, and Escape leaves nothing else', async () => {
    const { stores } = await openWindow(past);
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-0' });
    await expect.element(search).toBeVisible();
    await touch(search);
    await type('Done');
    await expect.element(keyboard).not.toBeInTheDocument();
    await expect.element(search).toHaveFocus();
    await touch(search);
    await expect.element(keyboard).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(keyboard).not.toBeInTheDocument();
    await expect.element(search).toHaveFocus();
    expect(stores.navigation.getState().route).toMatchObject({ payId: 'PAY-seed-0' });
  });

  it('stays closed for an amount beside its keypad and for a PIN, and has digits for a number without one', async () => {
    const { stores } = await openWindow(
      (fake) => {
        past(fake);
        seedPeople(fake.world, 'Manager');
      },
      { screenKeyboard: 'always' },
    );
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    const amount = page.getByLabelText('Amount');
    await amount.click();
    await touch(amount);
    await settled();
    expect(keyboard.elements()).toEqual([]);
    await button('Settings').click();
    await button('Shop').click();
    const port = page.getByLabelText(/^Port/);
    await touch(port);
    await expect.element(keyboard.getByRole('group', { name: 'Digits' })).toBeVisible();
    const before = valueOf(port.element());
    await type('Delete the last character', '7');
    expect(valueOf(port.element())).toBe(`${before?.slice(0, -1)}7`);
    await button(/^Sign out/).click();
    await page.getByRole('button', { name: /^Manager/ }).click();
    const pin = page.getByLabelText(/^PIN of/);
    await expect.element(pin).toHaveFocus();
    await touch(pin);
    await settled();
    expect(keyboard.elements()).toEqual([]);
  });

  it('works in a dialog, whose own Escape comes after it', async () => {
    await openWindow((fake) => (fake.world.sealed = true));
    const passphrase = page.getByLabelText('Passphrase');
    await expect.element(passphrase).toBeVisible();
    await touch(passphrase);
    await type('Capital letter', 'O', 'p', 'e', 'n', '1');
    expect(valueOf(passphrase.element())).toBe('Open1');
    await expect.element(passphrase).toHaveFocus();
    const dialog = page.getByRole('dialog').element().getBoundingClientRect();
    expect(dialog.bottom).toBeLessThanOrEqual(keyboard.element().getBoundingClientRect().top);
    await expectNoViolations();
    await userEvent.keyboard('{Escape}');
    await expect.element(keyboard).not.toBeInTheDocument();
    await expect.element(heading('Unlock the till')).toBeVisible();
  });

  it('is no scanner, however fast it is, and a scanner beside it is one', async () => {
    const hand = createKeyboard();
    const { stores } = await openWindow(past, {}, hand.timers);
    stores.sale.edit({ value: 1_250 });
    await touch(reference);
    await expect.element(keyboard).toBeVisible();
    for (const digit of '4006381333931') (key(digit).element() as HTMLElement).click();
    expect(valueOf(reference.element())).toBe('4006381333931');
    hand.scan('ORDER-77', 20);
    await expect.poll(() => stores.sale.getState()).toMatchObject({ value: 1_250, reference: 'ORDER-77' });
    expect(stores.scans.getState().unusedCode).toBeNull();
  });

  it('goes with the focus to the next screen, whose field does not move once it is drawn', async () => {
    await page.viewport(640, 400);
    const { stores } = await openWindow(past, { screenKeyboard: 'always' });
    // Its list is known then, and the search has the focus from the first moment.
    stores.navigation.go({ screen: 'refund' });
    await expect.element(search).toHaveFocus();
    for (let round = 0; round < 5; round += 1) {
      stores.navigation.go({ screen: 'sale' });
      await expect.element(reference).toBeVisible();
      await touch(reference);
      await expect.element(keyboard).toBeVisible();
      stores.navigation.go({ screen: 'refund' });
      const tops: number[] = [];
      while (tops.length < 5) {
        await new Promise(requestAnimationFrame);
        if (search.elements()[0] === document.activeElement) tops.push(search.element().getBoundingClientRect().top);
      }
      expect(new Set(tops).size).toBe(1);
    }
  });

  it('refuses card data as the field does', async () => {
    await openWindow();
    await touch(reference);
    await type(...'4242424242424242'.split(''));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.poll(() => valueOf(reference.element())).toBe('');
    await expect.element(keyboard).toBeVisible();
    await type('a');
    expect(valueOf(reference.element())).toBe('a');
  });
});

describe.each([
  [800, 600],
  [1024, 600],
  [600, 800],
  [640, 400],
  [1280, 800],
  [1920, 1080],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('its keys are large enough, and the field stays in sight ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, 'Manager');
    }, look);
    const isRight = async () => {
      await expect.element(keyboard).toBeVisible();
      const keys = keyboard.getByRole('button').elements();
      for (const each of keys) {
        const box = each.getBoundingClientRect();
        expect(`${each.textContent} ${Math.min(box.width, box.height) >= 43.9}`).toBe(`${each.textContent} true`);
        expect(box.right).toBeLessThanOrEqual(innerWidth);
        expect(box.bottom).toBeLessThanOrEqual(innerHeight);
      }
      const field = document.activeElement;
      const { left, right, top, bottom } = field?.getBoundingClientRect() ?? new DOMRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(keyboard.element().getBoundingClientRect().top);
      for (const y of [top + 3, bottom - 3]) expect(document.elementFromPoint((left + right) / 2, y)).toBe(field);
      expectFits();
      const rail = document.querySelector('nav');
      // Two scrollbars of its own would lie over its words.
      const { overflowX, scrollbarWidth } = getComputedStyle(rail!);
      expect({ overflowX, scrollbarWidth }).toEqual({ overflowX: 'hidden', scrollbarWidth: 'none' });
      // What a rail that scrolls has cut is no target for axe.
      if (rail === null || rail.scrollHeight <= rail.clientHeight) await expectNoViolations();
    };
    await touch(reference);
    await isRight();
    const held = key('a').element();
    held.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    await expect.element(key('á')).toBeVisible();
    await isRight();
    held.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
    stores.navigation.go({ screen: 'refund' });
    await expect.element(search).toBeVisible();
    await expect.element(keyboard).not.toBeInTheDocument();
    await touch(search);
    await isRight();
    stores.navigation.go({ screen: 'refund', manual: true });
    const last = page.getByLabelText(/^Your reference|^Reference|^Ihre Referenz|^Referenz/);
    await expect.element(last).toBeVisible();
    await expect.element(keyboard).not.toBeInTheDocument();
    await touch(last);
    await isRight();
  });
});
