// Facts about what one sale leaves to the next: nothing that was chosen or typed for another customer.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { place, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { createKeyboard } from './support/keyboard.ts';
import { button, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

async function chooseAll() {
  await page.getByText('Authorize only').click();
  await page.getByLabelText('Currency').selectOptions('CHF');
  await page.getByLabelText('Terminal').selectOptions('T-2');
  await page.getByRole('textbox', { name: /^Reference/ }).fill('order 7');
  await typeAmount('20000');
}

async function expectDefaults() {
  await expect.element(button('Enter an amount')).toBeVisible();
  await expect.element(page.getByLabelText('Currency')).toHaveValue('EUR');
  await expect.element(page.getByLabelText('Terminal')).toHaveValue('T-1');
  await expect.element(page.getByRole('textbox', { name: /^Reference/ })).toHaveValue('');
  await expect.element(page.getByRole('radio', { name: 'Sale' })).toBeChecked();
  await expect.element(page.getByRole('group', { name: 'Not as usual' })).not.toBeInTheDocument();
}

/** In pixels. */
const letters = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);

describe('the next customer', () => {
  it('begins with the shop’s defaults, whatever was chosen for the one before', async () => {
    await openWindow();
    await chooseAll();
    await press('Authorize 200.00 CHF');
    await expect.element(heading('Authorized 200.00 CHF. Not taken yet.')).toBeVisible();
    await press('Start the next sale');
    await expectDefaults();
  });

  it('is told large what is not as usual, with one press back', async () => {
    await openWindow();
    await chooseAll();
    const differs = page.getByRole('group', { name: 'Not as usual' });
    for (const words of ['Authorize only', 'CHF, not EUR', 'Terminal T-2']) {
      const shown = differs.getByText(words);
      await expect.element(shown).toBeVisible();
      expect(letters(shown.element())).toBeGreaterThan(
        1.15 * letters(page.getByText('Reference', { exact: true }).element()),
      );
    }
    await button('As usual').click();
    await expect.element(button('Charge 200.00 EUR')).toBeVisible();
    await expect.element(differs).not.toBeInTheDocument();
  });

  it('is not charged what another cashier typed', async () => {
    const { fake } = await openWindow(({ world }) => seedPeople(world, 'Cashier 1'));
    await expect.element(button('Sign out Cashier 1')).toBeVisible();
    await chooseAll();
    const other = fake.world.operators.find(({ name }) => name === 'Cashier 2') ?? fake.world.operators[0];
    fake.world.session.carryOn(other?.id ?? '');
    await expectDefaults();
  });

  it('is not charged what was typed before the shift was closed', async () => {
    const { stores } = await openWindow();
    await chooseAll();
    await stores.shift.close(true);
    await expectDefaults();
  });

  it('is no new try of a sale whose amount was cleared', async () => {
    const { fake } = await openWindow((made) => (made.world.fate = 'decline'));
    await typeAmount('900');
    await press('Charge 9.00 EUR');
    await expect.element(heading('Declined. No money was taken.')).toBeVisible();
    await press('Change it');
    await button('Clear the amount').click();
    fake.world.fate = 'approve';
    await typeAmount('300');
    await press('Charge 3.00 EUR');
    await expect.element(heading(/^Paid 3.00/)).toBeVisible();
    expect([...fake.world.operations.values()].map(({ replaces }) => replaces)).toEqual([undefined, undefined]);
  });

  it('is not charged what a link was made for', async () => {
    const { stores } = await openWindow();
    await typeAmount('1234');
    await button('Payment link').click();
    await press('Make a link for 12.34 EUR');
    await expect.element(heading('Waiting for the customer')).toBeVisible();
    // Its ids are folded.
    expect(page.getByText('Transaction number').element().checkVisibility()).toBe(false);
    stores.navigation.go({ screen: 'sale' });
    await expectDefaults();
  });
});

/** A sale to its end on the screen. */
async function paid(digits: string, text: string): Promise<void> {
  await typeAmount(digits);
  await press(`Charge ${text} EUR`);
  await expect.element(heading(`Paid ${text} EUR`)).toBeVisible();
  await settled();
}

