// Facts about the comparison of a shift: it asks what to compare with, shows how far it is and stops, and says what
// differs each way and what to do; a day that agrees is calm.
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedDifferences } from '../../renderer/bridge/fake/seeds/seed-comparison.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
} from './support/window.tsx';

afterEach(() => page.viewport(1280, 800));

async function openShift(prepare: (fake: FakeBridge) => void = () => {}, preferences = {}) {
  const opened = await openWindow((fake) => {
    seedPast(fake.world, 40);
    prepare(fake);
  }, preferences);
  opened.stores.navigation.go({ screen: 'shift' });
  return opened;
}

async function compare(list = false): Promise<void> {
  await button('Compare this shift').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  if (list) await page.getByText('The payment system and a list from the ERP').click();
  await press(list ? 'Choose the list and compare' : 'Compare with the payment system');
}

describe('comparing a shift', () => {
  it('asks first, by keyboard, and ends calmly where everything agrees', async () => {
    // It goes on slowly until it was seen to.
    const { fake } = await openShift((made) => (made.world.delayMs = 16_000));
    await expect.element(button('Compare this shift')).toBeVisible();
    (button('Compare this shift').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Compare shift 1 with what?')).toBeVisible();
    await expectNoViolations();
    await settled();
    (button('Compare with the payment system').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/\d+ of \d+ payments looked up/)).toBeVisible();
    fake.world.delayMs = 400;
    await expect.element(heading('Everything agrees')).toBeVisible();
    await expect.element(page.getByText('There is nothing to do')).toBeVisible();
    await button('Back to the report').click();
    await expect.element(heading('What did we take today?')).toBeVisible();
    await expect.element(button('Compare this shift')).toBeVisible();
  });

  it('shows what differs each way, with amounts, references and what to do', async () => {
    const { stores } = await openShift((fake) => seedDifferences(fake.world));
    await compare(true);
    await expect.element(heading('5 differences')).toBeVisible();
    const groups = [...document.querySelectorAll('main fieldset label')].map((each) => each.textContent);
    expect(groups).toEqual([
      'Here but not in the payment system 1',
      'Here but not in the ERP 1',
      'In the ERP but not here 1',
      'Amounts differ 2',
      'Cannot be checked 1',
    ]);
    expect(document.querySelector('main dl')?.textContent).toMatch(/Not among them: cannot be checked1$/);
    await page
      .getByText(/^Amounts differ/)
      .first()
      .click();
    await page.getByRole('option', { name: /S-2026-000053/ }).click();
    await expect.element(heading('Captured amounts differ')).toBeVisible();
    const facts = [...document.querySelectorAll('main dl')].at(-1)?.textContent ?? '';
    expect(facts.replaceAll(/\s+/g, ' ')).toMatch(/Here0\.00 EUR ?Payment system129\.90 EUR/);
    await expect.element(page.getByText(/Ask there before you capture or refund here/)).toBeVisible();
    await page
      .getByText(/^In the ERP but not here/)
      .first()
      .click();
    await page.getByRole('option', { name: /S-2026-900001/ }).click();
    await expect.element(page.getByText('not there')).toBeVisible();
    await page
      .getByText(/^Cannot be checked/)
      .first()
      .click();
    await page.getByRole('listbox').click();
    await userEvent.keyboard('{Home}{Enter}');
    await expect.element(heading('The payment system gave no usable answer')).toBeVisible();
    await button('Open the payment').click();
    expect(stores.navigation.getState().route).toEqual({ screen: 'payments', payId: 'PAY-000044' });
  });

  it('stops in the middle, and goes on while another screen is open', async () => {
    const opened = await openShift((fake) => {
      fake.world.fate = 'hang';
    });
    await compare();
    await expect.element(heading('Comparing the shift')).toBeVisible();
    await expectNoViolations();
    opened.stores.navigation.go({ screen: 'sale' });
    await expect.element(heading('How much?')).toBeVisible();
    const again = await opened.reload();
    again.navigation.go({ screen: 'shift' });
    await button('Show the comparison').click();
    await button('Stop and show what is known').click();
    await expect.element(page.getByText(/^Stopped\./)).toBeVisible();
    await expect.element(heading('No difference was found')).toBeVisible();
  });

  it('says which line of the list is wrong, and where no file was chosen', async () => {
    const { fake } = await openShift(({ world }) => {
      world.comparison.list = { badAmountAt: 17 };
    });
    await compare(true);
    await expect
      .element(
        page.getByText(
          'Line 17: amount is a whole number in the smallest unit of the currency: 1250 for 12.50 EUR, 1250 for 1,250 JPY.',
        ),
      )
      .toBeVisible();
    fake.world.comparison.list = 'none';
    await button('Choose the list and compare').click();
    await expect.element(page.getByText('No file was chosen.')).toBeVisible();
    expect(fake.world.comparisons.view()).toBeNull();
  });

  it('offline compares with a list only, and says so', async () => {
    const { fake } = await openShift((window) => seedDifferences(window.world));
    fake.setOnline(false);
    await button('Compare this shift').click();
    await expect.element(page.getByText(/^Offline\. The payment system cannot be asked now/)).toBeVisible();
    await page.getByText('The payment system only').click();
    await expect.element(button('Compare with the payment system')).toBeDisabled();
    await page.getByText('The payment system and a list from the ERP').click();
    await press('Choose the list and compare');
    await expect.element(heading('2 differences')).toBeVisible();
    await expect
      .element(page.getByText(/^Offline\. The payment system could not be asked about everything/))
      .toBeVisible();
  });

  it('is for supervisors', async () => {
    const { fake } = await openShift(({ world }) => seedPeople(world, 'Cashier 1'));
    await expect.element(button(/^Close shift/)).toBeVisible();
    expect(button(/^Compare/).elements()).toHaveLength(0);
    expect(fake.world.comparisons.view()).toBeNull();
  });

  it('shows five thousand a page at a time', async () => {
    const { fake } = await openShift(({ world }) => seedDifferences(world, 5_000));
    await compare();
    await expect.element(heading('3 differences')).toBeVisible();
    await page
      .getByText(/^Cannot be checked/)
      .first()
      .click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    const before = fake.calls.get('comparisonFindings') ?? 0;
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(40);
    await page.getByRole('listbox').click();
    for (let page_ = 0; page_ < 3; page_ += 1) await userEvent.keyboard('{End}');
    await expect.poll(() => fake.calls.get('comparisonFindings') ?? 0).toBeGreaterThan(before);
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(40);
  });

  for (const language of ['en', 'de'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      it(`has no faults that a machine can find, in ${language} and ${theme}, on small and large windows`, async () => {
        await page.viewport(1024, 600);
        const { stores } = await openShift((fake) => seedDifferences(fake.world), { language, theme });
        stores.comparison.ask();
        await expect.element(page.getByRole('dialog')).toBeVisible();
        await expectNoViolations();
        expectFits();
        void stores.comparison.begin(null, true);
        await expect.element(page.getByRole('option').first()).toBeVisible();
        await page.getByRole('option').first().click();
        await expectNoViolations();
        expectFits();
        expect(smallTargets()).toEqual([]);
        await page.viewport(640, 900);
        expectFits();
      });
    }
  }
});
