// Facts about what is in sight beside Sale at the smallest and the largest tills: the status line keeps one row, keys and
// steps of a refund lie under nothing, and large screens show what helps.
import { afterAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StatusView } from '#contract/till/window.ts';
import { windowTimers } from '../../renderer/bridge/bridge.ts';
import { trainWith } from '../../renderer/bridge/fake/printing.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedCaptures } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import type { StatusState } from '../../renderer/stores/till/status-store.ts';
import { inSight } from './support/in-sight.ts';
import { languages } from '#contract/data/languages.ts';
import { sayIn } from '#texts/index.ts';
import { variants } from './support/variants.ts';
import {
  button,
  endlessPatience,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
} from './support/window.tsx';

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const buttonsIn = (name: RegExp) => page.getByRole('group', { name }).getByRole('button').elements();
const keypad = /^Keypad$|^Ziffernblock$/;
const steps = /^What can be done$|^Was möglich ist$/;

const at = '2026-03-01T09:41:00.000Z';

/** What the line may have to say, with a text by which each is known. */
function linesOf(status: StatusView | null): readonly (readonly [RegExp, Partial<StatusState>])[] {
  if (status === null) throw new Error('the window has no status yet');
  const silent = { answering: false, silentSince: at };
  const heard = (changed: Partial<StatusView>) => ({
    answering: true,
    silentSince: null,
    status: { ...status, ...changed },
  });
  return [
    [/T-1/, heard({})],
    [/No answer since|Keine Antwort seit/, silent],
    [/Offline since|Offline seit/, heard({ connection: { state: 'offline', since: at, reason: null } })],
    [/not tried yet|noch nicht geprüft/, heard({ connection: { state: 'unchecked', since: at, reason: null } })],
    [/API key refused|API-Schlüssel abgelehnt/, heard({ credentials: { ...status.credentials, state: 'refused' } })],
    [/key again|neu eingeben/, heard({ credentials: { ...status.credentials, state: 'destination-changed' } })],
    [/lapse soon|verfallen bald/, heard({ alarms: [{ code: 'authorization-lapses', message: '' }] })],
    [/Refused by|Vom Zahlungssystem/, heard({ alarms: [{ code: 'operation-refused', message: '' }] })],
    [/another env|anderer Umgebung/, heard({ otherEnvironments: 2 })],
  ];
}

afterAll(() => page.viewport(1280, 800));

describe('at 1280 x 800', () => {
  it.each(languages)('the status line is one row with somebody signed in, and cuts no word (%s)', async (language) => {
    await page.viewport(1280, 800);
    await openWindow(
      ({ world }) => {
        seedOpen(world);
        seedPeople(world, 'Supervisor');
      },
      { language },
    );
    const line = document.querySelector('footer');
    await expect.poll(() => line?.textContent).toContain(sayIn(language)('status.needsPerson', { count: 1 }));
    expect(line?.getBoundingClientRect().height).toBeLessThanOrEqual(3.5 * remPx());
    const shown = [...(line?.querySelectorAll('span') ?? [])].filter((each) => each.clientWidth > 1);
    expect(shown.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)).toEqual([]);
    expectFits();
  });
});

