// Every form beside the sale, in both themes and both languages: axe finds nothing, nothing is cut off at 1024 x 600, and
// targets are large enough for fingers.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedStay, seedToConfirm, seedVault } from '../../renderer/bridge/fake/seeds/seed-vault.ts';
import { variants } from './support/variants.ts';
import {
  expectFits,
  expectNoViolations,
  openWindow,
  settled,
  smallTargets,
  type TestWindow,
  typeAmount,
} from './support/window.tsx';

const press = (english: RegExp, german: RegExp) =>
  page.getByRole('button', { name: new RegExp(`${english.source}|${german.source}`) }).first();
const reads = async (text: RegExp) => {
  await expect.element(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
};

async function link({ stores }: TestWindow): Promise<void> {
  stores.navigation.go({ screen: 'link' });
  await reads(/should the customer pay|soll der Kunde/);
  await typeAmount('1234');
}

async function made(opened: TestWindow): Promise<void> {
  await link(opened);
  await settled();
  await press(/^Make a link/, /^Link über/).click();
}

async function customer({ stores }: TestWindow, customerId: string): Promise<void> {
  stores.navigation.go({ screen: 'customers', customerId });
  await expect.element(press(/^Change the details$/, /^Angaben ändern$/)).toBeVisible();
}

async function payment({ stores }: TestWindow, payId: string, english: RegExp, german: RegExp): Promise<void> {
  stores.navigation.go({ screen: 'payments', payId });
  await press(english, german).click();
  await expect.element(press(/^Cancel$/, /^Abbrechen$/)).toBeVisible();
}

const states: readonly (readonly [name: string, reach: (opened: TestWindow) => Promise<void>])[] = [
  ['a link to be made', link],
  [
    'a link that waits',
    async (opened) => {
      await made(opened);
      await reads(/Waiting for the customer|Wartet auf den Kunden/);
    },
  ],
  [
    'a link that was paid',
    async (opened) => {
      await made(opened);
      await reads(/Waiting for the customer|Wartet auf den Kunden/);
      for (const each of opened.fake.world.hosted.values()) each.status = 'CAPTURED';
      await press(/^Ask the payment system now$/, /^Jetzt beim/).click();
      await reads(/^Paid|^Bezahlt/);
    },
  ],
  [
    'a link that nobody knows of',
    async (opened) => {
      opened.fake.world.fate = 'lost';
      await made(opened);
      await reads(/know yet|Noch ungeklärt/);
    },
  ],
  [
    'earlier links',
    async ({ stores }) => {
      stores.navigation.go({ screen: 'link' });
      await press(/^Earlier links$/, /^Frühere Links$/).click();
      await reads(/Which link|Welcher Link/);
    },
  ],
  ['a customer', (opened) => customer(opened, 'C-0')],
  ['a customer with the longest name', (opened) => customer(opened, 'C-1')],
  [
    'a customer to be changed',
    async (opened) => {
      await customer(opened, 'C-0');
      await press(/^Change the details$/, /^Angaben ändern$/).click();
      await reads(/What should change|Was soll sich ändern/);
    },
  ],
  [
    'a customer to be deleted',
    async (opened) => {
      await customer(opened, 'C-0');
      await press(/^Delete the customer$/, /^Kunden löschen$/).click();
      await reads(/^Delete |löschen\?$/);
    },
  ],
  [
    'customers that cannot be had',
    async ({ fake, stores }) => {
      fake.setOnline(false);
      stores.navigation.go({ screen: 'customers' });
      await expect.element(page.getByRole('alert').first()).toBeVisible();
    },
  ],
  ['a raise', (opened) => payment(opened, 'PAY-stay', /^Raise the authorization$/, /^Autorisierung erhöhen$/)],
  ['a confirmation', (opened) => payment(opened, 'PAY-to-confirm', /^Confirm the payment$/, /^Zahlung bestätigen$/)],
  ['a change of details', (opened) => payment(opened, 'PAY-stay', /^Change the details$/, /^Angaben ändern$/)],
];

function seeded({ world }: FakeBridge): void {
  seedVault(world, 30);
  seedStay(world);
  seedToConfirm(world);
}

describe.each(variants)('in the $theme theme, in $language', ({ theme, language }) => {
  it.each(states)('%s has no violation, fits a small till, and can be hit', async (_name, reach) => {
    await page.viewport(1024, 600);
    const opened = await openWindow(seeded, { theme, language });
    await expect.element(page.getByRole('main')).toBeVisible();
    await reach(opened);
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
