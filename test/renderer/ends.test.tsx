// Facts about ends that no person has seen: each is shown, with its sum and what to do, to the person who began the
// operation and to supervisors, until one of them has seen it.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { change, type World } from '../../renderer/bridge/fake/world.ts';
import { button, expectFits, expectNoViolations, heading, openWindow, press, typeAmount } from './support/window.tsx';
import { variants } from './support/variants.ts';

function seedWaiting(world: World, operator: string | null): void {
  const input = { payId: 'PAY-seed-0', transId: 'R-late', amount: { value: 4_590, currency: 'EUR' } };
  place(world, 'late', { kind: 'refund', state: 'accepted', input }, 90, {
    origin: operator === null ? { type: 'cashier' } : { type: 'cashier', operator },
  });
}

const failure = { code: 'declined', message: 'Do not honor', responseDescription: 'Do not honor' } as const;
const note = () => button(/^Refund .*45\.90.* was not carried out/);

describe('an end that was not seen', () => {
  it.each([
    [1280, true],
    [800, false],
  ])('leaves the connection in the line, in one row (%i px)', async (width, inWords) => {
    await page.viewport(width, 600);
    const { fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedOpen(world);
      seedPeople(world, 'Supervisor');
      seedWaiting(world, null);
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    change(fake.world, 'late', { state: 'failed', failure });
    await expect.element(note()).toBeVisible();
    const cut = [...note().element().children].filter((each) => each.scrollWidth > each.clientWidth + 1);
    expect(cut.map((each) => each.textContent)).toEqual([]);
    const line = page.getByRole('contentinfo').element();
    const online = page.getByText('Online', { exact: true }).element();
    expect(online.closest('footer')).toBe(line);
    expect(online.getBoundingClientRect().width > 20).toBe(inWords);
    expect(online.previousElementSibling!.getBoundingClientRect().width).toBeGreaterThanOrEqual(20);
    expect(line.getBoundingClientRect().height).toBeLessThan(60);
    await page.viewport(1280, 800);
  });

  it('is told in the line at the bottom, with what to do, until it is seen', async () => {
    const opened = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedWaiting(world, null);
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    change(opened.fake.world, 'late', { state: 'failed', failure });
    await expect.element(note()).toBeVisible();
    await opened.reload();
    await note().click();
    await expect.element(heading('This is how it ended')).toBeVisible();
    await expect.element(page.getByText(/the customer still waits for the money/)).toBeVisible();
    await expect.poll(() => page.getByRole('dialog').element().textContent).toContain('−45.90');
    await button('Later').click();
    await expect.element(note()).toBeVisible();
    await note().click();
    await button('I have seen this').click();
    await expect.poll(() => note().query()).toBeNull();
    await opened.reload();
    await expect.element(page.getByRole('main')).toBeVisible();
    expect(note().query()).toBeNull();
  });

  it.each([
    ['create-link', {}],
    ['create-payment', { paymentMethods: { integrationType: 'HOSTED', type: 'PAYPAL' } }],
  ] as const)('says that a link was paid after its page was left, until it is seen (%s)', async (kind, method) => {
    const { fake, stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      const input = { transId: 'L-1', amount: { value: 1_999, currency: 'EUR' }, ...method };
      const offer = { state: 'open', lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
      place(world, 'link', { kind, state: 'succeeded', input }, 90, { offer });
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    const { tables } = fake.world.till;
    const made = tables.operation('link')!;
    const { offer } = made;
    tables.update({ ...made, revision: made.revision + 1, offer: { ...offer!, state: 'paid' } });
    await stores.ends.load();
    const linkNote = () => button(/^Payment link .*19\.99.* was paid/);
    await linkNote().click();
    await expect.element(page.getByText(/^Paid 19\.99.EUR/)).toBeVisible();
    await expect.element(page.getByText(/^The customer has paid\. If they paid another way as well/)).toBeVisible();
    await button('I have seen this').click();
    await expect.poll(() => linkNote().query()).toBeNull();
  });

  it('names both sums where a link was paid with another one, until it is seen', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      const input = { transId: 'L-1', amount: { value: 1_999, currency: 'EUR' } };
      const shown = { value: 1_999, currency: 'CHF' };
      const offer = { state: 'differs', shown, lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
      place(world, 'link', { kind: 'create-link', state: 'succeeded', input }, 90, { offer });
    });
    const paid = () => button(/^Payment link .*19\.99.* was not paid with this sum/);
    await paid().click();
    await expect.element(page.getByText('The payment system shows 19.99 CHF, not 19.99 EUR')).toBeVisible();
    await expect.element(page.getByText(/Keep the goods until it is settled/)).toBeVisible();
    await expectNoViolations();
    await button('I have seen this').click();
    await expect.poll(() => paid().query()).toBeNull();
    expect(await fake.api.ends({})).toEqual([]);
  });

  it('names the further payment where a link was paid twice, until it is seen', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      const amount = { value: 1_999, currency: 'EUR' };
      const paidAgain = [{ payId: 'PAY-second', shown: amount }];
      const offer = { state: 'paid', paidAgain, lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
      place(world, 'link', { kind: 'create-link', state: 'succeeded', input: { transId: 'L-1', amount } }, 90, {
        offer,
      });
    });
    const twice = () => button(/^Payment link .*19\.99.* was paid twice/);
    await twice().click();
    await expect.element(page.getByText('Paid more than once: also by PAY-second (19.99 EUR)')).toBeVisible();
    await expect.element(page.getByText(/refund what was paid twice/)).toBeVisible();
    await expectNoViolations();
    await button('I have seen this').click();
    await expect.poll(() => twice().query()).toBeNull();
    expect(await fake.api.ends({})).toEqual([]);
  });

  it.each([
    ['succeeded', 'was paid', {}],
    ['failed', 'was not paid', { failure }],
  ] as const)('of a sale that %s is said as the customer’s money, and its sum once', async (state, words, more) => {
    await openWindow(({ world }) => {
      const amount = { value: 4_200, currency: 'EUR' };
      const input = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T-1', amount };
      place(world, 'sold', { kind: 'cloud-pos', state: 'unknown', input }, 5);
      change(world, 'sold', { state, ...more });
    });
    await button(new RegExp(`^Sale .*42\\.00.* ${words}`)).click();
    await expect.element(heading('This is how it ended')).toBeVisible();
    const shown = page.getByRole('dialog').element().cloneNode(true) as HTMLElement;
    for (const heard of shown.querySelectorAll('.visually-hidden')) heard.remove();
    expect(shown.textContent.split('42.00')).toHaveLength(2);
  });

  it('concerns the person who began it and supervisors', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, 'Cashier 2');
      seedWaiting(world, 'Cashier 1');
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    change(fake.world, 'late', { state: 'failed', failure });
    expect(await fake.api.ends({})).toEqual([]);
    expect(note().query()).toBeNull();
    const signIn = (role: string) => {
      fake.world.session.carryOn(fake.world.operators.find(({ name }) => name === role)?.id ?? '');
    };
    signIn('Cashier 1');
    expect((await fake.api.ends({})).map(({ id }) => id)).toEqual(['late']);
    signIn('Supervisor');
    expect((await fake.api.ends({})).map(({ id }) => id)).toEqual(['late']);
  });

  it('of the sale on the screen is seen there', async () => {
    const { fake } = await openWindow(({ world }) => (world.fate = 'lost'));
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(button('Next customer, keep checking')).toBeVisible();
    const [sale] = [...fake.world.operations.values()];
    change(fake.world, sale?.id ?? '', { state: 'succeeded' });
    await expect.element(button('Start the next sale')).toBeVisible();
    expect(await fake.api.ends({})).toHaveLength(1);
    expect(button(/was carried out/).query()).toBeNull();
    await press('Start the next sale');
    await expect.poll(async () => (await fake.api.ends({})).length).toBe(0);
    expect(button(/was carried out/).query()).toBeNull();
  });

  it.each(variants)('looks right: $theme, $language', async ({ theme, language }) => {
    await page.viewport(800, 600);
    const { fake } = await openWindow(
      ({ world }) => {
        seedPast(world, 4);
        seedWaiting(world, null);
      },
      { theme, language },
    );
    await expect.element(page.getByRole('main')).toBeVisible();
    change(fake.world, 'late', { state: 'failed', failure });
    await button(/45[.,]90/).click();
    await expect.element(button(/^I have seen this$|^Gesehen$/)).toBeVisible();
    expectFits();
    await expectNoViolations();
    await page.viewport(1280, 800);
  });
});
