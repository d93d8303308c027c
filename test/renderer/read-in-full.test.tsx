// Facts that were seen on the pictures of every screen: no word is torn or cut without dots, a dialog begins at its title
// and has its step on the right, and a fact stands beside its label.
import { afterAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#contract/data/languages.ts';
import { sayIn } from '#texts/index.ts';
import { setPrinter } from '../../renderer/bridge/fake/printing.ts';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedLong } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedVault } from '../../renderer/bridge/fake/seeds/seed-vault.ts';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { button, expectFits, heading, openWindow, press, settled, typeAmount } from './support/window.tsx';

afterAll(() => page.viewport(1280, 800));

/** Labels whose words take more than one line although they hold no space to break at. */
const torn = () =>
  [...document.querySelectorAll('main dt')]
    .filter((each) => each.checkVisibility() && !/[\s-]/.test(each.textContent ?? ''))
    .filter((each) => each.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(each).lineHeight))
    .map((each) => each.textContent);

const sold = {
  messageType: 'SALE',
  transId: 'S-2026-004711',
  posTerminalId: 'T-1',
  refNr: 'Order 2026-01-31-004711',
  amount: { value: 12_345_678, currency: 'EUR' },
};

describe('read in full', () => {
  it('no label of a fact is torn beside a decision at 1024 x 600', async () => {
    await page.viewport(1024, 600);
    const { stores } = await openWindow(
      ({ world }) => {
        seedOpen(world);
        seedPeople(world, 'Supervisor');
        seedRefundToDecide(world, true);
      },
      { language: 'de' },
    );
    stores.navigation.go({ screen: 'activity', operationId: 'decide' });
    await expect.element(page.getByText('Transaktionsnummer').first()).toBeVisible();
    expect(torn()).toEqual([]);
    expectFits();
  });

  it.each(languages)(
    'beside the end of a sale on an upright till, how each of the last payments stands (%s)',
    async (language) => {
      await page.viewport(1080, 1920);
      await openWindow(({ world }) => seedPast(world, 8), { language });
      await typeAmount('1234');
      await press(/12[.,]34/);
      await expect.element(page.getByRole('heading', { level: 1, name: /12[.,]34/ })).toBeVisible();
      const glance = page.getByRole('region', { name: sayIn(language)('glance.title') });
      await expect.element(glance.getByRole('button').nth(3)).toBeVisible();
      const cut = [...glance.element().querySelectorAll('*')].filter(
        ({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
          clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      );
      expect(cut.map((each) => each.textContent)).toEqual([]);
    },
  );

  it.each(languages)('beside an open drawer, every part of the status line at 1280 x 800 (%s)', async (language) => {
    await page.viewport(1280, 800);
    const since = new Date(Date.now() - 4_000_000).toISOString();
    await openWindow(
      ({ world }) => {
        seedOpen(world);
        setPrinter(world, 'COUNTER', { drawerOpen: true, drawerOpenSince: since });
      },
      { language },
    );
    await expect.element(page.getByRole('main')).toBeVisible();
    const line = page.getByRole('contentinfo');
    await expect.poll(() => line.element().querySelectorAll('button').length).toBeGreaterThan(4);
    const cut = [...line.element().querySelectorAll('*')].filter(
      ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
    );
    expect(cut.map((each) => each.textContent)).toEqual([]);
  });

  it.each(languages)('what a shift without sales says, on the smallest till (%s)', async (language) => {
    await page.viewport(800, 600);
    const { stores } = await openWindow(undefined, { language });
    stores.navigation.go({ screen: 'shift' });
    const words = page.getByText(sayIn(language)('shift.emptyHow'));
    await expect.element(words).toBeVisible();
    const box = words.element().closest('div')?.parentElement;
    expect(box?.scrollHeight).toBeLessThanOrEqual(box?.clientHeight ?? 0);
    expectFits();
  });

  it.each([
    [768, 1024],
    [800, 600],
  ] as const)('the terminal keeps its name beside the person who is signed in (%i x %i)', async (width, height) => {
    await page.viewport(width, height);
    await openWindow(
      ({ world }) => {
        seedOpen(world);
        seedPeople(world, 'Supervisor');
        seedRefundToDecide(world, true);
      },
      { language: 'de' },
    );
    await expect.element(button(/Abmelden/i)).toBeVisible();
    const name = () =>
      [...document.querySelectorAll('footer button > :last-child')].find((each) => each.textContent?.includes('T-1'));
    await expect.poll(() => name()?.textContent).toContain('T-1');
    expect(name()?.scrollWidth ?? 0).toBeLessThanOrEqual((name()?.clientWidth ?? 0) + 1);
    expectFits();
  });

  it.each([
    [1024, 600],
    [800, 600],
  ] as const)('the card, the reference and the person of a payment in the list (%i x %i)', async (width, height) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedPeople(world, 'Supervisor');
      place(world, 'sold', { kind: 'cloud-pos', state: 'succeeded', input: sold }, 1, {
        origin: { type: 'cashier', operator: 'Supervisor' },
      });
    });
    stores.navigation.go({ screen: 'payments' });
    const known = page.getByText('VISA •••• 1111 · Order 2026-01-31-004711 · Supervisor');
    await expect.element(known).toBeVisible();
    const lines = known.element().parentElement ?? document.body;
    expect(lines.scrollHeight).toBeLessThanOrEqual(lines.clientHeight);
    expect(lines.scrollWidth).toBeLessThanOrEqual(lines.clientWidth);
    const row = page.getByRole('option').element().getBoundingClientRect();
    expect(known.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(row.bottom - 2);
  });

  it('what is known of a link in doubt stands beside its label', async () => {
    await page.viewport(1280, 800);
    const { stores } = await openWindow(({ world }) => {
      world.fate = 'lost';
      world.delayMs = 50;
    });
    stores.navigation.go({ screen: 'link', money: { value: 4_990, currency: 'EUR' } });
    await press(/^Make a link for/);
    await expect.element(page.getByText('In doubt since')).toBeVisible();
    const label = page.getByText('In doubt since').element();
    const value = label.nextElementSibling;
    expect(value?.getBoundingClientRect().top).toBeLessThan(label.getBoundingClientRect().bottom);
  });

  it.each([
    [800, 600],
    [1280, 800],
  ] as const)('the keys begin at their title (%i x %i)', async (width, height) => {
    await page.viewport(width, height);
    await openWindow();
    await expect.element(button(/^Enter an amount$/)).toBeVisible();
    await userEvent.keyboard('?');
    const title = page.getByRole('dialog').getByRole('heading');
    await expect.element(title).toBeVisible();
    expect(inSight(title.element())).toBe(true);
    expect(document.activeElement).toBe(title.element());
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('a dialog’s only step stands on the right', async () => {
    await page.viewport(1280, 800);
    await openWindow(({ world }) => setPrinter(world, 'COUNTER'));
    await button('Open the drawer').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Change of a note');
    await settled();
    await page.getByRole('dialog').getByRole('button', { name: 'Open the drawer' }).click();
    await expect.element(page.getByText('The drawer is open')).toBeVisible();
    const dialog = page.getByRole('dialog').element().getBoundingClientRect();
    const close = page.getByRole('dialog').getByRole('button').element().getBoundingClientRect();
    expect(dialog.right - close.right).toBeLessThan(close.left - dialog.left);
  });

  it('a stored direct debit is named in words', async () => {
    const { stores } = await openWindow(({ world }) => seedVault(world, 3), { language: 'de' });
    stores.navigation.go({ screen: 'customers' });
    await page.getByRole('option').nth(1).click();
    await expect.element(page.getByText('Lastschrift')).toBeVisible();
  });

  it('the rows of a list grow with the letters on the largest screen', async () => {
    await page.viewport(1280, 800);
    const { stores } = await openWindow(({ world }) => seedPast(world, 12));
    stores.navigation.go({ screen: 'payments' });
    const rows = () => page.getByRole('option').elements();
    await expect.poll(() => rows().length).toBeGreaterThan(3);
    await page.viewport(3840, 2160);
    const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    await expect.poll(() => (rows()[1]?.getBoundingClientRect().height ?? 0) / rem()).toBeCloseTo(4.75, 1);
    const [, second, third] = rows().map((each) => each.getBoundingClientRect());
    expect(third?.top).toBeGreaterThanOrEqual(second?.bottom ?? Number.POSITIVE_INFINITY);
    expectFits();
  });

  it('the state of a link stands whole in the list of Activity', async () => {
    await page.viewport(1280, 800);
    const { stores } = await openWindow(
      ({ world }) => {
        const offer = { state: 'open', lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
        const input = { transId: 'L-1', amount: { value: 12_345, currency: 'EUR' } };
        seedPeople(world, 'Cashier 1');
        place(world, 'link', { kind: 'create-link', state: 'succeeded', input }, 90, {
          offer,
          origin: { type: 'cashier', operator: 'Cashier 1' },
        });
      },
      { language: 'de' },
    );
    stores.navigation.go({ screen: 'activity' });
    const state = page.getByText(/^\s*Keine Zahlung gesehen; wird nicht mehr geprüft$/);
    await expect.element(state).toBeVisible();
    const words = state.element().parentElement!;
    expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
    expect(words.scrollHeight).toBeLessThanOrEqual(words.clientHeight + 1);
    const row = words.closest('[role=option]')!.getBoundingClientRect();
    expect(words.getBoundingClientRect().bottom).toBeLessThan(row.bottom);
  });

  it('the greatest sum stays on one line with its currency', async () => {
    await page.viewport(1280, 800);
    const { stores } = await openWindow(({ world }) => seedLong(world));
    stores.navigation.go({ screen: 'activity', operationId: 'long-1' });
    await expect.element(heading(/^Paid/)).toBeVisible();
    const title = heading(/^Paid/).element();
    const line = Number.parseFloat(getComputedStyle(title).lineHeight);
    expect(title.getBoundingClientRect().height).toBeLessThan(1.5 * line);
  });

  it('an operation that ended in its minute has one time', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 4));
    stores.navigation.go({ screen: 'activity', operationId: 'seed-3' });
    await expect.element(page.getByText('Time', { exact: true })).toBeVisible();
    await expect.element(heading(/^Paid/)).toBeVisible();
    expect(page.getByText('Last change').elements()).toEqual([]);
  });
});
