// Whether a number in JSON text survives being read. An amount that was rounded on the way in is another amount, so
// what cannot be kept digit for digit is refused and never rounded.

/** What is wrong with a JSON number literal, in words that follow its field's name; null if it is kept exactly. */
export function inexactness(literal: string): string | null {
  if (plain.test(literal)) return null;
  const number = Number(literal);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return tooLarge;
  return decimalOf(literal) === decimalOf(String(number)) ? null : tooManyDigits;
}

// Nearly all: whole, in the one way in which they are written, and small enough.
const plain = /^(?:0|-?[1-9]\d{0,14})$/;

const tooLarge = `is a number that cannot be kept exactly: whole numbers go up to ${Number.MAX_SAFE_INTEGER}`;
// Up to 15 digits every decimal is read back as it was written.
const tooManyDigits = 'is a number that cannot be kept exactly: write it with at most 15 digits';

/** One text for each value: digits without zeros at either end, and the power of ten of the last of them. */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal
    .replace('-', '')
    .toLowerCase()
    .split(/e(?=[+-]?\d+$)/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutEndZeros(digits);
  return kept === '' ? '0' : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

// A pattern such as /0+$/ would try each run of zeros anew: quadratic time for 64 KiB of them.
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
