// Facts about receipts and the drawer at the window: a receipt is printed where it is asked for, a second one is a COPY
// with a reason, and the drawer opens without a sale only for somebody who may and who says why.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { printReceipts, setPrinter } from '../../renderer/bridge/fake/printing.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

async function enterPin(digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'PIN keys' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

type When = Parameters<typeof printReceipts>[1];

async function openCounter(customer: When, signedIn?: string | null, to = {}) {
  return openWindow(({ world }) => {
    seedPast(world, 4);
    if (signedIn !== undefined) seedPeople(world, signedIn);
    setPrinter(world, 'COUNTER');
    printReceipts(world, customer);
  }, to);
}

async function sell(): Promise<void> {
  await typeAmount('1234');
  await press('Charge 12.34 EUR');
  await expect.element(heading(/^Paid/)).toBeVisible();
}

const wantsOne = () => page.getByText('Does the customer want a receipt?');

describe('a receipt after a sale', () => {
  it('is asked for where the settings say so, and printed by one press', async () => {
    const { fake } = await openCounter('ask');
    await sell();
    await expect.element(wantsOne()).toBeVisible();
    await button('Print the receipt').click();
    await expect.element(page.getByText('The receipt goes to the printer.').first()).toBeVisible();
    expect(fake.world.printed).toMatchObject([{ copy: 'customer', reason: null }]);
    expect(wantsOne().query()).toBeNull();
  });

  it('does not say that it goes to a printer that takes nothing, but what that waits for', async () => {
    const { fake } = await openCounter('ask');
    setPrinter(fake.world, 'COUNTER', { obstacle: 'paper-out' });
    await sell();
    await button('Print the receipt').click();
    await expect
      .element(
        page.getByText(/^It is not printed yet\. Paper is out\. Put in a new roll .*printed by itself\.$/).first(),
      )
      .toBeVisible();
    expect(page.getByText('The receipt goes to the printer.').query()).toBeNull();
    setPrinter(fake.world, 'COUNTER', { obstacle: null });
    await expect.element(page.getByText('The receipt goes to the printer.').first()).toBeVisible();
  });

  it.each(['always', 'never'] as const)('is not asked for where the settings say %s', async (when) => {
    await openCounter(when);
    await sell();
    await expect.element(button('Start the next sale')).toBeVisible();
    expect(wantsOne().query()).toBeNull();
    expect(button('Print').query() === null).toBe(when === 'never');
  });

  it('is no matter of a till without a printer', async () => {
    await openWindow(({ world }) => seedPast(world, 4));
    await sell();
    await expect.element(button('Start the next sale')).toBeVisible();
    expect(wantsOne().query()).toBeNull();
    expect(button('Print').query()).toBeNull();
  });
});

describe('a receipt that was printed before', () => {
  it('is printed again from the payment, as a COPY and with a reason', async () => {
    const { fake, stores } = await openCounter('ask');
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    const print = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Print the receipt: / })
        .first();
    await print().click();
    await expect.poll(() => fake.world.printed.length).toBe(1);
    await print().click();
    await expect.element(heading('Print it again?')).toBeVisible();
    await page.getByLabelText('Why is it printed again?').fill('');
    await button('Print a copy').click({ delay: 450 });
    expect(fake.world.printed).toHaveLength(1);
    await page.getByLabelText('Why is it printed again?').fill('It was torn');
    await button('Print a copy').click({ delay: 450 });
    await expect.poll(() => fake.world.printed.length).toBe(2);
    expect(fake.world.printed[1]).toMatchObject({ copy: 'customer', reason: 'It was torn' });
    expect(heading('Print it again?').query()).toBeNull();
  });
});

describe('a receipt with characters that the printer lacks', () => {
  const note = {
    code: 'spelled',
    line: 'Łódź',
    changes: [
      { from: 'Ł', to: 'L' },
      { from: 'ź', to: 'z' },
    ],
  } as const;

  it('is printed only after the person has read what comes out instead', async () => {
    const { fake, stores } = await openCounter('ask');
    fake.world.devices.unprintable = [note];
    await sell();
    await button('Print the receipt').click();
    await expect.element(heading('The printer cannot write all of it')).toBeVisible();
    await expect.element(page.getByText('“Łódź”: Ł is printed as L, ź is printed as z.')).toBeVisible();
    await stores.preferences.change({ language: 'de' });
    await expect.element(page.getByText('„Łódź“: Ł wird als L gedruckt, ź wird als z gedruckt.')).toBeVisible();
    await stores.preferences.change({ language: 'en' });
    await expectNoViolations();
    await button('Do not print').click();
    expect(fake.world.printed).toEqual([]);
    await button('Print the receipt').click();
    await button('Print it so').click({ delay: 450 });
    await expect.poll(() => fake.world.printed).toMatchObject([{ copy: 'customer', reason: null }]);
    expect(heading('The printer cannot write all of it').query()).toBeNull();
  });

  it('asks for the reason after that, where it was printed before', async () => {
    const { fake, stores } = await openCounter('ask');
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    const print = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Print the receipt: / })
        .first();
    await print().click();
    await expect.poll(() => fake.world.printed.length).toBe(1);
    fake.world.devices.unprintable = [note];
    await print().click();
    await button('Print it so').click({ delay: 450 });
    await expect.element(heading('Print it again?')).toBeVisible();
    await settled();
    await button('Print a copy').click({ delay: 450 });
    await expect.poll(() => fake.world.printed.length).toBe(2);
  });
});

