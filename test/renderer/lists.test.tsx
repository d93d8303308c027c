// Facts about the lists of Payments and Activity: what a person tells one row from another by.
import { describe, expect, inject, it } from 'vitest';
import { page } from 'vitest/browser';
import type { JsonObject } from '#contract/data/json.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { place } from '../../renderer/bridge/fake/seeds/seed.ts';
import type { World } from '../../renderer/bridge/fake/world.ts';
import { button, expectNoViolations, openWindow, press } from './support/window.tsx';

const dayMinutes = 24 * 60;

const atT1 = { posTerminalId: 'T-1', operator: undefined as string | undefined };

function sell(
  world: World,
  number: number,
  ageMinutes: number,
  refNr: string | null,
  at: Partial<typeof atT1> = {},
): void {
  const { posTerminalId, operator } = { ...atT1, ...at };
  const amount = { value: 1_000 + number, currency: 'EUR' };
  const named = refNr === null ? {} : { refNr };
  const input = { messageType: 'SALE', transId: `S-2026-00${number}`, posTerminalId, amount, ...named };
  place(world, `sold-${number}`, { kind: 'cloud-pos', state: 'succeeded', input }, ageMinutes, {
    origin: { type: 'cashier', ...(operator === undefined ? {} : { operator }) },
  });
}

/** How each heading of the list and each row of it follow one another, from above. */
function fromAbove(): string[] {
  const parts = [
    ...document.querySelectorAll<HTMLElement>('[role=listbox] [aria-hidden]:has(+ [role=option]), [role=option]'),
  ];
  return parts.map((each) => /Order \d|^(Today|Yesterday|Earlier)$/.exec(each.textContent)?.[0] ?? '?');
}

describe('the list of payments', () => {
  it('stands under today, yesterday and earlier, without a day on which nothing was sold', async () => {
    const sinceMidnight = Math.floor((Date.now() - new Date().setHours(0, 0, 0, 0)) / 60_000);
    const { fake, stores } = await openWindow(({ world }) => {
      sell(world, 1, sinceMidnight + 10 + 3 * dayMinutes, 'Order 1');
      sell(world, 2, sinceMidnight + 20, 'Order 2', { posTerminalId: 'T-2' });
      sell(world, 3, sinceMidnight + 10, 'Order 3', { posTerminalId: 'T-2' });
      sell(world, 4, 0, 'Order 4');
    });
    stores.navigation.go({ screen: 'payments' });
    await expect.poll(fromAbove).toEqual(['Today', 'Order 4', 'Yesterday', 'Order 3', 'Order 2', 'Earlier', 'Order 1']);
    await expectNoViolations();
    sell(fake.world, 5, 0, 'Order 5');
    await page.getByRole('searchbox').fill('T-1');
    await expect.poll(fromAbove).toEqual(['Today', 'Order 5', 'Order 4', 'Earlier', 'Order 1']);
  });

  it('is searched by the day, the person and the terminal, in main', async () => {
    const { stores } = await openWindow(({ world }) => {
      seedPeople(world, 'Cashier 1');
      sell(world, 1, 40 * dayMinutes, 'Order 1');
      sell(world, 2, 0, 'Order 2', { posTerminalId: 'T-9', operator: 'Cashier 1' });
      sell(world, 3, 0, 'Order 3');
    });
    stores.navigation.go({ screen: 'payments' });
    const date = new Date(Date.now() - 40 * dayMinutes * 60_000);
    const search = page.getByRole('searchbox');
    const found = async (text: string, orders: readonly string[]) => {
      await search.fill(text);
      await expect.poll(() => fromAbove().filter((each) => each.startsWith('Order'))).toEqual(orders);
    };
    await found('cashier 1', ['Order 2']);
    await found(`${date.getDate()}.${date.getMonth() + 1}.${date.getFullYear()}`, ['Order 1']);
    await found('t-9', ['Order 2']);
    await found('today', ['Order 3', 'Order 2']);
    await found('yesterday', []);
    await expect.element(page.getByText('This till knows no payment with “yesterday”')).toBeVisible();
  });

  it('shows card, reference and person and no id, which stand in a fold of the payment', async () => {
    const { fake, stores } = await openWindow(({ world }) => {
      sell(world, 1, 3, 'Order 1', { operator: 'Cashier 1' });
      sell(world, 2, 2, null);
    });
    const [payId = ''] = fake.world.payments.keys();
    stores.navigation.go({ screen: 'payments' });
    await expect.element(page.getByRole('option').first()).toBeVisible();
    const rows = page
      .getByRole('option')
      .elements()
      .map((each) => each.textContent);
    expect(rows[1]).toContain('VISA ••••\u00A01111 · Order 1 · Cashier 1');
    expect(rows.join()).not.toMatch(/S-2026|PAY-/);
    stores.navigation.go({ screen: 'activity' });
    await expect.element(page.getByRole('listbox', { name: 'Operations, newest first' })).toBeVisible();
    const operations = page.getByRole('option').elements();
    expect(operations.map((each) => each.textContent).join()).not.toMatch(/S-2026|PAY-/);
    expect(operations).toHaveLength(2);
    stores.navigation.go({ screen: 'payments', payId });
    const number = page.getByText('S-2026-001');
    await expect.element(button('Refund money')).toBeVisible();
    await expect.element(number).not.toBeVisible();
    await page.getByText('Numbers', { exact: true }).click();
    await expect.element(number).toBeVisible();
    await expectNoViolations();
  });
});