describe.each([
  [800, 600],
  [1024, 600],
  [1024, 768],
  [600, 800],
  [768, 1024],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('the status line is one row, whatever it says ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(
      ({ world }) => {
        seedOpen(world);
        seedPeople(world, 'Supervisor');
      },
      look,
      windowTimers,
      endlessPatience,
    );
    await expect.element(button(/Sign out|abmelden/i)).toBeVisible();
    const line = document.querySelector('footer');
    await expect.poll(() => line?.textContent).toContain('T-1');
    // Who is signed in stays in sight beside what a press does.
    const who = line?.querySelector('[data-signed-in]') ?? null;
    expect(who?.textContent).toMatch(/^(?:Supervisor|Aufsicht)$/);
    if (width <= 1_024) expect(inSight(who)).toBe(true);
    const { status } = stores.status.getState();
    // From here on only this test says what the line shows, not the heartbeat.
    const show = stores.status.setState;
    stores.status.setState = () => {};
    for (const [said, state] of linesOf(status)) {
      show(state);
      await expect.poll(() => line?.textContent).toMatch(said);
      expect(line?.getBoundingClientRect().height, String(said)).toBeLessThanOrEqual(3.5 * remPx());
      const parts = [...(line?.querySelectorAll('button') ?? [])];
      expect(parts.map(inSight), String(said)).toEqual(parts.map(() => true));
      expectFits();
    }
  });

  it.each(variants)(
    'all steps of a payment, and all keys of its refund, are in sight ($theme, $language)',
    async (look) => {
      await page.viewport(width, height);
      const { stores } = await openWindow(({ world }) => {
        seedPast(world, 4);
        seedOpen(world);
        seedCaptures(world);
        seedPeople(world, 'Supervisor');
      }, look);
      for (const payId of ['PAY-parts', null]) {
        if (payId === null) {
          stores.navigation.go({ screen: 'payments' });
          await page
            .getByRole('option', { name: /Order 4000|Auftrag 4000|4000/ })
            .first()
            .click();
        } else stores.navigation.go({ screen: 'payments', payId });
        await expect.element(button(/^Refund money$|^Geld erstatten$/)).toBeVisible();
        const actions = buttonsIn(steps);
        expect(actions.length).toBeGreaterThan(0);
        expect(actions.map(inSight)).toEqual(actions.map(() => true));
        expectFits();
        await press(/^Refund money$|^Geld erstatten$/);
        await expect.element(page.getByRole('group', { name: keypad })).toBeVisible();
        expect(buttonsIn(keypad).map(inSight)).toEqual(Array.from({ length: 12 }, () => true));
        const values = [...document.querySelectorAll('main dd')].filter((each) => each.checkVisibility());
        expect(values.filter((each) => each.getBoundingClientRect().width < 5 * remPx())).toEqual([]);
        const send = document.querySelector('main [data-guarded]');
        expect(inSight(send)).toBe(true);
        expectFits();
        await button(/^Cancel$|^Abbrechen$/).click();
      }
    },
  );
});

describe.each([
  [800, 600],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [768, 1024],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('the shift is closed without scrolling after forty sales ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 40);
      seedOpen(world);
      seedPeople(world, 'Supervisor');
    }, look);
    stores.navigation.go({ screen: 'shift' });
    const close = button(/^Close shift|^Schicht .* abschließen$/);
    await expect.element(close).toBeVisible();
    const main = document.querySelector('main');
    await expect.poll(() => (main?.scrollHeight ?? 0) - (main?.clientHeight ?? 0)).toBeGreaterThan(0);
    expect(inSight(close.element())).toBe(true);
    const { right, bottom } = close.element().getBoundingClientRect();
    const frame = main?.getBoundingClientRect();
    expect((frame?.right ?? 0) - right).toBeLessThanOrEqual(3 * remPx());
    expect((frame?.bottom ?? 0) - bottom).toBeLessThanOrEqual(2 * remPx());
    main?.scrollTo(0, main.scrollHeight);
    expect(inSight(close.element())).toBe(true);
    expectFits();
  });
});

describe.each([
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)(
    'there is room for the last payments, what is open and the terminals ($theme, $language)',
    async (look) => {
      await page.viewport(width, height);
      const { stores, fake } = await openWindow(({ world }) => {
        seedPast(world, 8);
        seedOpen(world);
        world.delayMs = 10;
      }, look);
      const glance = page.getByRole('region', { name: /^Right now$|^Gerade jetzt$/ });
      const isComplete = async () => {
        await expect.element(glance).toBeVisible();
        await expect.element(glance.getByText(/T-1/)).toBeVisible();
        await expect.element(glance.getByRole('button', { name: /2 waiting|2 wartend/ })).toBeVisible();
        await expect.poll(() => glance.getByRole('button', { name: /EUR/ }).elements().length).toBeGreaterThan(2);
        const all = glance.getByRole('button').elements();
        expect(all.map(inSight)).toEqual(all.map(() => true));
        expectFits();
        await expectNoViolations();
      };
      await isComplete();
      stores.sale.edit({ value: 1_234 });
      await press(/^Charge|kassieren$/);
      await expect.element(button(/^Start the next sale$|^Nächster Verkauf$|Verkauf beginnen/)).toBeVisible();
      await isComplete();
      stores.navigation.go({ screen: 'refund' });
      const search = page.getByRole('searchbox');
      await expect.element(search).toBeVisible();
      expect(search.element().getBoundingClientRect().width).toBeLessThanOrEqual(54 * remPx());
      await isComplete();
      await glance.getByRole('button', { name: /EUR/ }).first().click();
      await expect.element(heading(/12.34/)).toBeVisible();
      expect(fake.world.operations.size).toBeGreaterThan(0);
    },
  );
});

