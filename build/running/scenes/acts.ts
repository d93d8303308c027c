// Steps with which several groups of pictures begin.
import type { Page } from 'playwright-core';

export const shop = 'rows=60&open=1&programs=1';

export const either = (page: Page, english: RegExp, german: RegExp) =>
  page.getByRole('button', { name: new RegExp(`${english.source}|${german.source}`) });

/** Waits for the screen's heading, because a screen's code is loaded when it is first shown. */
export async function rail(page: Page, index: number): Promise<void> {
  await page.keyboard.press(`Alt+${index}`);
  await page.locator('main :is(h1, h2)').first().waitFor();
}

export async function amount(page: Page, digits: string): Promise<void> {
  await page.keyboard.type(digits, { delay: 60 });
}

/** Waits before it presses, because a button ignores presses in its first moments. */
export async function charge(page: Page): Promise<void> {
  await amount(page, '1234');
  await page.waitForTimeout(400);
  await page.keyboard.press('Control+Enter');
}

export const headline = (page: Page, text: RegExp) => page.getByRole('heading', { level: 1, name: text }).waitFor();

export async function openRow(page: Page, text: string): Promise<void> {
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

export async function settingsPart(page: Page, english: RegExp, german: RegExp): Promise<void> {
  await rail(page, 6);
  await either(page, english, german).click();
}
