// Facts about a scanner's keys: they reach the reference or the search, and nothing else, wherever the focus is.
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { seedHeld } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedStay } from '../../renderer/bridge/fake/seeds/seed-vault.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { tell } from '../../renderer/bridge/fake/world.ts';
import type { ScreenName } from '../../renderer/stores/till/navigation-store.ts';
import { createKeyboard, type Keyboard } from './support/keyboard.ts';
import { button, heading, openWindow, press, settled, type TestWindow, typeAmount } from './support/window.tsx';

const scansInAll = inject('share') === 'large' ? 1_000 : 70;
const screens = [
  'sale',
  'link',
  'payments',
  'activity',
  'shift',
  'settings',
  'customers',
  'dcc',
  'authorizations',
  'terminals',
] as const;
/** The Refund screen has its own, since each scan there leads on to the payments. */
const scansEach = Math.ceil(scansInAll / (screens.length + 1));
/** The small share has the ends, and both sides of 40 ms. */
const paces = inject('share') === 'large' ? [5, 12, 25, 39, 41, 55, 70, 80] : [5, 39, 41, 80];

interface Scanner extends TestWindow {
  readonly keyboard: Keyboard;
}

async function open(screen: ScreenName, prepare: Parameters<typeof openWindow>[0] = () => {}): Promise<Scanner> {
  const keyboard = createKeyboard();
  const opened = await openWindow(prepare, {}, keyboard.timers);
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.poll(() => opened.stores.shop.getState().terminals.length).toBeGreaterThan(0);
  opened.stores.navigation.go({ screen });
  return { ...opened, keyboard };
}

/**
 * No card's number, also where a slow scanner types one behind the one before; with signs that are keys of the window
 * as well.
 */
function codeOf(number: number): string {
  const digits = String(1_000_000 + number * 7_919);
  return (
    [`CHF${digits}`, digits.slice(-6), `${digits}/?1 250`, `T-2 ${digits}`, `40063${digits}`][number % 5] ?? digits
  );
}

type Fields = readonly (HTMLInputElement | HTMLSelectElement)[];
const fieldsOf = (): Fields => [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
const search = () => document.querySelector<HTMLInputElement>('main input[type=search]');
const reference = () => page.getByRole('textbox', { name: /^Reference/ }).element() as HTMLInputElement;

/** Everything that can have the focus, and nothing. */
function focusable(): (HTMLElement | null)[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'main button, main input, main select, nav button, footer button, summary',
    ),
  ];
  return [null, ...all.filter((each) => each.checkVisibility())];
}

/** Where the code belongs on this screen; null: in the field that has the focus, or in the status line. */
function belongsTo(screen: ScreenName): HTMLInputElement | null {
  return screen === 'sale' || screen === 'link' ? reference() : search();
}

