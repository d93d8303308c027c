// A program asks to use this till while somebody works at it.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#contract/data/languages.ts';
import { askToPair } from '../../renderer/bridge/fake/programs.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  smallTargets,
  typeAmount,
  typePin,
} from './support/window.tsx';

const bar = () => page.getByRole('button', { name: /asks to use this till/ });
const dialog = () => page.getByRole('dialog');
const grantButton = () => dialog().getByRole('button', { name: 'Grant access' });
const scope = (name: string) => dialog().getByRole('checkbox', { name });

/** The buttons of the question wake up after a second. */
async function awake(): Promise<void> {
  await expect.element(grantButton(), { timeout: 3_000 }).toBeEnabled();
}

it('shows the sum of a limit that is turned on above the buttons of a low till', async () => {
  await page.viewport(800, 600);
  const { fake } = await openWindow();
  askToPair(fake.world, { scopes: ['status', 'sale', 'refund', 'capture'] });
  await bar().click();
  await awake();
  await dialog().getByText('Limit its refunds per day').click();
  const sum = dialog().getByLabelText('Refunds per day, at most');
  await expect.element(sum).toHaveFocus();
  await expect.poll(() => inSight(sum.element())).toBe(true);
  await userEvent.keyboard('5000');
  await expect.element(sum).toHaveValue('50.00');
  await page.viewport(1280, 800);
});

it.each(languages)('says in full that it asks, also where much is open on a small till (%s)', async (language) => {
  await page.viewport(800, 600);
  const { fake } = await openWindow(({ world }) => seedOpen(world), { language });
  askToPair(fake.world);
  const code = page.getByText(/^482\s913$/);
  await expect.element(code).toBeVisible();
  const cut = [...(code.element().parentElement?.children ?? [])].filter((each) => each.scrollWidth > each.clientWidth);
  expect(cut.map((each) => each.textContent)).toEqual([]);
  expectFits();
  await page.viewport(1280, 800);
});

