// A document as the bytes of one printer, in pieces: each is a whole command or line, so that a question to the printer
// may stand between two of them. What cannot be printed as it is written is noted.
import type { PrintBlock, PrintDocument } from '#contract/devices/documents.ts';
import type { PrintNote } from '#contract/devices/print-notes.ts';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { dotsOf, type PrinterProfile } from '../address/profile.ts';
import { type CharacterSet, characterSet, cleaned, textBytes } from './characters.ts';
import { barcodeFits, fitQr } from './codes.ts';
import { aligned, columnLines, wrapped } from './layout.ts';
import { disarmed, narrowed, type Picture, readPbm, rgbaOf } from './picture.ts';

export interface EncodedDocument {
  readonly pieces: readonly Uint8Array[];
  /** What is printed otherwise than written; empty where nothing is. */
  readonly notes: readonly PrintNote[];
}

interface Style {
  readonly bold?: boolean | undefined;
  readonly large?: boolean;
}

/** Rows of a picture in one command. Star's are bands of 24 dots by themselves. */
const bandRows = 64;
const starBandRows = 24;
/** Without a knife: so far above the last line is the edge at which paper is torn off. */
const tearLines = 4;
/** DLE EOT, DLE ENQ and DLE DC4, which ESC/POS printers carry out at once, and ESC ACK, the same of Star. */
const realTime = { first: 0x10, seconds: [0x04, 0x05, 0x14] } as const;
const starRealTime = { first: 0x1b, seconds: [0x06] } as const;
const copyMark = { type: 'text', text: 'COPY', align: 'center', bold: true } as const satisfies PrintBlock;

/**
 * `copy`: the word COPY stands above the first and below the last line of each slip that is cut off. `pieceBytes`: no
 * piece of a picture is longer where that can be had, so that a slow line still carries questions between two of them.
 */
export function encodeDocument(
  document: PrintDocument,
  profile: PrinterProfile,
  copy: boolean,
  pieceBytes = Number.POSITIVE_INFINITY,
): EncodedDocument {
  const writer = createWriter(profile, pieceBytes);
  for (const block of copy ? marked(document.blocks) : document.blocks) writer.block(block);
  return writer.result();
}

function marked(blocks: readonly PrintBlock[]): readonly PrintBlock[] {
  return slipsOf(blocks).flatMap((slip) => {
    const last = slip.findLastIndex(({ type }) => type !== 'cut' && type !== 'feed');
    return last < 0 ? slip : [copyMark, ...slip.slice(0, last + 1), copyMark, ...slip.slice(last + 1)];
  });
}

/** Each ends with its cut, where it has one. */
function slipsOf(blocks: readonly PrintBlock[]): PrintBlock[][] {
  const slips: PrintBlock[][] = [[]];
  for (const block of blocks) {
    slips.at(-1)?.push(block);
    if (block.type === 'cut') slips.push([]);
  }
  return slips;
}