describe('at 1280 x 800', () => {
  it('Sale keeps to its one question', async () => {
    await page.viewport(1280, 800);
    await openWindow(({ world }) => seedPast(world, 8));
    await expect.element(button(/^Enter an amount$|Charge/)).toBeVisible();
    await settled();
    expect(page.getByRole('region', { name: 'Right now' }).elements()).toEqual([]);
  });
});

describe.each([
  [800, 600],
  [1024, 600],
  [600, 800],
] as const)('at %i x %i', (width, height) => {
  it.each(variants)('a receipt is saved without scrolling ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      world.delayMs = 10;
    }, look);
    stores.sale.edit({ value: 1_234 });
    await press(/^Charge|kassieren$/);
    const save = button(/^Save the receipt$|^Beleg speichern$/);
    await expect.element(save).toBeVisible();
    expect(inSight(save.element())).toBe(true);
    expectFits();
  });

  it.each(variants)('a payment link shows its code, its sum and how it stands ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(undefined, look);
    stores.sale.edit({ value: 4_990 });
    await button(/^Payment link$|^Zahlungslink$/).click();
    await press(/^Make a link for|^Link über/);
    await expect.element(heading(/^Waiting for the customer$|^Wartet auf den Kunden$/)).toBeVisible();
    const main = document.querySelector('main');
    for (const shown of ['svg[role=img]', 'h1', '[role=status] + *']) {
      const found = [...(main?.querySelectorAll(shown) ?? [])].at(-1) ?? null;
      expect(`${shown} ${inSight(found)}`).toBe(`${shown} true`);
    }
    expect([...(main?.querySelectorAll('[role=status] + *') ?? [])].at(-1)?.textContent).toContain('49');
    expectFits();
  });

  it.each(variants)('no field that Tab goes to lies under the foot ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => seedPast(world, 4), look);
    stores.navigation.go({ screen: 'refund', manual: true });
    await page.getByText(/^A card, by its number$|^Eine Karte, nach Nummer$/).click();
    const fields = [...document.querySelectorAll<HTMLElement>('main input:not([type=radio]), main select')];
    expect(fields.length).toBeGreaterThan(7);
    fields[0]?.focus();
    const hidden: string[] = [];
    for (let step = 0; step < 12; step += 1) {
      await userEvent.keyboard('{Tab}');
      const { activeElement } = document;
      if (fields.some((each) => each === activeElement) && !inSight(activeElement))
        hidden.push(activeElement?.id ?? '');
    }
    expect(hidden).toEqual([]);
  });
});

describe.each([
  [800, 600],
  [1280, 800],
  [1080, 1920],
  [3840, 2160],
] as const)('the settings at %i x %i', (width, height) => {
  it.each(variants)('are no wider than a page, for a manager and for a cashier ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    for (const person of ['Manager', 'Cashier 1'] as const) {
      const opened = await openWindow(({ world }) => {
        seedPeople(world, person);
        world.locked = ['shopCurrency'];
      }, look);
      opened.stores.navigation.go({ screen: 'settings' });
      const parts = page.getByRole('navigation', { name: /^Parts of the settings$|^Teile der Einstellungen$/ });
      await expect.element(parts).toBeVisible();
      for (const part of parts.getByRole('button').elements()) {
        (part as HTMLElement).click();
        await expect.element(heading(part.textContent ?? '')).toBeVisible();
        const body = document.querySelector('main h2')?.parentElement ?? null;
        await expect.poll(() => body?.children.length ?? 0).toBeGreaterThan(1);
        const wide = [...(body?.querySelectorAll('input, select, fieldset, dl, label') ?? [])].filter(
          (each) => each.getBoundingClientRect().width > 54 * remPx(),
        );
        expect(wide.map((each) => `${part.textContent}: ${each.textContent}`)).toEqual([]);
        expect(body?.querySelectorAll('fieldset[disabled] :is(input, select, button)')).toHaveLength(0);
        expectFits();
        await expectNoViolations();
      }
      await opened.close();
    }
  });
});

