// Facts about a terminal's slip of 80 lines: the page scrolls and the slip in it does not, and its columns stay beside
// each other.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { place, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { change } from '../../renderer/bridge/fake/world.ts';
import { expectFits, heading, openWindow, press, typeAmount } from './support/window.tsx';

/** As many as a roll of 80 mm has. */
const columns = 48;
const slip = Array.from({ length: 80 }, (_, index) => {
  const label = `Line ${index + 1}`;
  return `${label}${'1,234.56 EUR'.padStart(columns - label.length)}`;
});
const receipt = { customer: slip, merchant: slip };
const approved = { value: 1_234, currency: 'EUR' };

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  const isCut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  return isCut && [overflowX, overflowY].some((each) => each === 'auto' || each === 'scroll');
}

/** In how many rows the slip's first line is shown. */
function rowsOfFirstLine(text: Node): number {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, columns);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

async function expectOneScrollbar(): Promise<void> {
  const paper = page.getByLabelText('Receipt').getByText(/Line 80/);
  await expect.element(paper).toBeInTheDocument();
  const around = [...document.querySelectorAll('main, main *')].filter((each) => each.contains(paper.element()));
  expect(around.filter(scrolls).map((each) => each.className).length).toBe(1);
  expect(scrolls(paper.element())).toBe(false);
  const text = paper.element().firstChild;
  expect(text === null ? 0 : rowsOfFirstLine(text)).toBe(1);
  expectFits();
}

afterAll(() => page.viewport(1280, 800));

describe.each([
  [1280, 800],
  [1024, 600],
  [800, 600],
  [768, 1024],
] as const)('a long slip at %i x %i', (width, height) => {
  it('scrolls with the result of a sale', async () => {
    await page.viewport(width, height);
    const { fake } = await openWindow(({ world }) => {
      world.fate = 'hang';
    });
    await typeAmount('1234');
    await press('Charge 12.34 EUR');
    await expect.element(heading(/present the card/)).toBeVisible();
    const id = [...fake.world.operations.keys()].at(-1) ?? '';
    change(fake.world, id, { state: 'succeeded', approved, result: { receipt } });
    await expect.element(heading(/^Paid 12.34/)).toBeVisible();
    await expectOneScrollbar();
  });

  it('scrolls with the details of an operation', async () => {
    await page.viewport(width, height);
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      const input = { messageType: 'SALE', transId: 'S-slip', posTerminalId: 'T-1', amount: approved };
      place(world, 'slip', { kind: 'cloud-pos', state: 'succeeded', input }, 1, { result: { receipt } });
    });
    stores.navigation.go({ screen: 'activity', operationId: 'slip' });
    await expectOneScrollbar();
  });
});
