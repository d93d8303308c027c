// The person at the window: looks for words, presses buttons, types. Everything a story does on a screen goes through
// here, by role and name, so that a screen that changes its words is corrected in one place.
import type { Locator, Page } from 'playwright-core';

export type Screen = 'Sale' | 'Payments' | 'Refund' | 'Activity' | 'Shift' | 'Settings';

/** The window ignores a tap on a step that appeared less than 350 ms ago; there a finger stays down this long. */
export const tapMs = 450;

export class Cashier {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get screen(): Locator {
    return this.page.getByRole('main');
  }

  get statusLine(): Locator {
    return this.page.getByRole('contentinfo', { name: 'State of the till' });
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const button = this.button(name, within);
    await button.click({ delay: (await button.evaluate(isNoStep)) ? 0 : tapMs });
  }

  /** Waits until the screen says it in a heading. */
  async reads(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name: heading }).first().waitFor();
  }

  /** Waits until the screen says it anywhere. */
  async finds(text: string | RegExp): Promise<void> {
    await this.screen.getByText(text).first().waitFor();
  }

  async statusSays(text: string | RegExp): Promise<void> {
    await this.statusLine.getByText(text).first().waitFor();
  }

  async goTo(name: Screen): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  }

  /** The address at which programs reach this till, as Settings shows it. */
  async addressOfTill(): Promise<string> {
    await this.goTo('Settings');
    await this.press('Programs');
    const shown = await this.screen
      .getByText(/http:\/\/[\d.]+:\d+/)
      .first()
      .textContent();
    return /http:\/\/[\d.]+:\d+/.exec(shown ?? '')?.[0] ?? '';
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.field(label).fill(text);
  }

  /** Key by key, as a hand does it: nothing but the window itself then has the text in memory. */
  async typeSecret(label: string, text: string): Promise<void> {
    await this.field(label).focus();
    for (const key of text) await this.page.keyboard.press(key);
  }

  async choose(label: string | RegExp): Promise<void> {
    // The control itself is drawn by its label, which is what a finger hits.
    const radio = this.page.getByRole('radio', { name: label });
    await this.page.locator('label').filter({ has: radio }).click();
    await this.page.getByRole('radio', { name: label, checked: true }).waitFor({ state: 'attached' });
  }

  field(label: string | RegExp): Locator {
    return typeof label === 'string' ? this.page.getByLabel(label, { exact: true }) : this.page.getByLabel(label);
  }

  /** The amount on the keypad, from the right as on a terminal: `1234` is 12.34. */
  async keyIn(digits: string): Promise<void> {
    const keypad = this.page.getByRole('group', { name: 'Keypad' });
    for (const digit of digits) await keypad.getByRole('button', { name: digit, exact: true }).click();
  }

  async startSale(digits: string, amount: string): Promise<void> {
    await this.reads('How much?');
    await this.keyIn(digits);
    await this.press(`Charge ${amount}`);
  }

  /** A sale from the keypad to its result. */
  async sell(digits: string, amount: string): Promise<void> {
    await this.startSale(digits, amount);
    await this.reads(`Paid ${amount}`);
  }

  /** The fact with this label on the screen, as it stands there. */
  async fact(label: string): Promise<string> {
    const pair = this.screen.locator('dl > div').filter({ has: this.page.locator('dt', { hasText: exactly(label) }) });
    return plain(await pair.first().locator('dd').textContent());
  }

  row(words: RegExp): Locator {
    return this.page.getByRole('option', { name: words });
  }
}

/** A button that leads neither on nor gives money away (renderer/ui/base/button.tsx) takes every tap. */
function isNoStep({ className }: Element): boolean {
  return /\b_button_/.test(className) && !/\b_(?:next|out)_/.test(className);
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}

/** Amounts hold spaces that do not break. */
export function plain(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}