const links = [
  ['create-link', {}],
  ['create-payment', { paymentMethods: { integrationType: 'HOSTED', type: 'PAYPAL' } }],
] as const;

describe.each(links)('a link, made as %s,', (kind, method) => {
  const states = [
    ['open', 'No payment seen yet', /^Link made for 10.00/],
    ['authorized', 'Authorized only', /^Authorized 10.00/],
    ['paid', 'Paid', /^Paid 10.00/],
    ['expired', 'Expired', 'Expired. No money was taken.'],
    ['over', 'Expired, no payment seen', 'Expired. No payment was seen.'],
    ['differs', 'Another sum was paid', /^The payment system shows 9.00/],
  ] as const;

  // As a payment of a page the small share has what is not done, and what is.
  const isVariation = kind === 'create-payment' && inject('share') === 'small';
  it.each(isVariation ? states.slice(1, 3) : states)(
    'whose payment is %s is shown as "%s" in Activity, and only a paid one as done',
    async (state, word, said) => {
      const soon = new Date(Date.now() + 60_000).toISOString();
      const { stores } = await openWindow(({ world }) => {
        const input = { transId: 'L-1', refNr: 'Order 1', amount: { value: 1_000, currency: 'EUR' }, ...method };
        const shown = state === 'differs' ? { shown: { value: 900, currency: 'EUR' } } : {};
        const told = state === 'over' ? ({ state: 'open', over: true } as const) : { state };
        const offer = {
          ...told,
          ...shown,
          lookUps: 1,
          lastLookUpAt: null,
          nextLookUpAt: state === 'open' ? soon : null,
        };
        place(world, 'link', { kind, state: 'succeeded', input }, 3, { offer });
      });
      stores.navigation.go({ screen: 'activity' });
      const row = page.getByRole('option').first();
      await expect.element(row).toBeVisible();
      expect(row.element().textContent).toMatch(/Payment link/);
      expect(row.element().textContent).toContain(word);
      await row.click();
      await expect.element(page.getByRole('heading', { name: said })).toBeVisible();
      const green = document.querySelectorAll('main [class*=succeeded]');
      expect(green.length > 0).toBe(state === 'paid');
      await expectNoViolations();
    },
  );
});

it.each([
  ['Activity', { state: 'open', over: true }],
  ['Payments', { state: 'expired' }],
] as const)(
  'a link that ended unpaid is made anew from %s, for the same amount and reference',
  async (screen, told) => {
    const { stores, fake } = await openWindow(({ world }) => {
      const input = { transId: 'L-1', refNr: 'Order 1', amount: { value: 1_050, currency: 'EUR' } };
      const offer = { ...told, lookUps: 3, lastLookUpAt: null, nextLookUpAt: null };
      place(world, 'link', { kind: 'create-link', state: 'succeeded', input }, 3, { offer });
    });
    stores.navigation.go({ screen: screen === 'Activity' ? 'activity' : 'payments' });
    await page.getByRole('option').first().click();
    await press('Make a new link');
    await expect.element(page.getByLabelText('Reference')).toHaveValue('Order 1');
    await press(/^Make a link for 10\.50/);
    await expect.poll(() => fake.world.operations.size).toBe(2);
    const again = [...fake.world.operations.values()].find(({ id }) => id !== 'link');
    expect(again?.input).toMatchObject({ refNr: 'Order 1', amount: { value: 1_050, currency: 'EUR' } });
    expect(again?.input['transId']).not.toBe('L-1');
  },
);

it('names an earlier link by its reference, else by what it is for, and by no id', async () => {
  const { stores } = await openWindow(({ world }) => {
    const amount = { value: 1_000, currency: 'EUR' };
    const offer = { state: 'open', lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
    const make = (number: number, named: JsonObject) => {
      const input = { transId: `L2026${number}`, amount, ...named };
      place(world, `link-${number}`, { kind: 'create-link', state: 'succeeded', input }, number, { offer });
    };
    make(1, {});
    make(2, { order: { description: 'Two evenings' } });
    make(3, { refNr: 'Order 3', order: { description: 'A chair' } });
  });
  stores.navigation.go({ screen: 'link' });
  await button('Earlier links').click();
  await expect.poll(() => page.getByRole('option').elements().length).toBe(3);
  const [bare, described, referred] = page.getByRole('option').elements();
  expect(described?.textContent).toContain('Two evenings');
  expect(referred?.textContent).toContain('Order 3');
  expect([bare, described, referred].map((each) => each?.textContent).join()).not.toContain('L2026');
});

it('shows no id in a row of Activity', async () => {
  const { stores } = await openWindow(({ world }) => {
    sell(world, 1, 3, 'Order 1');
    sell(world, 2, 2, null);
  });
  stores.navigation.go({ screen: 'activity' });
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2);
  expect(document.querySelector('[role=listbox]')?.textContent).not.toMatch(/S-2026|PAY-/);
  await page.getByRole('option').first().click();
  await expect.element(page.getByText('S-2026-002')).not.toBeVisible();
});
