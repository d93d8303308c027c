// Facts about long lists, live changes, currency offers, languages, the guide and the lock.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { answerRunning, button, expectFits, heading, openWindow, press, settled } from './support/window.tsx';

describe('activity', () => {
  it('shows 10,000 rows with only those in sight in the page, and searches in main', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 10_000));
    stores.navigation.go({ screen: 'activity' });
    await expect.element(page.getByText(/Order 49999/).first()).toBeVisible();
    expect(page.getByRole('option').elements().length).toBeLessThan(60);
    (page.getByRole('listbox').element() as HTMLElement).focus();
    for (let pressed = 0; pressed < 4; pressed += 1) {
      await userEvent.keyboard('{End}');
      await expect.poll(() => stores.activity.getState().rows.length).toBeGreaterThan(200 * (pressed + 1));
    }
    expect(page.getByRole('option').elements().length).toBeLessThan(60);
    await page.getByRole('searchbox').fill('Order 40007');
    await expect.poll(() => page.getByRole('option').element().textContent).toContain('Order 40007');
  });

  it('shows 10,000 links to the first one, however many other payments lie between', async () => {
    const { stores } = await openWindow(({ world }) => {
      const amount = { value: 1_999, currency: 'EUR' };
      const offer = { state: 'open', lookUps: 0, lastLookUpAt: null, nextLookUpAt: null } as const;
      for (let number = 1; number <= 10_000; number += 1) {
        const age = 10_000 - number;
        const input = { transId: `L-${number}`, refNr: `Link ${number}`, amount };
        place(world, `link-${number}`, { kind: 'create-link', state: 'succeeded', input }, age, { offer });
        const paymentMethods = { integrationType: number % 1_000 === 500 ? 'HOSTED' : 'DIRECT' };
        if (number % 2 === 0)
          place(
            world,
            `paid-${number}`,
            {
              kind: 'create-payment',
              state: 'succeeded',
              input: { transId: `P-${number}`, refNr: `Page ${number}`, amount, paymentMethods },
            },
            age,
          );
      }
    });
    stores.navigation.go({ screen: 'link' });
    await button('Earlier links').click();
    await expect.element(page.getByText('Link 10000', { exact: true })).toBeVisible();
    (page.getByRole('listbox').element() as HTMLElement).focus();
    await expect
      .poll(
        async () => {
          await userEvent.keyboard('{End}');
          const parts = page.getByRole('option').elements().at(-1)?.querySelectorAll('*') ?? [];
          return [...parts].some(({ textContent }) => textContent === 'Link 1');
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(page.getByRole('option').elements().length).toBeLessThan(60);
    expect(page.getByText(/Page 500\b/).elements().length).toBeLessThan(2);
  }, 120_000);

  it('shows at once what an ERP started, and its change in place', async () => {
    const { stores, fake } = await openWindow((made) => (made.world.fate = 'hang'));
    stores.navigation.go({ screen: 'activity' });
    await expect.element(page.getByText('Nothing has been done yet')).toBeVisible();
    const amount = { value: 1_999, currency: 'EUR' };
    const input = { messageType: 'SALE', transId: 'ERP-1', posTerminalId: 'T-1', refNr: 'ERP order 7', amount };
    const origin = { type: 'erp', clientId: 'erp' } as const;
    void fake.world.till.engine.submit({ kind: 'cloud-pos', input, requestId: 'erp-1', origin });
    await expect.poll(() => page.getByRole('option').element().textContent).toMatch(/Sale\s*Running/);
    answerRunning(fake);
    await expect.poll(() => page.getByRole('option').element().textContent).toMatch(/Sale\s*Done/);
  });

  it('tells what was asked and what is missing where a person must decide', async () => {
    const { stores } = await openWindow((fake) => seedOpen(fake.world));
    stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
    await expect.element(heading('We must look this up ourselves')).toBeVisible();
    await expect.element(heading('What is missing')).toBeVisible();
  });

  it('shows long texts and amounts of twelve digits without breaking', async () => {
    await page.viewport(1024, 600);
    const { stores } = await openWindow((fake) => {
      const input = {
        messageType: 'SALE',
        transId: `S-${'x'.repeat(60)}`,
        posTerminalId: `terminal-${'9'.repeat(50)}`,
        refNr: `Order ${'7'.repeat(120)}`,
        amount: { value: 999_999_999_999, currency: 'BHD' },
      };
      place(fake.world, 'long', { kind: 'cloud-pos', state: 'succeeded', input }, 3);
    });
    stores.navigation.go({ screen: 'activity', operationId: 'long' });
    await expect.element(heading(/999,999,999.999/)).toBeVisible();
    expectFits();
    await page.viewport(1280, 800);
  });
});

