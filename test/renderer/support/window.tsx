// The whole window over a fake bridge, and the few ways in which tests look at it.
import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import type { Preferences } from '#contract/till/window.ts';
import { App } from '../../../renderer/app/app.tsx';
import { createBridge, type Timers, windowTimers } from '../../../renderer/bridge/bridge.ts';
import { createFakeBridge, type FakeBridge } from '../../../renderer/bridge/fake/fake-bridge.ts';
import { createStores, type Stores } from '../../../renderer/stores/create-stores.ts';
import { firstPreferences } from '../../../renderer/stores/till/preferences-store.ts';

export interface TestWindow {
  readonly fake: FakeBridge;
  readonly stores: Stores;
  /** Takes the window away, for a test that opens another one. */
  close(): Promise<void>;
  /** A reload: everything in the page is new, main is the same. */
  reload(): Promise<Stores>;
}

/** Two minutes of main's patience become a few seconds. */
const usualPatience = 0.05;
/** For a test that holds main's answers back: none of them becomes silence meanwhile. */
export const endlessPatience = 100;

export async function openWindow(
  prepare: (fake: FakeBridge) => void = () => {},
  preferences: Partial<Preferences> = {},
  timers: Timers = windowTimers,
  patience = usualPatience,
): Promise<TestWindow> {
  const fake = createFakeBridge();
  fake.world.delayMs = 400;
  fake.world.preferences = { ...fake.world.preferences, ...preferences };
  prepare(fake);
  let number = 0;
  const show = async () => {
    const stores = createStores({
      bridge: createBridge(fake.api, windowTimers, patience),
      timers,
      now: Date.now,
      newId: () => `${(number += 1)}-${Math.random().toString(36).slice(2)}`,
      memory: { read: () => null, write: () => {} },
      firstPreferences: { ...firstPreferences('en'), ...preferences },
    });
    const shown = await render(<App stores={stores} />);
    await vi.waitUntil(() => shown.container.firstElementChild !== null, { interval: 5 });
    return { stores, shown };
  };
  let current = await show();
  return {
    fake,
    stores: current.stores,
    async close() {
      await current.shown.unmount();
    },
    async reload() {
      await current.shown.unmount();
      current = await show();
      return current.stores;
    },
  };
}

/** The operation that hangs (`fate` of the world) is answered: it was done. */
export function answerRunning(fake: FakeBridge): void {
  fake.world.fate = 'approve';
  for (const { id } of fake.world.operations.values()) fake.answer(id);
}

export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const heading = (name: string | RegExp) => page.getByRole('heading', { name });

export async function typeAmount(digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** Buttons that begin something ignore a press in their first moments, as a second tap of a finger would be. */
export async function settled(): Promise<void> {
  // What was asked for is drawn by then, and the time that a new page ignores presses has begun.
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 400)));
  });
}

/** Presses a button once it is there (support/setup.ts waits until it takes a press). */
export async function press(name: string | RegExp): Promise<void> {
  await expect.element(button(name)).toBeEnabled();
  await button(name).click();
}

/** In the dialog that asks why money goes back, before a supervisor is asked. */
export async function giveReason(reason = 'Came back broken'): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabelText(/^Reason$|^Grund$/)
    .fill(reason);
  await press(/^Go on$|^Weiter$/);
}

/** As a hand: its Enter comes a moment behind the last digit. At a machine's pace the PIN would be a scanner's code. */
export async function typePin(pin: string): Promise<void> {
  await userEvent.keyboard(pin);
  await settled();
  await userEvent.keyboard('{Enter}');
}

export async function expectNoViolations(): Promise<void> {
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  const found = violations.map(
    (each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing is wider than the page, and no text of a button is cut off. */
export function expectFits(): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const main = document.querySelector('main');
  expect(main === null ? 0 : main.scrollWidth - main.clientWidth).toBeLessThanOrEqual(0);
  const cut = [...document.querySelectorAll('button')].filter((each) => each.scrollWidth > each.clientWidth + 1);
  expect(cut.map((each) => each.textContent)).toEqual([]);
}

/** Visible targets smaller than 48 px in either direction. */
export function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, select, input, summary')]
    .filter((each) => each.checkVisibility() && each.closest('label') === null)
    .filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width < 47.5 || height < 47.5;
    })
    .map((each) => `${each.textContent ?? each.id} ${each.getBoundingClientRect().height}`);
}