describe('the drawer', () => {
  const ask = async () => {
    await button('Open the drawer').click();
    await page.getByLabelText('Why?').fill('Change for a note');
    await button('Open the drawer').last().click({ delay: 450 });
  };

  it('opens without a sale for a supervisor who says why', async () => {
    const { stores } = await openCounter('ask', 'Supervisor');
    stores.navigation.go({ screen: 'shift' });
    await button('Open the drawer').click();
    await button('Open the drawer').last().click({ delay: 450 });
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByLabelText('Why?').fill('Change for a note');
    await button('Open the drawer').last().click({ delay: 450 });
    await expect.element(page.getByText('The drawer is open', { exact: true })).toBeVisible();
  });

  it('is not offered where none hangs on any printer', async () => {
    const { fake, stores } = await openCounter('ask');
    setPrinter(fake.world, 'COUNTER', { hasDrawer: false });
    await expect.element(heading('How much?')).toBeVisible();
    await expect.poll(() => button('Open the drawer').query()).toBeNull();
    stores.navigation.go({ screen: 'shift' });
    await expect.element(button('Save the report as PDF')).toBeVisible();
    expect(button('Open the drawer').query()).toBeNull();
    setPrinter(fake.world, 'BAR', { hasDrawer: true });
    await expect.element(button('Open the drawer')).toBeVisible();
  });

  it('opens from Sale, for a cashier with a supervisor’s PIN only', async () => {
    const { fake } = await openCounter('ask', 'Cashier 1');
    await expect.element(heading('How much?')).toBeVisible();
    await ask();
    await expect.element(heading('A supervisor opens the drawer')).toBeVisible();
    await button('Supervisor Supervisor').first().click();
    await enterPin('000000');
    await button('Open the drawer').last().click({ delay: 450 });
    await expect.element(page.getByText(/^The PIN is wrong\./)).toBeVisible();
    await enterPin(pins.supervisor);
    await button('Open the drawer').last().click({ delay: 450 });
    await expect.element(page.getByText('The drawer is open', { exact: true })).toBeVisible();
    expect(fake.world.printing.printers[0]?.drawerOpen).toBe(true);
  });

  it.each([
    ['unknown', 'It is not known whether it opened'],
    ['not-sent', 'The drawer was not opened.'],
    ['too-many-requests', 'Too many at once. Nothing was done.'],
  ] as const)('says in words what became of it: %s', async (fate, words) => {
    const { stores, fake } = await openCounter('ask');
    fake.world.drawerFate = fate;
    stores.navigation.go({ screen: 'shift' });
    await ask();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('that was left open is told of', async () => {
    const { fake } = await openCounter('ask');
    const since = (ms: number) => new Date(Date.now() - ms).toISOString();
    setPrinter(fake.world, 'COUNTER', { drawerOpen: true, drawerOpenSince: since(5_000) });
    await expect.element(button('Enter an amount')).toBeVisible();
    expect(button(/^Drawer open since/).query()).toBeNull();
    setPrinter(fake.world, 'COUNTER', { drawerOpenSince: since(120_000) });
    await expect.element(button(/^Drawer open since/)).toBeVisible();
    setPrinter(fake.world, 'COUNTER', { drawerOpen: false, drawerOpenSince: null });
    await expect.poll(() => button(/^Drawer open since/).query()).toBeNull();
  });
});

describe.each([
  [800, 600],
  [1920, 1080],
])('at %i × %i', (width, height) => {
  it.each(variants)('looks right: $theme, $language', async ({ theme, language }) => {
    await page.viewport(width, height);
    const { stores } = await openCounter('ask', undefined, { theme, language });
    await typeAmount('1234');
    await settled();
    await button(/12[.,]34/)
      .last()
      .click();
    await expect.element(heading(/12[.,]34/)).toBeVisible();
    await expect.element(button(/^(Print the receipt|Beleg drucken)$/)).toBeVisible();
    await expectNoViolations();
    expectFits();
    stores.navigation.go({ screen: 'shift' });
    await button(/^(Open the drawer|Schublade öffnen)$/).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