describe('an offer of another currency', () => {
  async function quote(bin: string) {
    const { stores } = await openWindow();
    stores.navigation.go({ screen: 'dcc', money: { value: 10_000, currency: 'EUR' } });
    await page.getByLabelText('First digits of the card').fill(bin);
    await press('Ask for a quote');
  }

  it('has two equal cards, the shop’s currency first, nothing to choose, the mark-up beneath the rate', async () => {
    await quote('424242');
    await expect.element(heading('The amount in both currencies')).toBeVisible();
    const [local, foreign] = [...document.querySelectorAll<HTMLElement>('main section')];
    expect(local?.ariaLabel).toContain('EUR');
    expect(foreign?.ariaLabel).toContain('USD');
    expect(local?.getBoundingClientRect().width).toBeCloseTo(foreign?.getBoundingClientRect().width ?? 0);
    const sizes = [...document.querySelectorAll('main section *')].map((each) => getComputedStyle(each).fontSize);
    expect(new Set(sizes).size).toBe(1);
    const labels = [...(foreign?.querySelectorAll('dt') ?? [])].map((each) => each.textContent);
    expect(labels.indexOf('Mark-up on the exchange rate')).toBe(labels.indexOf('Exchange rate') + 1);
    expect(document.querySelector('main section button, main section :focus')).toBeNull();
  });

  it('informs, says that the terminal asks, and goes on to the sale', async () => {
    await quote('424242');
    await expect.element(page.getByText(/The terminal asks in which currency you pay/)).toBeVisible();
    await press('Go to the sale');
    await expect.element(heading('How much?')).toBeVisible();
  });

  it('is not shown where its figures do not agree', async () => {
    await quote('555555');
    await expect.element(heading('The quote’s figures do not agree')).toBeVisible();
    await expect.element(page.getByText(/The customer pays 100.00.EUR/)).toBeVisible();
    expect(document.querySelector('main section')).toBeNull();
  });

  it('is not made where the gateway has none', async () => {
    await quote('400002');
    await expect.element(heading('No other currency for this card')).toBeVisible();
  });
});

describe('the window', () => {
  it('changes its language at once', async () => {
    const { stores } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await page.getByText('Deutsch').click();
    await expect.element(heading('Einstellungen')).toBeVisible();
    expect(document.documentElement.lang).toBe('de');
  });

  it('guides through the first run', async () => {
    const { stores } = await openWindow(() => {}, { guided: false });
    await expect.element(heading('What should this till do?')).toBeVisible();
    await page.getByText('Real cards, real money').click();
    await press('Go on');
    await page.getByLabelText('Gateway address').fill('https://gateway.example.com');
    await page.getByLabelText('Merchant id').fill('sample');
    await page.getByLabelText('API key').fill('wrong');
    await button('Test the connection').click();
    await expect.element(page.getByText('The test did not work')).toBeVisible();
    await page.getByLabelText('API key').fill('right');
    await button('Test the connection').click();
    await expect
      .element(page.getByText('The gateway answers and accepts the merchant id and the API key.'))
      .toBeVisible();
    await press('Go on');
    await expect.element(heading('Which terminals?')).toBeVisible();
    // Typed, and not added by its own button.
    await page.getByLabelText('Terminal id').fill('T-9');
    await press('Open the till');
    await expect.element(heading('How much?')).toBeVisible();
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    expect(stores.shop.getState().settings?.terminals).toEqual(['T-1', 'T-2', 'T-9']);
  });

  it('keeps the passphrase in its field where the till does not answer, and says so', async () => {
    const { fake } = await openWindow(({ world }) => (world.sealed = true));
    const field = page.getByLabelText('Passphrase');
    await field.fill('open sesame');
    await settled();
    const { unlock } = fake.api;
    Object.assign(fake.api, { unlock: () => Promise.reject(new Error('No answer.')) });
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock the till' }).click();
    await expect.element(page.getByText(/The till did not answer/)).toBeVisible();
    await expect.element(field).toHaveValue('open sesame');
    Object.assign(fake.api, { unlock });
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock the till' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks for the passphrase where the key is sealed', async () => {
    await openWindow((fake) => (fake.world.sealed = true));
    await page.getByLabelText('Passphrase').fill('no');
    await press('Unlock the till');
    await expect.element(page.getByText(/does not open it/)).toBeVisible();
    await page.getByLabelText('Passphrase').fill('open sesame');
    await button('Unlock the till').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('is quit in full screen without the passphrase, by every person', async () => {
    const { fake } = await openWindow(({ world }) => {
      world.sealed = true;
      world.preferences = { ...world.preferences, kiosk: true };
    });
    await expect.element(page.getByText(/Without it you can only quit the till/)).toBeVisible();
    await button('Quit the till').click();
    await expect.poll(() => fake.calls.get('quit')).toBe(1);
    await settled();
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await expect.element(page.getByLabelText('Passphrase')).toBeVisible();
  });

  it('shows a token once', async () => {
    const { stores } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await button('Programs').click();
    await button('Add a program').click();
    await page.getByLabelText('Name').fill('Sample ERP');
    await press('Make the token');
    await expect.element(page.getByText(/sample-token-/)).toBeVisible();
    await button('I saved the token').click();
    await expect.element(page.getByText('Sample ERP', { exact: true })).toBeVisible();
    expect(document.body.textContent).not.toContain('sample-token-');
  });
});
