// The slip of a drawer that was opened without a sale: who, when and why, for the drawer's count in the evening.
import type { PrintDocument } from '#contract/devices/documents.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { sayIn } from '#texts/index.ts';
import type { NoSale } from '../ports/record.ts';
import { type ReceiptStyle, timeText } from './receipt.ts';

export function noSaleDocument({ by, reason, atMs, isKnown }: NoSale, style: ReceiptStyle): PrintDocument {
  const { mode, shopName, language } = style;
  const say = sayIn(language);
  return {
    blocks: [
      ...(mode === 'live' ? [] : [{ type: 'text' as const, text: say(`mode.${mode}`), align: 'center' as const }]),
      ...(shopName === '' ? [] : [{ type: 'text' as const, text: shopName, align: 'center' as const }]),
      { type: 'text', text: say(isKnown ? 'noSale.opened' : 'noSale.unknown'), align: 'center', bold: true },
      { type: 'text', text: timeText(atMs, language) },
      { type: 'columns', left: say('noSale.by'), right: shownText(by) },
      { type: 'columns', left: say('noSale.reason'), right: shownText(reason) },
      { type: 'cut' },
    ],
  };
}
