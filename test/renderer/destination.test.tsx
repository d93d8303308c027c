// Where the API key goes is seen in the settings, and a change that no person at the till made is said.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNoViolations, openWindow, press } from './support/window.tsx';

const destination = {
  root: 'https://gateway.example.com',
  authRoot: 'https://elsewhere.example',
  merchantId: 'SHOP-1',
  mode: 'live' as const,
  scheme: 'oauth' as const,
  caSha256: 'ab'.repeat(32),
};

it('a key that was entered for another destination is asked for again', async () => {
  await openWindow(({ world }) => {
    const { root, merchantId, mode } = destination;
    const kept = { hasApiKey: true, keptBy: 'system' as const, systemProtects: true };
    world.gateway = { mode, root, merchantId, ...kept, destination, keyIsForAnother: true };
    world.mode = mode;
  });
  await button('Settings').click();
  await button(/^Gateway/).click();
  await expect.element(page.getByText('The API key goes to https://elsewhere.example')).toBeVisible();
  await expect.element(page.getByText(new RegExp(destination.caSha256))).toBeVisible();
  const notice = page.getByText(/was entered for another destination/);
  await expect.element(notice).toBeVisible();
  await press('Use this gateway');
  await expect.element(page.getByText(/Enter the API key$/)).toBeVisible();
  await expectNoViolations();
  await page.getByLabelText('API key').fill('right');
  await press('Use this gateway');
  await expect.element(page.getByText('Saved')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
