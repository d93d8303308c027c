// Facts about a sale, seen where a cashier sees them.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerRunning, button, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

const submissions = (fake: { calls: Map<string, number> }) => fake.calls.get('submit') ?? 0;

describe('a sale', () => {
  it('takes digits into the minor units from the first one on', async () => {
    await openWindow();
    await typeAmount('1234');
    await expect.element(button('Charge 12.34 EUR')).toBeEnabled();
  });

  it.each([
    ['JPY', 'Charge 1,234 JPY'],
    ['BHD', 'Charge 1.234 BHD'],
  ])('knows the minor units of %s', async (currency, text) => {
    await openWindow();
    await typeAmount('1234');
    await page.getByLabelText('Currency').selectOptions(currency);
    await expect.element(button(text)).toBeVisible();
  });

  it('tells the cashier what the customer should do, then that it was paid', async () => {
    const { fake } = await openWindow((made) => (made.world.fate = 'hang'));
    await typeAmount('1234');
    await press('Charge 12.34 EUR');
    await expect.element(heading('Ask the customer to present the card')).toBeVisible();
    answerRunning(fake);
    await expect.element(heading(/^Paid 12.34/)).toBeVisible();
    await expect.element(button('Save the receipt')).toBeVisible();
  });

  it('is one operation however often it is pressed', async () => {
    const { fake } = await openWindow();
    await typeAmount('500');
    await settled();
    const charge = button('Charge 5.00 EUR').element() as HTMLButtonElement;
    charge.click();
    charge.click();
    charge.click();
    await expect.element(heading(/^Paid 5.00/)).toBeVisible();
    expect(fake.world.operations.size).toBe(1);
    expect(submissions(fake)).toBe(1);
  });

  it('is not started by Enter, only by Ctrl and Enter', async () => {
    const { fake } = await openWindow();
    await expect.element(button('Enter an amount')).toBeVisible();
    await userEvent.keyboard('250{Enter}{Enter}');
    await expect.element(button('Charge 2.50 EUR')).toBeVisible();
    expect(submissions(fake)).toBe(0);
    await settled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(heading(/^Paid 2.50/)).toBeVisible();
  });

  it('puts a scanned code into the reference and leaves the amount', async () => {
    const { fake } = await openWindow();
    await typeAmount('700');
    await settled();
    for (const key of [...'4006381333931'.split(''), 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await expect.element(page.getByLabelText('Reference')).toHaveValue('4006381333931');
    await expect.element(button('Charge 7.00 EUR')).toBeVisible();
    expect(submissions(fake)).toBe(0);
  });

  it('says calmly that a card was declined, tries it again as it was, or goes back to the amount', async () => {
    const opened = await openWindow((made) => (made.world.fate = 'decline'));
    const { fake, stores } = opened;
    stores.sale.edit({ reference: 'order 7', terminalId: 'T-2', kind: 'AUTHORISATION_OR_RESERVATION' });
    await typeAmount('900');
    await settled();
    // The key that charges, pressed once more in the moment in which the end appears, charges no second time.
    const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    const watch = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent.startsWith('Declined') !== true) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await button('Authorize 9.00 EUR').click();
    await expect.element(heading(/^Declined\./)).toBeVisible();
    await settled();
    expect(submissions(fake)).toBe(1);
    await opened.reload();
    await press('Try 9.00 EUR again');
    await expect.poll(() => submissions(fake)).toBe(2);
    await expect.element(heading(/^Declined\./)).toBeVisible();
    const inputs = [...fake.world.operations.values()].map(({ input }) => ({
      ...input,
      transId: '',
      localDateTime: '',
    }));
    expect(inputs[1]).toEqual(inputs[0]);
    await press('Change it');
    await expect.element(button('Authorize 9.00 EUR')).toBeEnabled();
    await expect.element(page.getByLabelText('Reference')).toHaveValue('order 7');
    expect(submissions(fake)).toBe(2);
  });

  it('says what not to do while the outcome is unknown', async () => {
    await openWindow((fake) => (fake.world.fate = 'lost'));
    await typeAmount('900');
    await press('Charge 9.00 EUR');
    await expect
      .element(heading(/^We don’t know yet whether it was paid. Do not charge again. Checking since \d\d:\d\d.$/))
      .toBeVisible();
    await expect.element(page.getByText('Next check')).toBeVisible();
  });

  it('cannot be started offline, and says why', async () => {
    await openWindow((fake) => fake.setOnline(false));
    await typeAmount('900');
    await expect.element(button('Charge 9.00 EUR')).toBeDisabled();
    await expect.element(page.getByText(/^Offline. Nothing was charged/)).toBeVisible();
  });

  it('is not said to lack a terminal while the window is still learning which there are', async () => {
    const said: string[] = [];
    const watch = new MutationObserver(() => {
      for (const alert of document.querySelectorAll('[role=alert]')) said.push(alert.textContent);
    });
    watch.observe(document.body, { subtree: true, childList: true });
    await openWindow();
    await expect.element(page.getByLabelText('Terminal')).toHaveValue('T-1');
    watch.disconnect();
    expect(said).toEqual([]);
  });

  it('that was refused offline says so until the connection is back, and then to press again', async () => {
    const { fake } = await openWindow();
    await typeAmount('900');
    await settled();
    // Main knows before the window does.
    fake.world.online = false;
    await button('Charge 9.00 EUR').click();
    const red = page.getByText('Offline. Nothing was sent and no money moved.');
    await expect.element(red).toBeVisible();
    fake.setOnline(false);
    await expect.element(button('Charge 9.00 EUR')).toBeDisabled();
    fake.setOnline(true);
    await expect.element(page.getByText(/^The connection is back/)).toBeVisible();
    await expect.element(red).not.toBeInTheDocument();
    await expect.element(button('Charge 9.00 EUR')).toBeEnabled();
  });

  it('is still there after a reload in the middle of it', async () => {
    const opened = await openWindow((fake) => (fake.world.fate = 'hang'));
    await typeAmount('321');
    await press('Charge 3.21 EUR');
    await expect.element(heading('Ask the customer to present the card')).toBeVisible();
    await opened.reload();
    await expect.element(heading('Ask the customer to present the card')).toBeVisible();
    answerRunning(opened.fake);
    await expect.element(heading(/^Paid 3.21/)).toBeVisible();
    expect(opened.fake.world.operations.size).toBe(1);
  });

  it('is shown as it ended where it ended while the window was away, and not again once it was put away', async () => {
    const opened = await openWindow();
    await typeAmount('321');
    await press('Charge 3.21 EUR');
    await expect.element(heading(/^Paid 3.21/)).toBeVisible();
    const stores = await opened.reload();
    await expect.element(heading(/^Paid 3.21/)).toBeVisible();
    await press('Start the next sale');
    await expect.element(heading('How much?')).toBeVisible();
    stores.sale.recover(await stores.operations.recover());
    await expect.element(heading('How much?')).toBeVisible();
    expect(stores.sale.submission.getState().phase.type).toBe('idle');
  });

  it('happens once where main falls silent in the middle of the press', async () => {
    const { fake } = await openWindow();
    await typeAmount('640');
    await settled();
    fake.world.silent = true;
    await button('Charge 6.40 EUR').click();
    await expect.element(page.getByText(/it can happen only once/)).toBeVisible();
    await expect.element(page.getByText('The till is not answering', { exact: true })).toBeVisible();
    fake.world.silent = false;
    await expect.element(heading(/^Paid 6.40/)).toBeVisible();
    expect(fake.world.operations.size).toBe(1);
    await expect.element(page.getByText('The till is not answering', { exact: true })).not.toBeInTheDocument();
  });
});
