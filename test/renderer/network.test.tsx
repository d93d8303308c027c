// Facts about a network that comes and goes while nothing is sent: the system's word is shown at once, and main asks
// the gateway whether it is away with it.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { windowTimers } from '../../renderer/bridge/bridge.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { expectFits, expectNoViolations, endlessPatience, openWindow, typeAmount } from './support/window.tsx';

const line = () => page.getByRole('contentinfo').element().textContent;
const charge = () => page.getByRole('button', { name: /^Charge/ });
const pull = () => window.dispatchEvent(new Event('offline'));

describe('a cable that is pulled from an idle till', () => {
  it('is shown before the gateway was asked', async () => {
    const { fake } = await openWindow(() => {}, {}, windowTimers, endlessPatience);
    await expect.poll(line).toContain('Online since');
    fake.world.silent = true;
    pull();
    await expect.poll(line).toContain('No network at this till');
    expect(line()).not.toContain('Online');
    await expectNoViolations();
  });

  it('keeps Charge back once the gateway did not answer, until it does', async () => {
    const { fake } = await openWindow();
    await typeAmount('500');
    await expect.element(charge()).toBeEnabled();
    fake.world.online = false;
    pull();
    await expect.element(charge()).toBeDisabled();
    await expect.poll(line).toContain('No network at this till');
    fake.world.online = true;
    window.dispatchEvent(new Event('online'));
    await expect.element(charge()).toBeEnabled();
    await expect.poll(line).toContain('Online since');
  });

  it('takes nothing from a till whose gateway is reached all the same', async () => {
    const { fake } = await openWindow();
    await expect.poll(line).toContain('Online since');
    pull();
    await expect.poll(() => fake.calls.get('checkConnection')).toBe(1);
    await expect.poll(line).toContain('Online since');
    expect(line()).not.toContain('No network');
  });

  it.each(['en', 'de', 'fr', 'it', 'es', 'nl'] as const)(
    'has its words in sight on the smallest till (%s)',
    async (language) => {
      await page.viewport(800, 600);
      await openWindow(
        (made) => {
          made.world.online = false;
          seedPeople(made.world, 'Cashier 1');
        },
        { language },
      );
      await expect.poll(line).not.toBe('');
      pull();
      await expect
        .poll(() => document.querySelector('footer [role=status]')?.textContent)
        .toMatch(/till|Kasse|caisse|cassa|caja|kassa/);
      const words = document.querySelector('footer [role=status] svg + span');
      expect(words === null ? 1 : words.scrollWidth - words.clientWidth).toBeLessThanOrEqual(0);
      expectFits();
    },
  );
});
