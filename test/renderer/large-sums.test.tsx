// Facts about the largest sums, of twelve digits, on the smallest tills: wherever one stands it is whole, on one line,
// and nothing lies over it.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { variants } from './support/variants.ts';
import { button, expectFits, heading, openWindow, press, settled, type TestWindow } from './support/window.tsx';

const value = 999_999_999_999;
const digits = /9[.,]999[.,]999[.,]999[.,]99/;

/** The visible texts that hold such a sum. */
function sumsShown(): { readonly range: Range; readonly holder: HTMLElement }[] {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement;
    const match = digits.exec(node.nodeValue ?? '');
    if (holder === null || match === null || holder.closest('.visually-hidden') !== null) continue;
    const range = document.createRange();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    if (holder.checkVisibility() && range.getBoundingClientRect().width > 1) found.push({ range, holder });
  }
  return found;
}

/** What cuts the text off at a side: the page, or an element that hides what is outside of it. */
function cutBy({ range, holder }: { readonly range: Range; readonly holder: HTMLElement }): string | null {
  // A wide table is scrolled by itself, by keys too.
  if (holder.closest('[role=region][tabindex="0"]') !== null) return null;
  const { left, right } = range.getBoundingClientRect();
  if (left < -0.5 || right > innerWidth + 0.5) return 'the page';
  for (let around: HTMLElement | null = holder; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowX === 'visible') continue;
    const box = around.getBoundingClientRect();
    if (left < box.left - 0.5 || right > box.right + 0.5) return `${around.tagName} ${around.className}`;
  }
  return null;
}

/** Whether anything lies over it once it was scrolled to. */
function coveredBy({ range, holder }: { readonly range: Range; readonly holder: HTMLElement }): string | null {
  holder.scrollIntoView({ block: 'nearest' });
  const { left, right, top, bottom } = range.getBoundingClientRect();
  for (const x of [left + 2, (left + right) / 2, right - 2]) {
    const hit = document.elementFromPoint(x, (top + bottom) / 2);
    if (hit === null || !(holder.contains(hit) || hit.contains(holder)))
      return hit?.outerHTML.slice(0, 120) ?? 'nothing';
  }
  return null;
}

/** At least so many sums are shown; each is whole, on one line and under nothing. */
async function expectWhole(what: string, least = 1): Promise<void> {
  await expect.poll(() => sumsShown().length, { message: what }).toBeGreaterThanOrEqual(least);
  const wrong = sumsShown().flatMap((sum) => {
    const cut = cutBy(sum);
    const lines = new Set([...sum.range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const over = coveredBy(sum);
    const text = sum.holder.textContent;
    return [
      ...(cut === null ? [] : [`${text} is cut off by ${cut}`]),
      ...(lines === 1 ? [] : [`${text} stands on ${lines} lines`]),
      ...(over === null ? [] : [`${text} lies under ${over}`]),
    ];
  });
  expect(wrong, what).toEqual([]);
  // The fields, too, show all that is in them.
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input')].filter((each) =>
    digits.test(each.value),
  );
  expect(fields.filter((each) => each.scrollWidth > each.clientWidth + 1).map(({ id }) => `${what}: ${id}`)).toEqual(
    [],
  );
  expectFits();
}

async function charge({ stores }: TestWindow): Promise<void> {
  stores.sale.edit({ value, currency: 'CHF', reference: 'Order 4711' });
  await settled();
  await expectWhole('Sale');
  await button(/^Charge|kassieren$/).click();
}

describe.each([
  [800, 600],
  [600, 800],
  [1024, 600],
] as const)('at %i x %i, a sum of twelve digits is whole', (width, height) => {
  afterAll(() => page.viewport(1280, 800));

  it.each(variants)('on Sale, its result, its payment and its refund ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const opened = await openWindow(({ world }) => {
      world.delayMs = 10;
    }, look);
    await charge(opened);
    await expect.element(heading(/9[.,]999[.,]999[.,]999[.,]99/)).toBeVisible();
    await expectWhole('its result');
    const { fake, stores } = opened;
    const payId = [...fake.world.payments.keys()].at(-1) ?? '';
    stores.navigation.go({ screen: 'payments', payId });
    await expect.element(button(/^Refund money$|^Geld erstatten$/)).toBeVisible();
    await expectWhole('the payment', 2);
    await press(/^Refund money$|^Geld erstatten$/);
    await expect.element(page.getByRole('group', { name: /^Keypad$|^Ziffernblock$/ })).toBeVisible();
    await expectWhole('its refund');
    await settled();
    (document.querySelector('main [data-guarded]') as HTMLElement).click();
    await expect.element(heading(/Refunded|[Ee]rstattet/)).toBeVisible();
    await expectWhole('the refund’s result');
    stores.navigation.go({ screen: 'payments' });
    await expectWhole('the list of payments');
    stores.navigation.go({ screen: 'activity' });
    await expectWhole('the list of what was done');
    stores.navigation.go({ screen: 'shift' });
    await expectWhole('the shift');
  });

  it.each(variants)('while the terminal asks, and where it was declined ($theme, $language)', async (look) => {
    await page.viewport(width, height);
    const opened = await openWindow(({ world }) => {
      world.delayMs = 10;
      world.fate = 'hang';
    }, look);
    await charge(opened);
    await expect.element(heading(/present|Karte/)).toBeVisible();
    await expectWhole('while it runs');
    opened.fake.world.fate = 'decline';
    for (const { id } of opened.fake.world.operations.values()) opened.fake.answer(id);
    await expect.element(button(/9[.,]999[.,]999[.,]999[.,]99/)).toBeVisible();
    await expectWhole('declined');
  });
});
