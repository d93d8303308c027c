import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plain } from './cashier.ts';
import { openCounter } from './counter.ts';

const root = join(import.meta.dirname, '..', '..');

/** The journal of a till, as an auditor exports it. */
function journal(home: string): string {
  const args = ['main/cli.ts', 'journal', 'export', '--data-dir', join(home, 'shop')];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

it('quotes another currency, offers both alike, and records the choice', async () => {
  const { cashier, till } = await openCounter();
  await cashier.keyIn('10000');
  await cashier.press('Quote another currency');
  await cashier.reads('Which card, how much?');
  await cashier.finds('A card terminal makes its own offer');
  await cashier.fill('First digits of the card', '411111');
  await cashier.press('Ask for a quote');

  await cashier.reads('Select currency');
  const local = cashier.page.getByRole('region', { name: 'Euro (EUR)' });
  const foreign = cashier.page.getByRole('region', { name: 'US Dollar (USD)' });
  expect(plain(await local.textContent())).toContain('100.00 EUR');
  expect(plain(await foreign.textContent())).toMatch(/\d+\.\d\d USD.*100\.00 EUR.*1 EUR = [\d.]+ USD.*Mark-up.*%/);
  const sizes = [local, foreign].map((card) => card.getByRole('button').boundingBox());
  const [one, other] = await Promise.all(sizes);
  expect(one).toMatchObject({ width: other?.width, height: other?.height, y: other?.y });
  expect(await cashier.page.getByRole('navigation').count()).toBe(0);

  await cashier.press('US Dollar (USD)');
  await cashier.reads('You chose USD');
  await cashier.finds(/^Transaction currency USD: [\d.]+\sUSD$/);
  await cashier.finds('The choice is recorded with the quote.');
  await till.close();
  const choices = journal(till.home)
    .split('\n')
    .filter((line) => line.includes('dcc-choice'));
  expect(choices).toHaveLength(1);
  expect(choices[0]).toContain('USD');
});

it('charges in the shop currency where the card has no other', async () => {
  const { cashier } = await openCounter();
  await cashier.keyIn('10000');
  await cashier.press('Quote another currency');
  await cashier.fill('First digits of the card', '400002');
  await cashier.press('Ask for a quote');
  await cashier.reads('No other currency for this card');
  expect(plain(await cashier.screen.textContent())).toContain('The customer pays 100.00 EUR.');
});
