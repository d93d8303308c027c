// Facts about the customer's own screen: its page shows one thing at a time and says nothing but a choice; the till follows
// that choice, and asks itself as soon as the screen is gone.
import { describe, expect, it, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { CustomerAnswer, CustomerScene, CustomerTold } from '#contract/devices/customer-screen.ts';
import type { WindowEvents } from '#contract/calls/window-events.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { CustomerPage } from '../../renderer/customer/customer-page.tsx';
import { fitting, variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

const eur = (value: number) => ({ value, currency: 'EUR' });
const offer = {
  local: eur(10_000),
  foreign: { value: 11_176, currency: 'USD' },
  rate: '1.11755',
  markupPercent: '3.50',
  rateHoldsMarkup: true,
};
const choose = (chosen: 'local' | 'foreign' | null): CustomerScene => ({
  step: 'choose',
  quoteOperationId: 'op_q',
  offer,
  provider: 'Conversion Ltd',
  chosen,
});
const greatest = 999_999_999_999;
const tip = (chosen: number | null): Extract<CustomerScene, { step: 'tip' }> => ({
  step: 'tip',
  questionId: 'q-1',
  amount: eur(2_345),
  percentages: [5, 10, 15],
  chosen,
});
const payments = ['pay', 'refund', 'paid', 'refunded', 'not-paid', 'not-refunded', 'wait', 'wait-refund'] as const;
const scenes: readonly CustomerScene[] = [
  { step: 'idle' },
  ...payments.map((step): CustomerScene => ({ step, amount: eur(123_456_789_012), left: null })),
  { step: 'paid', amount: eur(1_000), left: eur(234) },
  choose(null),
  choose('local'),
  choose('foreign'),
  tip(null),
  { ...tip(null), amount: eur(greatest), percentages: [5, 10, 15, 20] },
  tip(0),
  { ...tip(greatest), amount: eur(greatest) },
  { step: 'code', what: 'link', text: 'https://pay.example/'.padEnd(300, 'x'), amount: eur(4_990) },
  { step: 'code', what: 'receipt', text: 'Receipt\n'.repeat(100), amount: null },
];

async function openPage(told: Partial<CustomerTold> = {}) {
  const said: CustomerAnswer[] = [];
  let tell: (now: CustomerTold) => void = () => {};
  const first: CustomerTold = { scene: { step: 'idle' }, language: 'en', shopName: '', ...told };
  const api = {
    start(listener: (now: CustomerTold) => void) {
      tell = listener;
      listener(first);
    },
    choose: (answer: CustomerAnswer) => void said.push(answer),
  };
  await render(<CustomerPage api={api} />);
  return { said, show: (scene: CustomerScene) => tell({ ...first, scene }) };
}

describe('the page on the customer’s screen', () => {
  it('greets by the shop’s name, asks for the card, and thanks', async () => {
    const { show } = await openPage({ shopName: 'Corner Shop' });
    await expect.element(page.getByText('Corner Shop')).toBeVisible();
    show({ step: 'pay', amount: eur(1_234), left: null });
    await expect.element(heading('To pay')).toBeVisible();
    await expect.element(page.getByText('Please present your card at the terminal.')).toBeVisible();
    expect(document.querySelector('main')?.textContent).toContain('12.34');
    show({ step: 'paid', amount: eur(1_234), left: null });
    await expect.element(page.getByText('Thank you.')).toBeVisible();
    show({ step: 'paid', amount: eur(1_000), left: eur(234) });
    await expect.element(page.getByText(/^Still to pay: 2\.34.EUR$/)).toBeVisible();
    show({ step: 'wait', amount: eur(1_234), left: null });
    await expect.element(page.getByText(/Please do not pay again/)).toBeVisible();
    show({ step: 'wait-refund', amount: eur(1_234), left: null });
    await expect.element(page.getByText('We are checking whether your money was given back.')).toBeVisible();
    expect(document.querySelector('main')?.textContent).not.toContain('pay again');
  });

  it('asks for the currency with two equal cards and none chosen, and reads the choice back', async () => {
    const { said, show } = await openPage({ scene: choose(null) });
    await expect.element(heading('Select currency')).toBeVisible();
    const cards = [...document.querySelectorAll<HTMLElement>('main section section')];
    const [one, other] = cards.map((card) => card.getBoundingClientRect());
    expect(cards[0]?.ariaLabel).toContain('EUR');
    expect([one?.width, one?.height, one?.top]).toEqual([other?.width, other?.height, other?.top]);
    const sizes = cards.flatMap((card) =>
      [...card.querySelectorAll('*')].map((each) => getComputedStyle(each).fontSize),
    );
    expect(new Set(sizes).size).toBe(1);
    expect(document.querySelector('main :focus, main [aria-pressed="true"]')).toBeNull();
    await button('US Dollar (USD)').click();
    expect(said).toEqual([{ quoteOperationId: 'op_q', currency: 'foreign' }]);
    // The till says what was chosen, not the touch.
    await expect.element(heading('Select currency')).toBeVisible();
    show(choose('foreign'));
    await expect.element(heading(/^You pay 111\.76.USD$/)).toBeVisible();
    await button('Choose again').click();
    expect(said.at(-1)).toEqual({ quoteOperationId: 'op_q', currency: null });
  });

  it('asks for a tip: a percentage, an amount of their own or none, drawn alike, and reads it back', async () => {
    const { said, show } = await openPage({ scene: tip(null) });
    await expect.element(heading('Would you like to add a tip?')).toBeVisible();
    await expect.element(page.getByText(/^To pay without a tip: 23\.45.EUR$/)).toBeVisible();
    const offered = [...document.querySelectorAll('main button')];
    expect(offered.map((each) => each.textContent)).toEqual([
      expect.stringMatching(/^5 %1\.17.EUR$/),
      expect.stringMatching(/^10 %2\.35.EUR$/),
      expect.stringMatching(/^15 %3\.52.EUR$/),
      'Another amount',
      'No tip',
    ]);
    expect(new Set(offered.map((each) => getComputedStyle(each).backgroundColor)).size).toBe(1);
    await button(/^10 %/).click();
    await button('No tip').click();
    await button('Another amount').click();
    await expect.element(heading('How much of a tip?')).toBeVisible();
    await typeAmount('2346');
    // More than what is sold is no tip: the last digit is not taken.
    await press(/^Add 2\.34.EUR$/);
    expect(said).toEqual([235, 0, 234].map((tipMinor) => ({ questionId: 'q-1', tipMinor })));
    // The till says what was chosen, not the touch.
    await expect.element(heading('Would you like to add a tip?')).toBeVisible();
    show(tip(234));
    await expect.element(heading(/^You pay 25\.79.EUR$/)).toBeVisible();
    await expect.element(page.getByText(/^Of this, 2\.34.EUR is the tip\.$/)).toBeVisible();
    await button('Choose again').click();
    expect(said.at(-1)).toEqual({ questionId: 'q-1', tipMinor: null });
  });

  it.each(fitting)('is in the language that the shop prints in (%s)', async (language) => {
    await openPage({ language, scene: choose(null) });
    await expect.poll(() => document.documentElement.lang).toBe(language);
  });
});

describe.each([
  [800, 480],
  [800, 600],
  [1280, 800],
  [1920, 1080],
  [1080, 1920],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('everything has room, and can be read and touched ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1280, 800));
    const { show } = await openPage({ language: look.language, shopName: 'Feinkost am Münster' });
    document.documentElement.dataset['theme'] = look.theme;
    for (const [index, scene] of scenes.entries()) {
      show(scene);
      await settledScene();
      const main = document.querySelector('main');
      expect((main?.scrollHeight ?? 0) - (main?.clientHeight ?? 0), JSON.stringify(scene)).toBeLessThanOrEqual(0);
      expectFits();
      expect(smallTargets()).toEqual([]);
      if (width === 1280) await expectNoViolations();
      if (width === 800 || width === 1280)
        await page.screenshot({
          path: `../../test-results/looks/customer-${width}x${height}-${look.theme}-${look.language}-${index}.png`,
        });
    }
    show(tip(null));
    await settledScene();
    document.querySelectorAll<HTMLElement>('main button')[3]?.click();
    await settledScene();
    const main = document.querySelector('main');
    expect((main?.scrollHeight ?? 0) - (main?.clientHeight ?? 0), 'typing a tip').toBeLessThanOrEqual(0);
    expectFits();
    expect(smallTargets()).toEqual([]);
    await page.screenshot({
      path: `../../test-results/looks/customer-${width}x${height}-${look.theme}-${look.language}-own-tip.png`,
    });
  });
});

/** React has drawn what was told. */
function settledScene(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

const tell = <E extends keyof WindowEvents>({ world }: FakeBridge, event: E, value: WindowEvents[E]) => {
  for (const listener of world.listeners[event]) listener(value as never);
};

async function atChoice(prepare: (fake: FakeBridge) => void = () => {}) {
  const till = await openWindow((fake) => {
    fake.world.dccAtTerminal = 'choice';
    fake.world.cardBin = '424242';
    fake.world.delayMs = 50;
    fake.world.customerScreen.there = true;
    prepare(fake);
  });
  const begin = 'Let the customer choose the currency';
  await expect.element(button(begin)).toBeVisible();
  await typeAmount('10000');
  await button(begin).click();
  await press('Read the card at T-1');
  return till;
}

const turned = ({ world }: FakeBridge) => world.customerScreen.turned;
const quoteOf = ({ world }: FakeBridge) => {
  const { turned: now } = world.customerScreen;
  return now.type === 'choice' ? now.quoteOperationId : '';
};

describe('the till beside it', () => {
  it('waits for the choice, reads it back and charges', async () => {
    const { fake } = await atChoice();
    await expect.element(heading('The customer chooses on their own screen')).toBeVisible();
    expect(button('US Dollar (USD)').query()).toBeNull();
    // The rail stays: this page is the cashier's.
    expect(page.getByRole('navigation').elements().length).toBeGreaterThan(0);
    expect(turned(fake)).toMatchObject({ type: 'choice', chosen: null });
    tell(fake, 'customerChose', { quoteOperationId: 'op_other', currency: 'local' });
    tell(fake, 'customerChose', { quoteOperationId: quoteOf(fake), currency: 'foreign' });
    await expect.element(heading(/^You pay 111\.76.USD$/)).toBeVisible();
    await expect.poll(() => turned(fake)).toMatchObject({ type: 'choice', chosen: 'foreign' });
    await press('Go on at the terminal');
    await expect.element(heading(/^Paid 100\.00.EUR/)).toBeVisible();
    const sales = [...fake.world.operations.values()].filter(({ input }) => input['messageType'] === 'SALE');
    expect(sales.map(({ input }) => input)).toMatchObject([{ dcc: { currency: 'USD' } }]);
    expect(turned(fake)).toEqual({ type: 'nothing' });
  });

  it('asks here as soon as that screen is gone, with what was chosen, and there again when it is back', async () => {
    const { fake } = await atChoice();
    await expect.element(heading('The customer chooses on their own screen')).toBeVisible();
    tell(fake, 'customerScreenChanged', { there: false });
    await expect.element(heading('Select currency')).toBeVisible();
    await expect.element(button('US Dollar (USD)')).toBeVisible();
    tell(fake, 'customerScreenChanged', { there: true });
    await expect.element(heading('The customer chooses on their own screen')).toBeVisible();
    tell(fake, 'customerChose', { quoteOperationId: quoteOf(fake), currency: 'foreign' });
    await expect.element(heading(/^You pay 111\.76.USD$/)).toBeVisible();
    tell(fake, 'customerScreenChanged', { there: false });
    await expect.element(heading(/^You pay 111\.76.USD$/)).toBeVisible();
    await button('Choose again').click();
    await expect.element(heading('Select currency')).toBeVisible();
  });

  it('takes the choice back where the cashier wants it, and nothing stands there any more', async () => {
    const { fake } = await atChoice();
    await button('Choose on this screen instead').click();
    await expect.element(heading('Select currency')).toBeVisible();
    expect(turned(fake)).toEqual({ type: 'nothing' });
    tell(fake, 'customerChose', { quoteOperationId: 'op_old', currency: 'foreign' });
    await expect.element(heading('Select currency')).toBeVisible();
  });

  it('asks at its own screen where there is no other', async () => {
    await atChoice(({ world }) => (world.customerScreen.there = false));
    await expect.element(heading('Select currency')).toBeVisible();
  });

  it('shows a link’s code there until it is left', async () => {
    const { fake, stores } = await openWindow(({ world }) => (world.customerScreen.there = true));
    stores.sale.edit({ value: 4_990 });
    await button('Payment link').click();
    await press(/^Make a link for/);
    await expect.element(heading('Waiting for the customer')).toBeVisible();
    await expect.poll(() => turned(fake)).toMatchObject({ type: 'code', what: 'link', amount: eur(4_990) });
    stores.navigation.go({ screen: 'sale' });
    await expect.poll(() => turned(fake)).toEqual({ type: 'nothing' });
  });

  it('is given to the customer by a manager alone', async () => {
    const { fake, stores } = await openWindow(({ world }) => seedPeople(world, 'Manager'));
    await expect.element(button(/^Sign out /)).toBeVisible();
    stores.navigation.go({ screen: 'settings' });
    const choice = page.getByRole('switch', { name: 'A second screen is the customer’s' });
    await choice.click();
    await expect.poll(() => fake.world.preferences.customerScreen).toBe(true);
  });
});

async function atTip(prepare: (fake: FakeBridge) => void = () => {}) {
  const till = await openWindow((fake) => {
    fake.world.delayMs = 50;
    fake.world.customerScreen.there = true;
    fake.world.tipPercentages = [5, 10, 15];
    prepare(fake);
  });
  await expect.poll(() => till.stores.customerScreen.getState().there).toBe(till.fake.world.customerScreen.there);
  await typeAmount('2345');
  await press(/^Charge 23\.45/);
  return till;
}

const question = ({ world }: FakeBridge) => {
  const { turned: now } = world.customerScreen;
  return now.type === 'tip' ? now.questionId : '';
};
const salesOf = ({ world }: FakeBridge) =>
  [...world.operations.values()].map(({ input }) => ({
    value: (input['amount'] as { readonly value: number }).value,
    tip: input['tipMinor'],
  }));

describe('the till, while the customer is asked for a tip', () => {
  it('sends nothing before it shows what was chosen, and then the sale with the tip in it', async () => {
    const { fake } = await atTip();
    await expect.element(heading('The customer is asked for a tip')).toBeVisible();
    await expect.element(button('The customer chooses')).toBeDisabled();
    expect(turned(fake)).toMatchObject({ type: 'tip', amount: eur(2_345), chosen: null });
    tell(fake, 'customerChose', { questionId: 'q-other', tipMinor: 1 });
    tell(fake, 'customerChose', { questionId: question(fake), tipMinor: 235 });
    await expect.element(heading(/^Tip: 2\.35.EUR$/)).toBeVisible();
    await expect.poll(() => turned(fake)).toMatchObject({ type: 'tip', chosen: 235 });
    expect(salesOf(fake)).toEqual([]);
    await press(/^Charge 25\.80.EUR$/);
    await expect.element(heading(/^Paid 25\.80.EUR/)).toBeVisible();
    expect(salesOf(fake)).toEqual([{ value: 2_580, tip: 235 }]);
    expect(turned(fake)).toEqual({ type: 'nothing' });
    // The tip stands apart, at the end of the sale and in the payment.
    await expect.element(page.getByText(/^2\.35.EUR$/).first()).toBeVisible();
  });

  it('goes on without a tip where the cashier skips it, or the customer wants none', async () => {
    const { fake } = await atTip();
    const without = button(/^Charge 23\.45.EUR without a tip$/);
    await expect.element(without).toBeVisible();
    // What takes money has a ground of its own, which is not white.
    expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).not.toContain(
      getComputedStyle(without.element()).backgroundColor,
    );
    await press(/^Charge 23\.45.EUR without a tip$/);
    await expect.element(heading(/^Paid 23\.45.EUR/)).toBeVisible();
    await press('Start the next sale');
    await typeAmount('1000');
    await press(/^Charge 10\.00/);
    await expect.element(heading('The customer is asked for a tip')).toBeVisible();
    tell(fake, 'customerChose', { questionId: question(fake), tipMinor: 0 });
    await expect.element(heading('No tip')).toBeVisible();
    await press(/^Charge 10\.00.EUR without a tip$/);
    await expect.element(heading(/^Paid 10\.00.EUR/)).toBeVisible();
    expect(salesOf(fake)).toEqual([
      { value: 2_345, tip: undefined },
      { value: 1_000, tip: undefined },
    ]);
  });

  it('loses nothing where that screen is unplugged: it says so, and asks there again when it is back', async () => {
    const { fake } = await atTip();
    await expect.element(heading('The customer is asked for a tip')).toBeVisible();
    tell(fake, 'customerScreenChanged', { there: false });
    await expect.element(heading('The customer’s screen does not answer')).toBeVisible();
    await expect.element(page.getByText(/^Nothing is charged yet\. Charge without a tip/)).toBeVisible();
    await expect.element(button(/^Charge 23\.45.EUR without a tip$/)).toBeEnabled();
    tell(fake, 'customerScreenChanged', { there: true });
    await expect.element(heading('The customer is asked for a tip')).toBeVisible();
    tell(fake, 'customerChose', { questionId: question(fake), tipMinor: 117 });
    await expect.element(heading(/^Tip: 1\.17.EUR$/)).toBeVisible();
    tell(fake, 'customerScreenChanged', { there: false });
    await press(/^Charge 24\.62.EUR$/);
    await expect.element(heading(/^Paid 24\.62.EUR/)).toBeVisible();
    expect(salesOf(fake)).toEqual([{ value: 2_462, tip: 117 }]);
  });

  it('charges a declined sale again with its tip, and puts what is sold on the form', async () => {
    const { fake } = await atTip(({ world }) => (world.fate = 'decline'));
    await expect.element(heading('The customer is asked for a tip')).toBeVisible();
    tell(fake, 'customerChose', { questionId: question(fake), tipMinor: 235 });
    await press(/^Charge 25\.80.EUR$/);
    fake.world.fate = 'approve';
    await press(/^Try 25\.80.EUR again$/);
    await expect.element(heading(/^Paid 25\.80.EUR/)).toBeVisible();
    expect(salesOf(fake)).toEqual([
      { value: 2_580, tip: 235 },
      { value: 2_580, tip: 235 },
    ]);
  });

  it('asks nothing where the shop offers none, or has no such screen', async () => {
    await atTip(({ world }) => (world.customerScreen.there = false));
    await expect.element(heading(/^Paid 23\.45.EUR/)).toBeVisible();
  });
});
