// What a printer prints otherwise than a document is written, as codes: the window says it in its language, programs read
// it in English.

export type PrintNote =
  /** Characters of a line that no code page of the printer has, with what is printed in their place. */
  | { readonly code: 'spelled'; readonly line: string; readonly changes: readonly SpelledCharacter[] }
  | { readonly code: 'qr-as-text' }
  | { readonly code: 'barcode-as-text'; readonly symbology: string; readonly data: string }
  | { readonly code: 'picture-narrowed'; readonly width: number; readonly dots: number }
  | { readonly code: 'picture-left-out' };

export interface SpelledCharacter {
  readonly from: string;
  readonly to: string;
}

/** A sentence, for programs and logs. */
export function englishNote(note: PrintNote): string {
  switch (note.code) {
    case 'spelled':
      return `"${note.line}": ${note.changes.map(({ from, to }) => `${from} is printed as ${to}`).join(', ')}.`;
    case 'qr-as-text':
      return 'A QR code does not fit on the paper: it is printed as text.';
    case 'barcode-as-text':
      return `No ${note.symbology} can be made of "${note.data}": it is printed as text.`;
    case 'picture-narrowed':
      return `A picture of ${note.width} dots is printed with ${note.dots}.`;
    case 'picture-left-out':
      return 'A picture cannot be read: it is left out.';
  }
}