describe('a program that asks while somebody types an amount', () => {
  it('is noted in the status line, takes no focus and moves nothing', async () => {
    const { fake } = await openWindow();
    await typeAmount('12');
    const boxes = () =>
      [...document.querySelectorAll('main button, nav button')].map((each) =>
        JSON.stringify(each.getBoundingClientRect()),
      );
    const before = boxes();
    const focused = document.activeElement;
    askToPair(fake.world);
    await expect.element(bar()).toBeVisible();
    expect(bar().element().textContent).toMatch(/Corner ERP asks to use this till482\s913/);
    expect(boxes()).toEqual(before);
    expect(document.activeElement).toBe(focused);
    await expect.element(dialog()).not.toBeInTheDocument();
    await userEvent.keyboard('34');
    await expect.element(page.getByText('12.34')).toBeVisible();
  });

  it('says how many more wait, also to who hears it', async () => {
    const { fake } = await openWindow();
    for (const name of ['Corner ERP', 'Stock']) askToPair(fake.world, { name });
    askToPair(fake.world, { name: 'Loyalty', origin: 'https://loyalty.example' });
    await expect.element(page.getByRole('button', { name: /asks to use this till.* and 2 more$/ })).toBeVisible();
    expect(bar().element().querySelector('[aria-hidden]:not(svg)')?.textContent).toBe('+2');
  });

  it('is not answered by an Enter that was meant for something else', async () => {
    const { fake } = await openWindow();
    await typeAmount('1234');
    askToPair(fake.world);
    await expect.element(bar()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(fake.calls.get('answerPairing')).toBeUndefined();
  });

  it('is gone when it has run out', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world);
    await expect.element(bar()).toBeVisible();
    fake.world.programs.lapse();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it('is still noted after a reload', async () => {
    const till = await openWindow();
    askToPair(till.fake.world);
    await till.reload();
    await expect.element(bar()).toBeVisible();
  });

  it('is not shown to a customer', async () => {
    const { fake, stores } = await openWindow();
    stores.navigation.setState({ facingCustomer: true });
    askToPair(fake.world);
    await expect.poll(() => stores.pairings.getState().pairings.length).toBe(1);
    await expect.element(bar()).not.toBeInTheDocument();
  });
});

describe('the question', () => {
  it('shows who asks, the digits and what is wanted, and gives what is ticked', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world, {
      name: 'Corner ERP',
      origin: 'https://erp.corner-shop.example',
      scopes: ['status', 'sale', 'refund', 'refund-unreferenced'],
    });
    await bar().click();
    await expect
      .element(dialog().getByText(/It says it is the page https:\/\/erp\.corner-shop\.example/))
      .toBeVisible();
    await expect.element(dialog().getByText(/a program can claim any/)).toBeVisible();
    await expect.element(dialog().getByText(/only if “Corner ERP”, which you opened, is showing/)).toBeVisible();
    await expect.element(dialog().getByText(/482\s913/)).toBeVisible();
    await expect.element(scope('Start payments')).toBeChecked();
    await expect.element(scope('Refund and reverse known payments')).toBeChecked();
    await expect.element(scope('Refund without a payment')).not.toBeChecked();
    await expect.element(dialog().getByText(/Money can go to any card, without a payment before it/)).toBeVisible();
    await scope('Refund and reverse known payments').click();
    await awake();
    await grantButton().click();
    await expect.element(heading('Corner ERP may use this till')).toBeVisible();
    expect(fake.world.clients).toMatchObject([{ name: 'Corner ERP', scopes: ['status', 'sale'] }]);
    expect(fake.world.clients[0]?.options).toEqual({
      refundsPerDayMinor: null,
      waitsOffline: null,
      partialApprovals: false,
    });
  });

  it('does nothing for its first second', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world);
    await bar().click();
    await expect.element(grantButton()).toBeDisabled();
    await expect.element(dialog().getByRole('button', { name: 'Refuse' })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(fake.calls.get('answerPairing')).toBeUndefined();
    await awake();
  });

  it('stays with the request that was opened, also when another program asks', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world);
    await bar().click();
    fake.world.programs.lapse();
    askToPair(fake.world);
    await expect.element(heading('This request is over')).toBeVisible();
    await expect.element(grantButton()).not.toBeInTheDocument();
    expect(dialog().element().textContent).not.toMatch(/482\s914/);
  });

  it('can be refused, and left for later', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world);
    await bar().click();
    await dialog().getByRole('button', { name: 'Decide later' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await bar().click();
    await awake();
    await dialog().getByRole('button', { name: 'Refuse' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(bar()).not.toBeInTheDocument();
    expect(fake.world.clients).toEqual([]);
  });

  it('warns of a name that has access already', async () => {
    const { fake } = await openWindow();
    fake.world.clients.push({
      id: 'c1',
      name: 'erp',
      scopes: ['status'],
      origin: null,
      options: { refundsPerDayMinor: null, waitsOffline: null, partialApprovals: false },
      createdAt: '2026-01-31T10:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    });
    askToPair(fake.world, { name: 'ERP' });
    await bar().click();
    await expect.element(dialog().getByText(/A program with this name already has access/)).toBeVisible();
  });

  it('needs something that is given', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world, { scopes: ['refund-unreferenced'] });
    await bar().click();
    await expect.element(dialog().getByText(/Choose at least one/)).toBeVisible();
    await scope('Refund without a payment').click();
    await awake();
    await scope('Refund without a payment').click();
    await expect.element(grantButton()).toBeDisabled();
  });

  it('takes the PIN of a manager beside a cashier, who stays signed in and may refuse alone', async () => {
    const { fake, stores } = await openWindow((each) => seedPeople(each.world, 'Cashier 1'));
    askToPair(fake.world);
    await bar().click();
    await awake();
    await grantButton().click();
    await expect.element(page.getByRole('heading', { name: 'A manager grants access' })).toBeVisible();
    await typePin('000000');
    await expect.element(dialog().getByText(/^The PIN is wrong\./)).toBeVisible();
    await typePin(pins.manager);
    await expect.element(heading('Corner ERP may use this till')).toBeVisible();
    expect(stores.status.getState().status?.signedIn?.name).toBe('Cashier 1');
    await button('Close').click({ delay: 450 });
    askToPair(fake.world);
    await bar().click();
    await awake();
    await dialog().getByRole('button', { name: 'Refuse' }).click();
    await expect.element(bar()).not.toBeInTheDocument();
  });
});

/** A program that may read and refund, and the dialog that changes what it may. */
async function openedAccess() {
  const { fake } = await openWindow();
  askToPair(fake.world, { scopes: ['status', 'refund'] });
  await bar().click();
  await awake();
  await grantButton().click();
  await button('Close').click({ delay: 450 });
  await userEvent.keyboard('{Alt>}6{/Alt}');
  await button('Programs').click();
  await button('Change Corner ERP').click();
  return fake;
}

