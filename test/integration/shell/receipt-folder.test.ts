// Facts about the folder that receipts are saved in until a manager chooses another one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Language } from '#contract/data/languages.ts';
import { createReceiptFolder } from '../../../main/shell/documents/receipt-folder.ts';
import type { AppPaths } from '../../../main/shell/machine/app-paths.ts';
import { wordsIn } from '../../../main/shell/window/words.ts';

let documents = '';
beforeEach(() => {
  documents = mkdtempSync(join(tmpdir(), 'receipts-'));
});
afterEach(() => rmSync(documents, { recursive: true }));

function folderIn(language: Language) {
  return createReceiptFolder({
    paths: { dataDir: join(documents, 'data') } as AppPaths,
    preferences: { receiptFolder: () => null, chooseReceiptFolder: () => {} },
    documents: () => documents,
    dialog: { showOpenDialog: () => Promise.reject(new Error('nobody chooses')) },
    window: () => null,
    words: () => wordsIn(language),
  });
}

it('has a name in the window’s language', () => {
  for (const [language, name] of [
    ['en', 'Tillbridge receipts'],
    ['de', 'Tillbridge-Belege'],
    ['fr', 'Tickets Tillbridge'],
  ] as const) {
    expect(folderIn(language).view()).toEqual({ folder: join(documents, name), isThere: true });
  }
});

it('goes on where it was made in another language', () => {
  mkdirSync(join(documents, 'Tillbridge receipts'));
  expect(folderIn('fr').ready()).toBe(join(documents, 'Tillbridge receipts'));
  expect(readdirSync(documents)).toEqual(['Tillbridge receipts']);
});