function createWriter(profile: PrinterProfile, pieceBytes: number) {
  const { columns, language } = profile;
  const star = language === 'star-line';
  const dots = dotsOf(profile);
  const characters = characterSet(profile.codePages);
  const encoder = new ReceiptPrinterEncoder({
    columns,
    language,
    newline: '\n',
    imageMode: 'raster',
    feedAfterBlock: false,
    errors: 'strict',
  });
  const pieces: Uint8Array[] = [];
  const notes: PrintNote[] = [];
  const bytes = textBytes(characters, star ? [0x1b, 0x1d, 0x74] : [0x1b, 0x74]);
  // Resets what an earlier document set. The encoder adds CAN for Star, which sets the counter of documents to 0 (Star Line
  // Mode specification, p. 186) after the driver has read it.
  pieces.push(Uint8Array.of(0x1b, 0x40), ...(star ? [] : [encoder.initialize().encode().subarray(2)]));

  const push = () => pieces.push(encoder.encode());
  const printable = (text: string) => spelled(text, characters, notes);

  function lines(texts: readonly string[], { bold = false, large = false }: Style) {
    for (const text of texts) {
      encoder.bold(bold).size(large ? 2 : 1, large ? 2 : 1);
      encoder.raw([...bytes(text), 0x0a]);
      encoder.bold(false).size(1, 1);
      push();
    }
  }

  /** A code or picture that is not possible is printed as text, and noted. */
  function instead(what: PrintNote, text: string) {
    notes.push(what);
    if (text !== '') lines(wrapped(printable(text), columns), {});
  }

  function picture(found: Picture) {
    const shown = narrowed(found, dots);
    if (shown !== found) notes.push({ code: 'picture-narrowed', width: found.width, dots });
    if (star) starPicture(shown);
    else rasterPicture(shown);
  }

  /** `GS v 0`, in the middle of the line. */
  function rasterPicture({ width, height, rows }: Picture) {
    const rowBytes = Math.ceil(width / 8);
    const band = Math.max(1, Math.min(bandRows, Math.floor(pieceBytes / rowBytes)));
    pieces.push(Uint8Array.of(0x1b, 0x61, 0x01));
    for (let row = 0; row < height; row += band) {
      const count = Math.min(band, height - row);
      const dotsOfBand = rows.subarray(row * rowBytes, (row + count) * rowBytes);
      const head = [0x1d, 0x76, 0x30, 0x00, rowBytes & 0xff, rowBytes >> 8, count & 0xff, count >> 8];
      pieces.push(Buffer.from([...head, ...disarmed(dotsOfBand, realTime.first, realTime.seconds, 0x01)]));
    }
    pieces.push(Uint8Array.of(0x1b, 0x61, 0x00));
  }

  function starPicture(shown: Picture) {
    const rows = pieceBytes < bandRows * (shown.width / 8) ? starBandRows : bandRows;
    for (let row = 0; row < shown.height; row += rows) {
      const height = Math.min(rows, shown.height - row);
      const image = { width: shown.width, height, data: rgbaOf(shown, row, height) };
      encoder.align('center').image(image, { width: shown.width, height }).align('left');
      pieces.push(disarmed(encoder.encode(), starRealTime.first, starRealTime.seconds, 0x04));
    }
  }

  function block(each: PrintBlock): void {
    switch (each.type) {
      case 'text': {
        const large = each.size === 'large';
        const width = large ? columns / 2 : columns;
        const texts = wrapped(printable(each.text), width);
        lines(
          texts.map((text) => aligned(text, width, each.align ?? 'left')),
          { bold: each.bold, large },
        );
        return;
      }
      case 'columns':
        lines(columnLines(printable(each.left), printable(each.right), columns), { bold: each.bold });
        return;
      case 'rule':
        lines(['-'.repeat(columns)], {});
        return;
      case 'qr': {
        const fit = fitQr(each.data, dots);
        if (fit === null) {
          instead({ code: 'qr-as-text' }, each.data);
          return;
        }
        // The encoder takes characters and sends their codes: one for each byte, so that readers see UTF-8.
        const data = Buffer.from(fit.bytes).toString('latin1');
        encoder.align('center').qrcode(data, { size: fit.module, errorlevel: 'm' }).align('left');
        push();
        return;
      }
      case 'barcode': {
        if (!barcodeFits(each, dots)) {
          instead({ code: 'barcode-as-text', symbology: each.symbology, data: each.data }, each.data);
          return;
        }
        // In ESC/POS a brace begins a command within the code.
        const data = star ? each.data : each.data.replaceAll('{', '{{');
        const symbol = each.symbology === 'code128' && !star ? `{B${data}` : data;
        encoder.align('center').barcode(symbol, each.symbology, { height: 60, width: 1, text: 'below' }).align('left');
        push();
        return;
      }
      case 'picture': {
        const found = readPbm(each.pbm);
        if (found === null) instead({ code: 'picture-left-out' }, '');
        else picture(found);
        return;
      }
      case 'feed':
        encoder.newline(each.lines);
        push();
        return;
      case 'cut':
        if (!profile.cuts) {
          encoder.newline(tearLines);
          push();
          return;
        }
        // Feeds to the knife first: the last lines stand below it.
        pieces.push(star ? Uint8Array.of(0x1b, 0x64, 0x03) : Uint8Array.of(0x1d, 0x56, 0x42, 0x00));
        return;
    }
  }

  return { block, result: (): EncodedDocument => ({ pieces: pieces.filter(({ length }) => length > 0), notes }) };
}

/** The text in characters that can be printed, with a note for each line that had others. */
function spelled(text: string, characters: CharacterSet, notes: PrintNote[]): string {
  return cleaned(text)
    .split('\n')
    .map((line) => {
      const changed = new Map<string, string>();
      const printed = Array.from(line, (each) => {
        const printable = characters.printable(each);
        if (printable !== each && each !== '\u00a0') changed.set(each, printable);
        return printable;
      }).join('');
      if (changed.size > 0)
        notes.push({ code: 'spelled', line, changes: Array.from(changed, ([from, to]) => ({ from, to })) });
      return printed;
    })
    .join('\n');
}
