// Facts about a sale of which another amount was approved than was asked for, and about its rest.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople, pins } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { place } from '../../renderer/bridge/fake/seeds/seed.ts';
import { change } from '../../renderer/bridge/fake/world.ts';
import type { Fate } from '../../renderer/bridge/fake/world-parts.ts';
import { receiptLines } from '../../renderer/model/words/receipt-lines.ts';
import { sayIn } from '#texts/index.ts';
import { inSight } from './support/in-sight.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  giveReason,
  heading,
  openWindow,
  press,
  settled,
  typeAmount,
} from './support/window.tsx';

async function sellWith(fate: Fate, prepare: Parameters<typeof openWindow>[0] = () => {}) {
  const opened = await openWindow((fake) => {
    fake.world.fate = fate;
    prepare(fake);
  });
  await typeAmount('10000');
  await page.getByLabelText('Reference').fill('Order 4711');
  await press('Charge 100.00 EUR');
  const operation = () => [...opened.fake.world.operations.values()][0];
  return { ...opened, operation };
}

const currency = 'EUR';
const keepAndCharge = 'Keep 50.00 EUR, charge the remaining 50.00 EUR';

async function keptHalf() {
  const opened = await sellWith('less');
  await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
  await press(keepAndCharge);
  await expect.element(page.getByText('This sale takes the rest: 50.00 EUR of 100.00 EUR')).toBeVisible();
  opened.fake.world.fate = 'approve';
  return opened;
}

