// The window's ground styles in the tests' page, as index.html links them; and a click that waits, as a person's finger
// does, until a button that has just appeared takes a press (ui/base/button.tsx).
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import base from '../../../renderer/styles/base.css?inline';

const style = document.createElement('style');
style.textContent = base;
document.head.append(style);

// Until the window's own font is there, a wider one stands in for it, and what fits looks cut off.
for (const weight of [400, 600, 700]) {
  const faces = await document.fonts.load(`${weight} 16px "Inter Variable"`, 'Größe');
  if (faces.length === 0) throw new Error('the window’s font was not found');
}

let whole: object = page.getByRole('main');
while (!Object.hasOwn(whole, 'click')) whole = Object.getPrototypeOf(whole) as object;
const locators = whole as ReturnType<typeof page.getByRole>;
const click: unknown = Reflect.get(locators, 'click');
const settling = '[data-guarded=settling]';
locators.click = async function clickOnceSettled(this: typeof locators, options) {
  // The click itself says what is wrong with a place that is not there, or there twice.
  const isSettled = () => this.all().length !== 1 || this.query()?.closest(settling) === null;
  await vi.waitUntil(isSettled, { timeout: 20_000 });
  return Reflect.apply(click as typeof locators.click, this, [options]);
};
