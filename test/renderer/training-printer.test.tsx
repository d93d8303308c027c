// Facts about the training printer: its paper is seen beside the till, or over it on a small one, and a person can do to it
// what happens to a real one.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TrainingPaperItem } from '#contract/devices/printing.ts';
import { trainWith } from '../../renderer/bridge/fake/printing.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { variants } from './support/variants.ts';
import { button, expectFits, expectNoViolations, openWindow, smallTargets } from './support/window.tsx';

const line = (text: string, look = {}): TrainingPaperItem => ({
  type: 'line',
  text,
  bold: false,
  large: false,
  ...look,
});
const receipt: TrainingPaperItem[] = [
  line('  Sample shop', { bold: true, large: true }),
  line('Sale                             12.34 EUR'),
  line('A'.repeat(42)),
  { type: 'qr', data: 'https://example.com/receipt/1' },
  { type: 'barcode', data: '4006381333931' },
  { type: 'picture', width: 384, height: 96 },
  { type: 'cut' },
];
const shows = () => button('Training printer');
const pane = () => page.getByRole('complementary', { name: /^(Training printer|Schulungsdrucker)$/ });

/** It stands there from the start where there is room. */
async function showPane(): Promise<void> {
  if (pane().query() === null) {
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^(Training printer|Schulungsdrucker)$/ })
      .click();
  }
  await expect.element(pane()).toBeVisible();
}

async function openTraining(paper: readonly TrainingPaperItem[] = [], to = {}) {
  return openWindow(({ world }) => {
    seedPast(world, 4);
    trainWith(world, paper);
  }, to);
}

it('is put beside the till and away, and shows what was printed', async () => {
  await page.viewport(800, 600);
  const { fake } = await openTraining();
  await expect.element(shows()).toBeVisible();
  expect(pane().query()).toBeNull();
  await shows().click();
  await expect.element(page.getByText('What is printed in training comes out here.')).toBeVisible();
  trainWith(fake.world, receipt);
  await expect.element(page.getByText('Sale                             12.34 EUR')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'QR code on the paper' })).toBeVisible();
  await button('Tear the paper off').click();
  await expect.element(page.getByText('What is printed in training comes out here.')).toBeVisible();
  await button('Put it away').click();
  await expect.poll(() => pane().query()).toBeNull();
});

it('can be opened, emptied and unplugged, and made good again', async () => {
  const { fake } = await openTraining();
  await expect.element(shows()).toBeVisible();
  await showPane();
  for (const [doIt, says, undo] of [
    ['Paper out', 'Paper is out.', 'Put paper in'],
    ['Open the cover', 'The cover is open.', 'Close the cover'],
    ['Pull the cable', 'The cable is pulled.', 'Plug the cable in'],
  ] as const) {
    await button(doIt).click();
    await expect.element(pane().getByText(says)).toBeVisible();
    await button(undo).click();
    await expect.element(pane().getByText('Ready to print.')).toBeVisible();
  }
  expect(fake.calls.get('handleTrainingPrinter')).toBe(6);
});

it('is not there on a till with a printer of its own', async () => {
  await openWindow(({ world }) => seedPast(world, 4));
  await expect.element(button('Enter an amount')).toBeVisible();
  expect(shows().query()).toBeNull();
});

describe.each([
  [800, 600, 14],
  [1024, 600, 15],
  [1920, 1080, 15],
])('at %i × %i', (width, height, leastPx) => {
  it.each(variants)('looks right: $theme, $language', async ({ theme, language }) => {
    await page.viewport(width, height);
    await openTraining([...receipt, ...receipt], { theme, language });
    await expect.element(page.getByRole('main')).toBeVisible();
    await expect.element(page.getByRole('contentinfo').getByText(/Training printer|Schulungsdrucker/)).toBeVisible();
    expect(pane().query() === null).toBe(width < 1920);
    await showPane();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
    const { width: wide, right, bottom } = pane().element().getBoundingClientRect();
    expect(wide).toBeGreaterThan(350);
    expect(right).toBeLessThanOrEqual(width);
    expect(bottom).toBeLessThanOrEqual(page.getByRole('contentinfo').element().getBoundingClientRect().top + 1);
    const widest = pane().getByText('A'.repeat(42)).first().element();
    expect(Number.parseFloat(getComputedStyle(widest).fontSize)).toBeGreaterThanOrEqual(leastPx);
    const roll = pane().getByRole('log').element();
    expect(roll.scrollWidth).toBeLessThanOrEqual(roll.clientWidth);
    const hand = pane().getByRole('group').getByRole('button').elements();
    expect(hand.filter((each) => !inSight(each)).map((each) => each.textContent)).toEqual([]);
    expect(roll.clientHeight).toBeGreaterThan(60);
    await page.screenshot({ path: `../../test-results/looks/training-${width}-${theme}-${language}.png` });
  });
});
