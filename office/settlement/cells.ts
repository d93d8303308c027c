// Amounts and days as acquirers write them, in minor units and as ISO days. What is not exactly of the mapping's form is
// refused, never guessed.
import { minorDigits } from '#contract/money/money.ts';
import type { Mapping } from '#contract/office/settlement.ts';

type Amount = number | 'amount' | 'digits';

const mostDigits = 15;

/** In minor units of the currency, with its sign: in front, behind, or as parentheses. `digits`: finer than the currency. */
export function amountIn(text: string, currency: string, form: Pick<Mapping, 'decimal' | 'thousands'>): Amount {
  const exponent = minorDigits(currency);
  if (exponent === null) return 'amount';
  const plain = text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('’', "'")
    .trim();
  const [, open = '', before = '', figures = '', after = '', close = ''] =
    /^(\()?([+\-\u2212])? ?(\d(?:[\d., ']*\d)?) ?([+\-\u2212])?(\))?$/.exec(plain) ?? [];
  const signs = [open + close, before, after].filter((sign) => sign !== '');
  if (figures === '' || signs.length > 1 || open.length !== close.length) return 'amount';
  const [whole = '', part = '', ...more] = form.decimal === '' ? [figures] : figures.split(form.decimal);
  if (more.length > 0 || (figures !== whole && part === '')) return 'amount';
  const digits = ungrouped(whole, form.thousands);
  if (digits === null || !/^\d*$/.test(part) || digits.length + exponent > mostDigits) return 'amount';
  if (form.decimal !== '' && part.length > exponent) return 'digits';
  const minor = Number(form.decimal === '' ? digits : `${digits}${part.padEnd(exponent, '0')}`);
  const negative = signs.length > 0 && signs[0] !== '+';
  return negative && minor !== 0 ? -minor : minor;
}

/** Without the sign between thousands, which must stand where thousands end. */
function ungrouped(whole: string, sign: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const groups = sign === '' ? [] : whole.split(sign);
  const [first = '', ...rest] = groups;
  if (!/^\d{1,3}$/.test(first) || rest.length === 0 || !rest.every((group) => /^\d{3}$/.test(group))) return null;
  return groups.join('');
}

const forms: { readonly [form in Mapping['dates']]: RegExp } = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)/,
  'DD.MM.YYYY': /^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})/,
  'DD/MM/YYYY': /^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4})/,
  'MM/DD/YYYY': /^(?<m>\d\d?)\/(?<d>\d\d?)\/(?<y>\d{4})/,
  'DD-MM-YYYY': /^(?<d>\d\d?)-(?<m>\d\d?)-(?<y>\d{4})/,
  'YYYY/MM/DD': /^(?<y>\d{4})\/(?<m>\d\d?)\/(?<d>\d\d?)/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)/,
};
const timeBehind = /^(?:[T ,]+(\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?: ?(Z|[+-]\d\d:?\d\d))?)?$/;

/** Says the day of an instant in a zone. Throws RangeError for a zone that does not exist. */
export function dayIn(zone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => format.format(instant);
}

/** The ISO day, or null. A time with an offset from UTC is of the day that `dayOf` says. */
export function dayOfCell(text: string, form: Mapping['dates'], dayOf: (instant: Date) => string): string | null {
  const trimmed = text.trim();
  const found = forms[form].exec(trimmed);
  const { y = '', m = '', d = '' } = found?.groups ?? {};
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const [matched, time, offset] = timeBehind.exec(trimmed.slice(found?.[0].length ?? 0)) ?? [];
  if (matched === undefined || !isDay(day)) return null;
  if (time === undefined || offset === undefined) return day;
  const instant = new Date(
    `${day}T${time.padStart(time.indexOf(':') === 1 ? time.length + 1 : time.length, '0')}${offset}`,
  );
  return Number.isNaN(instant.getTime()) ? null : dayOf(instant);
}

/** Years in which tills took cards: a misread date is found at once. */
function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  // A day that the month does not have is none, or of the next month.
  return instant.getUTCDate() === Number(day.slice(8)) && day >= '2000' && day < '2100';
}
