// Facts about how money looks: what takes or gives it is never a white button, the step forward has one corner, the same
// sum stands there once, and what was not done is struck whole.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, expectNoViolations, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

const white = 'rgb(255, 255, 255)';
const ground = (name: string | RegExp) => getComputedStyle(button(name).element()).backgroundColor;

/** How far the button ends from the right and lower edge of the place where screens stand. */
function corner(name: string | RegExp): { right: number; bottom: number } {
  const own = button(name).element().getBoundingClientRect();
  const around = page.getByRole('main').element().getBoundingClientRect();
  return { right: around.right - own.right, bottom: around.bottom - own.bottom };
}

describe('what moves money', () => {
  it.each([
    ['PAY-seed-5', 'Capture money', /^Capture \d/],
    ['PAY-seed-3', 'Refund money', /^Refund \d/],
    ['PAY-seed-3', 'Reverse the payment', /^Reverse \d/],
  ] as const)('on %s by "%s" is no white button and stands where Charge stands', async (payId, way, name) => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 7));
    await typeAmount('1250');
    const charge = corner(/^Charge/);
    expect(ground(/^Charge/)).not.toBe(white);
    stores.navigation.go({ screen: 'payments', payId });
    await button(way).click();
    await expect.element(button(name)).toBeVisible();
    expect(ground(name)).not.toBe(white);
    const { right, bottom } = corner(name);
    expect(Math.abs(right - charge.right)).toBeLessThan(32);
    expect(Math.abs(bottom - charge.bottom)).toBeLessThan(32);
  });

  it.each([
    [1280, 800],
    [1920, 1080],
    [3840, 2160],
  ])('has one corner from screen to screen at %i x %i', async (width, height) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => seedPast(world, 7));
    await typeAmount('1250');
    const corners = [corner(/^Charge/)];
    await button('Payment link').click();
    await settled();
    corners.push(corner(/^Make a link/));
    stores.navigation.go({ screen: 'sale' });
    await press(/^Charge/);
    await expect.element(button('Start the next sale')).toBeVisible();
    corners.push(corner('Start the next sale'));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    corners.push(corner(/^Refund \d/));
    const far = corners.filter(({ right, bottom }) => Math.max(right, bottom) > 48);
    await page.viewport(1280, 800);
    expect(far).toEqual([]);
  });

  it('before an offer of the card’s currency the card is read where Charge stands, by no white button', async () => {
    await openWindow(({ world }) => (world.dccAtTerminal = 'choice'));
    await typeAmount('1250');
    const charge = corner(/^Charge/);
    await button('Let the customer choose the currency').click();
    await expect.element(button('Read the card at T-1')).toBeVisible();
    expect(ground(/^Read the card/)).not.toBe(white);
    const { right, bottom } = corner(/^Read the card/);
    expect(Math.abs(right - charge.right)).toBeLessThan(32);
    expect(Math.abs(bottom - charge.bottom)).toBeLessThan(32);
  });

  it('is struck whole where it was not done, with its currency and without its minus', async () => {
    const { stores, fake } = await openWindow(({ world }) => seedPast(world, 4));
    fake.world.fate = 'decline';
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await press(/^Refund 241/);
    await expect.element(heading(/^Refund refused/)).toBeVisible();
    const struck = [...document.querySelectorAll<HTMLElement>('main [aria-hidden] *')].filter(
      (each) => getComputedStyle(each).textDecorationLine === 'line-through' && each.checkVisibility(),
    );
    expect(struck.map((each) => each.textContent)).toContain('241.47');
    expect(struck.map((each) => each.textContent)).toContain('EUR');
    expect(struck.map((each) => each.textContent).join()).not.toContain('\u2212');
  });
});

describe('a refund that was done', () => {
  it('shows its sum once, with its minus, and is read out with it', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    await press(/^Refund 241/);
    const headline = heading(/^Refunded 241\.47.EUR$/);
    await expect.element(headline).toBeVisible();
    const outcome = headline.element().closest('[role=status]')?.parentElement;
    const parts = [...(outcome?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
      (each) => each.children.length === 0 && each.closest('.visually-hidden') === null && each.closest('pre') === null,
    );
    expect(parts.filter((each) => each.textContent.includes('241.47'))).toHaveLength(1);
    expect(outcome?.textContent).toContain('\u2212');
    await expectNoViolations();
  });
});

