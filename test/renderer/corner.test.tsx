// The step of a page that takes a press is in sight without scrolling, however long the page is: a step forward in the
// corner on the right, money out on the left (docs: one corner for the next step).
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { place, seedPast } from '../../renderer/bridge/fake/seed.ts';
import { seedPeople } from '../../renderer/bridge/fake/seed-people.ts';
import { inSight } from './support/in-sight.ts';
import { button, expectFits, openWindow, type TestWindow } from './support/window.tsx';
import { variants } from './support/variants.ts';

const sizes = [
  [800, 600],
  [1280, 800],
  [768, 1024],
] as const;

const amount = { value: 1_234, currency: 'EUR' };
const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T-1', refNr: 'Order 1', amount };

interface Page {
  readonly name: string;
  readonly side: 'left' | 'right';
  readonly step: RegExp;
  readonly reach: (opened: TestWindow) => Promise<void>;
}

const pages: readonly Page[] = [
  {
    name: 'the shop settings',
    side: 'right',
    step: /^Save the shop settings$|^Geschäft sichern$|Einstellungen des Geschäfts sichern|sichern$/,
    reach: async ({ stores }) => {
      stores.navigation.go({ screen: 'settings' });
      await button(/^Shop$|^Geschäft$/).click();
    },
  },
  {
    name: 'a failed sale',
    side: 'right',
    step: /^Try again|^Erneut versuchen/,
    reach: async ({ stores }) => stores.navigation.go({ screen: 'activity', operationId: 'failed-sale' }),
  },
  {
    name: 'a failed refund',
    side: 'left',
    step: /^Try again|^Erneut versuchen/,
    reach: async ({ stores }) => stores.navigation.go({ screen: 'activity', operationId: 'failed-refund' }),
  },
  {
    name: 'the shift',
    side: 'right',
    step: /^Close shift|abschließen$/,
    reach: async ({ stores }) => stores.navigation.go({ screen: 'shift' }),
  },
];

afterAll(() => page.viewport(1280, 800));

describe.each(sizes)('at %i x %i', (width, height) => {
  describe.each(variants)('in the $theme theme, in $language', (look) => {
    it.each(pages)('the step of $name stands $side, in sight', async ({ side, step, reach }) => {
      await page.viewport(width, height);
      const opened = await openWindow(({ world }) => {
        seedPast(world, 40);
        seedPeople(world, 'Manager');
        place(world, 'failed-sale', { kind: 'cloud-pos', state: 'failed', input: sale }, 2);
        const input = { payId: 'PAY-seed-3', transId: 'R-1', amount };
        place(world, 'failed-refund', { kind: 'refund', state: 'failed', input }, 1);
      }, look);
      await expect.element(page.getByRole('main')).toBeVisible();
      await reach(opened);
      await expect.element(page.getByRole('main').getByRole('button', { name: step })).toBeVisible();
      const found = page.getByRole('main').getByRole('button', { name: step }).element();
      expect(found.hasAttribute('data-guarded')).toBe(true);
      expect(inSight(found)).toBe(true);
      const foot = found.parentElement?.getBoundingClientRect();
      const box = found.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const from = side === 'right' ? (foot?.right ?? 0) - box.right : box.left - (foot?.left ?? 0);
      expect(from).toBeLessThanOrEqual(2 * rem);
      expectFits();
    });
  });
});
