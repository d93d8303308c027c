// Facts about a payment link whose page was left: Payments shows what it asks for and that it was not seen paid, and
// opening it asks the gateway, so that the same purchase is not charged once more.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, heading, openWindow, typeAmount } from './support/window.tsx';

async function leaveLink() {
  const opened = await openWindow();
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'link' });
  await expect.element(heading('How much should the customer pay?')).toBeVisible();
  await typeAmount('1234');
  await button('Make a link for 12.34 EUR').click();
  await expect.element(heading('Waiting for the customer')).toBeVisible();
  opened.stores.navigation.go({ screen: 'payments' });
  return opened;
}

const row = () => page.getByRole('option', { name: /12\.34/ });

describe('a payment link that was left', () => {
  it('stands in Payments with its sum, as not seen paid yet', async () => {
    await leaveLink();
    const link = page.getByRole('option', { name: /No payment seen yet.*12\.34/ });
    await expect.element(link).toBeVisible();
    // Not in the green of what is paid.
    expect(link.element().querySelector('[class*=succeeded]')).toBeNull();
  });

  it('is looked up when it is opened there, and is then seen paid', async () => {
    const { fake } = await leaveLink();
    await expect.element(row()).toBeVisible();
    for (const each of fake.world.hosted.values()) each.status = 'CAPTURED';
    await row().click();
    await expect.element(heading(/Paid.*12\.34/)).toBeVisible();
  });

  it('is not looked up while the till is offline, and shows what it asks for', async () => {
    const { fake } = await leaveLink();
    await expect.element(row()).toBeVisible();
    fake.setOnline(false);
    await row().click();
    await expect.element(heading(/No payment seen yet.*12\.34/)).toBeVisible();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});