it('an authorization has a mark of its own, in form, color and sign, and no tick of a paid sale', async () => {
  const marks = [];
  for (const kind of ['SALE', 'AUTHORISATION_OR_RESERVATION'] as const) {
    const opened = await openWindow();
    await expect.element(heading('How much?')).toBeVisible();
    opened.stores.sale.edit({ value: 20_000, kind });
    await press(kind === 'SALE' ? 'Charge 200.00 EUR' : 'Authorize 200.00 EUR');
    await expect.element(heading(kind === 'SALE' ? /^Paid/ : /^Authorized.*Not taken yet/)).toBeVisible();
    const mark = document.querySelector('main h1')?.closest('main')?.querySelector('[aria-hidden=true]:has(svg)');
    const { backgroundColor, color, borderRadius } = getComputedStyle(mark as Element);
    marks.push({ backgroundColor, color, borderRadius, sign: mark?.innerHTML });
    await opened.close();
  }
  const [paid, authorized] = marks;
  for (const part of ['backgroundColor', 'color', 'borderRadius', 'sign'] as const)
    expect(authorized?.[part], part).not.toBe(paid?.[part]);
});

describe('a payment', () => {
  it('says its sum once', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await expect.element(button('Refund money')).toBeVisible();
    expect(page.getByText('Taken', { exact: true }).query()).toBeNull();
  });

  it('of which a part was captured offers no reversal, and says what becomes of the rest', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 7));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-5' });
    await expect.element(button('Reverse the payment')).toBeVisible();
    await button('Capture money').click();
    await page.getByLabelText('Amount').fill('1000');
    await press('Capture 10.00 EUR');
    await expect.element(heading(/^Captured 10\.00/)).toBeVisible();
    await button('Back to the payment').click();
    await expect.element(page.getByText(/is still authorized\. None of it is taken/)).toBeVisible();
    expect(button('Reverse the payment').query()).toBeNull();
  });
});

it('a chart with one bar is a number', async () => {
  const { stores } = await openWindow(({ world }) => seedPast(world, 1));
  stores.navigation.go({ screen: 'shift' });
  await expect.element(heading('By terminal, after refunds')).toBeVisible();
  expect(document.querySelector('main svg rect')).toBeNull();
  expect(page.getByText('As a table').query()).toBeNull();
});

describe('the guide', () => {
  it('is left again from its first step, and begins with how the till is set up', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await expect.poll(() => stores.preferences.getState().loaded).toBe(true);
    fake.world.gateway = { ...fake.world.gateway, mode: 'live' };
    await button('Go through the first steps again').click();
    await expect.element(heading('What should this till do?')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /Real cards/ })).toBeChecked();
    await press('Go back');
    await expect.element(heading('Settings')).toBeVisible();
    expect(fake.calls.get('saveGatewayChoice')).toBeUndefined();
  });

  it('lists in training the terminals that there are, says at no moment that there is none, and leads back', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await openWindow(
      ({ api }) => {
        const real = api.shopSettings;
        Object.assign(api, {
          async shopSettings(input: Parameters<typeof real>[0]) {
            await held;
            return real(input);
          },
        });
      },
      { guided: false },
    );
    await expect.element(heading('What should this till do?')).toBeVisible();
    await press('Go on');
    await expect.element(heading('Which terminals?')).toBeVisible();
    expect(page.getByText(/^No terminal yet/).query()).toBeNull();
    answer();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'T-1' })).toBeVisible();
    await button('Go back').click();
    await expect.element(heading('What should this till do?')).toBeVisible();
  });

  it('has no way back where the till was never set up', async () => {
    await openWindow(() => {}, { guided: false });
    await expect.element(heading('What should this till do?')).toBeVisible();
    expect(button('Go back').query()).toBeNull();
  });
});
