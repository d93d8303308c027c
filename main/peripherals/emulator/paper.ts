// What came out of the emulated printer, as a person would see it: lines with their look, codes by their data, pictures
// by their dots, and where it was cut.

export interface LookOfText {
  readonly bold: boolean;
  readonly large: boolean;
}

export type PaperItem =
  | ({ readonly type: 'line'; readonly text: string } & LookOfText)
  | { readonly type: 'qr'; readonly data: string }
  | { readonly type: 'barcode'; readonly symbology: string; readonly data: string }
  /** Rows of `ceil(width / 8)` bytes, black is 1. */
  | { readonly type: 'picture'; readonly width: number; readonly height: number; readonly rows: Uint8Array }
  | { readonly type: 'cut' };

/** The text of a paper, a line each; codes and cuts are named in brackets. */
export function textOf(paper: readonly PaperItem[]): string {
  return paper.map(lineOf).join('\n');
}

function lineOf(item: PaperItem): string {
  switch (item.type) {
    case 'line':
      return item.text;
    case 'qr':
      return `[qr ${item.data}]`;
    case 'barcode':
      return `[${item.symbology} ${item.data}]`;
    case 'picture':
      return `[picture ${item.width}x${item.height}]`;
    case 'cut':
      return '[cut]';
  }
}

/** The picture as a PBM file (P4). */
export function pbmOf({ width, height, rows }: Extract<PaperItem, { type: 'picture' }>): Uint8Array {
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`, 'latin1'), rows]);
}

/** Bands of one picture that follow each other are one picture. */
export function withItem(paper: PaperItem[], item: PaperItem): void {
  const last = paper.at(-1);
  if (item.type === 'picture' && last?.type === 'picture' && last.width === item.width) {
    const rows = Buffer.concat([last.rows, item.rows]);
    paper[paper.length - 1] = { type: 'picture', width: item.width, height: last.height + item.height, rows };
    return;
  }
  paper.push(item);
}
