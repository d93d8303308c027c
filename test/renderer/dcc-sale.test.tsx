// Facts about a sale for which the customer chooses the currency: from the card to the receipt.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { JsonObject } from '#contract/data/json.ts';
import { languages } from '#contract/data/languages.ts';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { inSight } from './support/in-sight.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

const begin = 'Let the customer choose the currency';

async function aTill(prepare: (fake: FakeBridge) => void = () => {}) {
  const till = await openWindow((fake) => {
    fake.world.dccAtTerminal = 'choice';
    fake.world.cardBin = '424242';
    fake.world.delayMs = 100;
    prepare(fake);
  });
  await expect.element(button(begin)).toBeVisible();
  return till;
}

async function atChoice(prepare: (fake: FakeBridge) => void = () => {}) {
  const till = await aTill(prepare);
  await typeAmount('10000');
  await button(begin).click();
  await press('Read the card at T-1');
  await expect.element(heading('Select currency')).toBeVisible();
  return till;
}

const sales = ({ world }: FakeBridge): JsonObject[] =>
  [...world.operations.values()].filter(({ input }) => input['messageType'] === 'SALE').map(({ input }) => input);

const receipt = () => document.querySelector('main pre[aria-label="Receipt"]')?.textContent ?? '';

describe('a sale for which the customer chooses the currency', () => {
  it('reads the card, shows both currencies alike and neither chosen, and says who converts', async () => {
    const { fake } = await atChoice();
    const [local, foreign] = [...document.querySelectorAll<HTMLElement>('main section')];
    expect(local?.ariaLabel).toContain('EUR');
    expect(foreign?.ariaLabel).toContain('USD');
    expect(local?.getBoundingClientRect().width).toBeCloseTo(foreign?.getBoundingClientRect().width ?? 0);
    const sizes = [...document.querySelectorAll('main section *')].map((each) => getComputedStyle(each).fontSize);
    expect(new Set(sizes).size).toBe(1);
    const labels = [...(foreign?.querySelectorAll('dt') ?? [])].map((each) => each.textContent);
    expect(labels.indexOf('Mark-up on the exchange rate')).toBe(labels.indexOf('Exchange rate') + 1);
    expect(foreign?.textContent).toContain('SANDBOX-DCC');
    const buttons = [...document.querySelectorAll<HTMLElement>('main section button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Euro (EUR)', 'US Dollar (USD)']);
    const looks = buttons.map((each) => {
      const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(each);
      const { width, height, top } = each.getBoundingClientRect();
      return { color, backgroundColor, borderColor, fontWeight, width, height, top };
    });
    expect(looks[0]).toEqual(looks[1]);
    expect(document.querySelector('main section :focus, main section [aria-pressed="true"]')).toBeNull();
    expect(sales(fake)).toEqual([]);
    await page.viewport(1024, 768);
    const main = document.querySelector('main');
    expect(main?.scrollHeight).toBe(main?.clientHeight);
    await page.viewport(1024, 600);
    const foot = button('Back to the amount').element().getBoundingClientRect().top;
    for (const each of buttons) expect(each.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot);
    expectFits();
    expect(smallTargets()).toEqual([]);
    await expectNoViolations();
    await page.viewport(1280, 800);
  });

  it.each(languages)('has both of its buttons in sight on the smallest till (%s)', async (language) => {
    await page.viewport(800, 600);
    const { stores } = await atChoice();
    await stores.preferences.change({ language });
    await expect.poll(() => document.documentElement.lang).toBe(language);
    await settled();
    const choices = page.getByRole('button', { name: /\((EUR|USD)\)$/ });
    await expect.element(choices.nth(1)).toBeVisible();
    expect(choices.elements().map(inSight)).toEqual([true, true]);
    expect(stores.navigation.getState().facingCustomer).toBe(true);
    await page.viewport(1280, 800);
  });

  it('reads the choice back, sends it with the sale, and prints it beneath the receipt', async () => {
    const { fake } = await atChoice();
    await button('US Dollar (USD)').click();
    await expect.element(heading(/^You pay 111\.76.USD$/)).toBeVisible();
    await expect.element(page.getByText(/For 100\.00.EUR, at 1.EUR = 1\.11755.USD/)).toBeVisible();
    expect(sales(fake)).toEqual([]);
    await press('Go on at the terminal');
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    expect(sales(fake)).toMatchObject([{ amount: { value: 10_000 }, dcc: { currency: 'USD' } }]);
    expect(receipt()).toContain('Transaction currency: USD\nAmount charged to the card: 111.76 USD');
    expect(receipt()).toContain('chose USD.');
  });

  it('sends the choice of the shop’s currency, and the receipt says nothing of another', async () => {
    const { fake } = await atChoice();
    await button('Euro (EUR)').click();
    await expect.element(heading(/^You pay 100\.00.EUR$/)).toBeVisible();
    await button('Choose again').click();
    await button('Euro (EUR)').click();
    await press('Go on at the terminal');
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    expect(sales(fake)).toMatchObject([{ dcc: { currency: 'EUR' } }]);
    expect(receipt()).toContain('Customer copy');
    expect(receipt()).not.toContain('Transaction currency');
  });

  it('takes typed digits, six to eight, never more', async () => {
    await aTill();
    await typeAmount('10000');
    await button(begin).click();
    const digits = page.getByLabelText('First digits of the card');
    await digits.fill('42424');
    await button('Ask for a quote').click();
    await expect.element(page.getByText('Enter 6 to 8 digits')).toBeVisible();
    await digits.fill('424242424');
    await expect.element(digits).toHaveValue('42424242');
    await button('Ask for a quote').click();
    await expect.element(heading('Select currency')).toBeVisible();
  });

  it.each([
    ['400002', 'No other currency for this card', 0],
    ['555555', 'The quote’s figures do not agree', 1],
  ])('with the card %s goes on in the shop’s currency, and says why', async (bin, title, faults) => {
    const { fake } = await aTill(({ world }) => (world.cardBin = bin));
    await typeAmount('10000');
    await button(begin).click();
    await press('Read the card at T-1');
    await expect.element(heading(title)).toBeVisible();
    expect(page.getByText(/^Such a quote must not be shown/).elements()).toHaveLength(faults);
    await press(/^Charge 100\.00.EUR$/);
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    expect(sales(fake).map(({ dcc }) => dcc)).toEqual([undefined]);
  });

  it('goes on in the shop’s currency where the quote failed', async () => {
    const { fake } = await aTill();
    await typeAmount('10000');
    await button(begin).click();
    await page.getByLabelText('First digits of the card').fill('424242');
    fake.world.fate = 'decline';
    await button('Ask for a quote').click();
    await expect.element(heading('There is no quote')).toBeVisible();
    fake.world.fate = 'approve';
    await press(/^Charge 100\.00.EUR$/);
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    expect(sales(fake).map(({ dcc }) => dcc)).toEqual([undefined]);
  });

  it('asks for the digits where the terminal showed none', async () => {
    await aTill(({ world }) => (world.fate = 'decline'));
    await typeAmount('10000');
    await button(begin).click();
    await press('Read the card at T-1');
    await expect.element(page.getByText(/The terminal showed no first digits/)).toBeVisible();
  });

  it('has one step forward before the card is known: it reads the card, and charges where that failed', async () => {
    await aTill(({ world }) => (world.fate = 'decline'));
    await typeAmount('10000');
    await button(begin).click();
    await expect.element(button('Read the card at T-1')).toBeVisible();
    const forward = () => [...document.querySelectorAll('main [data-guarded]')].map((each) => each.textContent);
    expect(forward()).toEqual(['Read the card at T-1']);
    await press('Read the card at T-1');
    await expect.element(page.getByText(/The terminal showed no first digits/)).toBeVisible();
    await expect.element(button('Read the card at T-1')).toBeEnabled();
    expect(forward()).toEqual([expect.stringMatching(/^Charge 100\.00\sEUR$/)]);
  });

  it('fetches a quote that is over anew, and forgets what was chosen of it', async () => {
    const { fake } = await aTill(({ world }) => (world.dccSeconds = 1));
    await typeAmount('10000');
    await button(begin).click();
    await page.getByLabelText('First digits of the card').fill('424242');
    await button('Ask for a quote').click();
    await expect.element(page.getByText('The quote before was over. These are the new amounts.')).toBeVisible();
    const quotes = [...fake.world.operations.values()].filter(({ kind }) => kind === 'dcc-quote');
    expect(quotes.length).toBeGreaterThan(1);
    expect(quotes.map(({ input }) => input['bin'])).toEqual(quotes.map(() => '424242'));
    expect(sales(fake)).toEqual([]);
  });

  it('forgets the quote when one goes back to the amount', async () => {
    const { fake } = await atChoice();
    await button('Back to the amount').click();
    await expect.element(heading('How much?')).toBeVisible();
    await press(/^Charge 100\.00.EUR$/);
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    expect(sales(fake).map(({ dcc }) => dcc)).toEqual([undefined]);
  });
});

describe('a till whose terminal asks', () => {
  it('has the information only', async () => {
    await openWindow();
    await expect.element(button('Quote another currency')).toBeVisible();
    await expect.element(button(begin)).not.toBeInTheDocument();
  });
});