describe('less approved than asked', () => {
  it('names both sums, says whose money it is and does not ask for evidence', async () => {
    await sellWith('less');
    await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
    await expect.element(page.getByText(/The customer’s card is charged 50.00.EUR/)).toBeVisible();
    expect(page.getByText(/Do not take the card again/).elements()).toHaveLength(0);
    await expect.element(button(keepAndCharge)).toBeEnabled();
    await expect.element(button('Give back 50.00 EUR')).toBeEnabled();
  });

  it('is kept, and the rest stands on the form with the same reference; nothing is charged by it', async () => {
    const { fake, operation } = await keptHalf();
    expect(operation()).toMatchObject({ state: 'succeeded', approved: { value: 5_000 } });
    await expect.element(button('Charge 50.00 EUR')).toBeEnabled();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('Order 4711');
    await userEvent.keyboard('{Enter}');
    expect(fake.calls.get('submit')).toBe(1);
    await press('Charge 50.00 EUR');
    await expect.element(heading('All of 100.00 EUR is paid')).toBeVisible();
    const [, second] = [...fake.world.operations.values()];
    expect(second).toMatchObject({ partOf: operation()?.id, input: { refNr: 'Order 4711' } });
  });

  it('is kept as a fact and then taken back at its terminal', async () => {
    const { fake, operation } = await sellWith('less');
    await expect.element(button('Give back 50.00 EUR')).toBeEnabled();
    fake.world.fate = 'approve';
    await press('Give back 50.00 EUR');
    await expect.element(heading('Reversed. The customer is not charged.')).toBeVisible();
    const [, reversal] = [...fake.world.operations.values()];
    expect(operation()).toMatchObject({ state: 'succeeded', approved: { value: 5_000 } });
    expect(reversal?.input).toMatchObject({ messageType: 'REVERSE', amount: { value: 5_000 } });
    await expect.element(button('Start the next sale')).toBeVisible();
    expect(button(/^Charge the remaining/).elements()).toHaveLength(0);
  });

  it.each(variants)(
    'is no longer shown as paid once it goes back; what became of it stands in sight ($theme, $language)',
    async (look) => {
      await page.viewport(800, 600);
      const { stores, fake } = await openWindow(({ world }) => {
        world.fate = 'less';
        world.delayMs = 10;
      }, look);
      stores.sale.edit({ value: 1_234, reference: 'A-4711' });
      await press(/^Charge|kassieren$/);
      await expect.element(button(/^Give back|zurückgeben$/)).toBeEnabled();
      fake.world.fate = 'approve';
      await press(/^Give back|zurückgeben$/);
      const reversed = heading(/^Reversed\.|^Storniert\./);
      await expect.element(reversed).toBeVisible();
      expect(inSight(reversed.element())).toBe(true);
      expect(inSight(page.getByText(/^6[.,]17.EUR$/).element())).toBe(true);
      expect(heading(/^Paid|^Bezahlt/).elements()).toHaveLength(0);
      expectFits();
      await page.viewport(1280, 800);
    },
  );

  it('stays charged where taking it back is declined, and the window says so', async () => {
    const { fake } = await sellWith('less');
    await expect.element(button('Give back 50.00 EUR')).toBeEnabled();
    fake.world.fate = 'decline';
    await press('Give back 50.00 EUR');
    await expect.element(page.getByText(/^50.00.EUR stays charged until it is given back\.$/)).toBeVisible();
    await expect.element(button('Give back 50.00 EUR')).toBeEnabled();
  });

  it('asks a supervisor where taking it back is above the limit, and stays undecided without an approval', async () => {
    const { fake, operation } = await sellWith('less', ({ world }) => {
      seedPeople(world, 'Cashier 1');
      world.shop = { ...world.shop, refundLimitMinor: 1_000 };
    });
    await expect.element(button('Give back 50.00 EUR')).toBeEnabled();
    fake.world.fate = 'approve';
    await press('Give back 50.00 EUR');
    await expect.element(page.getByRole('dialog').getByText('Why is money given back?')).toBeVisible();
    await button('Do not send').click();
    await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
    expect(operation()?.state).toBe('needs-person');
    expect(fake.world.operations.size).toBe(1);
    await press('Give back 50.00 EUR');
    await giveReason('Wanted to pay all of it at once');
    await expect.element(page.getByText('Wanted to pay all of it at once')).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor Supervisor/ })
      .click();
    await userEvent.keyboard(pins.supervisor);
    await press(/^Approve /);
    await expect.element(heading('Reversed. The customer is not charged.')).toBeVisible();
  });

  it('says that it cannot be taken back from here where the answer named neither payment nor trace number', async () => {
    const { stores } = await openWindow(({ world }) => {
      const input = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T-1', amount: { value: 10_000, currency } };
      const approved = { value: 5_000, currency };
      place(world, 'less', { kind: 'cloud-pos', state: 'sending', input }, 1);
      const doubt = 'approved-less: 50.00 EUR of 100.00 EUR';
      change(world, 'less', { state: 'needs-person', doubt, approved, result: { approvalCode: '1' } });
    });
    stores.navigation.go({ screen: 'activity', operationId: 'less' });
    await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
    await expect.element(page.getByText(/^This till cannot give it back from here/)).toBeVisible();
    expect(button(/^Give back/).elements()).toHaveLength(0);
    await expect.element(button(keepAndCharge)).toBeEnabled();
  });

  it('can be decided in Activity, where the rest then leads to the Sale screen', async () => {
    const { stores, operation } = await sellWith('less');
    await expect.element(button(keepAndCharge)).toBeVisible();
    stores.navigation.go({ screen: 'activity', operationId: operation()?.id ?? '' });
    await expect.element(heading('Only 50.00 EUR of 100.00 EUR was approved')).toBeVisible();
    expect(page.getByText('Why do you say so?').elements()).toHaveLength(0);
    await press(keepAndCharge);
    await expect.element(button('Charge 50.00 EUR')).toBeEnabled();
  });

  it('shows in Activity what takes it back, from the press to its end', async () => {
    const { fake, stores, operation } = await sellWith('less');
    await expect.element(button(keepAndCharge)).toBeVisible();
    stores.navigation.go({ screen: 'activity', operationId: operation()?.id ?? '' });
    fake.world.fate = 'approve';
    await expect.element(button('Give back 50.00 EUR')).toBeVisible();
    await press('Give back 50.00 EUR');
    await expect.element(heading('Reversed. The customer is not charged.')).toBeVisible();
  });
});