describe('a scan', () => {
  afterEach(() => (document.activeElement as HTMLElement | null)?.blur());

  it.each(screens)('goes where it belongs and nowhere else, whatever has the focus: %s', async (screen) => {
    const { stores, fake, keyboard } = await open(screen, ({ world }) => seedPast(world, 6));
    await expect.poll(() => focusable().length).toBeGreaterThan(8);
    // On other screens that line says something else, and by itself.
    const hasAmount = screen === 'sale' || screen === 'link';
    const amount = () => (hasAmount ? document.querySelector('main [role=status]')?.textContent : null);
    if (hasAmount) await typeAmount('1250');
    const before = amount();
    const wrong: string[] = [];
    for (let number = 0; number < scansEach; number += 1) {
      const code = codeOf(number);
      const pace = paces[number % paces.length] ?? 5;
      const places = focusable();
      const focus = places[(number * 5) % places.length] ?? null;
      if (focus === null) (document.activeElement as HTMLElement | null)?.blur();
      else focus.focus();
      const place = belongsTo(screen);
      const text =
        focus instanceof HTMLInputElement &&
        !['numeric', 'none'].includes(focus.inputMode) &&
        focus.type !== 'radio' &&
        focus.type !== 'checkbox'
          ? focus
          : null;
      const target = place ?? text;
      const others = fieldsOf().filter((each) => each !== target);
      const values = others.map((each) => each.value);
      const own = place === null && text !== null ? text.value : '';
      keyboard.scan(code, pace, number % 3 === 0 ? 'Tab' : 'Enter');
      // A list that comes meanwhile may draw the field anew.
      const here = () => (place === null ? text : belongsTo(screen));
      const read = () => (target === null ? stores.scans.getState().unusedCode : (here()?.value ?? null));
      // Main says first what the code is for.
      await vi
        .waitFor(() => expect(read()).toBe(`${own}${code}`), { interval: 2, timeout: 5_000 })
        .catch(() => undefined);
      const found = read();
      const what = `${code} at ${pace} ms on ${focus?.outerHTML.slice(0, 80) ?? 'nothing'}`;
      if (found !== `${own}${code}`) wrong.push(`${what}: found ${found ?? 'nothing'}`);
      others.forEach((each, index) => {
        if (each.value !== values[index]) wrong.push(`${what}: ${each.outerHTML.slice(0, 80)} became ${each.value}`);
      });
      if (amount() !== before) wrong.push(`${what}: the amount became ${amount()}`);
      if (document.querySelector('dialog[open]') !== null) wrong.push(`${what}: a dialog opened`);
      if (stores.navigation.getState().route.screen !== screen) wrong.push(`${what}: left the screen`);
    }
    expect(wrong).toEqual([]);
    expect(fake.calls.get('submit')).toBeUndefined();
  });

  /** Forms in which digits become money, and the decision on money, each with how to reach it. */
  const forms: readonly (readonly [name: string, reach: (scanner: Scanner) => Promise<void>])[] = [
    ['a refund', (scanner) => panel(scanner, 'PAY-seed-3', 'Refund money')],
    ['a capture', (scanner) => panel(scanner, 'PAY-seed-5', 'Capture money')],
    ['a raise', (scanner) => panel(scanner, 'PAY-stay', 'Raise the authorization')],
    [
      'a manual refund',
      async ({ stores }) => {
        stores.navigation.go({ screen: 'refund', manual: true });
        await expect.element(page.getByLabelText(/^Amount/).first()).toBeVisible();
      },
    ],
    [
      'a decision',
      async ({ stores }) => {
        stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
        await expect.element(page.getByLabelText('Why do you say so?')).toBeVisible();
        await page.getByText('It happened', { exact: true }).click();
      },
    ],
    [
      'the shop’s limits',
      async ({ stores }) => {
        stores.navigation.go({ screen: 'settings' });
        await button(/^Shop$/).click();
        await expect.element(page.getByLabelText('Refunds above this need a supervisor')).toBeVisible();
      },
    ],
  ];

  async function panel({ stores }: Scanner, payId: string, step: string): Promise<void> {
    stores.navigation.go({ screen: 'payments', payId });
    await button(step).click();
    await expect.element(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
  }

  // The small share takes every other form.
  it.each(forms.filter((_, index) => inject('share') === 'large' || index % 2 === 0))(
    'leaves every digit of %s as it was, at each pace and with a late key',
    async (_name, reach) => {
      const opened = await open('sale', ({ world }) => {
        seedPast(world, 12);
        seedOpen(world);
        seedStay(world);
        seedPeople(world, 'Manager');
      });
      await reach(opened);
      await settled();
      const { keyboard, fake } = opened;
      const money = () => [...document.querySelectorAll<HTMLInputElement>('main input[inputmode=numeric]')];
      expect(money().length).toBeGreaterThan(0);
      const before = money().map(({ value }) => value);
      const wrong: string[] = [];
      for (const [number, pace] of paces.entries()) {
        // The settings have six such fields: each pace tries two of them.
        for (const index of [number % before.length, (number + 1) % before.length]) {
          money()[index]?.focus();
          keyboard.scan(codeOf(number), pace);
          const code = codeOf(number).replaceAll(' ', '');
          // One key comes late: the scanner waited once.
          keyboard.wait(1_000);
          keyboard.type(code.slice(0, 4).split(''), pace);
          keyboard.wait(200 - pace);
          keyboard.type([...code.slice(4).split(''), 'Enter'], pace);
          keyboard.wait(1_000);
          const now = money().map(({ value }) => value);
          if (now.join('|') !== before.join('|')) wrong.push(`${codeOf(number)} at ${pace} ms: ${now.join('|')}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(fake.calls.get('submit')).toBeUndefined();
      expect(fake.calls.get('decide')).toBeUndefined();
    },
  );

  it('with an AIM identifier goes on without it, and two that ran into one go nowhere', async () => {
    const { keyboard, stores } = await open('sale');
    keyboard.scan(']C0T-4711x', 12);
    await expect.poll(() => stores.sale.getState().reference).toBe('T-4711x');
    keyboard.scan(']C0T-4711x]C0T-4712x', 12);
    await expect.poll(() => stores.scans.getState().unread).toBe(true);
    expect(stores.sale.getState().reference).toBe('T-4711x');
    await expect.element(page.getByText('A code could not be read. Scan it again.')).toBeVisible();
  });

  it('goes to the reference while a dialog is open', async () => {
    const { keyboard, stores } = await open('sale', ({ world }) => seedHeld(world));
    await button('Free the terminal').click();
    const reason = page.getByLabelText('What did you see at the terminal?');
    await expect.element(reason).toBeVisible();
    for (const [number, pace] of paces.entries()) {
      (reason.element() as HTMLElement).focus();
      keyboard.scan(codeOf(number), pace);
      await expect.element(reason).toHaveValue('Its display is idle, no slip came');
      await expect.poll(() => stores.sale.getState().reference).toBe(codeOf(number));
    }
  });

  it('leaves a field as it was, also where its digits and the first ones of the code pass for a card number', async () => {
    const { keyboard, stores } = await open('sale', ({ world }) => seedHeld(world));
    await button('Free the terminal').click();
    const reason = page.getByLabelText('What did you see at the terminal?');
    for (const pace of paces) {
      await reason.fill('400631364274');
      (reason.element() as HTMLElement).focus();
      keyboard.scan('1372193/?1 250', pace);
      await expect.poll(() => stores.sale.getState().reference).toBe('1372193/?1 250');
      await expect.element(reason).toHaveValue('400631364274');
      stores.sale.edit({ reference: '' });
    }
  });

  it('is kept and offered to the search where the screen has no place for it', async () => {
    const { fake, keyboard } = await open('sale', ({ world }) => (world.fate = 'hang'));
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(heading('Ask the customer to present the card')).toBeVisible();
    keyboard.scan('4006381333931', 8);
    await button(/^Scanned\. Find the payment/).click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('4006381333931');
    expect(fake.calls.get('submit')).toBe(1);
  });

  it('that is not wanted is put away by one press', async () => {
    const { keyboard, stores } = await open('shift');
    keyboard.scan('4006381333931', 8);
    await expect.element(button(/^Scanned\. Find the payment/)).toBeVisible();
    await button('Put the scanned code away').click();
    await expect.poll(() => button(/^Scanned/).query()).toBeNull();
    expect(stores.scans.getState().unusedCode).toBeNull();
    expect(stores.navigation.getState().route.screen).toBe('shift');
  });

  it('on Refund finds the payment, whatever has the focus, and opens the only one', async () => {
    const { keyboard, stores } = await open('refund', ({ world }) => seedPast(world, 6));
    for (let number = 0; number < scansEach; number += 1) {
      await expect.element(heading('Which payment goes back?')).toBeVisible();
      const places = focusable();
      const focus = places[(number * 5) % places.length] ?? null;
      if (focus === null) (document.activeElement as HTMLElement | null)?.blur();
      else focus.focus();
      const code = codeOf(number);
      keyboard.scan(code, paces[number % paces.length] ?? 5, number % 3 === 0 ? 'Tab' : 'Enter');
      await expect.element(page.getByRole('searchbox')).toHaveValue(code);
      expect(stores.navigation.getState().route).toEqual({ screen: 'payments' });
      stores.navigation.go({ screen: 'refund' });
    }
    await expect.element(heading('Which payment goes back?')).toBeVisible();
    keyboard.scan('PAY-seed-3', 8);
    await expect.element(button('Refund money')).toBeVisible();
    expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-seed-3' });
  });

  it('on Payments opens the only one that it finds', async () => {
    const { keyboard, stores } = await open('payments', ({ world }) => seedPast(world, 6));
    await expect.element(page.getByRole('option').first()).toBeVisible();
    keyboard.scan('PAY-seed-3', 8);
    await expect.element(button('Refund money')).toBeVisible();
    expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-seed-3' });
    keyboard.scan('nowhere-1234', 8);
    await expect.element(page.getByText('This till knows no payment with “nowhere-1234”')).toBeVisible();
  });

  it('presses no button, even where its code is short or holds a space', async () => {
    const { fake, keyboard } = await open('sale');
    await typeAmount('500');
    await settled();
    const charge = button(/^Charge/).element() as HTMLElement;
    for (const pace of paces) {
      for (const code of ['AB 12', 'AB', 'AB 1234567', ' 4006381']) {
        charge.focus();
        keyboard.scan(code, pace);
        keyboard.scan(code, pace, 'Enter', 'Enter');
        keyboard.scan(code, pace, 'Tab', 'Enter');
      }
    }
    expect(fake.calls.get('submit')).toBeUndefined();
    await expect.element(button(/^Charge/)).toBeVisible();
  });

  it('of a card leaves no amount in a field for one', async () => {
    const { keyboard, stores } = await open('payments', ({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    const amount = page.getByLabelText('Amount');
    for (const pace of paces) {
      (amount.element() as HTMLElement).focus();
      keyboard.scan('4111111111111111', pace);
      await expect.element(amount).toHaveValue('241.47');
      // The key that some scanners send between two parts of a code.
      keyboard.wait(1_000);
      keyboard.type([...'0104012345'.split(''), 'Dead', ...'21ABC12'.split(''), 'Enter'], pace);
      await expect.element(amount).toHaveValue('241.47');
    }
  });

  it('goes nowhere while a PIN is asked for, because it may be one', async () => {
    const { keyboard, stores } = await open('sale', ({ world }) => {
      seedHeld(world);
      seedPeople(world, 'Cashier 1');
    });
    await button('Free the terminal').click();
    await settled();
    await page.getByRole('dialog').getByRole('button', { name: 'Free terminal T-1' }).click();
    await expect.element(heading('A supervisor frees the terminal')).toBeVisible();
    for (const pace of paces) keyboard.scan(pins.supervisor, pace);
    expect(stores.sale.getState().reference).toBe('');
    expect(stores.scans.getState().unusedCode).toBeNull();
  });

  it('is no try of a PIN, with the focus in its field: at the lock screen and where a supervisor approves', async () => {
    const { keyboard, stores, fake } = await open('sale', ({ world }) => {
      seedHeld(world);
      seedPeople(world, 'Cashier 1');
    });
    const pinField = () => document.querySelector<HTMLInputElement>('[data-secret=pin]');
    const scanAll = () => {
      for (const [number, pace] of paces.entries()) {
        for (const code of [codeOf(number), '40063813']) {
          pinField()?.focus();
          keyboard.scan(code, pace);
          expect(pinField()?.value, `${code} at ${pace} ms`).toBe('');
        }
      }
    };
    await button('Free the terminal').click();
    await settled();
    await page.getByRole('dialog').getByRole('button', { name: 'Free terminal T-1' }).click();
    await button(/^Supervisor Supervisor/).click();
    await expect.poll(pinField).not.toBeNull();
    scanAll();
    expect(fake.calls.get('freeTerminal')).toBeUndefined();
    await expect.element(heading('A supervisor frees the terminal')).toBeVisible();
    await stores.people.signOut();
    await button(/^Supervisor Supervisor/).click();
    await expect.poll(pinField).not.toBeNull();
    scanAll();
    expect(fake.calls.get('signIn')).toBeUndefined();
    expect(fake.world.operators.map(({ failures }) => failures)).toEqual([0, 0, 0, 0, 0]);
    pinField()?.focus();
    keyboard.wait(1_000);
    keyboard.type([...pins.supervisor.split(''), 'Enter'], 110);
    await expect.element(button('Sign out Supervisor')).toBeVisible();
  });

  it('leaves a refund that runs where it is, in a small window too', async () => {
    await page.viewport(800, 600);
    const { keyboard, stores, fake } = await open('payments', ({ world }) => seedPast(world, 4));
    const place = { screen: 'payments', payId: 'PAY-seed-3' } as const;
    stores.navigation.go(place);
    await press('Refund money');
    await settled();
    fake.world.fate = 'hang';
    await button(/^Refund 241.47/).click();
    await expect.poll(() => fake.calls.get('submit')).toBe(1);
    keyboard.scan('4006381333', 8);
    await expect.poll(() => stores.scans.getState().unusedCode).toBe('4006381333');
    expect(stores.navigation.getState().route).toEqual(place);
    await page.viewport(1280, 800);
  });

  it('of a payment opens it from every screen, and waits where a form is open', async () => {
    const { fake, keyboard, stores } = await open('sale', ({ world }) => seedPast(world, 6));
    await typeAmount('1250');
    reference().focus();
    keyboard.scan('PAY-seed-3', 8);
    await expect.element(button('Refund money')).toBeVisible();
    expect(stores.sale.getState()).toMatchObject({ value: 1_250, reference: '' });
    await press('Refund money');
    keyboard.scan('PAY-seed-2', 8);
    await expect.element(button(/^Scanned\. Find the payment/)).toBeVisible();
    expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-seed-3' });
    expect(fake.calls.get('submit')).toBeUndefined();
  });

  it('for a program of the shop is told to it and changes nothing here', async () => {
    const { fake, keyboard, stores } = await open('sale', ({ world }) => (world.programsListen = true));
    for (const [number, pace] of paces.entries()) {
      reference().focus();
      keyboard.scan(codeOf(number), pace);
    }
    await expect.poll(() => fake.calls.get('scanned')).toBe(paces.length);
    await settled();
    expect(stores.sale.getState().reference).toBe('');
    expect(stores.scans.getState().unusedCode).toBeNull();
  });

  it('of a scanner on a serial line goes the same way, whatever has the focus', async () => {
    const { fake, stores } = await open('sale', ({ world }) => seedPast(world, 6));
    await typeAmount('1250');
    for (const [number, focus] of focusable().entries()) {
      if (focus === null) (document.activeElement as HTMLElement | null)?.blur();
      else focus.focus();
      tell(fake.world, 'scanned', { to: 'screen', code: codeOf(number) });
      expect(stores.sale.getState()).toMatchObject({ value: 1_250, reference: codeOf(number) });
    }
    tell(fake.world, 'scanned', { to: 'payment', code: 'PAY-seed-3' });
    await expect.element(button('Refund money')).toBeVisible();
  });

  it('of a scanner on a serial line goes nowhere while a PIN is asked for or the till is locked', async () => {
    const { fake, stores } = await open('sale', ({ world }) => {
      seedHeld(world);
      seedPeople(world, 'Cashier 1');
    });
    await button('Free the terminal').click();
    await settled();
    await page.getByRole('dialog').getByRole('button', { name: 'Free terminal T-1' }).click();
    await expect.element(heading('A supervisor frees the terminal')).toBeVisible();
    const fields = [...document.querySelectorAll<HTMLInputElement>('dialog[open] input')];
    const values = fields.map(({ value }) => value);
    for (const field of fields) {
      field.focus();
      tell(fake.world, 'scanned', { to: 'screen', code: pins.supervisor });
      tell(fake.world, 'scanned', { to: 'payment', code: 'PAY-seed-3' });
    }
    expect(fields.map(({ value }) => value)).toEqual(values);
    expect(stores.sale.getState().reference).toBe('');
    expect(stores.scans.getState().unusedCode).toBeNull();
    expect(stores.navigation.getState().route.screen).toBe('sale');
  });

  it('that could not be read is said, and the next one ends the note', async () => {
    const { fake, stores } = await open('sale');
    tell(fake.world, 'scanned', { to: 'nothing', reason: 'broken' });
    await expect.element(button('A code could not be read. Scan it again.')).toBeVisible();
    tell(fake.world, 'scanned', { to: 'screen', code: 'T-1' });
    await expect.poll(() => button('A code could not be read. Scan it again.').query()).toBeNull();
    tell(fake.world, 'scanned', { to: 'nothing', reason: 'card-data' });
    expect(stores.scans.getState()).toMatchObject({ swiped: true, unread: false });
  });

  it('is no hand: what is typed is shown within 50 ms of its key, in a field, a list and the amount', async () => {
    const { keyboard } = await open('sale');
    const late: string[] = [];
    reference().focus();
    for (const [index, key] of 'order 4711-99/A?'.split('').entries()) {
      keyboard.wait(95);
      keyboard.press(key);
      keyboard.wait(50);
      if (!reference().value.endsWith(key)) late.push(`${index} ${key}`);
    }
    expect(late).toEqual([]);
    expect(reference().value).toBe('order 4711-99/A?');
    const currency = page.getByLabelText('Currency').element() as HTMLSelectElement;
    currency.focus();
    keyboard.wait(2_000);
    keyboard.type('chf'.split(''), 120);
    keyboard.wait(50);
    expect(currency.value).toBe('CHF');
    currency.blur();
    keyboard.type('12500'.split(''), 110);
    keyboard.wait(50);
    await expect.element(button(/^Charge 125.00/)).toBeVisible();
    // Six digits and Enter by a quick hand stay an amount.
    keyboard.press('Delete');
    keyboard.type(['1', '2', '3', '4', '5', '6', 'Enter'], 100);
    await expect.element(button(/^Charge 1,234.56/)).toBeVisible();
  });

  it('is no hand: what is typed stands where it was aimed at, though a screen moves the focus at once', async () => {
    const { keyboard } = await open('settings');
    await button('People').click();
    await button('Add the first manager').click();
    const field = (name: string) => page.getByLabelText(name, { exact: true }).element() as HTMLInputElement;
    field('PIN').focus();
    keyboard.type('731926'.split(''), 1);
    field('The PIN again').focus();
    keyboard.type('4096'.split(''), 1);
    field('Name').focus();
    keyboard.wait(50);
    expect([field('PIN').value, field('The PIN again').value, field('Name').value]).toEqual(['731926', '4096', '']);
  });
});