const trainingPane = () => page.getByRole('complementary', { name: /^(Training printer|Schulungsdrucker)$/ });

/** Everything that the pane must leave in sight: the status line, the amount, how it ended, and each step of the page. */
function covered(): string[] {
  const pane = trainingPane().element().getBoundingClientRect();
  const main = document.querySelector('main')?.getBoundingClientRect();
  return [...document.querySelectorAll('footer, main [data-in-sight], main [data-guarded]')]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      // What is scrolled away is not covered.
      const within = main === undefined || each.tagName === 'FOOTER' || (bottom > main.top && top < main.bottom);
      return within && left < pane.right && pane.left < right && top < pane.bottom && pane.top < bottom;
    })
    .map((each) => each.textContent ?? each.tagName);
}

describe.each([
  [800, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1599, 900],
  [1600, 900],
  [1920, 1080],
  [768, 1024],
  [1080, 1920],
] as const)('the training printer at %i x %i', (width, height) => {
  const looks = variants.flatMap((look) => [
    { ...look, leftHanded: false, largePrint: false },
    { ...look, leftHanded: true, largePrint: true },
  ]);
  it.each(looks)(
    'covers no step, no amount and no status line ($theme, $language, large print: $largePrint)',
    async (look) => {
      await page.viewport(width, height);
      const { stores, fake } = await openWindow((bridge) => {
        seedPast(bridge.world, 8);
        seedCaptures(bridge.world);
        trainWith(bridge.world, []);
        bridge.world.delayMs = 10;
      }, look);
      await expect.poll(() => stores.printing.getState().view.training).not.toBeNull();
      stores.printing.showPane(true);
      const isWell = async (where: string) => {
        await expect.element(trainingPane()).toBeVisible();
        await expect.poll(covered, { message: where }).toEqual([]);
        const { width: wide, height: high } = trainingPane().element().getBoundingClientRect();
        expect(wide, where).toBeGreaterThanOrEqual(16 * remPx());
        expect(high, where).toBeGreaterThanOrEqual(13 * remPx());
        const buttons = trainingPane().getByRole('button').elements();
        expect(buttons.map(inSight), where).toEqual(buttons.map(() => true));
        const cut = [...document.querySelectorAll('main [data-in-sight]')].filter(
          (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
        );
        expect(
          cut.map((each) => each.textContent),
          where,
        ).toEqual([]);
        expectFits();
      };
      await isWell('an empty sale');
      stores.sale.edit({ value: 123_456 });
      const charge = button(/^Charge|kassieren$/);
      await expect.element(charge).toBeVisible();
      await isWell('a sale');
      expect(inSight(charge.element())).toBe(true);
      if (width === 800 || width === 1280)
        await page.screenshot({
          path: `../../test-results/looks/pane-${width}x${height}-${look.theme}-${look.language}-${look.largePrint ? 'large' : 'usual'}.png`,
        });
      await settled();
      await charge.click();
      await expect.element(button(/^Start the next sale$|^Nächster Verkauf$|Verkauf beginnen/)).toBeVisible();
      await isWell('a paid sale');
      stores.navigation.go({ screen: 'payments', payId: 'PAY-parts' });
      await expect.element(button(/^Refund money$|^Geld erstatten$/)).toBeVisible();
      await isWell('a payment');
      stores.navigation.go({ screen: 'payments' });
      await isWell('the payments');
      expect(fake.world.operations.size).toBeGreaterThan(0);
    },
  );
});
