// Facts about a sale that a person decided without its number: it is a payment, and its money can go back.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, giveReason, heading, openWindow, press, settled } from './support/window.tsx';

/** Opens the payment of a sale of 45.90 that a supervisor decided by its slip. */
async function openDecided() {
  const opened = await openWindow((fake) => {
    seedPast(fake.world, 4);
    seedOpen(fake.world);
    seedPeople(fake.world, 'Supervisor');
    const url = 'https://office.shop.lan:8443';
    fake.world.office = { url, name: 'Till 1', takenAt: null, waiting: 0, claims: true, trouble: null };
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  await opened.fake.api.decide({
    id: 'open-person',
    outcome: 'succeeded',
    reason: 'The slip says paid.',
    evidence: 'Slip',
    slip: { traceNr: '000042' },
    approval: null,
    second: null,
  });
  opened.stores.navigation.go({ screen: 'payments' });
  await page.getByText('Order 40977', { exact: false }).first().click();
  return opened;
}

describe('a sale that a person decided without its number', () => {
  it('says who settled it, and offers only what needs no number', async () => {
    await openDecided();
    await expect.element(page.getByText('Decided by a person')).toBeVisible();
    await expect.element(button('Refund money')).toBeVisible();
    expect(button('Change the details').query()).toBeNull();
  });

  it('says in Activity that its number is not known, and leads to its payment', async () => {
    const { stores } = await openDecided();
    stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
    await expect.element(page.getByText(/^Its payment number is not known here\./)).toBeVisible();
    // Two sentences beside each other, one of them that it cannot be given back from here.
    expect(page.getByText(/cannot give it back from here/).elements()).toHaveLength(0);
    await press('Open the payment');
    await expect.element(page.getByText('Decided by a person')).toBeVisible();
  });

  it('is refunded by the number that the gateway tells', async () => {
    const { fake } = await openDecided();
    fake.world.numberShown = 'PAY-told';
    await press('Refund money');
    await expect.element(heading('How much should go back?')).toBeVisible();
    await press('Refund 45.90 EUR');
    await expect.element(heading(/^Refunded 45.90/)).toBeVisible();
    const refund = [...fake.world.operations.values()].findLast(({ kind }) => kind === 'refund');
    expect(refund?.input).toMatchObject({ payId: 'PAY-told', amount: { value: 4_590 } });
    await button('Back to the payment').click();
    await expect.element(page.getByText('Refunded in full').first()).toBeVisible();
  });

  it('is not given back where the gateway says that it was not carried out', async () => {
    const { fake } = await openDecided();
    fake.world.notShown = 'refused';
    await press('Refund money');
    await expect.element(page.getByText('The payment system says that this sale was not carried out.')).toBeVisible();
    await expect.element(button('Refund at the terminal')).toBeDisabled();
  });

  it('goes back to the card at the terminal where the gateway does not show it, with its reference', async () => {
    const { fake } = await openDecided();
    await press('Refund money');
    await expect
      .element(page.getByText('The payment system does not show this sale. Nothing was given back.'))
      .toBeVisible();
    await settled();
    const pressed = button('Refund at the terminal').element().getBoundingClientRect();
    await button('Refund at the terminal').click();
    await expect.element(heading('How much goes back to the card?')).toBeVisible();
    // A second tap sends nothing, however late it comes.
    const sends = button('Refund 45.90 EUR').element().getBoundingClientRect();
    expect(sends.right < pressed.left || sends.bottom < pressed.top || sends.top > pressed.bottom).toBe(true);
    await page.getByLabelText('Amount').fill('1000');
    await page.getByLabelText('Line or number of the slip (optional)').fill('12/1');
    await press('Refund 10.00 EUR');
    await giveReason();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await userEvent.keyboard(pins.supervisor2);
    await press(/^Approve /);
    await expect.element(heading(/^Refunded 10.00/)).toBeVisible();
    const credit = [...fake.world.operations.values()].at(-1);
    expect(credit?.line).toBe('12/1');
    expect(credit?.input).toMatchObject({
      messageType: 'CREDIT',
      refNr: 'Order 40977',
      amount: { value: 1_000 },
      refundReason: 'Came back broken',
    });
    await button('Back to the payment').click();
    await expect.element(page.getByText('Paid, partly refunded').first()).toBeVisible();
    await expect.element(page.getByText(/35.90/).first()).toBeVisible();
  });
});