describe('the end of a sale', () => {
  it('is left by typing the next amount, which charges nothing, and not by Enter', async () => {
    const { fake } = await openWindow();
    await paid('500', '5.00');
    await userEvent.keyboard('{Enter}');
    await settled();
    await expect.element(heading('Paid 5.00 EUR')).toBeVisible();
    await userEvent.keyboard('7');
    await expect.element(button('Charge 0.07 EUR')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await settled();
    await expect.element(button('Charge 0.07 EUR')).toBeVisible();
    expect(fake.calls.get('submit')).toBe(1);
  });

  it('where no money was taken keeps its sum when digits are typed', async () => {
    await openWindow(({ world }) => (world.fate = 'decline'));
    await typeAmount('900');
    await press('Charge 9.00 EUR');
    await expect.element(heading('Declined. No money was taken.')).toBeVisible();
    await settled();
    await userEvent.keyboard('7');
    await settled();
    await expect.element(button('Try 9.00 EUR again')).toBeVisible();
  });

  it.each([8, 41, 60, 80])('stays where a scanner types a code into it at %i ms a key', async (pace) => {
    const keyboard = createKeyboard();
    const { stores } = await openWindow(() => {}, {}, keyboard.timers);
    await paid('500', '5.00');
    (document.activeElement as HTMLElement | null)?.blur();
    keyboard.scan('4006381333931', pace);
    await expect.poll(() => stores.scans.getState().unusedCode).toBe('4006381333931');
    await expect.element(heading('Paid 5.00 EUR')).toBeVisible();
    await button('Start the next sale').click();
    await expectDefaults();
  });

  it('is not said again where the cashier comes back from its payment, reversed there', async () => {
    const { stores } = await openWindow();
    await paid('500', '5.00');
    await button('Open the payment').click();
    await press('Reverse the payment');
    await press('Reverse 5.00 EUR');
    await expect.element(heading(/^Reversed/)).toBeVisible();
    stores.navigation.go({ screen: 'sale' });
    await expectDefaults();
  });
});

describe('another cashier', () => {
  it('begins with a sale, wherever the one before had been', async () => {
    const { fake, stores } = await openWindow(({ world }) => seedPeople(world, 'Manager'));
    await expect.element(button('Sign out Manager')).toBeVisible();
    stores.navigation.go({ screen: 'settings' });
    const named = (name: string) => fake.world.operators.find((each) => each.name === name)?.id ?? '';
    fake.world.session.carryOn(named('Cashier 1'));
    await expectDefaults();
    // A supervisor is called to what is on the screen.
    stores.navigation.go({ screen: 'shift' });
    fake.world.session.carryOn(named('Supervisor'));
    await expect.element(button('Sign out Supervisor')).toBeVisible();
    expect(stores.navigation.getState().route.screen).toBe('shift');
  });
});

describe('the list of payments', () => {
  it('is whole again for who comes to it by the rail', async () => {
    const keyboard = createKeyboard();
    const { stores } = await openWindow(({ world }) => seedPast(world, 6), {}, keyboard.timers);
    await expect.element(page.getByRole('main')).toBeVisible();
    keyboard.scan('PAY-seed-3', 8);
    await expect.element(button('Refund money')).toBeVisible();
    await button('Sale').first().click();
    await button('Payments').first().click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    await expect.poll(() => stores.payments.getState().rows.length).toBeGreaterThan(1);
  });

  it('says of an unpaid link that it was not seen paid, not that nothing is known', async () => {
    const { stores } = await openWindow();
    await typeAmount('1234');
    await button('Payment link').click();
    await press('Make a link for 12.34 EUR');
    await expect.element(heading('Waiting for the customer')).toBeVisible();
    stores.navigation.go({ screen: 'payments' });
    await expect.element(page.getByRole('option').getByText('No payment seen yet', { exact: true })).toBeVisible();
  });
});

describe('the next link', () => {
  it('is in the shop’s currency again, and another currency is told large', async () => {
    const { stores } = await openWindow();
    await expect.element(heading('How much?')).toBeVisible();
    stores.navigation.go({ screen: 'link' });
    await expect.element(heading('How much should the customer pay?')).toBeVisible();
    await typeAmount('1234');
    await page.getByLabelText('Currency').selectOptions('CHF');
    const differs = page.getByRole('group', { name: 'Not as usual' });
    await expect.element(differs.getByText('CHF, not EUR')).toBeVisible();
    await press('Make a link for 12.34 CHF');
    await expect.element(heading('Waiting for the customer')).toBeVisible();
    await press('Make a new link');
    await expect.element(page.getByLabelText('Currency')).toHaveValue('EUR');
    await expect.element(differs).not.toBeInTheDocument();
  });
});

describe('an earlier link', () => {
  it('is paid only where its payment is', async () => {
    const { fake, stores } = await openWindow();
    for (const [digits, text] of [
      ['1100', '11.00'],
      ['2200', '22.00'],
    ] as const) {
      await expect.element(heading('How much?')).toBeVisible();
      await button('Payment link').click();
      await typeAmount(digits);
      await press(`Make a link for ${text} EUR`);
      await expect.element(heading('Waiting for the customer')).toBeVisible();
      stores.navigation.go({ screen: 'sale' });
    }
    const [first] = fake.world.hosted.values();
    if (first !== undefined) first.status = 'CAPTURED';
    await stores.ports.bridge.ask('findPayment', { by: 'transId', id: first?.transId ?? '' });
    await button('Payment link').click();
    await button('Earlier links').click();
    const rows = page.getByRole('option');
    await expect.poll(() => rows.elements().length).toBe(2);
    await expect.element(rows.filter({ hasText: '22.00' }).getByText('No payment seen yet')).toBeVisible();
    await expect.element(rows.filter({ hasText: '11.00' }).getByText('Paid', { exact: true })).toBeVisible();
  });
});

describe('the keypad', () => {
  it('is not pressed once more by Enter or Space', async () => {
    await openWindow();
    await typeAmount('12501');
    await expect.element(button('Charge 125.01 EUR')).toBeVisible();
    await userEvent.keyboard('{Enter} {Enter}');
    await userEvent.keyboard('2');
    await expect.element(button('Charge 1,250.12 EUR')).toBeVisible();
  });
});

describe('a terminal', () => {
  const input = {
    messageType: 'SALE',
    transId: 'E-1',
    posTerminalId: 'T-1',
    amount: { value: 4_590, currency: 'EUR' },
  };

  it('at which a program’s sale runs is shown before Charge, with the other one', async () => {
    await openWindow(({ world }) => {
      place(world, 'erp-1', { kind: 'cloud-pos', state: 'sending', input }, 0, {
        origin: { type: 'erp', clientId: 'erp', client: 'Kasse Online' },
      });
    });
    await expect.element(page.getByRole('main').getByText('Terminal T-1 is busy')).toBeVisible();
    await expect.element(page.getByText(/^Sale 45.90.EUR \(Kasse Online\) runs there\. Wait until/)).toBeVisible();
    await button('Use T-2').click();
    await expect.element(page.getByLabelText('Terminal')).toHaveValue('T-2');
  });

  it('that a sale waits for is said to be busy, and lets the sale be cancelled', async () => {
    const { fake } = await openWindow(({ world }) => {
      place(world, 'erp-1', { kind: 'cloud-pos', state: 'sending', input: { ...input, transId: 'E-0' } }, 0);
      const own = { requestId: 'window-1', origin: { type: 'cashier' } } as const;
      place(world, 'mine', { kind: 'cloud-pos', state: 'accepted', input }, 0, own);
    });
    await expect.element(heading('Terminal T-1 is busy')).toBeVisible();
    await expect.element(page.getByText('It is sent as soon as the terminal is free.')).toBeVisible();
    await button('Cancel this sale').click();
    await expect.poll(() => fake.world.operations.get('mine')?.state).toBe('cancelled');
    await expect.element(button('Start the next sale')).toBeVisible();
  });
});
