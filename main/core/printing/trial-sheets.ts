// The sheets that a person looks at while a printer is set up: which line has the right letters, how many characters
// stand in a line, whether it cuts, and what a receipt looks like.
import type { PrintBlock, PrintDocument } from '#contract/devices/documents.ts';
import { amountText } from '#texts/amount-text.ts';
import { type Language, sayIn } from '#texts/index.ts';

const letters = '€ Ä Ö Ü ä ö ü ß';
const widths = [32, 42, 48] as const;

/** One line of the sheet of code pages: a document each, since a document has one printer's pages. */
export function pageLine(number: number): PrintDocument {
  return { blocks: [{ type: 'text', text: `${number}:  ${letters}` }] };
}

/** For a printer with 48 columns: on a narrower one the longer lines break. */
export function rulerSheet(language: Language): PrintDocument {
  const say = sayIn(language);
  const rulers = widths.map((width): PrintBlock => ({ type: 'text', text: `${width} ${'-'.repeat(width - 4)}|` }));
  return { blocks: [{ type: 'text', text: say('trial.ruler') }, ...rulers, feed, { type: 'cut' }] };
}

export function confirmationSheet(): PrintDocument {
  return { blocks: [{ type: 'text', text: 'Tillbridge' }] };
}

export function cutSheet(language: Language): PrintDocument {
  return { blocks: [{ type: 'text', text: sayIn(language)('trial.cut') }, feed, { type: 'cut' }] };
}

export function feedSheet(): PrintDocument {
  return { blocks: [feed, { type: 'cut' }] };
}

export function sampleSheet(language: Language, shopName: string): PrintDocument {
  const say = sayIn(language);
  const sum = (value: number) => amountText({ value, currency: 'EUR' }, language);
  return {
    blocks: [
      { type: 'text', text: shopName === '' ? 'Tillbridge' : shopName, align: 'center', bold: true, size: 'large' },
      { type: 'text', text: say('trial.sample'), align: 'center' },
      { type: 'rule' },
      { type: 'columns', left: say('trial.coffee'), right: sum(320) },
      { type: 'columns', left: say('trial.cake'), right: sum(480) },
      { type: 'rule' },
      { type: 'columns', left: say('trial.total'), right: sum(800), bold: true },
      { type: 'text', text: letters, align: 'center' },
      { type: 'qr', data: 'https://example.com/sample-receipt' },
      { type: 'text', text: say('trial.thanks'), align: 'center' },
      feed,
      { type: 'cut' },
    ],
  };
}

const feed: PrintBlock = { type: 'feed', lines: 3 };
