// The paper of the emulated printer as a picture, code by code as a printer draws them from the data it was sent, and what
// a reader of codes (zbarimg) finds on it. Text is left out: it is read from the paper itself.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeQR } from 'qr';
import type { PaperItem } from '#peripherals/emulator/paper.ts';

/** Rows of dots; true is black. */
export type Dots = readonly (readonly boolean[])[];

const module = 3;
const barHeight = 60;
const quietModules = 10;

/** ISO/IEC 15417, widths of bars and spaces by value; 104 begins code set B, 106 ends. */
const code128 = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');
/** ISO/IEC 15420, modules of the digits in number set A; C is their complement, B is C from right to left. */
const eanDigits = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const eanSets = ['AAAAAA', 'AABABB', 'AABBAB', 'AABBBA', 'ABAABB', 'ABBAAB', 'ABBBAA', 'ABABAB', 'ABABBA', 'ABBABA'];

/** What zbarimg reads, as `KIND:DATA` a line, from top to bottom. */
export function codesRead(paper: readonly PaperItem[]): string[] {
  const drawn = paper.flatMap((item) => {
    const dots = dotsOf(item);
    return dots === null ? [] : [...dots, ...Array.from({ length: 40 }, () => [])];
  });
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-paper-'));
  try {
    const file = join(folder, 'paper.pbm');
    writeFileSync(file, pbm(drawn));
    // As bytes: zbarimg takes short UTF-8 for Shift JIS, and a printer's codes do not name their character set.
    const read = execFileSync('zbarimg', ['--quiet', '-Sqrcode.binary', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return read.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a reader should find, in the words of zbarimg. */
export function codesOn(paper: readonly PaperItem[]): string[] {
  return paper.flatMap((item) => {
    if (item.type === 'qr') return [`QR-Code:${item.data}`];
    if (item.type !== 'barcode') return [];
    switch (item.symbology) {
      case 'ean13':
        return [`EAN-13:${withCheckDigit(item.data, 13)}`];
      case 'ean8':
        return [`EAN-8:${withCheckDigit(item.data, 8)}`];
      default:
        return [`CODE-128:${item.data}`];
    }
  });
}

/** One bit a dot, as wide as whole bytes. */
export function pbm(dots: Dots): Buffer {
  const width = Math.ceil(Math.max(8, ...dots.map(({ length }) => length)) / 8) * 8;
  const rows = Buffer.alloc((width / 8) * dots.length);
  for (const [y, row] of dots.entries()) {
    for (const [x, isBlack] of row.entries()) {
      const index = y * (width / 8) + (x >> 3);
      if (isBlack) rows[index] = (rows[index] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return Buffer.concat([Buffer.from(`P4\n${width} ${dots.length}\n`), rows]);
}

export function qrDots(data: string, size: number): Dots {
  const modules = encodeQR(data, 'raw', { border: 4, ecc: 'medium' });
  return modules.flatMap((row) =>
    Array.from({ length: size }, () => row.flatMap((dot) => Array<boolean>(size).fill(dot))),
  );
}

function dotsOf(item: PaperItem): Dots | null {
  switch (item.type) {
    case 'qr':
      return qrDots(item.data, module);
    case 'picture': {
      const rowBytes = item.width / 8;
      return Array.from({ length: item.height }, (_row, y) =>
        Array.from(
          { length: item.width },
          (_dot, x) => ((item.rows[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0,
        ),
      );
    }
    case 'barcode':
      return barDots(modulesOf(item.symbology, item.data));
    case 'line':
    case 'cut':
      return null;
  }
}

/** Modules of bars (`1`) and spaces, without the white at both sides. */
function modulesOf(symbology: string, data: string): string {
  switch (symbology) {
    case 'ean13': {
      const [first = 0, ...digits] = Array.from(withCheckDigit(data, 13), Number);
      const left = digits.slice(0, 6).map((digit, index) => eanModules(digit, eanSets[first]?.[index] ?? 'A'));
      return `101${left.join('')}01010${digits
        .slice(6)
        .map((digit) => eanModules(digit, 'C'))
        .join('')}101`;
    }
    case 'ean8': {
      const digits = Array.from(withCheckDigit(data, 8), Number);
      const half = (from: number, set: string) => digits.slice(from, from + 4).map((digit) => eanModules(digit, set));
      return `101${half(0, 'A').join('')}01010${half(4, 'C').join('')}101`;
    }
    default: {
      const values = [104, ...Array.from(data, (each) => each.charCodeAt(0) - 32)];
      const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
      return [...values, check, 106].map((value) => widths(code128[value] ?? '')).join('');
    }
  }
}

function eanModules(digit: number, set: string): string {
  const plain = eanDigits[digit] ?? '';
  if (set === 'A') return plain;
  const inverted = Array.from(plain, (each) => (each === '1' ? '0' : '1'));
  return (set === 'C' ? inverted : inverted.toReversed()).join('');
}

function widths(pattern: string): string {
  return Array.from(pattern, (width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join('');
}

function barDots(modules: string): Dots {
  const white = '0'.repeat(quietModules);
  const row = Array.from(`${white}${modules}${white}`).flatMap((each) => Array<boolean>(module).fill(each === '1'));
  return Array.from({ length: barHeight }, () => row);
}

/** The printer adds it where it is missing. */
function withCheckDigit(data: string, length: number): string {
  if (data.length === length) return data;
  const sum = Array.from(data, Number)
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return `${data}${(10 - (sum % 10)) % 10}`;
}
