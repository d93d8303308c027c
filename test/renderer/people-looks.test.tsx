// Each state that people at the till brought, in both themes and languages: nothing for axe to complain about, nothing
// cut off, no target too small.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pauseSentences } from '#contract/people/pause.ts';
import { type TextKey, sayIn } from '#texts/index.ts';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import type { ScreenRoute } from '../../renderer/stores/till/navigation-store.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  giveReason,
  openWindow,
  press,
  settled,
  smallTargets,
} from './support/window.tsx';

interface Look {
  readonly name: string;
  readonly signedIn: string | null;
  readonly place?: ScreenRoute;
  readonly paused?: boolean;
  readonly act: (say: (key: TextKey) => string) => Promise<void>;
}

const tile = (name: RegExp) => page.getByRole('button', { name });
const manager = /^(Manager|Leitung) /;
const cashier = /^(Cashier 1|Kasse 1) /;

async function beginLargeRefund(say: Parameters<Look['act']>[0]): Promise<void> {
  await button(say('payment.doRefund')).click();
  await settled();
  await page.getByRole('button', { name: /^(Refund 241|241)/ }).click();
}

const looks: readonly Look[] = [
  {
    name: 'the lock screen with a wrong PIN',
    signedIn: null,
    act: async () => {
      await tile(cashier).click();
      await userEvent.keyboard('0000{Enter}');
      await expect.element(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'the reason before an approval',
    signedIn: 'Cashier 1',
    place: { screen: 'payments', payId: 'PAY-seed-3' },
    act: async (say) => {
      await beginLargeRefund(say);
      await press(say('guide.next'));
      await expect.element(page.getByText(say('refund.error.reason'))).toBeVisible();
    },
  },
  {
    name: 'the approval',
    signedIn: 'Cashier 1',
    place: { screen: 'payments', payId: 'PAY-seed-3' },
    act: async (say) => {
      await beginLargeRefund(say);
      await giveReason();
      await tile(manager).click();
    },
  },
  {
    name: 'a decision that one has spoken on',
    signedIn: 'Supervisor',
    place: { screen: 'activity', operationId: 'decide' },
    act: async (say) => {
      await expect.element(page.getByRole('heading', { name: say('decide.title') })).toBeVisible();
      await button(say('decide.second')).click();
    },
  },
  {
    name: 'the list of people',
    signedIn: 'Manager',
    place: { screen: 'settings' },
    act: async (say) => {
      await button(say('settings.people')).click();
      await expect.element(button(say('people.add'))).toBeVisible();
    },
  },
  {
    name: 'the form of a person',
    signedIn: 'Manager',
    place: { screen: 'settings' },
    act: async (say) => {
      await button(say('settings.people')).click();
      await tile(/^(Change Manager|Leitung ändern)$/).click();
    },
  },
  {
    name: 'the paused folder',
    signedIn: 'Manager',
    paused: true,
    act: async (say) => {
      await expect.element(page.getByRole('heading', { name: say('paused.title') })).toBeVisible();
    },
  },
];

describe.each(variants)('in $language, $theme', ({ language, theme }) => {
  it.each(looks)('$name', async ({ signedIn, place, paused, act }) => {
    await page.viewport(1024, 600);
    const { stores } = await openWindow(
      (fake) => {
        seedPast(fake.world, 4);
        seedOpen(fake.world);
        fake.world.shop = { ...fake.world.shop, refundLimitMinor: 10_000 };
        seedPeople(fake.world, signedIn);
        seedRefundToDecide(fake.world, true);
        if (paused === true) fake.world.paused = pauseSentences.copied;
      },
      { language, theme },
    );
    await expect.element(page.getByRole('main')).toBeVisible();
    if (place !== undefined) stores.navigation.go(place);
    await act(sayIn(language));
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
