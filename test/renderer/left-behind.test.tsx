// Facts about answers of main that come after the cashier went on: they send nothing and replace nothing.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedPeople, pins } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { windowTimers } from '../../renderer/bridge/bridge.ts';
import {
  button,
  endlessPatience,
  giveReason,
  heading,
  openWindow,
  press,
  settled,
  typeAmount,
  typePin,
} from './support/window.tsx';

type Held = 'needsApproval' | 'tender' | 'keepApproved';

/** Main answers this call only when the returned function is called; `asked` tells whether it was asked. */
function hold(fake: FakeBridge, call: Held): { readonly asked: () => boolean; readonly answer: () => void } {
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const real = fake.api[call] as (input: unknown) => Promise<unknown>;
  let asked = false;
  Object.assign(fake.api, {
    [call]: async (input: unknown) => {
      asked = true;
      await gate;
      return real(input);
    },
  });
  return { asked: () => asked, answer: () => answer() };
}

const open = (prepare: (fake: FakeBridge) => void) => openWindow(prepare, {}, windowTimers, endlessPatience);

/** What an answer does, it does within these: main's answer, and what the window asks after it. */
async function answersArrive(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

const pressAtOnce = (name: string | RegExp) => (button(name).element() as HTMLElement).click();
const submits = (fake: FakeBridge) => fake.calls.get('submit') ?? 0;

async function openRefund() {
  const opened = await open((fake) => seedPast(fake.world, 4));
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
  await press('Refund money');
  await settled();
  return opened;
}

/** Half of a sale of 100.00 was approved. */
async function openHalf() {
  const opened = await open((fake) => {
    fake.world.fate = 'less';
    seedPeople(fake.world, 'Cashier 1');
    fake.world.shop = { ...fake.world.shop, refundLimitMinor: 1_000 };
  });
  await expect.element(button('Sign out Cashier 1')).toBeVisible();
  await typeAmount('10000');
  await press('Charge 100.00 EUR');
  await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
  await settled();
  return opened;
}

describe('a refund whose approval main is asked about', () => {
  it('shows that it was pressed, and cannot be changed meanwhile', async () => {
    const { fake } = await openRefund();
    const approval = hold(fake, 'needsApproval');
    pressAtOnce('Refund 241.47 EUR');
    await expect.poll(approval.asked).toBe(true);
    await expect.element(button('Asking the payment system')).toBeDisabled();
    await expect.element(button('Cancel')).toBeDisabled();
    await expect.element(page.getByLabelText('Amount')).toBeDisabled();
    await expect.element(page.getByRole('button', { name: '5', exact: true })).toBeDisabled();
    approval.answer();
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
  });

  it('is not sent once the cashier has left it', async () => {
    const { fake, stores } = await openRefund();
    const approval = hold(fake, 'needsApproval');
    pressAtOnce('Refund 241.47 EUR');
    await expect.poll(approval.asked).toBe(true);
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-1' });
    await expect.element(heading(/83.09/)).toBeVisible();
    approval.answer();
    await answersArrive();
    expect(submits(fake)).toBe(0);
  });

  it('without a payment cannot be changed meanwhile, and is not sent from another screen', async () => {
    const { fake, stores } = await open(() => {});
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByLabelText('Amount to refund').fill('500');
    await page.getByLabelText('Reason').fill('Came back broken');
    await press('Check the refund');
    await settled();
    const approval = hold(fake, 'needsApproval');
    pressAtOnce('Refund 5.00 EUR');
    await expect.poll(approval.asked).toBe(true);
    await expect.element(button('Change something')).toBeDisabled();
    stores.navigation.go({ screen: 'shift' });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    approval.answer();
    await answersArrive();
    expect(submits(fake)).toBe(0);
  });
});

describe('a sale of which less was approved', () => {
  it('is left undecided where its taking back was left before its approval', async () => {
    const { fake, stores } = await openHalf();
    const approval = hold(fake, 'needsApproval');
    pressAtOnce('Give back 50.00 EUR');
    await expect.poll(approval.asked).toBe(true);
    await expect.element(button(/^Keep 50.00/)).toBeDisabled();
    stores.navigation.go({ screen: 'shift' });
    await expect.element(heading(/^Only 50.00/)).not.toBeInTheDocument();
    approval.answer();
    await answersArrive();
    expect([...fake.world.operations.values()].map(({ state }) => state)).toEqual(['needs-person']);
  });

  it('is kept and taken back once a supervisor has approved it', async () => {
    const { fake } = await openHalf();
    fake.world.fate = 'approve';
    await button('Give back 50.00 EUR').click();
    await expect.element(heading('Why is money given back?')).toBeVisible();
    await giveReason();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await userEvent.keyboard(pins.supervisor2);
    await press(/^Approve /);
    await expect
      .poll(() => [...fake.world.operations.values()].map(({ state }) => state))
      .toEqual(['succeeded', 'succeeded']);
  });

  it('puts no rest where the next customer’s sale is being typed', async () => {
    const { fake, stores } = await openHalf();
    const tender = hold(fake, 'tender');
    pressAtOnce(/^Keep 50.00 EUR, charge/);
    await expect.poll(tender.asked).toBe(true);
    await settled();
    stores.sale.next(false);
    await expect.element(heading('How much?')).toBeVisible();
    await typeAmount('2000');
    tender.answer();
    await answersArrive();
    expect(stores.sale.getState()).toMatchObject({ value: 2_000, rest: null });
  });
});

describe('the only supervisor', () => {
  it('types the PIN at once, without pressing anything before', async () => {
    const { fake, stores } = await open((prepared) => {
      seedPast(prepared.world, 4);
      seedPeople(prepared.world, 'Cashier 1');
      prepared.world.shop = { ...prepared.world.shop, refundLimitMinor: 1_000 };
      const able = ['Supervisor', 'Cashier 1'];
      for (const each of prepared.world.operators) Object.assign(each, { active: able.includes(each.name) });
    });
    await expect.element(button('Sign out Cashier 1')).toBeVisible();
    await stores.people.load();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await press(/^Refund 241.47/);
    await giveReason();
    await expect.element(page.getByLabelText('PIN of Supervisor')).toHaveFocus();
    await typePin(pins.supervisor);
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    expect(submits(fake)).toBe(1);
  });
});