describe('a purchase in parts', () => {
  it('is paid without a card for its rest, once somebody says so', async () => {
    const { fake, stores, operation } = await keptHalf();
    await button('Paid without a card').click();
    await expect.element(page.getByRole('dialog').getByText(/until the shift is closed/)).toBeVisible();
    expect(fake.calls.get('payRestOtherwise')).toBeUndefined();
    await press('Note 50.00 EUR as paid');
    await expect.element(button('Enter an amount')).toBeVisible();
    const noted = page.getByText(/^All of 100\.00.EUR is paid, 50\.00.EUR of it without a card$/);
    await expect.element(noted).toBeVisible();
    expect(operation()).toMatchObject({ paidOtherwise: { value: 5_000 } });
    await typeAmount('1');
    await expect.element(noted).not.toBeInTheDocument();
    expect(fake.world.operations.size).toBe(1);
    // The drawer holds what no card was charged for.
    stores.navigation.go({ screen: 'shift' });
    const apart = page.getByText(/^Noted as paid without a card, not in these takings \(1\): 50\.00.EUR$/);
    await expect.element(apart).toBeVisible();
    expect(page.getByText(/100\.00/).elements()).toEqual([]);
  });

  it('has its rest again once the note that it was paid without a card is taken back, with a reason', async () => {
    const { fake, operation } = await keptHalf();
    await button('Paid without a card').click();
    await press('Note 50.00 EUR as paid');
    await expect.element(button('Enter an amount')).toBeVisible();
    await button('Payments').click();
    await page.getByRole('option').first().click();
    await expect.element(heading('All of 100.00 EUR is paid')).toBeVisible();
    await button('Take the note back').click();
    const dialog = page.getByRole('dialog');
    await settled();
    await dialog.getByRole('button', { name: 'Take the note back' }).click();
    await expect.element(dialog.getByText('Write at least 3 characters')).toBeVisible();
    expect(fake.calls.get('takeBackRest')).toBeUndefined();
    await dialog.getByLabelText('Why do you take it back?').fill('It was another sale');
    await settled();
    await dialog.getByRole('button', { name: 'Take the note back' }).click();
    await expect.element(heading('50.00 EUR of 100.00 EUR is still to pay')).toBeVisible();
    await expect.element(button('Charge the remaining 50.00 EUR')).toBeVisible();
    expect(operation()).not.toHaveProperty('paidOtherwise');
  });

  it('is one row in Payments with one rest, and each part can be refunded', async () => {
    const { stores, fake } = await keptHalf();
    await button('Payments').click();
    await expect.element(page.getByRole('option', { name: /50.00.EUR still to pay/ })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    stores.navigation.go({ screen: 'sale' });
    await expect.element(button('Charge 50.00 EUR')).toBeEnabled();
    await press('Charge 50.00 EUR');
    await expect.element(heading('All of 100.00 EUR is paid')).toBeVisible();
    await button('Payments').click();
    await expect.element(page.getByRole('option').filter({ hasText: 'Paid in parts' })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    await page.getByRole('option').first().click();
    await button(/^Open this part: 50.00/).click();
    const [, second] = fake.world.payments.keys();
    await expect.poll(() => stores.payment.getState().known?.id).toBe(second);
    await expect.element(button('Refund money')).toBeEnabled();
    await press('Refund money');
    await expect.element(button('Refund 50.00 EUR')).toBeEnabled();
    // Goods that come back after all of it was paid leave nothing to pay.
    await press('Refund 50.00 EUR');
    await expect.element(heading(/^Refunded 50.00/)).toBeVisible();
    await button('Payments').click();
    await expect.element(page.getByRole('option', { name: /still to pay/ })).not.toBeInTheDocument();
    await page.getByRole('option').first().click();
    await expect.element(page.getByText(/50.00.EUR was refunded after that/)).toBeVisible();
    await expect.element(page.getByText(/50.00.EUR of it given back/)).toBeVisible();
  });

  it('is not shown as paid while one of them may or may not have been charged', async () => {
    const { fake, stores } = await keptHalf();
    fake.world.fate = 'person';
    await press('Charge 50.00 EUR');
    await expect.poll(() => [...fake.world.operations.values()].at(-1)?.state).toBe('needs-person');
    stores.navigation.go({ screen: 'payments' });
    // By its name: the list may still change its order.
    await page.getByRole('option', { name: /50.00.EUR may have been charged/ }).click();
    await expect.element(page.getByText(/^50.00.EUR may have been charged$/).nth(1)).toBeVisible();
  });

  it('is not shown as paid while one of them may be going back', async () => {
    const { fake, stores } = await keptHalf();
    await press('Charge 50.00 EUR');
    await expect.element(heading('All of 100.00 EUR is paid')).toBeVisible();
    fake.world.fate = 'person';
    stores.navigation.go({ screen: 'payments' });
    await page.getByRole('option').first().click();
    await button('Reverse the payment').click();
    await press(/^Reverse/);
    await expect.poll(() => [...fake.world.operations.values()].at(-1)?.state).toBe('needs-person');
    stores.navigation.go({ screen: 'payments' });
    // By its name: the list may still change its order.
    await page.getByRole('option', { name: /50.00.EUR may be going back/ }).click();
    await expect.element(heading(/^Under way/)).toBeVisible();
    expect(button('Refund money').elements()).toHaveLength(0);
    expect(button('Reverse the payment').elements()).toHaveLength(0);
  });

  it('has the sum of a part that was reversed to pay again', async () => {
    const { stores } = await keptHalf();
    await press('Charge 50.00 EUR');
    await expect.element(heading('All of 100.00 EUR is paid')).toBeVisible();
    stores.navigation.go({ screen: 'payments' });
    await page.getByRole('option').first().click();
    await button('Reverse the payment').click();
    await press(/^Reverse/);
    await expect.element(heading('Reversed. The customer is not charged.')).toBeVisible();
    stores.navigation.go({ screen: 'payments' });
    await page.getByRole('option', { name: /50.00.EUR still to pay/ }).click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Given back' })).toBeVisible();
  });

  it('waits for the sale that runs before its rest is charged', async () => {
    const { fake, stores } = await keptHalf();
    fake.world.fate = 'hang';
    await press('Charge 50.00 EUR');
    await expect.poll(() => [...fake.world.operations.values()].at(-1)?.state).toBe('sending');
    const [head] = fake.world.operations.values();
    stores.navigation.go({ screen: 'activity', operationId: head?.id ?? '' });
    await expect.element(page.getByText(/50.00.EUR is under way/)).toBeVisible();
  });

  it('says why its rest cannot be charged while another sale runs, and stays where it is', async () => {
    const { fake, stores } = await keptHalf();
    await button('Leave the rest open').click();
    await typeAmount('200');
    fake.world.fate = 'hang';
    await press('Charge 2.00 EUR');
    await expect.poll(() => [...fake.world.operations.values()].at(-1)?.state).toBe('sending');
    const [head] = fake.world.operations.values();
    stores.navigation.go({ screen: 'activity', operationId: head?.id ?? '' });
    await press('Charge the remaining 50.00 EUR');
    await expect.element(page.getByText('Another sale is running. Charge the rest when it has ended.')).toBeVisible();
    expect(stores.navigation.getState().route.screen).toBe('activity');
    expect(fake.world.operations.size).toBe(2);
  });

  it('refuses more than its rest, and says how much is left', async () => {
    const { fake } = await keptHalf();
    await page.getByRole('button', { name: 'Remove the last digit' }).click();
    await typeAmount('99');
    await press(/^Charge 500.99 EUR/);
    await expect.element(page.getByText('More than is left to pay. Nothing was charged.')).toBeVisible();
    await expect.element(page.getByText('At most 50.00 EUR is possible.')).toBeVisible();
    expect(fake.world.operations.size).toBe(1);
  });

  it('is offered again when the next sale was begun instead', async () => {
    const { stores } = await keptHalf();
    await button('Leave the rest open').click();
    await expect.element(button('Enter an amount')).toBeVisible();
    await button('Payments').click();
    await page.getByRole('option').first().click();
    await press('Charge the remaining 50.00 EUR');
    await expect.element(button('Charge 50.00 EUR')).toBeEnabled();
    expect(stores.sale.getState().rest?.remaining).toBe(5_000);
  });
});

describe('more approved than asked', () => {
  it('is a person’s to keep as a tip', async () => {
    const { operation } = await sellWith('more');
    await expect.element(heading('110.00 EUR was approved instead of 100.00 EUR')).toBeVisible();
    // Whether it is a tip is what a person is asked.
    expect(page.getByText('Tip', { exact: true }).elements()).toHaveLength(0);
    await press('Keep 110.00 EUR with 10.00 EUR tip');
    await expect.element(heading('Paid 110.00 EUR')).toBeVisible();
    expect(operation()).toMatchObject({ state: 'succeeded', approved: { value: 11_000 } });
  });

  it('shows the tip apart at the end of the sale, in the payment and on a receipt that the window makes', async () => {
    const { operation, stores, fake } = await sellWith('tip');
    await expect.element(heading('Paid 110.00 EUR')).toBeVisible();
    await expect.element(page.getByText('Tip', { exact: true })).toBeVisible();
    const sold = operation();
    if (sold === undefined) throw new Error('there is no sale');
    const lines = receiptLines({ ...sold, result: null }, 'customer', sayIn('en'), 'en', {
      mode: 'live',
      shopName: '',
    });
    expect(lines).toEqual(expect.arrayContaining(['Amount: 110.00\u00A0EUR', 'Tip: 10.00\u00A0EUR']));
    stores.navigation.go({ screen: 'payments', payId: [...fake.world.payments.keys()][0] ?? '' });
    await expect.element(page.getByText('Tip', { exact: true })).toBeVisible();
    await expect.element(page.getByText('10.00 EUR', { exact: true })).toBeVisible();
  });
});

it('says that the terminal was busy and nothing was charged', async () => {
  await sellWith('busy');
  await expect.element(heading('The terminal was busy. Nothing was charged.')).toBeVisible();
  await expect.element(button('Try 100.00 EUR again')).toBeVisible();
});

describe.each(variants)('looks right ($theme, $language)', (preferences) => {
  it.each([
    [1024, 768],
    [800, 600],
  ])('with less approved, kept, and its rest on the form, at %i x %i', async (width, height) => {
    await page.viewport(width, height);
    const { fake, stores } = await openWindow(({ world }) => (world.fate = 'less'), preferences);
    await typeAmount('10000');
    await settled();
    stores.sale.charge({ value: 10_000, currency: 'EUR' }, 'T-1');
    await expect.element(heading(/50[.,]00.EUR.*100[.,]00.EUR/)).toBeVisible();
    expectFits();
    await expectNoViolations();
    const [operation] = [...fake.world.operations.values()];
    await fake.api.keepApproved({ id: operation?.id ?? '' });
    await expect.element(page.getByRole('region', { name: /^Paid in parts$|^In Teilen bezahlt$/ })).toBeVisible();
    expectFits();
    await expectNoViolations();
    await press(/^Charge the remaining|^Restliche/);
    await expect.element(page.getByText(/This sale takes the rest|Dieser Verkauf kassiert den Rest/)).toBeVisible();
    expectFits();
    await expectNoViolations();
    await page.viewport(1280, 800);
  });
});
