// What the preload script gives the page, and what it does not.
import { windowCallNames } from '#contract/calls/table.ts';
import { expect, it } from 'vitest';
import { built, openTill, packaged } from './till.ts';

it.each([
  ['packaged', packaged],
  ['built', built],
])('gives the window exactly the calls of the table, in the %s app', async (_, subject) => {
  const { page } = await openTill({ subject });
  const surface = await page.evaluate(() => Object.keys((window as unknown as { tillbridge: object }).tillbridge));
  expect(surface.toSorted()).toEqual([...windowCallNames, 'on'].toSorted());
});

it('gives the window nothing of Node or Electron', async () => {
  const { page } = await openTill();
  const kinds = await page.evaluate(() => {
    const names = ['require', 'process', 'Buffer', 'module', 'global', 'ipcRenderer', 'electron'];
    return names.filter((name) => name in globalThis);
  });
  expect(kinds).toEqual([]);
});

it('keeps its functions from being replaced', async () => {
  const { page } = await openTill();
  const same = await page.evaluate(() => {
    const api = (window as unknown as { tillbridge: { submit: unknown } }).tillbridge;
    const before = api.submit;
    try {
      api.submit = () => {};
    } catch {
      // Frozen: in strict code it throws.
    }
    return api.submit === before;
  });
  expect(same).toBe(true);
});

it('refuses an event that the table does not name', async () => {
  const { page } = await openTill();
  const refused = await page.evaluate(() => {
    const api = window.tillbridge as unknown as { readonly on: (event: string, listener: () => void) => void };
    try {
      api.on('tillbridge:call:submit', () => {});
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
});