describe('a program that has access', () => {
  it('gets a new token after a question, shown once, and stays the same program', async () => {
    const fake = await openedAccess();
    await dialog().getByRole('button', { name: 'Close' }).click({ delay: 450 });
    const [before] = fake.world.clients;
    await button('New token for Corner ERP').click();
    await expect.element(dialog().getByText(/The token that it has now stops working at once/)).toBeVisible();
    await expectNoViolations();
    await dialog().getByRole('button', { name: 'Keep the token' }).click({ delay: 450 });
    expect(fake.calls.get('renewClient') ?? 0).toBe(0);
    await button('New token for Corner ERP').click();
    await dialog().getByRole('button', { name: 'Make the new token' }).click({ delay: 450 });
    await expect.element(dialog().getByText('The token of Corner ERP')).toBeVisible();
    await expect.element(dialog().getByText(/^sample-token-/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await dialog().getByRole('button', { name: 'I saved the token' }).click({ delay: 450 });
    expect(document.body.textContent).not.toContain('sample-token-');
    expect(fake.world.clients).toEqual([before]);
  });

  it('keeps its access until main has said that it is revoked, and the dialog says which it is', async () => {
    const fake = await openedAccess();
    await dialog().getByRole('button', { name: 'Close' }).click({ delay: 450 });
    await button('Revoke the access of Corner ERP').click();
    fake.world.silent = true;
    await dialog().getByRole('button', { name: 'Revoke the access of Corner ERP' }).click({ delay: 450 });
    await expect.element(dialog().getByText(/The till did not answer/)).toBeVisible();
    fake.world.silent = false;
    await dialog().getByRole('button', { name: 'Revoke the access of Corner ERP' }).click({ delay: 450 });
    await expect.element(page.getByText('Access revoked')).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('is given other scopes, a daily limit and the right to wait offline', async () => {
    const fake = await openedAccess();
    await scope('Export records').click();
    await dialog().getByRole('switch', { name: 'Limit its refunds per day' }).click();
    await dialog().getByRole('textbox', { name: 'Refunds per day, at most' }).fill('5000');
    await dialog().getByRole('combobox', { name: 'May wait while offline' }).selectOptions('Yes');
    await dialog().getByRole('button', { name: 'Save the access' }).click({ delay: 450 });
    await expect.element(page.getByText(/Refunds at most 50\.00\sEUR a day · Waits while offline/)).toBeVisible();
    expect(fake.world.clients).toMatchObject([
      {
        scopes: ['status', 'refund', 'export'],
        options: { refundsPerDayMinor: 5_000, waitsOffline: true, partialApprovals: false },
      },
    ]);
  });

  it('keeps the limit and the rights that somebody else sets while its access stands open here', async () => {
    const fake = await openedAccess();
    const [client] = fake.world.clients;
    // By the command line; then another program asks, and the list behind the dialog is read again.
    fake.world.clients[0] = {
      ...client!,
      scopes: ['refund'],
      options: { refundsPerDayMinor: 700, waitsOffline: null, partialApprovals: false },
    };
    askToPair(fake.world, { name: 'Stock' });
    await expect.element(bar()).toBeVisible();
    await scope('Export records').click();
    await dialog().getByRole('combobox', { name: 'May wait while offline' }).selectOptions('Yes');
    await dialog().getByRole('button', { name: 'Save the access' }).click({ delay: 450 });
    await expect.element(page.getByText(/Refunds at most 7\.00\sEUR a day · Waits while offline/)).toBeVisible();
    expect(fake.world.clients).toMatchObject([
      {
        scopes: ['refund', 'export'],
        options: { refundsPerDayMinor: 700, waitsOffline: true, partialApprovals: false },
      },
    ]);
  });
});

it('is asked for by the whole address of a webhook, which is allowed and stopped', async () => {
  const { fake } = await openWindow();
  askToPair(fake.world);
  await bar().click();
  await awake();
  await grantButton().click();
  await button('Close').click({ delay: 450 });
  const [client] = fake.world.clients;
  const webhook = { id: 'w1', url: 'https://erp.example/tillbridge', from: 0, allowed: false };
  fake.world.clients[0] = { ...client!, options: { ...client!.options, webhook } };
  await userEvent.keyboard('{Alt>}6{/Alt}');
  await button('Programs').click();
  await expect.element(page.getByText(webhook.url)).toBeVisible();
  await button('Send the events of Corner ERP').click({ delay: 450 });
  await expect.element(button('Stop sending the events of Corner ERP')).toBeVisible();
  expect(fake.world.clients[0]?.options.webhook).toEqual({ ...webhook, allowed: true });
  await button('Stop sending the events of Corner ERP').click({ delay: 450 });
  await expect.element(button('Send the events of Corner ERP')).toBeVisible();
  expect(fake.world.clients[0]?.options.webhook).toEqual(webhook);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(['en', 'de'] as const)('note and question read well in %s', async (language) => {
    const { fake } = await openWindow(() => {}, { theme, language });
    askToPair(fake.world, { name: 'N'.repeat(60), scopes: ['status', 'refund', 'refund-unreferenced', 'export'] });
    const note = page.getByRole('button', { name: /N{60}/ });
    await expect.element(note).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await note.click();
    await expect.element(dialog()).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});

describe('the question whether a program may use this till', () => {
  it('says who decides, and when to refuse', async () => {
    const { fake } = await openWindow();
    askToPair(fake.world, { name: 'Corner ERP' });
    await bar().click();
    await expect.element(dialog().getByText(/^Refuse if the digits differ, or if nobody here opened/)).toBeVisible();
    await expect.element(dialog().getByText(/^The person who looks after this shop’s programs decides/)).toBeVisible();
  });

  it('says to a cashier that a manager decides', async () => {
    const { fake } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'));
    askToPair(fake.world, { name: 'Corner ERP' });
    await bar().click();
    await expect.element(dialog().getByText(/^A manager enters their PIN/)).toBeVisible();
    await expect.element(dialog().getByText(/^Refuse if the digits differ/)).toBeVisible();
  });
});
