// What is known of a printer: its language, its width, which characters it has and what it can say. The defaults are
// those of a common 80 mm printer with ESC/POS; an address changes single values (address.ts).

import { usualPages } from '#contract/devices/printer-setup.ts';

export type PrinterLanguage = 'esc-pos' | 'star-line';

/**
 * How the end of a document is known. `process-id`: the printer says that it was printed (ESC/POS `GS ( H`).
 * `gs-r`: it says that it was processed, and then that it has paper (ESC/POS `GS r`). `etb`: it counts printed
 * documents (Star). `nothing`: it takes bytes and never says more.
 */
export type Confirmation = 'process-id' | 'gs-r' | 'etb' | 'nothing';

/** A code page by its name in @point-of-sale/codepage-encoder, and by its number in the printer. */
export interface CodePage {
  readonly name: string;
  readonly page: number;
}

export interface PrinterProfile {
  readonly language: PrinterLanguage;
  /** Characters in a line. */
  readonly columns: 32 | 42 | 48;
  /** In the order in which they are tried for a character. */
  readonly codePages: readonly CodePage[];
  readonly confirms: Confirmation;
  /** Whether it answers questions about paper and cover. False: it takes bytes and says nothing. */
  readonly answers: boolean;
  /** The pin of the connector that opens the drawer. */
  readonly drawerPin: 2 | 5;
  /** Which level of the drawer's switch means open; null: no switch, or not known. It depends on the drawer. */
  readonly drawerOpenIs: 'high' | 'low' | null;
  /** Whether pulses are sent to a drawer. */
  readonly hasDrawer: boolean;
  /** Whether it has a knife. Without one the paper is fed out for a hand to tear it off. */
  readonly cuts: boolean;
  /** Whether it has a sensor for a roll that is nearly at its end. Without one its bits may say anything. */
  readonly nearEndSensor: boolean;
}

function codePage(text: string): CodePage {
  const [name = '', page] = text.split(':');
  return { name, page: Number(page) };
}

export function defaultProfile(language: PrinterLanguage): PrinterProfile {
  const star = language === 'star-line';
  return {
    language,
    columns: 48,
    codePages: usualPages[language].map(codePage),
    confirms: star ? 'etb' : 'process-id',
    answers: true,
    drawerPin: 2,
    drawerOpenIs: null,
    hasDrawer: true,
    cuts: true,
    nearEndSensor: true,
  };
}

/** Dots across the paper: what a picture or a code may be wide. */
export function dotsOf({ columns }: PrinterProfile): number {
  switch (columns) {
    case 32:
      return 384;
    case 42:
      return 512;
    case 48:
      return 576;
  }
}
