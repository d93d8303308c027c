// The app on a desktop: kiosk, the tray and its language.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Cashier } from './cashier.ts';
import { openTraining } from './counter.ts';
import { type Till, launchOptions, openTill } from './till.ts';

async function openSettings(cashier: Cashier): Promise<void> {
  await cashier.goTo('Settings');
  await cashier.press('This till');
}

async function turn(cashier: Cashier, label: string): Promise<void> {
  await cashier.page.locator('label').filter({ hasText: label }).click();
}

const windowIs = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return { kiosk: window?.isKiosk(), visible: window?.isVisible() };
  });

it('fills the screen as soon as that is set, still does after a restart, and stops when that is taken back', async () => {
  const { till, cashier } = await openTraining();
  expect(await windowIs(till)).toEqual({ kiosk: false, visible: true });
  await openSettings(cashier);
  await turn(cashier, 'Fill the whole screen');
  await expect.poll(() => windowIs(till)).toEqual({ kiosk: true, visible: true });
  await till.close();

  const again = await openTill({ home: till.home });
  const person = new Cashier(again.page);
  await person.reads('How much?');
  await expect.poll(() => windowIs(again)).toEqual({ kiosk: true, visible: true });
  await openSettings(person);
  await turn(person, 'Fill the whole screen');
  await expect.poll(() => windowIs(again)).toEqual({ kiosk: false, visible: true });
});

it.runIf(process.platform === 'linux')(
  'starts with the session where that is set, and no longer where not',
  async () => {
    const { till, cashier } = await openTraining();
    const file = join(till.home, 'config', 'autostart', 'tillbridge.desktop');
    expect(existsSync(file)).toBe(false);
    await openSettings(cashier);
    await turn(cashier, 'Start when the computer starts');
    await expect.poll(() => existsSync(file)).toBe(true);
    const { executablePath } = launchOptions(till.home, {});
    expect(readFileSync(file, 'utf8')).toContain(`Exec="${executablePath}"\n`);
    await turn(cashier, 'Start when the computer starts');
    await expect.poll(() => existsSync(file)).toBe(false);
  },
);

interface Held {
  tray?: Electron.Tray;
  menu?: Electron.Menu;
}

/** Gets hold of the tray: it is given a new menu whenever preferences are saved. */
async function holdTray({ app, page }: Till): Promise<void> {
  await app.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = function hold(menu) {
      Object.assign(globalThis, { tray: this, menu });
    };
  });
  await page.evaluate(async () => {
    await window.tillbridge.savePreferences(await window.tillbridge.preferences({}));
  });
}

const labels = ({ app }: Till) =>
  app.evaluate(() => (globalThis as Held).menu?.items.map(({ label }) => label).filter((label) => label !== ''));

const hide = ({ app }: Till) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());

it('comes back from the tray, by a click on it and by its menu', async () => {
  const { till } = await openTraining();
  await holdTray(till);
  expect(await labels(till)).toEqual(['Open Tillbridge', 'Quit Tillbridge']);
  await hide(till);
  await till.app.evaluate(() => (globalThis as Held).tray?.emit('click'));
  await expect.poll(() => windowIs(till)).toMatchObject({ visible: true });
  await hide(till);
  await till.app.evaluate(() => {
    (globalThis as Held).menu?.items[0]?.click();
  });
  await expect.poll(() => windowIs(till)).toMatchObject({ visible: true });
});

it('quits from the tray when nothing is open', async () => {
  const { till } = await openTraining();
  await holdTray(till);
  const end = new Promise((resolve) => {
    till.app.process().once('exit', resolve);
  });
  await till.app.evaluate(() => {
    (globalThis as Held).menu?.items.at(-1)?.click();
  });
  expect(await end).toBe(0);
});

it('speaks the language of the window in the tray', async () => {
  const { till } = await openTraining();
  await holdTray(till);
  await till.page.evaluate(async () => {
    await window.tillbridge.savePreferences({ ...(await window.tillbridge.preferences({})), language: 'de' });
  });
  expect(await labels(till)).toEqual(['Tillbridge öffnen', 'Tillbridge beenden']);
});
