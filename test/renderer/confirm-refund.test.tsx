// A program's wish to pay money out, at the window: seen at once wherever one is, never in the way of what runs or of a finger, and
// answered only by a press that was meant.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '../../renderer/bridge/fake/confirmations.ts';
import { seedPeople, pins } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { change } from '../../renderer/bridge/fake/world.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
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

const request = page.getByRole('region', { name: 'A program asks for a refund' });
const allow = button('Refund 249.90 EUR');
const refuse = button('Do not refund');
/** The note in the status line, while the question is put aside. */
const bar = button(/^Refund \u2212249/);

async function enterPin(digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'PIN keys' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

describe('a program that wants to pay money out', () => {
  it('is shown with its name, the amount as money that leaves, and where it goes', async () => {
    const { fake } = await openWindow();
    void ask(fake.world);
    await expect.element(request).toBeVisible();
    await expect.element(request.getByText(/wants to pay out a refund/)).toBeVisible();
    await expect.element(request.getByText('Refund', { exact: true })).toBeVisible();
    await expect.element(request.getByText('\u2212249.90', { exact: false }).first()).toBeVisible();
    await expect.element(request.getByText('VISA ••••\u00A01111, Sample Customer')).toBeVisible();
    await expect.element(request.getByText('Returned goods, receipt lost')).toBeVisible();
  });

  it('is there after a reload, and gone when the program has left', async () => {
    const opened = await openWindow();
    const { fake } = opened;
    const { leave } = await ask(fake.world);
    await opened.reload();
    await expect.element(request).toBeVisible();
    leave();
    await expect.element(request).not.toBeInTheDocument();
  });

  it('cannot be answered in its first second, nor in the first of the one after it', async () => {
    const { fake } = await openWindow();
    void ask(fake.world);
    await expect.element(refuse).toBeDisabled();
    await expect.element(allow).toBeDisabled();
    await expect.element(refuse).toBeEnabled();
    void ask(fake.world, { amount: { value: 100, currency: 'EUR' } });
    await expect.element(page.getByText('1 more after this')).toBeVisible();
    await expect.element(refuse).toBeDisabled();
    await refuse.click();
    await expect.element(button('Refund 1.00 EUR')).toBeDisabled();
    expect(fake.world.confirmations.list()).toHaveLength(1);
    expect(fake.calls.get('answerConfirmation')).toBe(1);
  });

  it('is refused with one press, and nothing is paid', async () => {
    const { fake } = await openWindow();
    void ask(fake.world);
    await refuse.click();
    await expect.element(request).not.toBeInTheDocument();
    expect(fake.world.operations.size).toBe(0);
  });

  it('is allowed with one press where the till has no operators', async () => {
    const { fake } = await openWindow();
    void ask(fake.world);
    await allow.click();
    await expect.element(request).not.toBeInTheDocument();
    expect([...fake.world.operations.values()].map(({ kind }) => kind)).toEqual(['refund-unreferenced']);
  });

  it('lies over a payment that runs only when somebody opens it', async () => {
    const { fake } = await openWindow((each) => {
      each.world.fate = 'hang';
    });
    await typeAmount('1234');
    await press(/^Charge/);
    await expect.element(heading(/present the card/)).toBeVisible();
    void ask(fake.world);
    await expect.element(bar).toBeVisible();
    expect(request.elements()).toHaveLength(0);
    await bar.click();
    await expect.element(request).toBeVisible();
    await expect.element(refuse).toBeEnabled();
  });

  it('moves nothing that a finger may be on its way to, when it comes, is put aside and goes', async () => {
    const { fake } = await openWindow();
    const places = () =>
      page
        .getByRole('main')
        .getByRole('button')
        .elements()
        .map((each) => each.getBoundingClientRect().top);
    await expect.element(button('Enter an amount')).toBeVisible();
    const before = places();
    const { leave } = await ask(fake.world);
    await expect.element(request).toBeVisible();
    expect(places()).toEqual(before);
    await button('Decide later').click();
    await expect.element(bar).toBeVisible();
    expect(request.elements()).toHaveLength(0);
    expect(places()).toEqual(before);
    expectFits();
    await bar.click();
    await expect.element(request).toBeVisible();
    leave();
    await expect.element(request).not.toBeInTheDocument();
    expect(bar.elements()).toHaveLength(0);
    expect(places()).toEqual(before);
  });

  it('is opened, read and answered by key', async () => {
    const { fake } = await openWindow();
    void ask(fake.world);
    await button('Decide later').click();
    (bar.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(refuse).toBeEnabled();
    expect(document.activeElement?.contains(request.element())).toBe(true);
    await userEvent.tab();
    await expect.element(button('Decide later')).toHaveFocus();
    await userEvent.tab();
    await expect.element(refuse).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(request).not.toBeInTheDocument();
    expect(fake.calls.get('answerConfirmation')).toBe(1);
  });
});

describe('how it ended', () => {
  const note = (how: string) => button(new RegExp(`^Manual refund .*249\\.90.* ${how}`));

  it.each([
    ['approve', 'was carried out', /The customer gets the money back/],
    ['decline', 'was not carried out', /the customer still waits for the money/],
  ] as const)('is told at the till that allowed it (%s)', async (fate, how, what) => {
    const { fake } = await openWindow(({ world }) => {
      world.fate = fate;
    });
    void ask(fake.world);
    await allow.click();
    await note(how).click();
    await expect.element(heading('This is how it ended')).toBeVisible();
    await expect.element(page.getByText(what)).toBeVisible();
    await button('I have seen this').click();
    await expect.poll(() => note(how).query()).toBeNull();
  });

  it('is told as not known yet, and once more when it is known', async () => {
    const { fake } = await openWindow(({ world }) => {
      world.fate = 'hang';
    });
    void ask(fake.world);
    await allow.click();
    await expect.element(request).not.toBeInTheDocument();
    const [id = ''] = fake.world.operations.keys();
    expect(note('was').query()).toBeNull();
    change(fake.world, id, { state: 'unknown', fate: 'unresolved', doubt: 'no-answer' });
    await note('is not known yet').click();
    await expect.element(page.getByText(/^We don.t know yet/).first()).toBeVisible();
    await button('I have seen this').click();
    await expect.poll(() => note('is not known yet').query()).toBeNull();
    change(fake.world, id, { state: 'succeeded', result: {} });
    await expect.element(note('was carried out')).toBeVisible();
  });
});

describe('a till with operators', () => {
  const openManned = (signedIn: string | null) =>
    openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, signedIn);
    });

  it('asks for the PIN of a supervisor, and keeps the question where it is wrong', async () => {
    const { fake } = await openManned('Cashier 1');
    void ask(fake.world);
    await allow.click();
    await button(/^Manager /).click();
    await enterPin('9999');
    await press(/^Approve /);
    await expect.element(page.getByText('The PIN is wrong.')).toBeVisible();
    await expect.element(request).toBeVisible();
    await allow.click();
    await button(/^Manager /).click();
    await enterPin(pins.manager);
    await press(/^Approve /);
    await expect.element(request).not.toBeInTheDocument();
    expect([...fake.world.operations.values()].some(({ kind }) => kind === 'refund-unreferenced')).toBe(true);
    // The cashier stands with the customer, and the manager has gone on.
    await expect.element(button(/^Manual refund .*249\.90.* was carried out/)).toBeVisible();
  });

  it('shows the question on its lock screen too', async () => {
    const { fake } = await openManned(null);
    void ask(fake.world);
    await expect.element(request).toBeVisible();
    await expect.element(heading('Who is at the till?')).toBeVisible();
    await refuse.click();
    await expect.element(request).not.toBeInTheDocument();
  });
});

describe.each(['light', 'dark'] as const)('the question in the %s theme', (theme) => {
  it.each(['en', 'de'] as const)('has nothing that keeps anybody out (%s)', async (language) => {
    const { fake } = await openWindow(({ world }) => seedPast(world, 4), { theme, language });
    void ask(fake.world, {
      program: 'Warenwirtschaft Filialverbund Süd-West mit sehr langem Namen 2026',
      amount: { value: 123_456_789_012, currency: 'EUR' },
      paymentMethods: {
        directDebit: { account: { number: 'DE89370400440532013000', accountHolderName: 'X'.repeat(80) } },
      },
    });
    void ask(fake.world);
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
