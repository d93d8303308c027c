// QR codes and barcodes as a printer draws them itself. A code that does not fit on the paper, or whose data its kind
// does not take, is left out by the printer without a word; so it is found here, before.
import type { PrintBlock } from '#contract/devices/documents.ts';

type Code = Extract<PrintBlock, { type: 'qr' | 'barcode' }>;

/** Bytes that a QR code with error correction M holds, by version from 1 (ISO/IEC 18004, table 7). */
const qrCapacities = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
  997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
] as const;
/** Modules of white on both sides together. */
const qrQuiet = 8;
const largestModule = 6;
const barModule = 2;

export interface QrFit {
  readonly bytes: Uint8Array;
  /** Dots of one module. */
  readonly module: number;
}

/** Null where it does not fit on the paper. A smaller module than 2 dots is not read reliably. */
export function fitQr(data: string, dots: number): QrFit | null {
  const bytes = Buffer.from(cleanedData(data), 'utf8');
  const version = qrCapacities.findIndex((capacity) => bytes.length <= capacity) + 1;
  if (version === 0 || bytes.length === 0) return null;
  const module = Math.min(largestModule, Math.floor(dots / (17 + 4 * version + qrQuiet)));
  return module < 2 ? null : { bytes, module };
}

/** Whether a scanner can read what would be printed. */
export function barcodeFits({ symbology, data }: Extract<Code, { type: 'barcode' }>, dots: number): boolean {
  switch (symbology) {
    case 'ean13':
      return /^\d{12,13}$/.test(data) && checkDigitFits(data, 13);
    case 'ean8':
      return /^\d{7,8}$/.test(data) && checkDigitFits(data, 8);
    case 'code128':
      // Start, check and stop characters, and white on both sides.
      return /^[\x20-\x7e]+$/.test(data) && (11 * (data.length + 2) + 13 + 20) * barModule <= dots;
  }
}

/** Modulo 10 with weights 3 and 1 from the right; where the digit is missing the printer adds it. */
function checkDigitFits(data: string, length: number): boolean {
  if (data.length < length) return true;
  const digits = Array.from(data, Number);
  const sum = digits.toReversed().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Line breaks are data (a contact card), other control characters are not. */
function cleanedData(data: string): string {
  return data.replaceAll(/[^\P{Cc}\n\r\t]/gu, '');
}
