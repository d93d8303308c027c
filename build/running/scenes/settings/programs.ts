// Pictures of programs' questions: may they use this till, may they pay out.
import type { Page } from 'playwright-core';
import { amount, charge, either, rail, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

async function openPairing(page: Page): Promise<void> {
  await either(page, /asks to use this till/, /möchte diese Kasse nutzen/).click();
}

async function grantPairing(page: Page): Promise<void> {
  await openPairing(page);
  await page.waitForTimeout(1_100);
  await either(page, /^Grant access$/, /^Zugang erlauben$/).click();
}

export const programsScenes: readonly Scene[] = [
  {
    name: 'confirm-refund',
    world: `${shop}&asks=2`,
    kept: false,
    act: async (page) => {
      await rail(page, 2);
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'confirm-refund-aside',
    world: `${shop}&asks=2&fate=hang`,
    kept: false,
    act: async (page) => {
      await charge(page);
      await page.waitForTimeout(1_000);
    },
  },
  {
    name: 'confirm-refund-locked',
    world: `${shop}&asks=1&people=locked`,
    kept: false,
    act: (page) => page.waitForTimeout(1_000),
  },
  {
    name: 'confirm-refund-pin',
    world: `${shop}&asks=1&people=Supervisor`,
    kept: false,
    act: async (page) => {
      await page.waitForTimeout(1_000);
      await either(page, /^Refund 249/, /erstatten$/)
        .last()
        .click();
    },
  },
  {
    name: 'pairing-bar',
    world: `${shop}&asks=program`,
    kept: false,
    act: (page) => amount(page, '1234'),
  },
  {
    name: 'pairing',
    world: `${shop}&asks=page`,
    kept: false,
    act: (page) => openPairing(page),
  },
  {
    name: 'pairing-namesake',
    world: `${shop}&asks=namesake&people=Cashier 1`,
    kept: false,
    act: (page) => openPairing(page),
  },
  {
    name: 'pairing-look-alike',
    world: `${shop}&asks=look-alike`,
    kept: false,
    act: (page) => openPairing(page),
  },
  {
    name: 'pairing-pin',
    world: `${shop}&asks=program&people=Cashier 1`,
    kept: false,
    act: (page) => grantPairing(page),
  },
  {
    name: 'pairing-done',
    world: `${shop}&asks=program&delay=0`,
    kept: false,
    act: async (page) => {
      await grantPairing(page);
      await page.getByRole('heading', { name: /may use this till$|darf diese Kasse nutzen$/ }).waitFor();
    },
  },
];
