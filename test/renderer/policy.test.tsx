// What the IT department has set is seen at the till, and says why it cannot be changed.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { officeId } from '#contract/people/people.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { button, expectNoViolations, openWindow } from './support/window.tsx';

it('a locked setting is shown, cannot be changed and says who set it', async () => {
  await openWindow(({ world }) => {
    world.locked = ['shopCurrency', 'people.refundLimitMinor'];
  });
  await button('Settings').click();
  await button(/^Shop/).click();
  const main = page.getByRole('main');
  await expect.element(main.getByText('Currency', { exact: true })).toBeVisible();
  await expect.element(main.getByText('EUR', { exact: true })).toBeVisible();
  expect(page.getByLabelText('Currency', { exact: true }).elements()).toEqual([]);
  expect(page.getByLabelText(/Refunds .* or more|supervisor/).elements()).toEqual([]);
  expect(page.getByText('Set by your IT department').elements()).toHaveLength(2);
  await expect.element(page.getByLabelText(/without a touch/)).toBeEnabled();
  await expectNoViolations();
});

it('what the office has set is shown, cannot be changed and says that it is the office', async () => {
  await openWindow(({ world }) => {
    world.locked = ['shopName'];
    world.lockedByOffice = ['people.refundLimitMinor', 'shopCurrency'];
  });
  await button('Settings').click();
  await button(/^Shop/).click();
  await expect.element(page.getByText('Set by your office').first()).toBeVisible();
  expect(page.getByText('Set by your office').elements()).toHaveLength(2);
  expect(page.getByText('Set by your IT department').elements()).toHaveLength(1);
  expect(page.getByLabelText('Currency', { exact: true }).elements()).toEqual([]);
  await expectNoViolations();
});

it('a locked limit of refunds is shown over every program’s own, in the list and where it is changed', async () => {
  await openWindow(({ world }) => {
    world.locked = ['loopback.refundsPerDayMinor'];
    world.mostRefundsPerDay = 100_000;
    const createdAt = new Date(world.now()).toISOString();
    const plain = { scopes: ['refund' as const], origin: null, createdAt, lastUsedAt: null, revokedAt: null };
    const limited = (refundsPerDayMinor: number | null) => ({ ...plainClientOptions, refundsPerDayMinor });
    world.clients.push({ id: 'c-1', name: 'Higher', ...plain, options: limited(999_900) });
    world.clients.push({ id: 'c-2', name: 'Lower', ...plain, options: limited(50_000) });
    world.clients.push({ id: 'c-3', name: 'None', ...plain, options: limited(null) });
  });
  await button('Settings').click();
  await button(/^Programs/).click();
  const cap = /Your IT department has set: at most 1,000.00\sEUR|Your IT department has set: at most €1,000.00/;
  await expect.element(page.getByText(cap)).toBeVisible();
  expect(page.getByText(/Refunds at most .*1,000\.00/).elements()).toHaveLength(2);
  expect(page.getByText(/Refunds at most .*500\.00/).elements()).toHaveLength(1);
  expect(page.getByText(/9,999/).elements()).toHaveLength(0);
  await button('Change Higher').click();
  await expect.element(page.getByRole('dialog').getByText(cap)).toBeVisible();
  await expectNoViolations();
});

it('a program of the policy says so and has no button that would shut it out', async () => {
  await openWindow(({ world }) => {
    const createdAt = new Date(world.now()).toISOString();
    const plain = { scopes: ['status' as const], origin: null, options: plainClientOptions };
    const used = { createdAt, lastUsedAt: null, revokedAt: null };
    world.clients.push({ id: 'policy-1', name: 'Central ERP', ...plain, ...used, managed: true });
    world.clients.push({ id: 'c-2', name: 'Shop system', ...plain, ...used });
  });
  await button('Settings').click();
  await button(/^Programs/).click();
  await expect.element(page.getByText('Set by your IT department')).toBeVisible();
  await expect.element(button('Revoke the access of Shop system')).toBeVisible();
  expect(button(/Central ERP/).elements()).toHaveLength(0);
  await expectNoViolations();
});

it('a program of the office says so, is changed there alone, and is switched off and let in again here', async () => {
  await openWindow(({ world }) => {
    const createdAt = new Date(world.now()).toISOString();
    const plain = { scopes: ['status' as const], origin: null, options: plainClientOptions };
    const used = { createdAt, lastUsedAt: null, revokedAt: null };
    world.clients.push({ id: officeId('erp'), name: 'Chain ERP', ...plain, ...used });
  });
  await button('Settings').click();
  await button(/^Programs/).click();
  await expect.element(page.getByText('From the office')).toBeVisible();
  expect(button(/Chain ERP/).elements()).toHaveLength(1);
  await button('Revoke the access of Chain ERP').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/until a manager lets it in again/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke the access of Chain ERP' }).click();
  await expect.element(page.getByText('Switched off at this till')).toBeVisible();
  await expectNoViolations();
  await button('Let Chain ERP in again').click();
  await expect.element(button('Revoke the access of Chain ERP')).toBeVisible();
  expect(page.getByText('Switched off at this till').elements()).toEqual([]);
});
