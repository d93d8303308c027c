// The code on a receipt by which a scanner finds the payment again: its number at the gateway, else the shop's own. Where
// no printer draws it, it is drawn here, as Code 128 (ISO/IEC 15417, code set B).
import { containsCardNumber } from '../cards/card-number.ts';
import { type Json, type JsonObject, textAt } from '../data/json.ts';

/** Longer ones have bars too fine for the width of a paper roll. */
const longestDrawn = 40;
/** In two dots a bar, with white at both sides, on the narrowest paper (58 mm). */
const longestPrinted = 12;
const quietModules = 10;
const startB = 104;
const stop = 106;

/** Widths of bars and spaces, by value. */
const widths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

/**
 * The number that a scan of the receipt finds the payment by; null where there is none, or where it would pass for a card
 * number, which no scan may be.
 */
export function paymentNumber(of: { readonly input: JsonObject; readonly result: Json | null }): string | null {
  const number = textAt(of.input, 'payId') ?? textAt(of.result ?? {}, 'payId') ?? textAt(of.input, 'transId');
  if (number === null || !/^[\x21-\x7e]{1,80}$/.test(number) || containsCardNumber(number)) return null;
  return number;
}

/** A barcode, or a QR code where a barcode may not fit on the paper. */
export function printedCode(number: string) {
  return number.length <= longestPrinted
    ? ({ type: 'barcode', symbology: 'code128', data: number } as const)
    : ({ type: 'qr', data: number } as const);
}

export interface Bars {
  /** Modules, with the white at both sides. */
  readonly width: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
}

/** Null where the bars would be too fine. */
export function barsOf(number: string): Bars | null {
  if (number.length > longestDrawn) return null;
  const values = [startB, ...Array.from(number, (sign) => sign.charCodeAt(0) - 32)];
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
  const bars: { x: number; width: number }[] = [];
  let x = quietModules;
  for (const value of [...values, check, stop]) {
    for (const [index, digit] of Array.from(widths[value] ?? '').entries()) {
      const width = Number(digit);
      if (index % 2 === 0) bars.push({ x, width });
      x += width;
    }
  }
  return { width: x + quietModules, bars };
}
