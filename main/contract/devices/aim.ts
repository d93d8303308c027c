// AIM identifiers: three characters before the data that say which kind of code was read (ISO/IEC 15424). Two scans that
// ran into one show a second identifier, and a code with a wrong check digit was read wrongly. Scanners on serial lines
// and those that type send them alike.
import { isGtin } from '../text/gtin.ts';
import type { Scan, Symbology } from './line-devices.ts';

const byLetter: Readonly<Record<string, Symbology>> = {
  A: 'code39',
  C: 'code128',
  E: 'ean',
  I: 'itf',
  Q: 'qr',
  d: 'data-matrix',
  e: 'gs1-databar',
};

const identifier = /^\]([A-Za-z])([0-9A-Za-z])/;

/** Null where the scan cannot be right. `identified`: the scanner is set to send an identifier with each scan. */
export function readScan(text: string, identified: boolean): Scan | null {
  const found = identifier.exec(text);
  if (found === null) return identified ? null : { symbology: null, data: text };
  const [all, letter = '', modifier] = found;
  const data = text.slice(all.length);
  const symbology = letter === 'C' && modifier === '1' ? 'gs1-128' : (byLetter[letter] ?? 'other');
  if (data === '') return null;
  // A second identifier: two scans ran into one.
  if (/\][ACEIQde][0-9]/.test(data)) return null;
  if (symbology === 'itf' && !/^\d+$/.test(data)) return null;
  if (symbology === 'ean' && !isGtin(data)) return null;
  return { symbology, data };
}
