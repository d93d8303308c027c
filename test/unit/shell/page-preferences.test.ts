// What every page of the app runs under. electronegativity does not see it, because one function sets it for all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guardedPage } from '../../../main/shell/window/page-preferences.ts';

test('a page has a sandbox, its preload script a world of its own, and neither has Node', () => {
  expect(guardedPage('/preload.cjs')).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('no window of the till is made with other preferences', () => {
  const folder = join('main', 'shell');
  const makers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => text.includes('new BrowserWindow('));
  expect(makers.map(({ name }) => name).toSorted()).toEqual([
    join('documents', 'page-printer.ts'),
    join('window', 'customer-window.ts'),
    join('window', 'till-window.ts'),
  ]);
  for (const { name, text } of makers) {
    const preferences = [...text.matchAll(/webPreferences: (.*)/g)].map(([, value]) => value);
    expect(preferences, name).toHaveLength(1);
    // The page that a receipt is printed from has no script at all.
    if (name.startsWith('documents')) expect(preferences[0]).toContain('javascript: false, sandbox: true');
    else expect(preferences[0]).toMatch(/^guardedPage\(/);
  }
});
